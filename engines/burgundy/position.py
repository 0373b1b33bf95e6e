"""The base of Burgundy's rules: operations on the state that several rules share, and the base class of decisions."""

from __future__ import annotations

from typing import Any, ClassVar

from engines import steps
from engines.burgundy import box
from engines.burgundy.state import State
from engines.contract import Action, Game, Message


class Position(Game):
    """A game of Burgundy with the operations that several of its rules share."""

    state: State

    @property
    def edition(self) -> box.Edition:
        return box.EDITIONS[self.option("edition")]

    def earn(self, seat: int, source: str, points: int, event: str, **data: Any) -> None:
        earned = self.state.players[seat].earned
        earned[source] = earned.get(source, 0) + points
        self.emit(event, seat, **data, points=points)

    def receive_workers(self, seat: int, tile: str, times: int = 1) -> None:
        """Give a player the workers that a tile pays."""
        count = times * box.AMOUNT[tile]
        self.state.players[seat].workers += count
        self.emit("tile_workers", seat, tile=tile, count=count)

    def receive_silverlings(self, seat: int, tile: str) -> None:
        """Give a player the silverlings that a tile pays."""
        count = box.AMOUNT[tile]
        self.state.players[seat].silverlings += count
        self.emit("tile_silverlings", seat, tile=tile, count=count)


ACTIONS = frozenset(("take", "place", "sell", "workers", "buy", "hire", "end"))
"""Verbs of what a player does with dice, workers and silverlings (rules 5), or ends the turn with."""


class Decision(steps.Decision[Position], kw_only=True):
    """A question to one seat."""

    cause: ClassVar[str] = ""
    """The tile whose effect this decision is part of; empty: of none, or ``effect`` is overridden."""

    def resources(self, game: Position, seat: int) -> Message:
        """Return the seat's dice, workers, silverlings and stored tiles."""
        player = game.state.players[seat]
        amounts = {"workers": player.workers, "silverlings": player.silverlings}
        dice = [str(die) for die in player.unused]
        return Message("burgundy.resources", {"dice": dice, "storage": list(player.storage), **amounts})

    def effect(self) -> str:
        return self.cause

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that a question has to be answered before the turn goes on."""
        return Message("burgundy.refuse.answer_first") if ACTIONS.intersection(action[:1]) else None

    def sound(self, game: Position) -> bool:
        return bool(game.state.players[self.seat].covered)
