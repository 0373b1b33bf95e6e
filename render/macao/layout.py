"""Positions of the parts of a board, by its shape, and of the cells of a player's mat.

Every part draws in units from its own top left corner; ``UNIT`` and the ``unit`` of a part have the pixels of a unit.
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

NEEDED = 20
"""Least size of text on a tall board and on a mat, in units (see ``needed``)."""
SIGNED = LEGIBLE[Shape.WIDE].needed
"""Least size of letters on signs that are the same in all pictures, in units."""
LETTERS = 26
"""Size of text on the parts that all players share, in units."""
MOST_ROWS = 9
"""The most rows of activated cards on a mat that sets them in full size."""
UNIT = {Shape.WIDE: 1.0, Shape.TALL: LEGIBLE[Shape.TALL].needed / NEEDED}
"""Pixels of a unit, by shape."""


def needed(scale: float) -> int:
    """Return the least size of text if a unit has ``scale`` pixels."""
    return max(NEEDED, math.ceil(LEGIBLE[Shape.WIDE].needed / scale))


class Line(NamedTuple):
    """The place of a line of text or of pills, in units."""

    left: float
    middle: float
    """Half the height of the line."""
    room: float


class Hold(NamedTuple):
    """The place of the wares on a mat, in units."""

    left: float
    """The left end of the lines; on a packed mat the right end, before which the wares stand."""
    top: float
    """The middle of the first line."""
    across: int
    """The most wares in a line."""


class Mat(NamedTuple):
    """Positions of the cells of a player's mat, in its units."""

    width: float
    height: float
    badge: Point
    """The middle of the badge."""
    name: Line
    purse: Point
    """The left end of the purse, at half the height of its line."""
    hold: Hold
    total: Point
    """The right end of the points, at half their height."""
    so_far: Point
    """The right end of the prestige on the track."""
    change: Point
    """The right end of the prestige that has just come."""
    rose: Box
    fields: int
    """Number of fields of the rose for which there is room, beside the stock."""
    tableau: Box
    pills: Line
    """The first row of activated cards."""
    pitch: float
    """Distance from a row of pills to the next."""
    total_size: int = 44
    """Size of the total's figures; their golden plate is 12 units higher."""
    total_room: int = 112
    """Room for the total, in units."""
    name_lines: int = 1
    """The most lines of a name."""
    pill_scale: float = 1
    pill_rows: int = MOST_ROWS
    """The most rows of activated cards; further cards are only counted."""
    packed: bool = False
    """True if changes and wares stand before the points, as far right as they can, and the name has the rest."""
    least: int = NEEDED
    """Least size of the names of cards, and of counted cubes that would not fit."""


class Layout(NamedTuple):
    """The parts of a board with its size in pixels, and the fields of a rose for which its mats have room."""

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
"""Distance between parts of a board, in units."""
_HEAD = 100.0
"""Height of the line with turn and tribute, in units."""
_ROUNDS = 62.0
"""Height of the track of rounds, in units."""
_WALL = 84.0
"""Height of the wall, in units."""
_TABLE = {Shape.WIDE: 244.0, Shape.TALL: 216.0}
"""Height of the offered cards and dice, by shape, in units."""
_TRIBUTE = 150.0
"""Width of the tribute, in units."""
_ABOVE = {shape: _HEAD + _ROUNDS + table + _WALL + 4 * GAP for shape, table in _TABLE.items()}
"""Heights of all that lies above sea and city, by shape, in units."""
_CITY = {Shape.WIDE: 490.0, Shape.TALL: 460.0}
"""Width of the city, by shape, in units; the sea has the rest."""
_SEA = 416.0 * 480.0
"""Area of a sea at scale 1, in square units; in more room everything on it is drawn larger."""

FIELDS = (4, 5, board.DIE_FIELDS)
"""Numbers of fields of a rose for which a mat may have room.

A mat shows the fields that have cubes. With a few fixed widths, not every turn of a rose moves what lies beside it.
"""
WARES = 4
"""Wares in a line of a mat beside the board; only the widest mat has a second line."""
_MARGIN = 12
"""Edge around the parts of a wide board, in pixels."""
_WIDE_MATS = {4: 612, 5: 628, board.DIE_FIELDS: 644}
"""Widths of mats beside the board in pixels, by the fields of a rose."""
_MAT = 1.3
"""Pixels of a unit of mats beside the board."""
_FEW = 2
"""Number of players with whom mats are so high that all fields of a rose fit into the narrowest."""
_SQUARE = 0.6
"""Height of a mat as a share of its width up to which it is not stacked."""
_TALL_MARGIN = 18
"""Edge around the parts of a tall board, in pixels."""
_TALL_SEA = 496.0
"""Height of sea and city on a tall board, in units."""

