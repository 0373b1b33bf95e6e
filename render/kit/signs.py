"""Signs that several games use, each a few shapes of our own; sprites are made once and kept."""

from __future__ import annotations

from render.kit.ink import TEXT, WHITE, Ink, rgb
from render.kit.pen import Pen, Point, around, smooth

COIN, COIN_DARK = rgb("f2cd62"), rgb("8b6914")
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((30, 30),),
    2: ((17, 17), (43, 43)),
    3: ((16, 16), (30, 30), (44, 44)),
    4: ((17, 17), (43, 17), (17, 43), (43, 43)),
    5: ((16, 16), (44, 16), (30, 30), (16, 44), (44, 44)),
    6: ((17, 14), (17, 30), (17, 46), (43, 14), (43, 30), (43, 46)),
}


def carrack(pen: Pen, sail: Ink, hull: Ink) -> None:
    """A ship under one great sail, both with room for a sign, in a field of 66 by 68."""
    canvas = smooth(((12, 6), (54, 6), (60, 20), (54, 36), (12, 36), (17, 20)), rounds=1)
    body = smooth(((2, 33), (12, 41), (54, 41), (64, 33), (57, 65), (11, 65)), rounds=1)
    for shape in (canvas, body):
        pen.area(shape, WHITE, WHITE, 5)
    pen.path(((33, 4), (33, 44)), hull, 4)
    pen.area(body, hull, hull, 1.6)
    pen.area(canvas, sail, hull, 2.6)


def compass(pen: Pen, at: Point, radius: float, edge: Ink) -> None:
    """A wind rose with sixteen points; north, east, south and west are dark."""
    pen.disc(at, radius * 0.62, None, edge, 1.6)
    for turn, reach in ((22.5, 0.55), (67.5, 0.55), (45, 0.75), (0, 1.0)):
        for quarter in range(4):
            angle = turn + 90 * quarter
            tip = around(at, radius * reach, angle)
            left, right = around(at, radius * 0.16, angle - 45), around(at, radius * 0.16, angle + 45)
            pen.area((at, left, tip), TEXT if reach == 1.0 else edge)
            pen.area((at, right, tip), rgb("f8f0dc"), edge, 1)
    pen.disc(at, radius * 0.1, rgb("b3261e"))


def pips(pen: Pen, value: int, ink: Ink, radius: float = 6.4) -> None:
    """The pips of a die in a field of 60 by 60; none for 0."""
    for at in _PIPS.get(value, ()):
        pen.disc(at, radius, ink)
