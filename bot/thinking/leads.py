"""What one action has before another: points as a rule, but where a game ends, winning it."""

from __future__ import annotations

from typing import Literal, Protocol

Lead = Literal["win", "chances", "points"]
"""It wins at once, and the other action does not; it wins in more imagined worlds; it is expected to bring more points.

Only of the last it is told by how many: in the first two the end of the game is part of the value.
"""
LEADS: tuple[Lead, ...] = ("win", "chances", "points")
"""The greatest first."""


class Judged(Protocol):
    """An action that the strong player has judged: ``Prospect``."""

    @property
    def wins(self) -> bool:
        """Return whether the turn of the action wins the game."""

    @property
    def won(self) -> float:
        """Return the share of imagined worlds that the seat wins in the end, less the share that another wins."""


def lead(best: Judged, rival: Judged) -> Lead:
    """Return by what the best action is before another one."""
    if best.wins and not rival.wins:
        return "win"
    return "chances" if best.won > rival.won else "points"
