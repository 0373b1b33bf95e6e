"""Positions of the parts of the pictures, and the sizes of their units.

A part draws in its own units from its own zero. A tile is 100 of them wide; text of 36 is the least, so that no scale
goes below what ``render.shape.LEGIBLE`` asks for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from engines.burgundy import box
from render.kit.canvas import Box
from render.kit.fonts import SMALLEST
from render.kit.part import Part, part
from render.kit.pen import Point
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

TILE = 100
"""Width of a tile, in units."""
TEXT = 36
"""Size of text, in units: the smallest in a tall picture but for the few words of ``helping``."""
_SMALL = 20.5
"""Pixels of a wide picture that a channel shows as seven: the size of words that only help."""
IN_CHANNEL = 25.6
"""Pixels of a wide picture that a channel shows as nine: the least size of what players decide by."""
LINE = 50
"""Distance between the lines of notes, in units."""
WEAK = 3
"""Width of the frame around changes that a round or a phase brings by itself, in units.

Frames around the changes of a decision are twice as wide.
"""
BOARD = (7 * TILE + 12, 648)
"""Width and height of a player's board with its border, in units."""
BLACK_HIGH = 168
"""Height of the black depot, in units."""


def letters(scale: float, size: int = TEXT) -> int:
    """Return the size of letters that players decide by, in units of ``scale`` pixels; at least ``size``."""
    return max(size, math.ceil(IN_CHANNEL / scale))


def helping(scale: float) -> tuple[int, int]:
    """Return two sizes of names that only help; the second is for places without room for the first."""
    return TEXT, max(SMALLEST, math.ceil(_SMALL / scale))


@dataclass(frozen=True)
class Mat:
    """Positions of the cells of a player's mat, in its units.

    The positions of board and tiles are their middles, the others the middles of left edges.
    """

    board: Point
    dice: Point
    bought: Point
    """The sign that the purchase of this turn was made."""
    purse: Point
    """The number of workers, above that of silverlings; both begin further left after a change."""
    sold: Point
    """The number of sold goods."""
    storage: tuple[Point, ...]
    """The stored tiles."""
    bonus: tuple[Point, ...]
    """The bonus tiles won."""
    goods: tuple[Point, ...]
    """The spaces of the goods store."""
    name: Point
    """The first line of the board's name, or the last one if it grows ``upwards``."""
    upwards: bool


@dataclass(frozen=True)
class Depots:
    """The parts of a picture with the depots and the bonus tiles."""

    numbered: dict[str, Part]
    """The numbered depots, by number, in the order of the ring."""
    black: Part
    bonus: Part | None = None
    """The bonus tiles; None: they are not shown, or lie elsewhere."""


@dataclass(frozen=True)
class Layout:
    """The parts of the table's picture."""

    size: tuple[int, int]
    turn: Part
    orders: Part
    phases: Part
    track: Part
    depots: Depots
    mats: tuple[Part, ...]
    mat: Mat
    notes: Part | None = None
    """Explanations of knowledge tiles; None: there is no room."""
    legend: Part | None = None
    """The meanings of signs; None: there is no room."""


# -- mats --------------------------------------------------------------------------------------------------------------

_HEAD = 88
"""Height of the line with name and points above a board, in units."""
_BOARD_MIDDLE = _HEAD + BOARD[1] / 2
"""The middle of a board, in units from the top of its mat."""
_BOTTOM = _HEAD + BOARD[1]
"""The lower edge of a board, in units from the top of its mat."""
_FOOT = 124
"""Height of the line with storage and goods below a board, in units."""
_BESIDE_HIGH = _BOTTOM + 8
"""Height of a mat with everything beside its board, in units."""
_BONUS_STEP = 57, 63
"""Distance from a bonus tile to the next beside it and above it, in units."""


def corner(at: Point, step: int = -_BONUS_STEP[0]) -> tuple[Point, ...]:
    """Return six points in a lower corner beside a board, in rows of three, two and one from the bottom.

    Args:
        at: The first point, nearest to the corner.
        step: The distance from a point to the next in its row; negative in a corner at the right.
    """
    return tuple((at[0] + step * column, at[1] - _BONUS_STEP[1] * row) for row in range(3) for column in range(3 - row))


