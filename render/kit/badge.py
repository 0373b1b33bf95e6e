"""A seat's sign in every game: an octagon in its colour with its letter."""

from __future__ import annotations

from functools import lru_cache

from render.kit.canvas import lettered
from render.kit.fonts import SMALLEST
from render.kit.ink import PLAIN, SEATS, WHITE, Palette
from render.kit.pen import Pen, Point, Sprite, around, sprite


def _octagon(at: Point, radius: float) -> list[Point]:
    return [around(at, radius, 22.5 + 45 * corner) for corner in range(8)]


@lru_cache(maxsize=64)
def badge(seat: int, size: int = 46, palette: Palette = PLAIN, least: int = SMALLEST) -> Sprite:
    """The sign of a seat, ``size`` units wide; ``least``: its letter is no smaller."""

    def draw(pen: Pen) -> None:
        pen.area(_octagon((23, 23), 23), WHITE)
        pen.area(_octagon((23, 23), 19.5), palette.player[seat], palette.shades[seat], 2.6)

    letter = (SEATS[seat], max(least, size * 28 // 46), palette.on[seat], (size / 2, size / 2))
    return lettered(sprite((size, size), draw, 46), letter, aside=True)
