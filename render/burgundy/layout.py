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
    """Positions of the cells of a player's mat, in its units."""

    board: Point
    """The middle of the player's board."""
    dice: Point
    """The left end of the dice, at the middle of their height; the following points are meant alike, but for tiles."""
    bought: Point
    purse: Point
    """The number of workers, above that of silverlings; both begin further left after a change."""
    sold: Point
    storage: tuple[Point, ...]
    """The middles of the stored tiles."""
    bonus: tuple[Point, ...]
    """The middles of the bonus tiles won."""
    goods: tuple[Point, ...]
    name: Point
    """The first line of the board's name, or the last one if it grows ``upwards``."""
    upwards: bool


@dataclass(frozen=True)
class Depots:
    """The parts of a picture with the depots and the bonus tiles."""

    numbered: dict[str, Part]
    black: Part
    bonus: Part | None = None


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
"""Height of the head of a mat, above the board, in units."""
_BOARD_MIDDLE = _HEAD + BOARD[1] / 2
_BOTTOM = _HEAD + BOARD[1]
_FOOT = 124
"""Height of the part of a mat below the board, in units."""
_BONUS_STEP = 57, 63
"""Distances between neighbouring bonus tiles to the side and upwards, in units."""


def corner(at: Point, step: int = -_BONUS_STEP[0]) -> tuple[Point, ...]:
    """Return six points in the corner beside a board, in rows of three, two and one; the first is ``at``."""
    return tuple((at[0] + step * column, at[1] - _BONUS_STEP[1] * row) for row in range(3) for column in range(3 - row))


def _upright(width: float) -> Mat:
    """Lay out storage and goods below the board."""
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
    """Lay out storage beside the board, goods and bonus tiles below it."""
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
    """Lay out everything beside the board."""
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
GAP = 14
INNER = TALL_WIDTH - 2 * MARGIN
EDGE = 10
"""Pixels between the parts of a wide picture, and around them."""
_ROWS = ("123", "654")
"""The numbered depots in two rows, with the black one between them."""
_COLUMN = ("12", "63", "54")
"""The numbered depots in three rows above the black one."""


def _cell(seats: int) -> int:
    """Return the height of a numbered depot. With two players its goods lie beside the tiles, else below them."""
    return 144 if seats == 2 else 206


def two_rows(at: Point, seats: int, scale: float = 1) -> Depots:
    """Lay out depots as wide as a tall picture, with the bonus tiles beside the black one.

    Args:
        at: The upper left corner.
        seats: The number of players.
        scale: The size, compared with that of a tall picture.
    """
    wide = (INNER - 2 * GAP) / 3
    high = _cell(seats)
    black = 1050

    def place(left: float, top: float, width: float, height: float) -> Part:
        return Part(at[0] + left * scale, at[1] + top * scale, width, height, scale)

    numbered = {
        depot: place(column * (wide + GAP), row * (high + BLACK_HIGH + 2 * GAP), wide, high)
        for row, depots in enumerate(_ROWS)
        for column, depot in enumerate(depots)
    }
    middle = high + GAP
    bonus = place(black + GAP, middle, INNER - black - GAP, BLACK_HIGH)
    return Depots({depot: numbered[depot] for depot in box.DEPOTS}, place(0, middle, black, BLACK_HIGH), bonus)


def two_rows_high(seats: int) -> int:
    return 2 * _cell(seats) + BLACK_HIGH + 2 * GAP


COLUMN_WIDE = 584
_COLUMN_SCALE = 0.59


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
    below = y + len(_COLUMN) * (cell + EDGE)
    return Depots(
        {depot: part(places[depot], _COLUMN_SCALE) for depot in box.DEPOTS},
        part((x, below, COLUMN_WIDE, black), _COLUMN_SCALE),
        part((x, below + black + EDGE, COLUMN_WIDE, bonus), _COLUMN_SCALE) if bonus else None,
    )


_PHASES_WIDE = 476
"""Width of the phases, in units."""
_TRACK_WIDE = 410
"""Width of the track in a wide picture, in units."""
_TRACK_SCALE = 0.57

_SQUARE = 4
"""Number of mats that lie two by two in a wide picture; fewer lie beside each other."""


