"""Where the parts of a board lie, by its shape.

Every part draws in units from its own zero. No text is smaller than 20 of them but the names of many activated cards: a
unit is at least a pixel of a wide picture and 1.8 of a tall one (see ``render.shape.LEGIBLE``).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from engines.macao import board
from render.kit.canvas import Box
from render.kit.part import Part
from render.kit.pen import Point
from render.shape import LEGIBLE, TALL_WIDTH, WIDE_SIZE, Shape

NEEDED = LEGIBLE[Shape.WIDE].needed
UNIT = {Shape.WIDE: 1.0, Shape.TALL: LEGIBLE[Shape.TALL].needed / NEEDED}
"""Pixels."""


class Mat(NamedTuple):
    """The cells of a player's mat, in its units."""

    width: float
    height: float
    badge: Point
    name: tuple[float, float, float]
    """Left end, middle of the line, room; so with purse and pills."""
    purse: Point
    hold: tuple[float, float, int]
    """Left end and middle of the first line, wares a line."""
    total: Point
    """Right end; so with the change."""
    so_far: Point
    """The prestige on the track."""
    change: Point
    rose: Box
    fields: int
    """How many of the rose it has room for, beside the stock."""
    tableau: Box
    pills: tuple[float, float, float]
    pitch: float
    """From a line of pills to the next."""
    score: int = 44
    """Size of the total's figures; their golden plate is 12 higher."""
    lines: int = 1
    """Of a name, where one is not enough."""
    small: float = 1
    """How large pills are, in units; small ones are beside what is decided by."""


class Layout(NamedTuple):
    """A board: its size in pixels, how many fields of a rose its mats have room for, and its parts."""

    size: tuple[int, int]
    fields: int
    turn: Part
    tribute: Part
    rounds: Part
    table: Part
    wall: Part
    sea: Part
    city: Part
    mats: tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        return (self.turn, self.tribute, self.rounds, self.table, self.wall, self.sea, self.city, *self.mats)


GAP = 8.0
_HEAD, _ROUNDS, _TABLE, _WALL = 100.0, 60.0, 216.0, 84.0
_TRIBUTE = 150.0
_ABOVE = _HEAD + _ROUNDS + _TABLE + _WALL + 4 * GAP
"""Of sea and city."""
_CITY = {Shape.WIDE: 490.0, Shape.TALL: 460.0}
"""Its width; the sea has the rest."""
_SEA = 416.0 * 480.0
"""What a sea covers, in units: where there is more room they are larger."""

FIELDS = (4, 5, board.DIE_FIELDS)
"""Of a rose as many are shown as have cubes; for so many there may be room, so that not every turn of a rose moves all
that lies beside it."""
WARES = 4
"""Aboard a ship, in a line of a mat beside the board: only the widest has a second line of them."""
_MARGIN = 12
_WIDE_MATS = {4: 562, 5: 603, board.DIE_FIELDS: 644}
"""Pixels, by the fields of a rose."""
_FEW, _NARROW = 2, 520
"""Seats whose mats have room for larger units, below each other: they are narrower."""
_SQUARE = 0.6
"""Height of a mat as a share of its width; a higher one is stacked."""
_TALL_MARGIN = 18
_TALL_SEA = 496.0

_TABLEAU = 262.0
"""Width of a card's line: the longest names with three cubes fit."""
_TITLE = 56.0
_STRIP, _STRIP_PITCH = 150.0, 28.0
"""Of a mat that runs across: its height above the activated cards, and of each row of them."""
_SMALL = 0.85
_FULL, _FULL_STACK = 2, 4
"""Rows of activated cards in a mat at the board's side, and in a high one; more are set smaller, so that rose and
tableau keep their room."""
PILL = 25.0
"""Height of an activated card's pill."""


@lru_cache(maxsize=64)
def of(shape: Shape, seats: int, rows: int, fields: int = board.DIE_FIELDS) -> Layout:
    """The board of so many seats, the fullest of whose mats has so many rows of activated cards, with room for so many
    fields of a rose."""
    return _wide(seats, fields) if shape is Shape.WIDE else _tall(seats, rows, fields)


@lru_cache(maxsize=64)
def mat(shape: Shape, size: Point, rows: int, fields: int, small: bool = False) -> Mat:
    """The cells of a mat of some size that has so many rows of activated cards, ``small`` ones if they are many."""
    if shape is Shape.TALL:
        return _strip(*size, fields)
    return (_stack if _high(size) else _block)(*size, rows, fields, small)


def _high(size: Point) -> bool:
    """Whether a mat has its tableau below the rose."""
    return size[1] > _SQUARE * size[0]


def crowded(size: Point, rows: int) -> bool:
    """Whether so many rows of activated cards are too many for a mat of some size."""
    return rows > (_FULL_STACK if _high(size) else _FULL)


def row(shape: Shape, size: Point, small: bool = False) -> float:
    """The width of a row of activated cards in a mat of some size, in the units of pills."""
    cells = mat(shape, size, 1, board.DIE_FIELDS, small)
    return cells.pills[2] / cells.small


