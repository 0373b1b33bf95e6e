"""Robber, pirate, merchant and curse; number chips, terrains and harbours; all as sprites."""

from __future__ import annotations

import math
from functools import lru_cache

from engines.mmn import board
from render.kit.canvas import inscribed, lettered
from render.kit.fonts import NEEDED
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import TEXT, WHITE
from render.kit.pen import Pen, Point, Sprite, around
from render.mmn.icons import icon, sprite
from render.mmn.inks import CHIP, CHIP_EDGE, PALETTE, RED, SHORE, TERRAIN

_TEXTURE = 208 / 120
"""Width of a terrain's texture, in sides of its hex."""
_CHIP = 80
"""Width of a number chip, in the units in which it is drawn."""
_HARBOUR = 88
"""Width of a harbour's sign, in the units in which its goods are placed."""
_RATE = 44
"""Size of a rate in a small sign, in units: at least 26 pixels of a wide board."""


def corners(at: Point, side: float) -> list[Point]:
    """Return the tips of a hex, from the upper one clockwise."""
    return [around(at, side, 60 * turn) for turn in range(6)]


@lru_cache(maxsize=32)
def terrain(kind: str, wide: int) -> Sprite:
    """Return a hex of land, ``wide`` pixels from side to side."""
    side = wide / math.sqrt(3)
    high = math.ceil(2 * side)
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(corners(middle, side), SHORE)
        pen.area(corners(middle, side - 4), TERRAIN[kind])

    land = sprite((wide, high), draw)
    texture = icon(f"texture_{kind}", round(_TEXTURE * side))
    return inscribed(land, lambda canvas: canvas.paste(texture, middle))


@lru_cache(maxsize=32)
def number(value: int, size: int) -> Sprite:
    """Return a number chip; dots count the throws of two dice that make it, and the likeliest are red on a red rim."""
    is_likely = value in board.HIGH_CHIPS
    ink = RED if is_likely else TEXT
    dots = 6 - abs(7 - value)
    middle = _CHIP / 2

    def draw(pen: Pen) -> None:
        pen.disc((middle, middle), middle, RED if is_likely else CHIP_EDGE)
        pen.disc((middle, middle), 35 if is_likely else 37.5, CHIP)
        for place in range(dots):
            pen.disc((middle + (place - (dots - 1) / 2) * 9.6, 60), 3.9, ink)

    label = (str(value), max(NEEDED, round(size * (0.66 if is_likely else 0.65))), ink, (size / 2, size * 0.43))
    return lettered(sprite((size, size), draw, _CHIP), label)


@lru_cache(maxsize=16)
def harbour(kind: str, size: int) -> Sprite:
    """Return the sign of a harbour: the kind of cards and the rate of its exchange."""
    unit = size / _HARBOUR
    if kind == board.GENERIC:
        rate = board.GENERIC_RATE
        goods = icon("anchor", round(33 * unit))
    else:
        rate = board.SPECIAL_RATE
        goods = icon(kind, round(34 * unit))
    base = inscribed(icon("harbour", size), lambda canvas: canvas.paste(goods, (44 * unit, 20 * unit)))
    letters = max(NEEDED, min(_RATE, round(size * 0.5)), round(size * 0.34))
    return lettered(base, (f"{rate}:1", letters, TEXT, (size / 2, size * 0.61)))


def robber(size: int) -> Sprite:
    """Return a hooded figure, ``size`` pixels high."""
    return icon("robber", (round(size * 48 / 70), size))


@kept_by_seats(16)
def merchant(seat: int | None, size: int) -> Sprite:
    """Return a market stall in the colour of the player who controls it, or in that of wood."""
    if seat is None:
        return icon("merchant", size)
    colour = PALETTE.of(seat)
    label = letter(seat), NEEDED, TEXT, (size / 2, size * 0.705)
    return lettered(icon("merchant", size, ink=colour.ink, shade=colour.shade), label, aside=True)


@kept_by_seats(16)
def curse(seat: int, size: int) -> Sprite:
    """Return a curse: violet, with a ring in the colour of the player who put it there, and the letter."""
    label = letter(seat), NEEDED, WHITE, (size / 2, size / 2)
    return lettered(icon("curse", size, edge=PALETTE.of(seat).edge), label, aside=True)