@cache
def of(shape: Shape, seats: int, lines: int = 0) -> Layout:
    """Return the layout of the table's picture; a tall one explains so many knowledge tiles (``lines``)."""
    if shape is Shape.TALL:
        return _tall(seats, lines)
    return _wide_column(seats) if seats == _SQUARE else _wide_rows(seats)


def _tall(seats: int, lines: int) -> Layout:
    top = 16
    turn = part((MARGIN, top, INNER, 104), 1.4)
    top += 104 + GAP
    high = 232
    orders = 566
    phases = _PHASES_WIDE
    left = MARGIN + orders + GAP
    head = (
        part((MARGIN, top, orders, high)),
        part((left, top, phases, high)),
        part((left + phases + GAP, top, MARGIN + INNER - left - phases - GAP, high)),
    )
    top += high + GAP
    depots = two_rows((MARGIN, top), seats)
    top += two_rows_high(seats) + GAP
    notes = part((MARGIN, top, INNER, notes_high(lines))) if lines else None
    top += notes_high(lines) + GAP if lines else 0
    wide = (INNER - GAP) // 2
    mat_high = _BOTTOM + _FOOT
    places = [(MARGIN + column * (wide + GAP), top + row * (mat_high + GAP)) for row in range(3) for column in range(2)]
    mats = tuple(Part(*at, wide, mat_high) for at in places[:seats])
    # The legend of eight buildings: four rows of two with their effects, a column of them in the place of the fourth
    # mat, or two rows of four without effects.
    if seats == 2:
        legend = Part(MARGIN, places[2][1], INNER, 4 * 106 + 24)
    elif seats == 3:
        legend = Part(*places[3], wide, mat_high)
    else:
        legend = Part(MARGIN, places[4][1], INNER, 2 * 60 + 24)
    bottom = round(max(lowest.box[1] + lowest.box[3] for lowest in (*mats, legend)))
    return Layout((TALL_WIDTH, bottom + MARGIN), turn, *head, depots, mats, _upright(wide), notes=notes, legend=legend)


def notes_high(lines: int) -> int:
    """Return the height of a list of notes in two columns."""
    return -(-lines // 2) * LINE + 24


def _wide_rows(seats: int) -> Layout:
    """Lay out two or three mats beside each other, below the depots."""
    width, height = WIDE_SIZE
    wide = (width - (seats + 1) * EDGE) / seats
    scale, size = (0.86, (wide / 0.86, 744.0)) if seats == 2 else (0.67, (wide / 0.67, float(_BOTTOM + _FOOT)))
    below = height - EDGE - size[1] * scale
    mats = tuple(Part(EDGE + seat * (wide + EDGE), below, *size, scale) for seat in range(seats))
    high = below - 2 * EDGE
    fine = _hundredths(high / two_rows_high(seats))
    left = width - EDGE - INNER * fine
    depots = two_rows((left, EDGE), seats, fine)
    turn, orders, phases, track = _heads((EDGE, EDGE, left - 2 * EDGE, high))
    mat = _beside(size[0]) if seats == 2 else _upright(size[0])
    return Layout(WIDE_SIZE, turn, orders, phases, track, depots, mats, mat)


def _hundredths(scale: float) -> float:
    """Return a scale in hundredths, rounded down: what is drawn with it stays within its place."""
    return int(100 * scale) / 100


def _heads(area: Box) -> tuple[Part, Part, Part, Part]:
    """Lay out the head: the turn above the orders of play, the phases beside the track at the bottom."""
    x, y, width, height = area
    orders = 64
    below = 142
    turn = height - orders - below - 2 * EDGE
    track = _TRACK_WIDE * _TRACK_SCALE
    phases = width - track - EDGE
    lower = y + height - below
    return (
        part((x, y, width, turn)),
        part((x, y + turn + EDGE, width, orders), 0.6),
        part((x, lower, phases, below), _hundredths(phases / _PHASES_WIDE)),
        part((x + phases + EDGE, lower, track, below), _TRACK_SCALE),
    )


def _wide_column(seats: int) -> Layout:
    """Lay out four mats in a square, at the right of everything else."""
    width, height = WIDE_SIZE
    left = EDGE + COLUMN_WIDE + EDGE
    wide = (width - left - 2 * EDGE) / 2
    high = (height - 3 * EDGE) / 2
    scale = 0.6
    mats = tuple(
        part((left + column * (wide + EDGE), EDGE + row * (high + EDGE), wide, high), scale)
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