_TABLEAU = 262.0
"""Width of a card's line on a tall picture, in units: the longest names with three cubes fit."""
_TABLEAU_BESIDE = 236.0
"""The same on a mat beside the board."""
_TITLE = 56.0
"""Height of the badge, name and purse of a mat beside the board, in units."""
_POINTS = 84
"""Room for the total on a mat whose tableau is beside the rose, in units."""
_LEAST = math.ceil((LEGIBLE[Shape.WIDE].least - 0.5) / _MAT)
"""Least size of names of cards on a mat beside the board, in units."""
_STRIP = 150.0
"""Height of a mat of a tall picture above its activated cards, in units."""
_STRIP_PITCH = 28.0
"""Distance between rows of activated cards there, in units."""
_SMALL = 0.79
"""Scale of pills that are set smaller, so that rose and tableau keep their room."""
_SMALL_PITCH = 19.5
"""Distance between rows of such pills, in units."""
_FULL = 2
"""The most rows of activated cards at full size on a mat beside the board that is not low."""
_LOW = 220.0
"""Height up to which a mat with its tableau beside the rose sets all activated cards smaller, in units."""
PILL = 24.0
"""Height of an activated card's pill, in units."""


@lru_cache(maxsize=64)
def of(shape: Shape, seats: int, rows: int, fields: int = board.DIE_FIELDS) -> Layout:
    """Return the layout of a board.

    Args:
        shape: The shape of the picture.
        seats: The number of players.
        rows: Rows of activated cards on the fullest mat.
        fields: Fields of a rose for which there has to be room.
    """
    return _wide(seats, fields) if shape is Shape.WIDE else _tall(seats, rows, fields)


@lru_cache(maxsize=64)
def mat(shape: Shape, size: Point, rows: int, fields: int, small: bool = False, max_rows: int = 2) -> Mat:
    """Return the cells of a mat.

    Args:
        shape: The shape of the picture.
        size: Width and height of the mat, in units.
        rows: Rows of activated cards.
        fields: Fields of a rose for which there has to be room.
        small: True if the pills are set smaller (see ``crowded``); never on a tall board, whose mats grow.
        max_rows: The most rows of activated cards that are shown if they are small.
    """
    if shape is Shape.TALL:
        return _strip(*size, fields)
    lay_out = _stack if _is_stacked(size) else _block
    return lay_out(*size, rows, fields, small, max_rows)


def _is_stacked(size: Point) -> bool:
    """Return whether a mat has its tableau below the rose."""
    return size[1] > _SQUARE * size[0]


def crowded(size: Point, rows: int) -> bool:
    """Return whether so many rows of activated cards are too many for a mat at full size."""
    if _is_stacked(size):
        return rows > _FULL
    if size[1] > _LOW:
        return rows > _FULL
    return rows > 0


def row(shape: Shape, size: Point, small: bool = False) -> float:
    """Return the width of a row of activated cards on a mat, in the units of pills.

    It is the same for every number of rows and fields.
    """
    cells = mat(shape, size, 1, board.DIE_FIELDS, small)
    return cells.pills.room / cells.pill_scale


def _wide(seats: int, fields: int) -> Layout:
    """Lay out the board at the left, the mats in a column at the right."""
    width, height = WIDE_SIZE
    mat_width = _WIDE_MATS[FIELDS[0] if seats == _FEW else fields]
    board_width = width - 3 * _MARGIN - mat_width
    inner_height = height - 2 * _MARGIN
    parts = _board(_MARGIN, board_width, inner_height - _ABOVE[Shape.WIDE], Shape.WIDE)
    gap = GAP + 4
    step = (inner_height + gap) / seats
    size = mat_width / _MAT, (step - gap) / _MAT
    left_x = 2 * _MARGIN + board_width
    mats = (Part(left_x, round(_MARGIN + seat * step), *size, _MAT) for seat in range(seats))
    return Layout(WIDE_SIZE, fields, **parts, mats=tuple(mats))


def _tall(seats: int, rows: int, fields: int) -> Layout:
    """Lay out the board above, the mats as rows across."""
    unit = UNIT[Shape.TALL]
    width = (TALL_WIDTH - 2 * _TALL_MARGIN) / unit
    parts = _board(_TALL_MARGIN, width, _TALL_SEA, Shape.TALL)
    mat_height = _STRIP + rows * _STRIP_PITCH + 6
    top = _TALL_MARGIN + (_ABOVE[Shape.TALL] + _TALL_SEA + GAP) * unit
    step = (mat_height + GAP) * unit
    mats = (Part(_TALL_MARGIN, round(top + seat * step), width, mat_height, unit) for seat in range(seats))
    height = round(top + seats * step - GAP * unit) + _TALL_MARGIN
    return Layout((TALL_WIDTH, height), fields, **parts, mats=tuple(mats))


