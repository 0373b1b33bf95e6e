"""Icons of Burgundy: files in ``icons`` with colours, letters and numbers; and its signs outside of pictures."""

from __future__ import annotations

from functools import lru_cache, partial

from PIL import Image, ImageDraw

from engines.burgundy import box
from render.burgundy.inks import GOODS, GOODS_EDGE, ON_GOODS
from render.burgundy.layout import TEXT as NEEDED
from render.kit.canvas import lettered
from render.kit.icons import IconFolder
from render.kit.initials import kept_by_seats
from render.kit.ink import CARD, PLAIN, SOFT, TEXT, WHITE, mix, rgb
from render.kit.pen import Pixels, Sprite, sprite

icon = IconFolder(__file__)

_LARGE = 46
"""Size from which on the corners of a number's plate are smooth, in pixels."""
FACES = range(1, 7)


@kept_by_seats(64)
def die(seat: int, value: int, size: int, is_used: bool = False) -> Sprite:
    """Return a seat's die; a used one is hollow and ticked off."""
    if is_used:
        return icon(f"die_used_{value}", size)
    colour = PLAIN.of(seat)
    return icon(f"die_{value}", size, fill=colour.ink, edge=colour.shade, pips=colour.on)


def white_die(value: int, size: int) -> Sprite:
    """Return the white die; 0 before it is rolled."""
    return icon(f"die_{value}", size)


def face(value: int, size: int) -> Sprite:
    """Return the number of a depot, as a die."""
    return icon(f"die_{value}", size, fill=rgb("fffdf6"), edge=mix(SOFT, CARD, 0.2), pips=SOFT)


@lru_cache(maxsize=16)
def number(value: int, size: int, min_size: int = NEEDED) -> Sprite:
    """Return the die number of a hex, no smaller than ``min_size``."""
    label = (str(value), max(min_size, size * 49 // 60), TEXT, (size / 2, size / 2))
    return lettered(_plate(size), label)


def _plate(size: int) -> Sprite:
    """Return a white plate; the corners of a small one are not smooth, which takes less room in a file."""

    def remake(scale: float) -> Pixels:
        side = round(size * scale)
        if side >= _LARGE:
            return sprite((side, side), lambda pen: pen.box((1, 1), (58, 58), WHITE, None, 0, 13), 60).pixels(1)
        image = Image.new("RGB", (side, side), WHITE)
        stencil = Image.new("L", (side, side), 0)
        ImageDraw.Draw(stencil).rounded_rectangle((1, 1, side - 2, side - 2), side // 5, fill=255)
        return Pixels(image, stencil)

    return Sprite((size, size), remake)


@lru_cache(maxsize=64)
def goods(kind: str, size: int, min_size: int = NEEDED) -> Sprite:
    """Return a goods tile: a barrel with the number of its die, no smaller than ``min_size`` as far as it has room."""
    letters = max(NEEDED, min(min_size, size * 17 // 10), size * 46 // 60)
    label = (str(box.DIE_OF[kind]), letters, ON_GOODS[kind], (size / 2, size / 2))
    return lettered(icon("goods", size, fill=GOODS[kind], edge=GOODS_EDGE[kind]), label)


def pictogram(tile: str, size: int) -> Sprite:
    """Return the picture of a kind of tile."""
    colour = box.COLOUR[tile]
    if colour == "building":
        return icon(tile, size)
    if colour == "animal":
        return icon(box.ANIMAL[tile][0], size)
    return icon(colour, size)


SIGNS = {f"die {face}": partial(white_die, face, 60) for face in FACES}
SIGNS |= {f"dice {face}": SIGNS[f"die {face}"] for face in FACES}
SIGNS |= {kind: partial(goods, kind, 60) for kind in box.DIE_OF}
