"""The hexagon: tiles, spaces and players' boards are made of it. It stands on a tip."""

from __future__ import annotations

import math

from render.kit.pen import Point, around

SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The axial steps over its six sides, from the upper right clockwise."""


def radius(wide: float) -> float:
    """Return the distance from the middle to a tip."""
    return wide / math.sqrt(3)


def height(wide: float) -> float:
    """Return the distance from tip to tip."""
    return 2 * radius(wide)


def corners(at: Point, wide: float) -> list[Point]:
    """Its tips, from the upper one clockwise."""
    return [around(at, radius(wide), 60 * turn) for turn in range(6)]


def spot(q: int, r: int, wide: float) -> Point:
    """The middle of a hex at axial coordinates, seen from that of (0, 0)."""
    return wide * (q + r / 2), 1.5 * radius(wide) * r
