"""Tiles and empty hexes as sprites: kind by pictogram, number and letters, colour only beside them."""

from __future__ import annotations

from functools import lru_cache

from engines.burgundy import box
from render.burgundy import hexagon, symbols, words
from render.burgundy.inks import EDGE, HEX, ON_TILE, SLOT, TILE
from render.burgundy.layout import TEXT as NEEDED
from render.burgundy.layout import letters
from render.caption import Caption
from render.kit.canvas import Canvas, lettered
from render.kit.ink import CARD, LINE, NEW, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Sprite, sprite

RING = 10
"""So much wider is a new tile, where others are 104 wide."""
_LETTERS = 40
"""Of a new building, which is to be read among all that lie round it: its picture gives way to them."""
_PALE = mix(TEXT, CARD, 0.1)
"""Of letters on a faint tile."""
_SMALL = 120
_FINE, _COARSE = 4, 2
"""Small tiles, of which a picture has a hundred, have fewer shades at their edges: that takes less room in a file."""


def code(tile: str, caption: Caption) -> str:
    """What is written on a tile: its number, or some letters of a building's name."""
    if tile in box.ANIMAL:
        return str(box.ANIMAL[tile][1])
    if tile in box.KNOWLEDGE:
        return tile[1:]
    return caption.text(words.CODES[tile]) if tile in words.CODES else ""


def pictogram(pen: Pen, tile: str, at: Point, size: float) -> None:
    """The picture of a kind of tile, its middle at ``at``."""
    field = pen.moved((at[0] - size / 2, at[1] - size / 2), size / 60)
    colour = box.COLOUR[tile]
    if colour == "building":
        symbols.BUILDINGS[tile](field)
    elif colour == "animal":
        symbols.ANIMALS[box.ANIMAL[tile][0]](field)
    elif colour == "castle":
        symbols.castle(field, TEXT)
    else:
        symbols.COLOURS[colour](field, EDGE[colour])


@lru_cache(maxsize=1024)
def tile(kind: str, wide: int, label: str, new: bool = False, least: int = NEEDED) -> Sprite:
    """A tile ``wide`` units from side to side; ``label`` is its ``code``. A new one is larger and has a ring.

    ``least``: what is written on it is no smaller.
    """
    colour = box.COLOUR[kind]
    unit = wide / 104
    if new:
        wide += round(RING * unit)
    high = round(hexagon.height(wide))
    middle = wide / 2, high / 2
    size, down = {
        "building": (58, -18),
        "animal": (60, -15),
        "knowledge": (56, -20),
    }.get(colour, (84, 0))
    if new and colour == "building":
        size, down = 50, -19

    def draw(pen: Pen) -> None:
        pen.area(hexagon.corners(middle, wide), NEW if new else EDGE[colour])
        if new:
            pen.area(hexagon.corners(middle, wide - 12 * unit), WHITE)
        pen.area(hexagon.corners(middle, wide - (16 if new else 7) * unit), TILE[colour])
        pictogram(pen, kind, (middle[0], middle[1] + down * unit), size * unit)

    base = sprite((wide, high), draw, larger=_FINE if wide > _SMALL else _COARSE)
    if not label:
        return base
    letters, y = _lettering(colour, unit, new, least)
    return lettered(base, (label, letters, ON_TILE[colour], (middle[0], middle[1] + y)), aside=colour == "building")


def lying(kind: str, wide: int, label: str, scale: float, new: bool = False) -> Sprite:
    """A tile of a table's board, where a unit has ``scale`` pixels: its number is legible in a channel, the letters of
    a building help its picture."""
    return tile(kind, wide, label, new, NEEDED if box.COLOUR[kind] == "building" else letters(scale))


def _lettering(colour: str, unit: float, new: bool, least: int) -> tuple[int, float]:
    """The size of what is written on a tile, and how far below its middle that stands."""
    text, y, most = {"building": (36, 23, least), "animal": (40, 32, least)}.get(colour, (44, 26, least))
    if new and colour == "building":
        text, y = _LETTERS, 22
    return max(most, round(text * unit)), y * unit


@lru_cache(maxsize=256)
def _faint(kind: str, wide: int) -> Sprite:
    return tile(kind, wide, "").faint(0.3)


def faint(canvas: Canvas, kind: str, wide: int, label: str, at: Point) -> None:
    """A tile that is not offered: its picture faint, and what is written on it still to be read."""
    canvas.paste(_faint(kind, wide), at)
    colour = box.COLOUR[kind]
    size, y = _lettering(colour, wide / 104, False, NEEDED if colour == "building" else letters(canvas.scale))
    canvas.text((at[0], at[1] + y), label, wide, size=size, ink=_PALE, side="m", aside=colour == "building")


@lru_cache(maxsize=64)
def slot(colour: str, wide: int) -> Sprite:
    """An empty space for a tile of a colour, or for any (``""``)."""
    high = round(hexagon.height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        fill, edge = (mix(HEX[colour], CARD, 0.45), mix(EDGE[colour], CARD, 0.6)) if colour else (SLOT, LINE)
        pen.area(hexagon.corners(middle, wide), edge)
        pen.area(hexagon.corners(middle, wide - 5), fill)
        if colour:
            sign(pen, colour, middle, wide * 0.52, mix(EDGE[colour], fill, 0.55))

    return sprite((wide, high), draw)


def sign(pen: Pen, colour: str, at: Point, size: float, ink: Ink) -> None:
    """The sign of a colour in one ink."""
    symbols.SIGNS[colour](pen.moved((at[0] - size / 2, at[1] - size / 2), size / 60), ink)


@lru_cache(maxsize=64)
def mark(colour: str, wide: int) -> Sprite:
    """A colour as a word: a small hex with its sign."""
    high = round(hexagon.height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(hexagon.corners(middle, wide), EDGE[colour])
        pen.area(hexagon.corners(middle, wide - max(4, wide // 14)), TILE[colour])
        ink = WHITE if colour == "castle" else EDGE[colour]
        sign(pen, colour, middle, wide * 0.58, ink)

    return sprite((wide, high), draw)


@lru_cache(maxsize=64)
def bonus(colour: str, points: int, wide: int, least: int = NEEDED) -> Sprite:
    """A bonus tile that was won: its colour with the sign above its points, which are no smaller than ``least``."""
    high = round(hexagon.height(wide))
    middle = wide / 2, high / 2

    def draw(pen: Pen) -> None:
        pen.area(hexagon.corners(middle, wide), EDGE[colour])
        pen.area(hexagon.corners(middle, wide - 4), TILE[colour])
        sign(pen, colour, (middle[0], middle[1] - wide * 0.31), wide * 0.36, ON_TILE[colour])

    size = max(least, round(wide * 0.6))
    return lettered(
        sprite((wide, high), draw, larger=_COARSE), (str(points), size, ON_TILE[colour], (middle[0], high * 0.64))
    )


@lru_cache(maxsize=16)
def picture(kind: str, size: int) -> Sprite:
    """A building's pictogram alone."""
    return sprite((size, size), lambda pen: pictogram(pen, kind, (30, 30), 60), 60)
