"""What one action has before another: points as a rule, but where a game ends, winning it."""

from __future__ import annotations

from typing import Literal

from engines.players import Prospect

Lead = Literal["win", "chances", "points"]
"""It wins at once, and the other does not; it leads to victory more often, as things look; it is expected to bring more
points. How many is told of the last alone: in the first two the end of the game is among what is counted."""
LEADS: tuple[Lead, ...] = ("win", "chances", "points")
"""The greatest first."""


def lead(best: Prospect, other: Prospect) -> Lead:
    """By what the one is before the other."""
    if best.wins and not other.wins:
        return "win"
    return "chances" if best.won > other.won else "points"
