"""The shape all of Burgundy's decisions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engines.contract import Action, Message, Prompt, Step

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy

PASS: Action = ("pass",)

Arguments = dict[str, int | str | list[str]]


class Decision(Step, kw_only=True):
    """A question to one seat."""

    seat: int

    def actors(self, game: Any) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, game: Burgundy, seat: int) -> Prompt:
        message = Message(self.asks, self.asking(game))
        return Prompt(message, self.optional(game), resources=resources(game, seat))

    def asking(self, game: Burgundy) -> Arguments:
        """What fills the wording of the question."""
        return {}

    def optional(self, game: Burgundy) -> bool:
        return False


def resources(game: Burgundy, seat: int) -> Message:
    """Dice, workers, silverlings, storage."""
    player = game.state.players[seat]
    return Message(
        "burgundy.resources",
        {
            "dice": [str(die) for die in player.unused],
            "workers": player.workers,
            "silverlings": player.silverlings,
            "storage": list(player.storage),
        },
    )