def _board(margin: int, width: float, sea_height: float, shape: Shape) -> dict[str, Part]:
    """Lay out the parts that all players share: turn, tribute, rounds, table, wall, sea and city.

    Args:
        margin: The edge of the picture, in pixels.
        width: The width of all parts, in units.
        sea_height: The height of sea and city, in units.
        shape: The shape of the picture.
    """
    unit = UNIT[shape]

    def part(x: float, y: float, wide: float, high: float, larger: float = 1) -> Part:
        return Part(margin + round(x * unit), margin + round(y * unit), wide / larger, high / larger, unit * larger)

    table = _HEAD + _ROUNDS + 2 * GAP
    wall = table + _TABLE[shape] + GAP
    sea = wall + _WALL + GAP
    sea_width = width - GAP - _CITY[shape]
    larger = max(1.0, round(math.sqrt(sea_width * sea_height / _SEA), 2))
    return {
        "turn": part(0, 0, width - _TRIBUTE - GAP, _HEAD),
        "tribute": part(width - _TRIBUTE, 0, _TRIBUTE, _HEAD),
        "rounds": part(0, _HEAD + GAP, width, _ROUNDS),
        "table": part(0, table, width, _TABLE[shape]),
        "wall": part(0, wall, width, _WALL),
        "sea": part(0, sea, sea_width, sea_height, larger),
        "city": part(sea_width + GAP, sea, width - sea_width - GAP, sea_height),
    }


def _block(width: float, height: float, rows: int, fields: int, small: bool, max_rows: int) -> Mat:
    """Lay out a mat beside the board: title, rose beside tableau, activated cards."""
    pitch = _SMALL_PITCH if small else 28.0
    rows = min(rows, max_rows) if small else rows
    cards_top = height - 3 - rows * pitch
    tableau_left = width - 10 - _TABLEAU_BESIDE
    right = width - 8
    points_left = right - _POINTS - 6
    return Mat(
        width,
        height,
        badge=(40.0, 28.0),
        name=Line(70.0, 16.0, points_left - 70 - 54),
        purse=(70.0, 41.0),
        hold=Hold(points_left, 16.0, WARES),
        total=(right, 28.0),
        total_size=32,
        so_far=(points_left, 41.0),
        change=(points_left, 16.0),
        rose=(18.0, _TITLE, tableau_left - 26, cards_top - _TITLE - 2),
        fields=fields,
        tableau=(tableau_left, _TITLE, _TABLEAU_BESIDE, cards_top - _TITLE - 2),
        packed=True,
        least=_LEAST,
        total_room=_POINTS,
        pill_rows=rows if small else MOST_ROWS,
        pills=Line(20.0, cards_top + pitch / 2, width - 30),
        pitch=pitch,
        pill_scale=_SMALL if small else 1,
    )


def _stack(width: float, height: float, rows: int, fields: int, small: bool, max_rows: int) -> Mat:
    """Lay out a high mat beside the board: title with a line for the hold, rose, tableau, activated cards."""
    pitch = _SMALL_PITCH if small else 29.0
    rows = min(rows, max_rows) if small else rows
    tableau_height = 118.0
    cards_top = height - 6 - max(1, rows) * pitch
    right = width - 8
    title = _TITLE + 26
    return Mat(
        width,
        height,
        badge=(42.0, 32.0),
        name=Line(74.0, 19.0, width - 74 - 132),
        purse=(74.0, 47.0),
        hold=Hold(74.0, 75.0, 8),
        total=(right, 32.0),
        so_far=(right, 75.0),
        change=(right - 116, 47.0),
        rose=(20.0, title + 8, width - 30, cards_top - tableau_height - title - 18),
        fields=fields,
        tableau=(20.0, cards_top - tableau_height - 6, width - 38, tableau_height),
        least=_LEAST,
        pill_rows=rows if small else MOST_ROWS,
        pills=Line(20.0, cards_top + pitch / 2, width - 30),
        pitch=pitch,
        pill_scale=_SMALL if small else 1,
    )


def _strip(width: float, height: float, fields: int) -> Mat:
    """Lay out a mat of a tall board: name and purse at the left, then rose and tableau, activated cards below."""
    head = _STRIP
    pitch = _STRIP_PITCH
    identity = 240.0
    tableau_left = width - 10 - _TABLEAU
    return Mat(
        width,
        height,
        badge=(44.0, 26.0),
        name=Line(74.0, 26.0, identity - 80),
        purse=(15.0, 112.0),
        hold=Hold(22.0, 140.0, 5),
        total=(140.0, 76.0),
        so_far=(206.0, 86.0),
        change=(204.0, 62.0),
        rose=(identity, 8.0, tableau_left - identity - 12, head - 10),
        fields=fields,
        tableau=(tableau_left, 8.0, _TABLEAU, head - 10),
        pills=Line(identity, head + 4 + pitch / 2, width - identity - 10),
        pitch=pitch,
        name_lines=2,
    )
