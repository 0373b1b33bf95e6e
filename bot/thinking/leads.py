"""What one action has before another: points as a rule, but where a game ends, winning it."""

from __future__ import annotations

from typing import Literal, Protocol

Lead = Literal["win", "chances", "points"]
"""It wins at once, and the other does not; it leads to victory more often, as things look; it is expected to bring more
points. How many is told of the last alone: in the first two the end of the game is among what is counted."""
LEADS: tuple[Lead, ...] = ("win", "chances", "points")
"""The greatest first."""


class Judged(Protocol):
    """An action that the strong player has judged: ``Prospect``."""

    @property
    def wins(self) -> bool:
        """Whether its turn wins the game."""

    @property
    def won(self) -> float:
        """In how many imagined worlds it wins in the end, less those in which another does, as a share of all."""


def lead(best: Judged, other: Judged) -> Lead:
    """Return by what the one is before the other."""
    if best.wins and not other.wins:
        return "win"
    return "chances" if best.won > other.won else "points"
