"""The class of a game of Navegador, which puts the parts of its rules together.

A turn is ``ChooseField`` (perhaps with the card's Sailing before it), ``GiveUpShips``, ``Act`` and ``EndTurn``. The
actions are in ``verbs``, the constants in ``board``, the points in ``scoring``; all of them work on ``Position``.
"""

from __future__ import annotations

from random import Random
from typing import Self

from engines.contract import Action, Journey, Message, Option
from engines.navegador import audit as audits
from engines.navegador import board, scoring
from engines.navegador import state as states
from engines.navegador import view as views
from engines.navegador.areas import areas
from engines.navegador.position import Position
from engines.navegador.presentation import PRESENTATION
from engines.navegador.quotes import quotes
from engines.navegador.remarks import advice, facts, now
from engines.navegador.spoken import SPOKEN
from engines.navegador.state import Card, Player
from engines.navegador.steps import AnyStep, ChooseField, EndTurn
from engines.randomness import Dice


class State(states.State, kw_only=True):
    """The state with all kinds of steps that its stack may hold."""

    stack: list[AnyStep] = []


class Navegador(Position):
    """Navegador for 2 to 5 players.

    With the option ``royal`` the royal privilege is placed at the end of the game ("end") or fetched in Goa ("goa").
    """

    key = "navegador"
    seats = range(2, 6)
    options = (Option("royal", ("end", "goa")),)
    rules_version = 1
    needs_confirmation = frozenset({"discover"})
    longest = 20_000
    state_type = State
    presentation = PRESENTATION
    spoken = SPOKEN
    state: State

    # -- setup (rules 3) -------------------------------------------------------------------------------------------

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        stacks: dict[str, list[int]] = {}
        removed: dict[str, int] = {}
        for good in board.GOODS:
            tokens = list(board.TOKENS[good])
            dice.shuffle(tokens)
            removed[good] = tokens.pop()
            for region in board.REGIONS.values():
                if region.good == good:
                    stacks[region.id] = sorted(tokens.pop() for _ in range(region.colony_slots))
        start = dice.below(seats)
        return State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            turn=1,
            start=start,
            players=[
                Player(
                    money=board.MONEY_START,
                    workers=board.WORKERS_START,
                    fleet={board.HOME: board.SHIPS_START},
                    colonies=dict.fromkeys(board.GOODS, 0),
                    factories=dict.fromkeys(board.GOODS, 0) | {"joker": 1},
                    privileges=dict.fromkeys(board.CATEGORIES, 0),
                )
                for _ in range(seats)
            ],
            market=dict.fromkeys(board.GOODS, board.MARKET_START),
            stacks={region: stacks[region] for region in board.REGIONS if region in stacks},
            discovered=[board.HOME],
            removed=removed,
            gallery=dict.fromkeys(board.CATEGORIES, board.GALLERY_START),
            buildings=dict(board.ON_BOARD[seats]),
            card=Card(holder=(start - 1) % seats),
            stack=[EndTurn(seat=start), ChooseField(seat=start)],
        )

    # -- knowing ---------------------------------------------------------------------------------------------------

    view = views.view
    quotes = quotes
    describe = views.describe
    belongings = views.belongings
    areas = areas
    advice = advice
    facts = facts
    now = now
    scores = scoring.scores
    ranking = scoring.ranking
    audit = audits.conservation
    validate = audits.validate

    def journey(self, seat: int) -> Journey | None:
        """Return the distances from field to field of the rondel; from the stone's field to itself it is a full lap."""
        stone = self.state.players[seat].stone
        lap = board.RONDEL
        if stone is None or "rondel" not in self.kinds(seat):
            return None
        steps = {
            origin: {target: (target_place - start) % len(lap) for target_place, target in enumerate(lap)}
            for start, origin in enumerate(lap)
        }
        steps[lap[stone]][lap[stone]] = len(lap)
        return Journey("rondel", lap[stone], steps)

    def company(self, seat: int, action: Action) -> frozenset[int]:
        """Return the other seats whose stone is on the rondel field, or whose ships are in the region, of an action."""
        other_players = {number: player for number, player in enumerate(self.state.players) if number != seat}
        match action:
            case ("rondel", field):
                place = board.RONDEL.index(field)
                return frozenset(number for number, player in other_players.items() if player.stone == place)
            case ("sail", _, region, *_):
                return frozenset(number for number, player in other_players.items() if player.fleet.get(region))
        return frozenset()

    def leading_to(self, seat: int, reason: Message) -> list[Action]:
        """Return the moves to the rondel field that the refused action needs (rules 6)."""
        if reason.id != "navegador.refuse.field_first":
            return []
        field = str(reason.args["field"])
        return [action for action in self.legal(seat) if action[0] == "rondel" and action[1].rstrip("12") == field]

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Redraw the face-down tokens together with the removed one of each good; no seat knows any of them."""
        game = self.copy()
        state = game.state
        state.dice = Dice.drawn(rng)
        for good in board.GOODS:
            hidden = [
                region
                for region, tokens in state.stacks.items()
                if region not in state.discovered and board.REGIONS[region].good == good
            ]
            pool = sorted([state.removed[good], *(price for region in hidden for price in state.stacks[region])])
            rng.shuffle(pool)
            state.removed[good] = pool.pop()
            for region in hidden:
                state.stacks[region] = sorted(pool.pop() for _ in state.stacks[region])
        return game
