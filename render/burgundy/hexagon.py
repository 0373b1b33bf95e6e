"""Hexagons, which stand on a tip: tiles, spaces and players' boards consist of them."""

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
    """Return the tips of a hex, from the upper one clockwise."""
    return [around(at, radius(wide), 60 * turn) for turn in range(6)]


def spot(q: int, r: int, wide: float) -> Point:
    """Return the middle of a hex at axial coordinates, seen from that of (0, 0)."""
    return wide * (q + r / 2), 1.5 * radius(wide) * r