def _wide(seats: int, fields: int) -> Layout:
    """The board at the left, the mats in a column at the right."""
    width, height = WIDE_SIZE
    unit, room = (1.1, _NARROW) if seats == _FEW else (1.0, _WIDE_MATS[fields])
    across, down = width - 3 * _MARGIN - room, height - 2 * _MARGIN
    parts = _board(_MARGIN, across, down - _ABOVE, Shape.WIDE)
    step = (down + GAP + 4) / seats
    size = room / unit, (step - GAP - 4) / unit
    left = 2 * _MARGIN + across
    mats = (Part(left, round(_MARGIN + seat * step), *size, unit) for seat in range(seats))
    return Layout(WIDE_SIZE, fields, **parts, mats=tuple(mats))


def _tall(seats: int, rows: int, fields: int) -> Layout:
    """The board above, the mats as rows across."""
    unit = UNIT[Shape.TALL]
    across = (TALL_WIDTH - 2 * _TALL_MARGIN) / unit
    parts = _board(_TALL_MARGIN, across, _TALL_SEA, Shape.TALL)
    high = _STRIP + rows * _STRIP_PITCH + 6
    top, step = _TALL_MARGIN + (_ABOVE + _TALL_SEA + GAP) * unit, (high + GAP) * unit
    mats = (Part(_TALL_MARGIN, round(top + seat * step), across, high, unit) for seat in range(seats))
    height = round(top + seats * step - GAP * unit) + _TALL_MARGIN
    return Layout((TALL_WIDTH, height), fields, **parts, mats=tuple(mats))


def _board(margin: int, width: float, sea: float, shape: Shape) -> dict[str, Part]:
    """What all share: whose turn, tribute, rounds, table, wall, sea and city."""
    unit = UNIT[shape]

    def part(x: float, y: float, wide: float, high: float, larger: float = 1) -> Part:
        return Part(margin + round(x * unit), margin + round(y * unit), wide / larger, high / larger, unit * larger)

    table = _HEAD + _ROUNDS + 2 * GAP
    wall = table + _TABLE + GAP
    water = width - GAP - _CITY[shape]
    larger = max(1.0, round(math.sqrt(water * sea / _SEA), 2))
    return {
        "turn": part(0, 0, width - _TRIBUTE - GAP, _HEAD),
        "tribute": part(width - _TRIBUTE, 0, _TRIBUTE, _HEAD),
        "rounds": part(0, _HEAD + GAP, width, _ROUNDS),
        "table": part(0, table, width, _TABLE),
        "wall": part(0, wall, width, _WALL),
        "sea": part(0, wall + _WALL + GAP, water, sea, larger),
        "city": part(water + GAP, wall + _WALL + GAP, width - water - GAP, sea),
    }


def _block(width: float, height: float, rows: int, fields: int, small: bool) -> Mat:
    """Title, rose beside tableau, activated cards."""
    pitch = 21.0 if small else 28.0
    below = height - 5 - rows * pitch
    cut, right, roomy = width - 10 - _TABLEAU, width - 8, fields == board.DIE_FIELDS
    return Mat(
        width,
        height,
        badge=(42.0, 30.0),
        name=(74.0, 17.0, 216.0 if roomy else 196.0),
        purse=(74.0, 43.0),
        hold=(300.0 if roomy else 280.0, 17.0, WARES),
        total=(right, 29.0),
        score=38,
        so_far=(right - 112, 43.0),
        change=(right - 112, 17.0) if roomy else (right - 178, 43.0),
        rose=(20.0, _TITLE, cut - 32, below - _TITLE - 4),
        fields=fields,
        tableau=(cut, _TITLE, _TABLEAU, below - _TITLE - 4),
        pills=(20.0, below + pitch / 2, width - 30),
        pitch=pitch,
        small=_SMALL if small else 1,
    )


def _stack(width: float, height: float, rows: int, fields: int, small: bool) -> Mat:
    """Title with a line for the hold, rose, tableau, activated cards."""
    pitch, cards = (21.0 if small else 29.0), 118.0
    below = height - 6 - max(3, rows) * pitch
    right, title = width - 8, _TITLE + 26
    return Mat(
        width,
        height,
        badge=(42.0, 32.0),
        name=(74.0, 19.0, width - 74 - 132),
        purse=(74.0, 47.0),
        hold=(74.0, 75.0, 8),
        total=(right, 32.0),
        so_far=(right, 75.0),
        change=(right - 116, 47.0),
        rose=(20.0, title + 12, width - 30, below - cards - title - 24),
        fields=fields,
        tableau=(20.0, below - cards - 6, width - 38, cards),
        pills=(20.0, below + pitch / 2, width - 30),
        pitch=pitch,
        small=_SMALL if small else 1,
    )


def _strip(width: float, height: float, fields: int) -> Mat:
    """Who and what at the left, then rose and tableau; activated cards below."""
    head, pitch, own = _STRIP, _STRIP_PITCH, 240.0
    cut = width - 10 - _TABLEAU
    return Mat(
        width,
        height,
        badge=(44.0, 26.0),
        name=(74.0, 26.0, own - 80),
        purse=(15.0, 112.0),
        hold=(22.0, 140.0, 5),
        total=(140.0, 76.0),
        so_far=(206.0, 86.0),
        change=(204.0, 62.0),
        rose=(own, 8.0, cut - own - 12, head - 10),
        fields=fields,
        tableau=(cut, 8.0, _TABLEAU, head - 10),
        pills=(own, head + 4 + pitch / 2, width - own - 10),
        pitch=pitch,
        lines=2,
    )
