"""What the rules of Burgundy work on: the state, the operations that they share, the shape of all questions."""

from __future__ import annotations

from typing import Any, ClassVar

from engines import steps
from engines.burgundy import box
from engines.burgundy.state import State
from engines.contract import Game, Message


class Position(Game):
    """A game of Burgundy as its rules see it."""

    state: State

    @property
    def edition(self) -> box.Edition:
        return box.EDITIONS[self.option("edition")]

    def earn(self, seat: int, source: str, points: int, event: str, **data: Any) -> None:
        earned = self.state.players[seat].earned
        earned[source] = earned.get(source, 0) + points
        self.emit(event, seat, **data, points=points)

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


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat, which as a rule has an estate."""

    cause: ClassVar[str] = ""
    """The tile whose effect this is about; empty: of none, or a field decides."""

    def resources(self, game: Position, seat: int) -> Message:
        """Dice, workers, silverlings, storage."""
        player = game.state.players[seat]
        owned = {"workers": player.workers, "silverlings": player.silverlings}
        dice = [str(die) for die in player.unused]
        return Message("burgundy.resources", {"dice": dice, "storage": list(player.storage), **owned})

    def effect(self) -> str:
        return self.cause

    def sound(self, game: Position) -> bool:
        return bool(game.state.players[self.seat].covered)
