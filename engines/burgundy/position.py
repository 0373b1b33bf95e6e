"""What the rules of Burgundy work on: the state and the operations that they share; verbs and steps stand on it."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.edition import EDITIONS, Edition
from engines.burgundy.state import State
from engines.contract import Game


class Position(Game):
    """A game of Burgundy as its rules see it."""

    state: State

    @property
    def edition(self) -> Edition:
        return EDITIONS[self.state.options["edition"]]

    def earn(self, seat: int, source: str, points: int) -> None:
        earned = self.state.players[seat].earned
        earned[source] = earned.get(source, 0) + points

    def receive_workers(self, seat: int, tile: str, times: int = 1) -> None:
        """A tile pays workers."""
        count = times * box.AMOUNT[tile]
        self.state.players[seat].workers += count
        self.emit("tile_workers", seat, tile=tile, count=count)

    def receive_silverlings(self, seat: int, tile: str) -> None:
        """A tile pays silverlings."""
        count = box.AMOUNT[tile]
        self.state.players[seat].silverlings += count
        self.emit("tile_silverlings", seat, tile=tile, count=count)