def _upright(width: float) -> Mat:
    """Lay out a mat that is little broader than its board: storage and goods below it, all else in its corners."""
    foot = _BOTTOM + _FOOT / 2 - 2
    return Mat(
        board=(width / 2, _BOARD_MIDDLE),
        dice=(26, _HEAD + 36),
        bought=(26, _HEAD + 102),
        purse=(width - 134, _HEAD + 28),
        sold=(26, _BOTTOM - 32),
        storage=tuple((74.0 + 106 * number, foot) for number in range(box.STORAGE)),
        bonus=corner((width - 38, _BOTTOM - 34)),
        goods=tuple((374.0 + 132 * number, foot) for number in range(box.GOODS_SPACES)),
        name=(26, _BOTTOM - 76),
        upwards=True,
    )


def _stored_beside(width: float) -> tuple[Point, ...]:
    """Return three points in the lower right corner, as close together as hexes of a board."""
    y = _BOTTOM - 66
    return (width - 64, y), (width - 174, y), (width - 108, y - 98)


def _broad(width: float) -> Mat:
    """Lay out a mat with storage beside the board, goods and bonus tiles below it."""
    foot = _BOTTOM + 36
    return Mat(
        board=(22 + BOARD[0] / 2, _BOARD_MIDDLE),
        dice=(22, _HEAD + 36),
        bought=(22, _HEAD + 102),
        purse=(width - 140, _HEAD + 28),
        sold=(22, _BOTTOM - 32),
        storage=_stored_beside(width),
        bonus=tuple((width - 44 - 58 * number, foot) for number in range(len(box.COLOURS))),
        goods=tuple((26.0 + 128 * number, foot) for number in range(box.GOODS_SPACES)),
        name=(20, _BOTTOM - 76),
        upwards=True,
    )


def _beside(width: float) -> Mat:
    """Lay out a broad mat with everything beside the board."""
    right = width - 146
    return Mat(
        board=(42 + BOARD[0] / 2, _BOARD_MIDDLE),
        dice=(24, _HEAD + 32),
        bought=(right - 110, _HEAD + 34),
        purse=(right, _HEAD + 28),
        sold=(right, _HEAD + 154),
        storage=_stored_beside(width),
        bonus=corner((46, _BOTTOM - 32), _BONUS_STEP[0]),
        goods=tuple((right, _HEAD + 232.0 + 66 * number) for number in range(box.GOODS_SPACES)),
        name=(24, _HEAD + 84),
        upwards=False,
    )


# -- the table ---------------------------------------------------------------------------------------------------------

MARGIN = 18
"""Edge around the parts of a tall picture, in pixels."""
GAP = 14
"""Distance between the parts of a tall picture, in pixels."""
INNER = TALL_WIDTH - 2 * MARGIN
"""Width of everything that lies across a tall picture, in pixels."""
_BLACK_WIDE = 1050
"""Width of the black depot beside the bonus tiles, in units."""
EDGE = 10
"""Pixels between the parts of a wide picture, and around them."""
_ROWS = ("123", "654")
"""The numbered depots in two rows, with the black one between them."""
_COLUMN = ("12", "63", "54")
"""The numbered depots in three rows above the black one."""


def _depot_height(seats: int) -> int:
    """Return the height of a numbered depot, in units.

    With two players its goods lie beside the tiles, else below them.
    """
    return 144 if seats == 2 else 206


def two_rows(at: Point, seats: int, scale: float = 1) -> Depots:
    """Lay out depots as wide as a tall picture, with the bonus tiles beside the black one.

    Args:
        at: The upper left corner.
        seats: The number of players.
        scale: The size, compared with that of a tall picture.
    """
    wide = (INNER - 2 * GAP) / 3
    high = _depot_height(seats)

    def place(left_x: float, top: float, width: float, height: float) -> Part:
        return Part(at[0] + left_x * scale, at[1] + top * scale, width, height, scale)

    numbered = {
        depot: place(column * (wide + GAP), row * (high + BLACK_HIGH + 2 * GAP), wide, high)
        for row, depots in enumerate(_ROWS)
        for column, depot in enumerate(depots)
    }
    middle = high + GAP
    bonus = place(_BLACK_WIDE + GAP, middle, INNER - _BLACK_WIDE - GAP, BLACK_HIGH)
    return Depots({depot: numbered[depot] for depot in box.DEPOTS}, place(0, middle, _BLACK_WIDE, BLACK_HIGH), bonus)


