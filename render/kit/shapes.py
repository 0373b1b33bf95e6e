"""Shapes that stand for colours where there is no room for a letter, or no language to choose it from."""

from __future__ import annotations

from render.kit.ink import Ink
from render.kit.pen import Pen, Point, around

_ROUND: dict[int, tuple[tuple[float, float], ...]] = {
    1: tuple((turn, 1.08) for turn in (45, 135, 225, 315)),
    2: tuple((turn, 1.15) for turn in (0, 120, 240)),
    3: tuple((turn, 1.05) for turn in (0, 90, 180, 270)),
    4: tuple((90 * arm + turn, reach) for arm in range(4) for turn, reach in ((-21, 1.02), (21, 1.02), (45, 0.52))),
    5: tuple((36 * turn, 1.08 if turn % 2 == 0 else 0.48) for turn in range(10)),
}
"""Square, triangle, diamond, cross and star: angles and distances of their corners; what is left is a disc."""


def shape(pen: Pen, number: int, at: Point, radius: float, ink: Ink, edge: Ink | None = None, width: float = 0) -> None:
    """One of six shapes."""
    if number not in _ROUND:
        pen.disc(at, radius, ink, edge, width)
        return
    middle = (at[0], at[1] + radius / 5) if number == 2 else at
    pen.area([around(middle, radius * reach, turn) for turn, reach in _ROUND[number]], ink, edge, width)
