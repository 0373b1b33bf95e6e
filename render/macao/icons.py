"""Icons of Macao: files in ``icons`` with colours and letters; and its signs outside of pictures."""

from __future__ import annotations

from functools import lru_cache, partial

from engines.macao.board import COLOURS
from render.kit.canvas import inscribed, lettered
from render.kit.icons import IconFolder
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import SOFT, Ink
from render.kit.pen import Sprite
from render.kit.shapes import SHAPES
from render.macao.inks import CUBE, CUBE_EDGE, ON_CUBE, PALETTE
from render.macao.layout import SIGNED

icon = IconFolder(__file__)

_ABSENT = 1 / 3
"""Opacity of a ware of which there is none."""
_SIZE = 60
_SHAPE = 36
"""Width of the shape on a cube, in units."""


@lru_cache(maxsize=64)
def ware(name: str, size: int, has_any: bool = True) -> Sprite:
    """Return the icon of a ware or the joker, faint if there is none."""
    sign = icon(name, size)
    return sign if has_any else sign.faint(_ABSENT)


@lru_cache(maxsize=16)
def tile(name: str) -> Sprite:
    """Return the tile on a quarter, with its ware."""
    return inscribed(icon("quarter_tile", 36), lambda canvas: canvas.paste(icon(name, 28), (18, 17)))


def die(colour: str, value: int, size: int) -> Sprite:
    """Return a die in its colour; without pips (0) before it is rolled."""
    return icon(f"die_{value}", size, fill=CUBE[colour], edge=CUBE_EDGE[colour], pips=ON_CUBE[colour])


def face(value: int, size: int, ink: Ink = SOFT) -> Sprite:
    """Return a die's face, to be used like a word at the head of a field of the rose."""
    return icon(f"face_{value}", size, ink=ink)


@kept_by_seats(16)
def ship(seat: int, size: int = 42) -> Sprite:
    """Return a seat's ship, its letter on the sail."""
    colour = PALETTE.of(seat)
    label = (letter(seat), max(SIGNED, size * 26 // 40), colour.on, (size * 35.5 / 66, size * 21 / 66))
    return lettered(icon("carrack", size, sail=colour.ink, hull=colour.shade), label)


def _cube(colour: str) -> Sprite:
    ink = ON_CUBE[colour]
    cube = icon("die_0", _SIZE, fill=CUBE[colour], edge=CUBE_EDGE[colour])
    shape = icon(f"shape_{SHAPES[COLOURS.index(colour)]}", _SHAPE, ink=ink, edge=ink)
    return inscribed(cube, lambda canvas: canvas.paste(shape, (_SIZE / 2, _SIZE / 2)))


SIGNS = {colour: partial(_cube, colour) for colour in COLOURS}
