"""The class of a game of Macao, which puts the parts of its rules together.

A round is ``StartRound``, ``TakeCard`` for each player, ``RollDice``, ``ChooseDice``, a ``Turn`` for each player and
``EndRound``. The decisions are in ``steps``, the actions in ``verbs``, the cards in ``cards``, the constants in
``board``; all of them work on ``Position``.
"""

from __future__ import annotations

from random import Random
from typing import Self

from engines.contract import Action, Journey, Option
from engines.macao import audit as audits
from engines.macao import board, scoring
from engines.macao import state as states
from engines.macao import view as views
from engines.macao.areas import areas
from engines.macao.cards import CARDS, DECK, OFFICES
from engines.macao.cards.effects import FinalScore, PenaltyShield
from engines.macao.position import Position, worth
from engines.macao.presentation import PRESENTATION
from engines.macao.quotes import quotes
from engines.macao.remarks import advice, facts, now
from engines.macao.spoken import SPOKEN
from engines.macao.state import Display, Player, Wall
from engines.macao.steps import AnyStep
from engines.macao.steps.cards import DraftCard, PlaceCubes
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.rounds import EndTurn, RollDice, StartRound, Turn
from engines.macao.verbs.moving import counted
from engines.randomness import Dice

PAID_WITH_CUBES = ("activate", "quarter", "wall", "ship")
"""Verbs of actions that cost cubes; those with the most lasting results come first."""


class State(states.State, kw_only=True):
    """The state with all kinds of steps that its stack may hold."""

    stack: list[AnyStep] = []


class Macao(Position):
    """Macao for 2 to 4 players.

    Options: ``dice`` (chosen in wall order, or by all players at the same time) and ``jokers`` (spent in the player's
    turn, or at any time).
    """

    key = "macao"
    seats = range(2, 5)
    options = (Option("dice", ("in_order", "together")), Option("jokers", ("own_turn", "any_time"), since=3))
    rules_version = 3
    never_automatic = {"gold": 2}
    """Paying gold is always asked since version 2 of the rules, because the cards show only cubes."""
    deferring_verbs = frozenset({"look"})
    longest = 6_000
    state_type = State
    presentation = PRESENTATION
    spoken = SPOKEN
    state: State

    def normal(self, seat: int, action: Action) -> Action:
        """Return an action in its stored form, also a delivery with the ware: "deliver rice", "deliver 2 rice"."""
        match super().normal(seat, action):
            case ("deliver", *number, ware) if ware in board.WARES:
                return ("deliver", *counted(self, seat, ware, number))
            case stored:
                return stored

    # -- setup (rules 3) -------------------------------------------------------------------------------------------

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        discs = list(range(seats))
        offices = list(OFFICES)
        deck = list(DECK)
        wares = [ware for ware, tiles in board.WARES.items() for _ in range(tiles)]
        for pile in (discs, wares, offices, deck):
            dice.shuffle(pile)
        draft = [deck.pop() for _ in range(seats + board.DRAFT_EXTRA)]
        wall = Wall.at_start(discs)
        order = wall.order()
        pair = board.OFFICES_PER_ROUND
        return State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            chosen=[[] for _ in range(seats)],
            players=[Player(rose=[{} for _ in range(board.DIE_FIELDS + 1)]) for _ in range(seats)],
            wall=wall,
            deck=deck,
            offices=[offices[start : start + pair] for start in range(0, board.ROUNDS * pair, pair)],
            display=Display(cards=draft),
            city={
                quarter.id: board.JOKER if quarter.kind == "dark" else wares.pop()
                for quarter in board.QUARTERS.values()
            },
            ports=dict.fromkeys(board.PORTS, 0),
            stack=[
                StartRound(),
                *(PlaceCubes(seat=seat) for seat in reversed(order)),
                *(DraftCard(seat=seat) for seat in order),
            ],
        )

    # -- rounds ----------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Give the penalties for cards on tableaus, report the points of cards, and end the game (rules 9)."""
        for seat, player in enumerate(self.state.players):
            if self.powers(seat).card(PenaltyShield) is None:
                for _ in player.tableau:
                    self.penalise(seat, "tableau")
            for card in player.activated:
                effect = CARDS[card].effect
                if isinstance(effect, FinalScore):
                    self.emit("final", seat, card=card, points=worth(effect, self, seat))
        super().finish()

    @property
    def prepares(self) -> bool:
        """True while cards or dice are chosen, before the first round or in one; the turns follow."""
        return any(isinstance(step, StartRound | RollDice | ChooseDice) for step in self.state.stack)

    def has_turn(self, seat: int) -> bool:
        """Return whether it is the turn of a seat; seats that may only spend a joker meanwhile do not have it."""
        step = self.state.stack[-1] if self.state.stack else None
        if isinstance(step, Turn) and not self.state.over:
            return seat == step.seat
        return super().has_turn(seat)

    def forgone(self, seat: int, action: Action) -> list[Action]:
        """Return what cubes could still pay for if the seat ends its turn: unspent cubes are lost (rules 4.3)."""
        if action != (EndTurn.word,):
            return []
        legal = self.legal(seat)
        return [payable for word in PAID_WITH_CUBES for payable in legal if payable[0] == word]

    def gist(self, action: Action) -> Action:
        """Return words for the effect of an action: all offices of a kind have the same use."""
        if action[:1] == ("use",) and len(action) > 1 and action[1] in CARDS:
            return ("use", CARDS[action[1]].office_kind or action[1], *action[2:])
        return action

    # -- knowing ---------------------------------------------------------------------------------------------------

    phase = views.phase
    order = views.order

    def connections(self) -> dict[frozenset[str], str]:
        """Return the sea space between two ports, by these ports."""
        return board.BETWEEN

    def contents(self) -> dict[str, str]:
        """Return the tiles on the free quarters: "the spice quarter"."""
        return self.state.city

    def journey(self, seat: int) -> Journey:
        """Return the distances of the ship's moves over the sea."""
        return Journey("ship", self.state.players[seat].ship, board.DISTANCE)

    def company(self, seat: int, action: Action) -> frozenset[int]:
        """Return the other seats whose ship is where an action leads, or that have chosen the same dice."""
        other_seats = [number for number in range(self.state.seats) if number != seat]
        match action:
            case ("ship", space):
                return frozenset(number for number in other_seats if self.state.players[number].ship == space)
            case ("dice", *colours):
                dice_by_seat = {number: views.chosen_dice(self, number, seat) for number in other_seats}
                return frozenset(number for number, dice in dice_by_seat.items() if set(dice or ()) == set(colours))
        return frozenset()

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

    def discards(self) -> list[str]:
        """Return the cards of the discard pile, which is open to all players at any time (rules 2)."""
        return self.state.discard

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Shuffle the deck, and redraw dice that other seats have chosen but not revealed."""
        game = self.copy()
        state = game.state
        state.dice = Dice.drawn(rng)
        state.deck.sort()  # so that the hidden order has no influence on the result
        rng.shuffle(state.deck)
        for step in state.stack:
            if isinstance(step, ChooseDice) and step.together:
                for chooser, colours in enumerate(step.chosen):
                    if colours and chooser != seat:
                        redrawn = rng.sample(board.COLOURS, board.DICE_CHOSEN)
                        step.chosen[chooser] = sorted(redrawn, key=board.COLOURS.index)
                        if step.shifts[chooser] is not None:
                            step.shifts[chooser] = []  # the Meister may not be able to shift the redrawn dice
        return game
