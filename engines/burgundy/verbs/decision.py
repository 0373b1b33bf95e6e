"""The shape all of Burgundy's decisions share."""

from __future__ import annotations

from engines import steps
from engines.burgundy.position import Position
from engines.contract import Message


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat, which has an estate."""

    def resources(self, game: Position, seat: int) -> Message:
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

    def effect(self) -> str:
        """The tile whose effect this is about; empty: of none."""
        return ""

    def faults(self, game: Position) -> list[str]:
        if wrong := super().faults(game):
            return wrong
        lost = not game.state.players[self.seat].covered
        return [f"{type(self).__name__} waits for seat {self.seat}, which has no estate"] if lost else []
