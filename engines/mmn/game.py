"""The game class of "Power, Magic and Food" (Catan with Cities & Knights), and a map of its modules.

The opening is in ``steps.chips`` (if the players lay the number chips themselves) and ``steps.turn``. A turn is
``StartTurn``, ``BeforeRoll`` and ``RollDice``, then steps A to E (``barbarians``, ``seven``, ``clearing``, ``income``)
and the action phase; ``steps.turn`` puts them together. The actions of that phase are in ``verbs``, the effects of
progress cards in ``effects``, the numbers of the rules in ``board``, the map in ``geometry``, the pieces on it in
``network``. All of them build on ``position``.
"""

from __future__ import annotations

from random import Random
from typing import Self

from engines.messages import Action
from engines.mmn import hidden, scoring, setup
from engines.mmn import state as states
from engines.mmn.areas import areas
from engines.mmn.audit import conservation, validate
from engines.mmn.describe import belongings, describe
from engines.mmn.effects import EFFECTS
from engines.mmn.places import company, places
from engines.mmn.position import Position
from engines.mmn.presentation import PRESENTATION
from engines.mmn.quotes import quotes
from engines.mmn.remarks import advice, facts, now
from engines.mmn.spoken import SPOKEN
from engines.mmn.steps import AnyStep, phase
from engines.mmn.steps.chips import LayChip
from engines.mmn.steps.turn import OpeningBuilding, OpeningIncome
from engines.mmn.verbs.bank import TakeFromBank
from engines.mmn.verbs.cards import CardQuestion, PlayedCard
from engines.mmn.view import view
from engines.randomness import Dice


class State(states.State, kw_only=True):
    """The state of a game, with the types of all steps that can lie on its stack."""

    stack: list[AnyStep] = []


class Mmn(Position):
    """Power, Magic and Food for 3 to 6 players, with the options of rules 24."""

    key = "mmn"
    effects = EFFECTS
    seats = range(3, 7)
    options = setup.OPTIONS
    rules_version = 9
    shares_places = True
    longest = 20_000
    never_automatic = {"roll": 1, "pick": 1, "return": 1, "pay": 2}
    """Verbs that are asked even with one legal answer, and since which version of the rules: a move made automatically
    would reveal what the player holds (rules 21)."""
    state_type = State
    presentation = PRESENTATION
    spoken = SPOKEN
    state: State

    @classmethod
    def setup(cls, seats: int, options: dict[str, str], dice: Dice) -> State:
        """Shuffle and lay out everything, and ask the players for their opening placements (rules 2 and 3)."""
        order = list(range(seats))
        table, chips = setup.laid_out(seats, options, dice)
        return State(
            game=cls.key,
            rules=cls.rules_version,
            seats=seats,
            options=options,
            dice=dice,
            **table,
            stack=[
                OpeningIncome(),
                *(OpeningBuilding(seat=seat, city=True) for seat in order),
                *(OpeningBuilding(seat=seat, city=False) for seat in reversed(order)),
                *([LayChip(seat=0, chips=chips)] if chips else []),
            ],
        )

    def finish(self) -> None:
        """Put away cards that are still being played, announce the winner and end the game (rules 19)."""
        for step in self.state.stack:
            if isinstance(step, PlayedCard):
                self.put_away(step.card)
        self.emit("victory", self.state.winner, points=scoring.points(self, self.state.winner))
        super().finish()

    def considered(self, seat: int) -> list[Action]:
        match self.state.stack[-1:]:
            case [LayChip() as step] if seat == step.seat:
                return [step.usual(self)]
            case [TakeFromBank() as step] if seat == step.seat:
                actions = super().considered(seat)
                return [action for action in actions if not step.is_wasteful(self, action[1])] or actions
        return super().considered(seat)

    def gist(self, action: Action) -> Action:
        """Return `action` without the position of a card on its deck: equal cards there are the same choice."""
        match action:
            case ("pick" | "under" as verb, _, card):
                return (verb, card)
        return action

    # -- knowing ---------------------------------------------------------------------------------------------------

    phase = phase
    view = view
    quotes = quotes
    describe = describe
    belongings = belongings
    areas = areas
    advice = advice
    facts = facts
    now = now
    places = places
    company = company
    score = scoring.score
    scores = scoring.scores
    ranking = scoring.ranking
    audit = conservation
    validate = validate

    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Return a copy in which everything hidden from `seat` is drawn at random.

        These are hands, progress cards, decks, face-down storage cards and discards that are not revealed yet.
        """
        game = self.copy()
        hidden.redraw(game, seat, rng)
        return game

    def imaginable(self, seat: int | None) -> bool:
        """Return whether ``determinize`` may be called for `seat`: no progress card asks another player.

        While one does, that player's hand is not redrawn, and the choices already made may be secret.
        """
        return all(step.seat == seat for step in self.state.stack if isinstance(step, CardQuestion))
