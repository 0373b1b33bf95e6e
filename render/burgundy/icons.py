"""Dice, goods, workers, silverlings and points; sprites are made once and kept."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engines.burgundy import box
from render.burgundy import symbols
from render.burgundy.inks import (
    CLOTH,
    CLOTH_DARK,
    GOODS,
    GOODS_EDGE,
    ON_GOODS,
    SILVER,
    SILVER_DARK,
    SKIN,
    WINE,
    WINE_DARK,
)
from render.burgundy.layout import TEXT as NEEDED
from render.kit.canvas import lettered
from render.kit.icons import IconFolder
from render.kit.initials import kept_by_seats
from render.kit.ink import CARD, LINE, PLAIN, SOFT, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Pixels, Sprite, smooth, sprite
from render.kit.signs import pips

icon = IconFolder(__file__)

_LARGE = 46


def _die(size: int, value: int, fill: Ink, edge: Ink, pip: Ink) -> Sprite:
    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), fill, edge, 3, 13)
        pips(pen, value, pip)

    return sprite((size, size), draw, 60)


@kept_by_seats(64)
def die(seat: int, value: int, size: int, used: bool = False) -> Sprite:
    """A seat's die; a used one is hollow and ticked off."""
    if not used:
        return _die(size, value, PLAIN.of(seat).ink, PLAIN.of(seat).shade, PLAIN.of(seat).on)
    faint = mix(SOFT, CARD, 0.62)

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), CARD, faint, 3, 13)
        pips(pen, value, faint, 6)
        pen.path(((14, 33), (26, 46), (48, 14)), SOFT, 6)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=32)
def white_die(value: int, size: int) -> Sprite:
    """The white die; 0 before it is rolled."""
    return _die(size, value, WHITE, TEXT, TEXT)


@lru_cache(maxsize=16)
def face(value: int, size: int) -> Sprite:
    """The number of a depot."""
    return _die(size, value, rgb("fffdf6"), mix(SOFT, CARD, 0.2), SOFT)


@lru_cache(maxsize=16)
def number(value: int, size: int, least: int = NEEDED) -> Sprite:
    """The die number of a hex, no smaller than ``least``."""
    label = (str(value), max(least, size * 49 // 60), TEXT, (size / 2, size / 2))
    return lettered(_plate(size), label)


def _plate(size: int) -> Sprite:
    """The corners of a small one are not smooth: that takes less room in a file."""

    def remake(scale: float) -> Pixels:
        side = round(size * scale)
        if side >= _LARGE:
            return sprite((side, side), lambda pen: pen.box((1, 1), (58, 58), WHITE, None, 0, 13), 60).pixels(1)
        image, stencil = Image.new("RGB", (side, side), WHITE), Image.new("L", (side, side), 0)
        ImageDraw.Draw(stencil).rounded_rectangle((1, 1, side - 2, side - 2), side // 5, fill=255)
        return Pixels(image, stencil)

    return Sprite((size, size), remake)


_BARREL = smooth(
    ((14, 1), (46, 1), (56, 18), (58, 30), (56, 42), (46, 59), (14, 59), (4, 42), (2, 30), (4, 18)), rounds=1
)


@lru_cache(maxsize=64)
def goods(kind: str, size: int, least: int = NEEDED) -> Sprite:
    """A goods tile: a barrel with the number of its die, no smaller than ``least`` as far as it has room."""

    def draw(pen: Pen) -> None:
        edge = GOODS_EDGE[kind]
        pen.area(_BARREL, GOODS[kind], edge, 3.6)
        for y in (11, 49):
            pen.path(((10, y), (50, y)), edge, 3)

    label = (
        str(box.DIE_OF[kind]),
        max(NEEDED, min(least, size * 17 // 10), size * 46 // 60),
        ON_GOODS[kind],
        (size / 2, size / 2),
    )
    return lettered(sprite((size, size), draw, 60), label)


@lru_cache(maxsize=8)
def barrel(size: int, ink: Ink) -> Sprite:
    """An empty space for goods."""

    def draw(pen: Pen) -> None:
        pen.area(_BARREL, mix(CARD, LINE, 0.2), ink, 3)
        for y in (11, 49):
            pen.path(((10, y), (50, y)), ink, 2.4)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def sold(size: int) -> Sprite:
    """Sold goods: a barrel that leaves."""

    def draw(pen: Pen) -> None:
        small = pen.moved((0, 16), 0.7)
        small.area(_BARREL, mix(CARD, LINE, 0.5), SOFT, 4)
        for y in (13, 47):
            small.path(((11, y), (49, y)), SOFT, 3.6)
        pen.path(((28, 20), (52, 20)), TEXT, 6)
        pen.area(((44, 6), (60, 20), (44, 34)), TEXT)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def worker(size: int) -> Sprite:
    """A worker."""

    def draw(pen: Pen) -> None:
        pen.area(smooth(((30, 24), (50, 32), (56, 58), (4, 58), (10, 32)), rounds=1), CLOTH, CLOTH_DARK, 3.4)
        pen.disc((30, 19), 13, SKIN, CLOTH_DARK, 3)
        pen.area(smooth(((12, 15), (20, 3), (40, 3), (48, 15)), rounds=1), rgb("e3c56a"), CLOTH_DARK, 3)
        pen.path(((8, 15), (52, 15)), CLOTH_DARK, 5)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def silverling(size: int) -> Sprite:
    """A silverling."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 30), 29, SILVER, SILVER_DARK, 4)
        pen.disc((30, 30), 20, None, SILVER_DARK, 2.6)
        symbols.sun(pen, (30, 30), 13, SILVER_DARK)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def points(size: int) -> Sprite:
    """Victory points."""

    def draw(pen: Pen) -> None:
        shield = ((30, 3), (55, 9), (54, 34), (44, 49), (30, 58), (16, 49), (6, 34), (5, 9))
        pen.area(smooth(shield, rounds=1), WINE, WINE_DARK, 4)
        symbols.sun(pen, (30, 28), 17, rgb("ffe9a8"))

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def black_sign(size: int) -> Sprite:
    """The black depot."""

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), rgb("2b2b30"), rgb("0c0c10"), 3, 13)
        pen.disc((30, 30), 15, SILVER)
        symbols.sun(pen, (30, 30), 10, SILVER_DARK)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def purchased(size: int) -> Sprite:
    """The purchase has been made: the sign of the black depot, ticked off."""

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), rgb("2b2b30"), rgb("0c0c10"), 3, 13)
        pen.disc((30, 30), 15, SILVER)
        pen.path(((68, 32), (82, 48), (106, 12)), SOFT, 8)

    return sprite((round(size * 1.85), size), draw, 111)
