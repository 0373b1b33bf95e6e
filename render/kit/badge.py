"""A seat's sign in every game: an octagon in its colour with its letter."""

from __future__ import annotations

from render.kit.canvas import lettered
from render.kit.fonts import SMALLEST
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import PLAIN, WHITE, Palette
from render.kit.pen import Pen, Point, Sprite, around, sprite


def _octagon(at: Point, radius: float) -> list[Point]:
    return [around(at, radius, 22.5 + 45 * corner) for corner in range(8)]


@kept_by_seats(64)
def badge(seat: int, size: int = 46, palette: Palette = PLAIN, least: int = SMALLEST) -> Sprite:
    """The sign of a seat, ``size`` units wide; ``least``: its letter is no smaller."""

    def draw(pen: Pen) -> None:
        pen.area(_octagon((23, 23), 23), WHITE)
        pen.area(_octagon((23, 23), 19.5), palette.of(seat).ink, palette.of(seat).shade, 2.6)

    label = (letter(seat), max(least, size * 28 // 46), palette.of(seat).on, (size / 2, size / 2))
    return lettered(sprite((size, size), draw, 46), label, aside=True)
