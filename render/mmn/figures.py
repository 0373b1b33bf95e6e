"""Robber, pirate, merchant and curse; number chips, terrains and harbours; all as sprites."""

from __future__ import annotations

import math
from functools import lru_cache

from engines.mmn import board
from render.kit.canvas import lettered
from render.kit.fonts import NEEDED
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Sprite, around, smooth
from render.mmn import goods
from render.mmn.inks import (
    CHIP,
    CHIP_EDGE,
    GOLD_DARK,
    NIGHT,
    PALETTE,
    RED,
    SHORE,
    TERRAIN,
    TERRAIN_DARK,
    WOOD,
    WOOD_DARK,
)
from render.mmn.sprites import sprite

_RIVER = mix((96, 168, 208), TERRAIN["gold_river"], 0.25)


def corners(at: Point, side: float) -> list[Point]:
    """The tips of a hex, from the upper one clockwise."""
    return [around(at, side, 60 * turn) for turn in range(6)]


@lru_cache(maxsize=32)
def terrain(kind: str, wide: int) -> Sprite:
    """A hex of land, ``wide`` pixels from side to side."""
    side = wide / math.sqrt(3)
    high = math.ceil(2 * side)
    middle = wide / 2, high / 2
    fill, dark = TERRAIN[kind], TERRAIN_DARK[kind]

    def draw(pen: Pen) -> None:
        pen.area(corners(middle, side), SHORE)
        pen.area(corners(middle, side - 4), fill)
        _texture(pen.moved(middle, side / 120), kind, mix(fill, dark, 0.17))

    return sprite((wide, high), draw)


@lru_cache(maxsize=32)
def kind(word: str, size: int) -> Sprite:
    """The pictogram of a resource or commodity."""
    return sprite((size, size), lambda pen: goods.KINDS[word](pen), 60)


def _texture(pen: Pen, kind: str, ink: Ink) -> None:
    """Faint shapes on a hex whose sides are 120 long."""
    spots = ((-16, -76), (58, 38), (10, 76))
    if kind == "gold_river":
        river = smooth(((-100, -20), (-60, -48), (-10, -62), (20, -30), (60, -40), (101, -70)), closed=False, rounds=3)
        pen.path(river, _RIVER, 20)
        lower = smooth(((-100, 40), (-55, 44), (-30, 72), (20, 60), (50, 84)), closed=False, rounds=3)
        pen.path(lower, _RIVER, 12)
        return
    for x, y in spots:
        match kind:
            case "forest":
                pen.area(((x, y - 20), (x + 14, y + 14), (x - 14, y + 14)), ink)
            case "hills":
                pen.slice((x, y + 12), 19, 180, 360, ink)
            case "mountains":
                pen.area(((x - 20, y + 14), (x - 4, y - 16), (x + 4, y - 2), (x + 9, y - 9), (x + 21, y + 14)), ink)
            case "fields":
                for step in (-9, 0, 9):
                    pen.path(((x + step, y - 12), (x + step, y + 12)), ink, 4)
            case _:
                for tip in (-9, 0, 9):
                    pen.path(((x, y + 9), (x + tip, y - 9)), ink, 3.4)


@lru_cache(maxsize=32)
def number(value: int, size: int) -> Sprite:
    """A number chip; dots count the pairs of dice that make it, and the likeliest are red on a dark rim."""
    high = value in board.HIGH_CHIPS
    ink = RED if high else TEXT
    dots = 6 - abs(7 - value)

    def draw(pen: Pen) -> None:
        pen.disc((40, 40), 40, RED if high else CHIP_EDGE)
        pen.disc((40, 40), 35 if high else 37.5, CHIP)
        for place in range(dots):
            pen.disc((40 + (place - (dots - 1) / 2) * 9.6, 60), 3.9, ink)

    label = (str(value), max(NEEDED, round(size * (0.66 if high else 0.65))), ink, (size / 2, size * 0.43))
    return lettered(sprite((size, size), draw, 80), label)


_RATE = 44
"""The size of a rate in a small sign: at least 26 pixels of a wide board."""


@lru_cache(maxsize=16)
def harbour(kind: str, size: int) -> Sprite:
    """The sign of a harbour: what it exchanges and for how many."""
    rate = board.GENERIC_RATE if kind == board.GENERIC else board.SPECIAL_RATE

    def draw(pen: Pen) -> None:
        pen.disc((44, 44), 44, WHITE)
        pen.disc((44, 44), 41, mix(WHITE, WOOD, 0.16), WOOD_DARK, 3.4)
        if kind == board.GENERIC:
            anchor(pen.moved((28, 3), 33 / 60), WOOD_DARK)
        else:
            goods.KINDS[kind](pen.moved((27, 3), 34 / 60))

    letters = max(NEEDED, min(_RATE, round(size * 0.5)), round(size * 0.34))
    label = (f"{rate}:1", letters, TEXT, (size / 2, size * 0.61))
    return lettered(sprite((size, size), draw, 88), label)