def two_rows_high(seats: int) -> int:
    """Return the height of the depots that ``two_rows`` lays out, in units."""
    return 2 * _depot_height(seats) + BLACK_HIGH + 2 * GAP


COLUMN_WIDE = 584
"""Width of a column of depots in a wide picture, in pixels."""
_COLUMN_SCALE = 0.59
"""Pixels of a unit in such a column."""


def in_column(at: Point, cell: int, black: int, bonus: int = 0) -> Depots:
    """Lay out depots in a column of a wide picture.

    Args:
        at: The upper left corner.
        cell: The height of a numbered depot, in pixels.
        black: The height of the black depot, in pixels.
        bonus: The height of the bonus tiles below, in pixels; 0: they lie elsewhere.
    """
    x, y = at
    wide = (COLUMN_WIDE - EDGE) / 2
    places = {
        depot: (x + column * (wide + EDGE), y + row * (cell + EDGE), wide, cell)
        for row, depots in enumerate(_COLUMN)
        for column, depot in enumerate(depots)
    }
    lower_edge = y + len(_COLUMN) * (cell + EDGE)
    return Depots(
        {depot: part(places[depot], _COLUMN_SCALE) for depot in box.DEPOTS},
        part((x, lower_edge, COLUMN_WIDE, black), _COLUMN_SCALE),
        part((x, lower_edge + black + EDGE, COLUMN_WIDE, bonus), _COLUMN_SCALE) if bonus else None,
    )


_SQUARE = 4
"""Number of mats that lie two by two in a wide picture; fewer lie beside each other."""


@cache
def of(shape: Shape, seats: int, lines: int = 0) -> Layout:
    """Return the layout of the table's picture; a tall one explains so many knowledge tiles (``lines``)."""
    if shape is Shape.TALL:
        return _tall(seats, lines)
    return _wide_column(seats) if seats == _SQUARE else _wide_rows(seats)


_TURN = 104
"""Height of the turn in a tall picture, in pixels."""
_HEADS = 232
"""Height of orders, phases and track in a tall picture, in pixels."""
_ORDERS_WIDE = 566
"""Width of the orders of play in a tall picture, in pixels."""
_PHASES_WIDE = 476
"""Width of the phases, in units."""


def _tall(seats: int, lines: int) -> Layout:
    """Lay out turn, the three heads, depots, notes and mats below each other, two mats in a row.

    With three players the legend takes the last place of a mat, otherwise it lies below the mats.
    """
    top = 16
    turn = part((MARGIN, top, INNER, _TURN), 1.4)
    top += _TURN + GAP
    phases_left = MARGIN + _ORDERS_WIDE + GAP
    track_left = phases_left + _PHASES_WIDE + GAP
    orders = part((MARGIN, top, _ORDERS_WIDE, _HEADS))
    phases = part((phases_left, top, _PHASES_WIDE, _HEADS))
    track = part((track_left, top, MARGIN + INNER - track_left, _HEADS))
    top += _HEADS + GAP
    depots = two_rows((MARGIN, top), seats)
    top += two_rows_high(seats) + GAP
    notes = None
    if lines:
        notes = part((MARGIN, top, INNER, notes_high(lines)))
        top += notes_high(lines) + GAP
    wide = (INNER - GAP) // 2
    high = _BOTTOM + _FOOT
    places = [(MARGIN + column * (wide + GAP), top + row * (high + GAP)) for row in range(3) for column in range(2)]
    mats = tuple(Part(*at, wide, high) for at in places[:seats])
    # The legend of eight buildings: four rows of two with their effects, a column of them in the place of the fourth
    # mat, or two rows of four without effects.
    if seats == 2:
        legend = Part(MARGIN, places[2][1], INNER, 4 * 106 + 24)
    elif seats == 3:
        legend = Part(*places[3], wide, high)
    else:
        legend = Part(MARGIN, places[4][1], INNER, 2 * 60 + 24)
    bottom = round(max(lowest.box[1] + lowest.box[3] for lowest in (*mats, legend)))
    size = TALL_WIDTH, bottom + MARGIN
    return Layout(size, turn, orders, phases, track, depots, mats, _upright(wide), notes=notes, legend=legend)


