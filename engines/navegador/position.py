"""What the rules of Navegador work on: the state, the operations that they share, the shape of questions."""

from __future__ import annotations

from typing import ClassVar, Self

from engines import steps
from engines.contract import Action, Game, Message
from engines.navegador import board
from engines.navegador.state import Card, State
from engines.steps import Done, Pass, Verb, Words


class Position(Game):
    """A game of Navegador as its rules see it."""

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
        """The card goes to the holder's right neighbour; the orange ship marks that player's field (rules 9)."""
        giver = self.state.card.holder
        receiver = (giver - 1) % self.state.seats
        self.state.card = Card(holder=receiver, mark=self.state.players[receiver].stone)
        self.emit(kind, giver, to_seat=receiver)

    def enter_phase(self) -> None:
        """A phase triggered earlier comes into force: the gallery is filled up (rules 8)."""
        state = self.state
        if state.coming_phase is None:
            return
        state.phase, state.coming_phase = state.coming_phase, None
        target = board.refill(state.seats, state.phase)
        for category, laid_out in state.gallery.items():
            state.gallery[category] = max(laid_out, target)
        self.emit("phase", phase=state.phase)

    def trigger_end(self, trigger: str, seat: int) -> None:
        """The first trigger counts, later ones change nothing (rules 10)."""
        if self.state.trigger is None:
            self.state.trigger = trigger
            self.emit("ending", seat, trigger=trigger)


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Position, seat: int) -> Message:
        player = game.state.players[seat]
        return Message("navegador.resources", {"money": player.money, "workers": player.workers, "ships": player.ships})


AT_LEAST_ONE = Message("navegador.refuse.at_least_one")
"""Nothing is done of what was named."""
HOW_MANY = Message("navegador.refuse.how_many")
"""The number is missing."""


class FieldAction(Decision, kw_only=True):
    """The action of a rondel field: carried out in whole, in part, or not at all (rules 5, T4)."""

    field: ClassVar[str]
    """What the field is called."""

    @classmethod
    def of(cls, game: Position, seat: int) -> Self:
        """The action about to start."""
        return cls(seat=seat)

    def begun(self) -> bool:
        """Whether a part of it is done."""
        return False

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """What is done on another field waits for the stone to be there."""
        field = field_of(action)
        if field in (None, self.field):
            return None
        return Message("navegador.refuse.other_field", {"field": field, "here": self.field})


WAYS = frozenset(board.RONDEL).difference(board.CATEGORIES)


def field_of(action: Action) -> str | None:
    """The field on which something is done, by its verb; None: on none, or it names a way on the rondel."""
    if not WAYS.isdisjoint(action[1:]):
        return None
    waiting = list[type[FieldAction]](FieldAction.__subclasses__())
    for each in waiting:
        waiting += each.__subclasses__()
        if action[:1] and action[0] in {verb.word for verb in each.verbs if not verb.declines}:
            return each.field
    return None


class _Decline(Verb[Position, FieldAction]):
    def do(self, game: Position, step: FieldAction, seat: int, words: Words) -> None:
        if not step.begun():
            game.emit("passed", seat, action=step.field)


class Nothing(_Decline, Pass):
    """The action is not carried out."""


class Enough(_Decline, Done):
    """No more of it, or nothing at all."""
