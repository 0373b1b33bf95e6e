"""The base of Navegador's rules: operations on the state that several rules share, and base classes of decisions."""

from __future__ import annotations

from typing import ClassVar, Self

from engines import steps
from engines.contract import Action, Game, Message
from engines.navegador import board
from engines.navegador.state import Card, State
from engines.steps import Done, Pass, Verb, Words


class Position(Game):
    """A game of Navegador with the operations that several of its rules share."""

    state: State

    def add_ships(self, seat: int, region: str, ships: int) -> None:
        if ships:
            fleet = self.state.players[seat].fleet
            fleet[region] = fleet.get(region, 0) + ships

    def take_ships(self, seat: int, region: str, ships: int) -> None:
        fleet = self.state.players[seat].fleet
        fleet[region] -= ships
        if not fleet[region]:
            del fleet[region]

    def pass_card(self, kind: str) -> None:
        """Pass the card to the holder's right neighbour; the orange ship marks that player's field (rules 9)."""
        giver = self.state.card.holder
        receiver = (giver - 1) % self.state.seats
        self.state.card = Card(holder=receiver, mark=self.state.players[receiver].stone)
        self.emit(kind, giver, to_seat=receiver)

    def enter_phase(self) -> None:
        """Put a phase that was triggered earlier into force and fill up the gallery (rules 8)."""
        state = self.state
        if state.coming_phase is None:
            return
        state.phase, state.coming_phase = state.coming_phase, None
        target = board.refill(state.seats, state.phase)
        for category, laid_out in state.gallery.items():
            state.gallery[category] = max(laid_out, target)
        self.emit("phase", phase=state.phase)

    def trigger_end(self, trigger: str, seat: int) -> None:
        """Trigger the end of the game; only the first trigger counts (rules 10)."""
        if self.state.trigger is None:
            self.state.trigger = trigger
            self.emit("ending", seat, trigger=trigger)


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat, with its money, workers and ships."""

    def resources(self, game: Position, seat: int) -> Message:
        player = game.state.players[seat]
        return Message("navegador.resources", {"money": player.money, "workers": player.workers, "ships": player.ships})


AT_LEAST_ONE = Message("navegador.refuse.at_least_one")
"""The refusal of an action with the number 0."""
HOW_MANY = Message("navegador.refuse.how_many")
"""The refusal of an action without a number."""


class FieldAction(Decision, kw_only=True):
    """The action of a rondel field: carried out in whole, in part, or not at all (rules 5, T4)."""

    field: ClassVar[str]
    """The name of the field's action."""

    @classmethod
    def of(cls, game: Position, seat: int) -> Self:
        """Return the action as it starts."""
        return cls(seat=seat)

    def begun(self) -> bool:
        """Return whether a part of the action has been carried out."""
        return False

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that an action of another field is possible only with the stone there, and the card only before it.

        The stone itself moves once a turn (rules 5, T2).
        """
        if action[:1] == ("navegador",):
            return Message("navegador.refuse.card_before_stone")
        if action[:1] == ("rondel",) and action[1:] in {(target,) for target in board.RONDEL}:
            return Message("navegador.refuse.stone_moved", {"field": action[1], "here": self.field})
        field = field_of(action)
        if field in (None, self.field):
            return None
        return Message("navegador.refuse.other_field", {"field": field, "here": self.field})


WAYS = frozenset(board.RONDEL).difference(board.CATEGORIES)
"""Words that can only name a field of the rondel: "colony" is also a category of privileges."""


def field_of(action: Action) -> str | None:
    """Return the field whose action has this verb; None: there is none, or the words name a field of the rondel."""
    if not WAYS.isdisjoint(action[1:]):
        return None
    step_types = list[type[FieldAction]](FieldAction.__subclasses__())
    for step_type in step_types:
        step_types += step_type.__subclasses__()  # the loop comes to these, too
        if action[:1] and action[0] in {verb.word for verb in step_type.verbs if not verb.declines}:
            return step_type.field
    return None


class _Decline(Verb[Position, FieldAction]):
    def do(self, game: Position, step: FieldAction, seat: int, words: Words) -> None:
        if not step.begun():
            game.emit("passed", seat, action=step.field)


class Nothing(_Decline, Pass):
    """Decline the field's action."""


class Enough(_Decline, Done):
    """End an action of several parts, or decline it before the first."""
