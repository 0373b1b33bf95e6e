"""The shapes that all of MMN's steps share."""

from __future__ import annotations

from typing import Any, ClassVar

from engines import steps
from engines.contract import Action, Message
from engines.mmn import fields, hands, words
from engines.mmn.position import Position


class Step(steps.Step[Position], kw_only=True):
    """One thing waiting; its fields are checked by what they are called."""

    def faults(self, game: Position) -> list[str]:
        return fields.faults(self, game)


def unfit(step: steps.Step[Any], **fits: bool) -> list[str]:
    """What a loaded step has in fields that do not fit."""
    name = type(step).__name__
    return [f"{name} has {field} {getattr(step, field)}" for field, sound in fits.items() if not sound]


class Question(Step, kw_only=True):
    """A question to some seats."""

    kinds: ClassVar[tuple[str, ...]] = ()

    def resources(self, game: Position, seat: int) -> Message:
        """The own hand."""
        return Message("mmn.resources", {"cards": hands.counted(game.state.players[seat].hand)})

    def open(self, game: Position, seat: int) -> tuple[str, ...]:
        return (*self.kinds, *super().open(game, seat))

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        if not any(action):
            return None
        if action in (words.PASS, words.DONE) and not self.optional(game, seat):
            return Message("mmn.refuse.not_optional")
        return Message("mmn.refuse.no_answer", {"typed": " ".join(action)})


class Decision(Question, kw_only=True):
    """A question to one seat."""

    seat: int

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,)
