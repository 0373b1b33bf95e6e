"""Sprites of tiles and empty hexes. A pictogram, number or letters tell the kind, so that no one needs its colour."""

from __future__ import annotations

import math
from functools import lru_cache

from engines.burgundy import box
from render.burgundy import icons, words
from render.burgundy.inks import EDGE, HEX, ON_TILE, SLOT, TILE
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.layout import letters
from render.caption import Caption
from render.kit.canvas import Canvas, inscribed, lettered
from render.kit.ink import CARD, LINE, NEW, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Sprite, around, sprite

SIDES = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The axial steps over its six sides, from the upper right clockwise."""
_WIDE = 104
"""Width of a tile, in the units in which its parts are measured here."""
RING = 10
"""Units by which a new tile is wider than others."""
_LETTERS = 40
"""Size of the letters of a new building, in units: larger than usual, at the expense of its pictogram."""
_PICTOGRAMS = {"building": (58, -18), "animal": (60, -15), "knowledge": (56, -20)}
"""Size of the pictogram and its distance below the middle, in units, on tiles that bear a text, by colour."""
_PICTOGRAM_ALONE = 84, 0
"""The same on tiles without a text."""
_PICTOGRAM_OF_NEW_BUILDING = 50, -19
"""The same on a new building."""
_TEXTS = {"building": (36, 23), "animal": (40, 32)}
"""Size of the text and its distance below the middle, in units, by colour."""
_OTHER_TEXT = 44, 26
"""The same on tiles of other colours."""
_FAINT = 0.3
"""Share of a tile that is left if it is not offered."""
_PALE = mix(TEXT, CARD, 0.1)
"""Ink of letters on a faint tile."""
_SMALL = 120
"""Width up to which a tile counts as small, in pixels."""
_FINE = 4
"""Oversampling of large tiles."""
_COARSE = 2
"""Oversampling of small tiles: a picture has a hundred, and fewer shades at their edges make a smaller file."""


def hex_radius(wide: float) -> float:
    """Return the distance from the middle to a tip."""
    return wide / math.sqrt(3)


def hex_height(wide: float) -> float:
    """Return the distance from tip to tip."""
    return 2 * hex_radius(wide)


def hex_corners(at: Point, wide: float) -> list[Point]:
    """Return the tips of a hex, from the upper one clockwise."""
    return [around(at, hex_radius(wide), 60 * turn) for turn in range(6)]


def hex_middle(q: int, r: int, wide: float) -> Point:
    """Return the middle of a hex at axial coordinates, seen from that of (0, 0)."""
    return wide * (q + r / 2), 1.5 * hex_radius(wide) * r


def code(tile: str, caption: Caption) -> str:
    """Return the text on a tile: its number, or some letters of a building's name."""
    if tile in box.ANIMAL:
        return str(box.ANIMAL[tile][1])
    if tile in box.KNOWLEDGE:
        return tile[1:]
    return caption.text(words.CODES[tile]) if tile in words.CODES else ""


@lru_cache(maxsize=1024)
def tile(kind: str, wide: int, label: str, new: bool = False, min_size: int = NEEDED) -> Sprite:
    """Return the sprite of a tile.

    Args:
        kind: The kind of the tile.
        wide: The width, in pixels.
        label: The text on it, from ``code``.
        new: True for a tile that has just come: it is larger and has a ring.
        min_size: The least size of the text, in pixels.
    """
    colour = box.COLOUR[kind]
    unit = wide / _WIDE
    if new:
        wide += round(RING * unit)
    high = round(hex_height(wide))
    middle = wide / 2, high / 2
    size, down = _PICTOGRAMS.get(colour, _PICTOGRAM_ALONE)
    if new and colour == "building":
        size, down = _PICTOGRAM_OF_NEW_BUILDING

    def draw(pen: Pen) -> None:
        pen.area(hex_corners(middle, wide), NEW if new else EDGE[colour])
        if new:
            pen.area(hex_corners(middle, wide - 12 * unit), WHITE)
        pen.area(hex_corners(middle, wide - (16 if new else 7) * unit), TILE[colour])

    hexagonal = sprite((wide, high), draw, larger=_FINE if wide > _SMALL else _COARSE)
    picture = icons.pictogram(kind, round(size * unit))
    base = inscribed(hexagonal, lambda canvas: canvas.paste(picture, (middle[0], middle[1] + down * unit)))
    if not label:
        return base
    letters, y = _lettering(colour, unit, new, min_size)
    return lettered(base, (label, letters, ON_TILE[colour], (middle[0], middle[1] + y)), aside=colour == "building")


