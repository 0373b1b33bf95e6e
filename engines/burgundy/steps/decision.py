"""The shape all of Burgundy's decisions share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines import steps
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy

PASS: Action = ("pass",)

Arguments = dict[str, int | str | list[str]]


class Decision(steps.Decision["Burgundy"], kw_only=True):
    """A question to one seat."""

    def resources(self, game: Burgundy, seat: int) -> Message:
        return resources(game, seat)


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