def notes_high(lines: int) -> int:
    """Return the height of a list of notes in two columns, in units."""
    return -(-lines // 2) * LINE + 24


def _wide_rows(seats: int) -> Layout:
    """Lay out two or three mats beside each other, with the depots above them at the right, the heads at the left."""
    width, height = WIDE_SIZE
    mat_pixels = (width - (seats + 1) * EDGE) / seats
    # Three mats are upright. For two that would be too high, so all lies beside their boards.
    scale = 0.86 if seats == 2 else 0.67
    wide = mat_pixels / scale
    high = _BESIDE_HIGH if seats == 2 else _BOTTOM + _FOOT
    mat = _beside(wide) if seats == 2 else _upright(wide)
    mats_top = height - EDGE - high * scale
    mats = tuple(Part(EDGE + seat * (mat_pixels + EDGE), mats_top, wide, high, scale) for seat in range(seats))
    above = mats_top - 2 * EDGE
    depots_scale = _hundredths(above / two_rows_high(seats))
    depots_left = width - EDGE - INNER * depots_scale
    depots = two_rows((depots_left, EDGE), seats, depots_scale)
    turn, orders, phases, track = _heads((EDGE, EDGE, depots_left - 2 * EDGE, above))
    return Layout(WIDE_SIZE, turn, orders, phases, track, depots, mats, mat)


_ORDERS_HIGH = 64
"""Height of the orders of play in a wide picture, in pixels."""
_PHASES_HIGH = 142
"""Height of phases and track in a wide picture, in pixels."""
_TRACK_WIDE = 410
"""Width of the track, in units."""
_TRACK_SCALE = 0.57
"""Pixels of a unit of the track in a wide picture."""


def _hundredths(scale: float) -> float:
    """Return a scale in hundredths, rounded down: what is drawn with it stays within its place."""
    return int(100 * scale) / 100


def _heads(area: Box) -> tuple[Part, Part, Part, Part]:
    """Lay out the turn above the orders of play, above phases and track, which lie beside each other at the bottom."""
    x, y, width, height = area
    turn_high = height - _ORDERS_HIGH - _PHASES_HIGH - 2 * EDGE
    track_wide = _TRACK_WIDE * _TRACK_SCALE
    phases_wide = width - track_wide - EDGE
    phases_top = y + height - _PHASES_HIGH
    return (
        part((x, y, width, turn_high)),
        part((x, y + turn_high + EDGE, width, _ORDERS_HIGH), 0.6),
        part((x, phases_top, phases_wide, _PHASES_HIGH), _hundredths(phases_wide / _PHASES_WIDE)),
        part((x + phases_wide + EDGE, phases_top, track_wide, _PHASES_HIGH), _TRACK_SCALE),
    )


def _wide_column(seats: int) -> Layout:
    """Lay out four mats in a square, at the right of everything else."""
    width, height = WIDE_SIZE
    left_x = EDGE + COLUMN_WIDE + EDGE
    wide = (width - left_x - 2 * EDGE) / 2
    high = (height - 3 * EDGE) / 2
    scale = 0.6
    mats = tuple(
        part((left_x + column * (wide + EDGE), EDGE + row * (high + EDGE), wide, high), scale)
        for row in range(2)
        for column in range(2)
    )
    cell = 122
    black = 92
    bonus = 100
    depots_high = 3 * (cell + EDGE) + black + EDGE + bonus
    heads = (EDGE, EDGE, COLUMN_WIDE, height - 3 * EDGE - depots_high)
    depots = in_column((EDGE, height - EDGE - depots_high), cell, black, bonus)
    return Layout(WIDE_SIZE, *_heads(heads), depots, mats, _broad(wide / scale))
