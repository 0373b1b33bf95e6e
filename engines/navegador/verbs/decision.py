"""The shape that the questions of Navegador share, and how the action of a field is declined."""

from __future__ import annotations

from typing import ClassVar, Self

from engines import steps
from engines.contract import Message
from engines.navegador.position import Position
from engines.steps import Done, Pass, Verb, Words


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Position, seat: int) -> Message:
        player = game.state.players[seat]
        return Message("navegador.resources", {"money": player.money, "workers": player.workers, "ships": player.ships})


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


class _Decline(Verb[Position, FieldAction]):
    def do(self, game: Position, step: FieldAction, seat: int, words: Words) -> None:
        if not step.begun():
            game.emit("passed", seat, action=step.field)


class Nothing(_Decline, Pass):
    """The action is not carried out."""


class Enough(_Decline, Done):
    """No more of it, or nothing at all."""