def anchor(pen: Pen, ink: Ink) -> None:
    """A generic harbour, in a field of 60 by 60."""
    pen.disc((30, 9), 8, None, ink, 5)
    pen.path(((30, 17), (30, 54)), ink, 6)
    pen.path(((17, 25), (43, 25)), ink, 5)
    pen.path(smooth(((6, 36), (10, 52), (30, 58), (50, 52), (54, 36)), closed=False), ink, 6)


@lru_cache(maxsize=8)
def robber(size: int) -> Sprite:
    """A hooded figure, ``size`` pixels high."""

    def draw(pen: Pen) -> None:
        for ink, grown in ((WHITE, 7), (NIGHT, 0)):
            pen.area(
                smooth(((24, 3), (41, 12), (42, 30), (24, 36), (6, 30), (7, 12)), rounds=2), ink, ink, max(1, grown)
            )
            pen.area(((14, 28), (34, 28), (45, 66), (3, 66)), ink, ink, max(1, grown))
        pen.disc((24, 20), 10, mix(NIGHT, WHITE, 0.22))
        for x in (20, 28):
            pen.disc((x, 20), 2.6, WHITE)

    return sprite((round(size * 48 / 70), size), draw, 48)


@lru_cache(maxsize=8)
def pirate(size: int) -> Sprite:
    """A black ship, ``size`` pixels wide."""

    def draw(pen: Pen) -> None:
        sail = smooth(((14, 6), (52, 6), (58, 20), (52, 38), (14, 38), (19, 22)), rounds=1)
        hull = ((3, 42), (63, 42), (54, 62), (13, 62))
        for shape in (sail, hull):
            pen.area(shape, WHITE, WHITE, 7)
        pen.path(((33, 4), (33, 46)), NIGHT, 4)
        pen.area(hull, NIGHT)
        pen.area(sail, NIGHT)
        pen.disc((36, 19), 8.4, WHITE)
        pen.box((31.5, 23), (9, 8), WHITE, None, 0, 2)
        for x in (33, 39):
            pen.disc((x, 19), 2.4, NIGHT)

    return sprite((size, size), draw, 66)


@kept_by_seats(16)
def merchant(seat: int | None, size: int) -> Sprite:
    """A market stall in the colour of the player who controls it."""
    ink = PALETTE.of(seat).ink if seat is not None else WOOD
    edge = PALETTE.of(seat).shade if seat is not None else WOOD_DARK

    def draw(pen: Pen) -> None:
        pen.box((2, 2), (60, 64), WHITE, None, 0, 8)
        pen.box((9, 26), (46, 36), mix(WHITE, WOOD, 0.25), WOOD_DARK, 3, 3)
        for step in range(4):
            left = 5 + step * 13.5
            pen.area(
                ((left + 2, 6), (left + 11.5, 6), (left + 13.5, 27), (left, 27)), WHITE if step % 2 else ink, edge, 2.4
            )

    base = sprite((size, round(size * 68 / 64)), draw, 64)
    if seat is None:
        return base
    return lettered(base, (letter(seat), NEEDED, TEXT, (size / 2, size * 0.705)), aside=True)


@kept_by_seats(16)
def curse(seat: int, size: int) -> Sprite:
    """A curse marker: an eye on violet in a ring of the colour of whoever put it there, with the letter."""

    def draw(pen: Pen) -> None:
        pen.area([around((32, 32), 32 if turn % 2 == 0 else 26, 30 * turn) for turn in range(12)], WHITE)
        pen.area(
            [around((32, 32), 29 if turn % 2 == 0 else 23, 30 * turn) for turn in range(12)],
            (118, 69, 176),
            PALETTE.of(seat).edge,
            3,
        )

    return lettered(sprite((size, size), draw, 64), (letter(seat), NEEDED, WHITE, (size / 2, size / 2)), aside=True)


@lru_cache(maxsize=8)
def barbarians(size: int) -> Sprite:
    """The barbarians' ship, ``size`` pixels wide."""

    def draw(pen: Pen) -> None:
        hull = smooth(((2, 30), (10, 44), (56, 44), (64, 30), (58, 60), (10, 60)), rounds=1)
        sail = smooth(((16, 6), (52, 6), (56, 20), (52, 36), (16, 36), (20, 20)), rounds=1)
        pen.path(((34, 2), (34, 46)), NIGHT, 4)
        pen.area(sail, WHITE, NIGHT, 3)
        for x in (26, 42):
            pen.area(((x - 4, 7), (x + 4, 7), (x + 5, 35), (x - 4, 35)), RED)
        pen.area(sail, None, NIGHT, 3)
        pen.area(hull, WOOD, WOOD_DARK, 3.4)
        for x in (18, 33, 48):
            pen.disc((x, 51), 5.4, RED, GOLD_DARK, 1.6)

    return sprite((size, size), draw, 66)
