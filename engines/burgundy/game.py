"""The class of a game of The Castles of Burgundy, which puts the parts of its rules together.

The players choose boards and start castles. Then each of five phases has a ``StartPhase`` and five rounds:
``StartRound``, a ``Turn`` for each player and ``EndRound``. The decisions are in ``steps``, the actions in ``verbs``,
the tiles and constants in ``box``, the boards in ``estate``; all of them work on ``Position``.
"""

from __future__ import annotations

from random import Random
from typing import Self

from engines.burgundy import audit as audits
from engines.burgundy import box, knowledge, scoring
from engines.burgundy import state as states
from engines.burgundy import view as views
from engines.burgundy.areas import areas
from engines.burgundy.estate import BEGINNERS, CENTRE, ESTATES, boards, in_rows
from engines.burgundy.position import Position
from engines.burgundy.presentation import PRESENTATION
from engines.burgundy.quotes import quotes
from engines.burgundy.remarks import advice, facts, now
from engines.burgundy.spoken import SPOKEN
from engines.burgundy.state import Player, Track
from engines.burgundy.steps import AnyStep, ChooseBoard, StartCastle, StartPhase, lay_castle
from engines.contract import InRow, Option
from engines.randomness import Dice


class State(states.State, kw_only=True):
    """The state with all kinds of steps that its stack may hold."""

    stack: list[AnyStep] = []


class Burgundy(Position):
    """The Castles of Burgundy for 2 to 4 players.

    Options: ``mode`` (the way in which boards and start castles are dealt), ``boards`` ("extra" adds those of later
    editions), ``beginners_board`` (in the mode "standard" board 1 may replace the one drawn), ``edition`` and
    ``tie_break``.
    """

    key = "burgundy"
    seats = range(2, 5)
    options = (
        Option("mode", ("standard", "first", "random", "free")),
        Option("boards", ("2011", "extra")),
        Option("beginners_board", ("off", "on")),
        Option("edition", box.EDITION_NAMES),
        Option("tie_break", ("most_empty", "fewest_empty")),
    )
    rules_version = 1
    longest = 2_000
    state_type = State
    presentation = PRESENTATION
    spoken = SPOKEN
    state: State

    # -- setup (rules 3) -------------------------------------------------------------------------------------------

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        supplies = {back: list(tiles) for back, tiles in box.SUPPLIES.items()}
        for tiles in supplies.values():
            dice.shuffle(tiles)
        goods = [kind for kind in box.GOODS for _ in range(box.GOODS_PER_TYPE)]
        dice.shuffle(goods)
        stacks = [[goods.pop() for _ in range(box.ROUNDS)] for _ in box.PHASES]
        first = dice.below(seats)
        order = [(first + place) % seats for place in range(seats)]
        players = [Player(silverlings=box.START_SILVERLINGS) for _ in range(seats)]
        for place, seat in enumerate(order):
            players[seat].workers = box.START_WORKERS[place]
            for _ in range(box.START_GOODS):
                kind = goods.pop()
                players[seat].goods[kind] = players[seat].goods.get(kind, 0) + 1
        state = State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            players=players,
            track=Track(spaces=[list(order)]),
            order=order,
            depots={depot: [] for depot in (*box.DEPOTS, box.BLACK)},
            lying={depot: {} for depot in box.DEPOTS},
            stacks=stacks,
            leftover=goods,
            supplies=supplies,
            bonus={colour: list(box.SIZES) for colour in box.COLOURS},
        )
        state.stack = list(reversed([*cls._deal(state), StartPhase()]))
        return state

    @classmethod
    def _deal(cls, state: State) -> list[ChooseBoard | StartCastle]:
        """Deal boards and start castles by the table's mode (rules 3.1), and return the decisions of the players."""
        mode = state.options["mode"]
        dice = state.dice
        board_ids = list(boards(state.options["boards"]))
        dice.shuffle(board_ids)
        ask: list[ChooseBoard | StartCastle] = []
        for seat in state.order:
            player = state.players[seat]
            if mode != "free":
                player.board = BEGINNERS if mode == "first" else board_ids.pop()
            if mode == "free" or (mode == "standard" and state.options["beginners_board"] == "on"):
                ask.append(ChooseBoard(seat=seat))
            if mode == "first":
                lay_castle(state, seat, CENTRE)
            elif mode == "random":
                castles = ESTATES[player.board].by_colour["castle"]
                lay_castle(state, seat, castles[dice.below(len(castles))].id)
            else:
                ask.append(StartCastle(seat=seat))
        return ask

    # -- end of the game (rules 12) --------------------------------------------------------------------------------

    def finish(self) -> None:
        """Report the VP of each knowledge tile, then end the game."""
        for seat in self.state.order:
            player = self.state.players[seat]
            for tile in player.knowledge:
                if points := knowledge.vp(player, self.edition, tile):
                    self.emit("knowledge", seat, tile=tile, points=points)
        super().finish()

    # -- knowing ---------------------------------------------------------------------------------------------------

    def rows(self, seat: int) -> dict[str, InRow]:
        """Return the row and place of each hex of the seat's estate."""
        return in_rows(self.state.players[seat].board)

    def order(self) -> list[int]:
        """Return the turn order of the running round, including seats that have already played in it."""
        return list(self.state.order)

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

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Shuffle what lies face down: the tiles, the goods of later phases and those that never come."""
        game = self.copy()
        state = game.state
        state.dice = Dice.drawn(rng)
        for tiles in state.supplies.values():
            tiles.sort()  # so that the hidden order has no influence on the result
            rng.shuffle(tiles)
        hidden = sorted([kind for stack in state.stacks for kind in stack] + state.leftover)
        rng.shuffle(hidden)
        state.stacks = [[hidden.pop() for _ in stack] for stack in state.stacks]
        state.leftover = hidden
        return game