def lying(kind: str, wide: int, label: str, scale: float, new: bool = False) -> Sprite:
    """Return the sprite of a tile on a table's board, with a number that is legible in a channel.

    The letters of a building may be smaller, since its pictogram tells as much.
    """
    return tile(kind, wide, label, new, NEEDED if box.COLOUR[kind] == "building" else letters(scale))


def _lettering(colour: str, unit: float, new: bool, min_size: int) -> tuple[int, float]:
    """Return the size of the text on a tile, at least ``min_size``, and its distance below the middle, in pixels."""
    text, down = _TEXTS.get(colour, _OTHER_TEXT)
    if new and colour == "building":
        text = _LETTERS
        down = 22
    return max(min_size, round(text * unit)), down * unit


@lru_cache(maxsize=256)
def _faint(kind: str, wide: int) -> Sprite:
    return tile(kind, wide, "").faint(_FAINT)


def faint(canvas: Canvas, kind: str, wide: int, label: str, at: Point) -> None:
    """Draw a tile that is not offered: faint, but with a legible text."""
    canvas.paste(_faint(kind, wide), at)
    colour = box.COLOUR[kind]
    size, y = _lettering(colour, wide / _WIDE, False, NEEDED if colour == "building" else letters(canvas.scale))
    canvas.text((at[0], at[1] + y), label, wide, size=size, ink=_PALE, side="m", aside=colour == "building")


@lru_cache(maxsize=64)
def slot(colour: str, wide: int) -> Sprite:
    """Return the sprite of an empty space for a tile of a colour, or of any colour (``""``)."""
    high = round(hex_height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        fill, edge = SLOT, LINE
        if colour:
            fill, edge = mix(HEX[colour], CARD, 0.45), mix(EDGE[colour], CARD, 0.6)
        pen.area(hex_corners(middle, wide), edge)
        pen.area(hex_corners(middle, wide - 5), fill)

    empty = sprite((wide, high), draw)
    if not colour:
        return empty
    picture = sign(colour, round(wide * 0.52), mix(EDGE[colour], mix(HEX[colour], CARD, 0.45), 0.55))
    return inscribed(empty, lambda canvas: canvas.paste(picture, middle))


def sign(colour: str, size: int, ink: Ink) -> Sprite:
    """Return the sign of a colour of tiles in one ink."""
    return icons.icon(f"sign_{colour}", size, ink=ink)


@lru_cache(maxsize=64)
def mark(colour: str, wide: int) -> Sprite:
    """Return a small hex with the sign of a colour, to be used like a word."""
    high = round(hex_height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(hex_corners(middle, wide), EDGE[colour])
        pen.area(hex_corners(middle, wide - max(4, wide // 14)), TILE[colour])

    picture = sign(colour, round(wide * 0.58), WHITE if colour == "castle" else EDGE[colour])
    return inscribed(sprite((wide, high), draw), lambda canvas: canvas.paste(picture, middle))


@lru_cache(maxsize=64)
def bonus(colour: str, points: int, wide: int, min_size: int = NEEDED) -> Sprite:
    """Return the sprite of a bonus tile that was won: the sign of its colour above its points."""
    high = round(hex_height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(hex_corners(middle, wide), EDGE[colour])
        pen.area(hex_corners(middle, wide - 4), TILE[colour])

    picture = sign(colour, round(wide * 0.36), ON_TILE[colour])
    base = inscribed(
        sprite((wide, high), draw, larger=_COARSE),
        lambda canvas: canvas.paste(picture, (middle[0], middle[1] - wide * 0.31)),
    )
    size = max(min_size, round(wide * 0.6))
    return lettered(base, (str(points), size, ON_TILE[colour], (middle[0], high * 0.64)))
