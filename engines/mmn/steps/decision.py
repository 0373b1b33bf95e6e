"""The shape all decisions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engines.contract import Action, Message, Step
from engines.mmn import hands, words

if TYPE_CHECKING:
    from engines.mmn.game import Mmn

Arguments = dict[str, int | str | list[str]]


class Question(Step["Mmn"], kw_only=True):
    """A question to some seats."""

    kinds: ClassVar[tuple[str, ...]] = ()
    """First words of actions that are too many to list."""

    def resources(self, game: Mmn, seat: int) -> Message:
        """The own hand."""
        return Message("mmn.resources", {"cards": hands.counted(game.state.players[seat].hand)})

    def optional(self, game: Mmn, seat: int) -> bool:
        return False

    def open(self, game: Mmn, seat: int) -> tuple[str, ...]:
        return self.kinds

    def refusal(self, game: Mmn, seat: int, action: Action) -> Message | None:
        if not any(action):
            return None
        if action in (words.PASS, words.DONE) and not self.optional(game, seat):
            return Message("mmn.refuse.not_optional")
        return Message("mmn.refuse.no_answer", {"typed": " ".join(action)})


class Decision(Question, kw_only=True):
    """A question to one seat."""

    seat: int

    def actors(self, game: Any) -> tuple[int, ...]:
        return (self.seat,)
