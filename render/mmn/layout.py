"""Positions of the parts of a board in both shapes, and the size of each part's unit."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Box, Side
from render.kit.part import Part, part
from render.kit.pen import Point
from render.mmn.chart import WIDEST, land
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

MARGIN = 18
GAP = 14
INNER = TALL_WIDTH - 2 * MARGIN
"""Width of everything that lies across a tall picture, in pixels."""
# Round the parts of a wide picture, and between them.
_EDGE = 10
_SPACE = 8
LEAST = 0.57
"""Least unit of a wide picture but for its map: text that is legible in a tall picture is so in it."""

# The height of an offer of trade or a counter-offer, and of what frames all of them.
OFFER_ROW = 92
OFFER_EDGE = 6
TIGHTEST_ROW = 58
"""Least height of such a row, in units."""


class Turn(NamedTuple):
    """The cells of the banner: the player to act, phase and turn, of which one may stand above the other."""

    strip: Box
    phase: Box
    turn: Box
    turn_side: Side


class Stock(NamedTuple):
    """The cells of a column of the bank.

    Cards are given by their left ends, with the numbers beside or below them and the deck; metropolis, its owner and
    the storage by their middles.
    """

    width: float
    height: float
    band: float
    named: bool
    cards: tuple[Point, Point]
    card: int
    counts: tuple[Point, Point]
    deck: Point
    metropolis: Point
    owner: Point
    crates: Point


class Total(NamedTuple):
    """The cells of a mat's points: its star (None: beside them), the points that win, and the end of the points."""

    star: Point | None
    target: Point
    end: Point
    room: float
    size: int


class Mat(NamedTuple):
    """The cells of a mat."""

    name: Box
    hand: Box
    levels: Box
    sources: Box
    counts: Box
    total: Total
    text: int
    """Size of names and numbers, in units."""


class Block(NamedTuple):
    """A piece of the ground that is kept: its name, and its box in pixels."""

    name: str
    box: tuple[int, int, int, int]

    def has(self, part: Part | None) -> bool:
        """Return whether a part lies on it."""
        x, y, width, height = self.box
        return part is not None and x <= part.left < x + width and y <= part.top < y + height


class Layout(NamedTuple):
    """A board. A part that is None is not shown."""

    size: tuple[int, int]
    turn: Part
    turn_cells: Turn
    dice: Part | None
    track: Part | None
    offer: Part | None
    map: Part
    bank: tuple[Part, ...]
    """The six columns of the bank; empty: they are not shown."""
    stock: Stock
    mats: tuple[Part, ...]
    mat: Mat
    legend: Part | None
    legend_columns: int
    blocks: tuple[Block, ...]


def offer_width(shape: Shape, seats: int) -> float:
    """Return the width of offers, in their units."""
    return INNER if shape is Shape.TALL else _column(seats)[1] / LEAST


@lru_cache(maxsize=64)
def of(shape: Shape, seats: int, rows: int = 0) -> Layout:
    """Return the board of a number of players with so many rows of offers."""
    return _wide(seats, rows) if shape is Shape.WIDE else _tall(seats, rows)


_HEAD_TOP = 16
_HEAD = 206
_TURN = 560
_DICE = 420
BANK = 200
_BANK_GAP = 8
_MAT_WIDE = (INNER - GAP) // 2
_MAT_HIGH = 370
LEGEND = 184
LEGEND_COLUMNS = 6
_PAD = 0.5
"""Distance from land to the upper and lower edge of the map, in hex widths."""


def columns(width: float, gap: float = _BANK_GAP) -> float:
    """Return the width of one of six columns."""
    return (width - 5 * gap) / 6


def tall_bank(top: float) -> tuple[Part, ...]:
    """Return six columns across a tall picture."""
    wide = columns(INNER)
    return tuple(Part(MARGIN + number * (wide + _BANK_GAP), top, wide, BANK) for number in range(6))


def _tall(seats: int, rows: int) -> Layout:
    head = _HEAD_TOP + _HEAD + GAP
    map_top = head + (rows * OFFER_ROW + 2 * OFFER_EDGE + GAP if rows else 0)
    high = round(land(seats)[1] + 2 * _PAD * WIDEST[seats])
    bank_top = map_top + high + GAP
    mats_top = bank_top + BANK + GAP
    every = [
        Part(MARGIN + seat % 2 * (_MAT_WIDE + GAP), mats_top + seat // 2 * (_MAT_HIGH + GAP), _MAT_WIDE, _MAT_HIGH)
        for seat in range(seats + seats % 2)
    ]
    below = every[-1].top + _MAT_HIGH
    legend = every[seats] if seats % 2 else Part(MARGIN, below + GAP, INNER, LEGEND)
    bottom = round(legend.top + legend.height + MARGIN)
    track = MARGIN + _TURN + _DICE + 2 * GAP
    return Layout(
        size=(TALL_WIDTH, bottom),
        turn=Part(MARGIN, _HEAD_TOP, _TURN, _HEAD),
        turn_cells=Turn((8, 8, _TURN - 16, 92), (8, 112, _TURN - 213, 86), (_TURN - 205, 112, 185, 86), "r"),
        dice=Part(MARGIN + _TURN + GAP, _HEAD_TOP, _DICE, _HEAD),
        track=Part(track, _HEAD_TOP, TALL_WIDTH - MARGIN - track, _HEAD),
        offer=Part(MARGIN, head, INNER, map_top - GAP - head) if rows else None,
        map=Part(MARGIN, map_top, INNER, high),
        bank=tall_bank(bank_top),
        stock=stock(columns(INNER), BANK),
        mats=tuple(every[:seats]),
        mat=_stacked(_MAT_WIDE, _MAT_HIGH, 86, beside=False),
        legend=legend,
        legend_columns=3 if seats % 2 else LEGEND_COLUMNS,
        blocks=(
            Block("head", (0, 0, TALL_WIDTH, head)),
            Block("foot", (0, bank_top - GAP // 2, TALL_WIDTH, bottom - bank_top + GAP // 2)),
        ),
    )


def stock(width: float, height: float) -> Stock:
    """Return a column of the bank, with numbers beside the cards, or below them if it is narrow."""
    if width > 230:
        return Stock(
            width,
            height,
            band=48,
            named=True,
            cards=((14, 92), (136, 92)),
            card=76,
            counts=((78, 92), (199, 92)),
            deck=(16, 167),
            metropolis=(127, 167),
            owner=(172, 167),
            crates=(width - 32, 167),
        )
    half = width / 2
    middles = half / 2 + 4, width - half / 2 - 4
    return Stock(
        width,
        height,
        band=46,
        named=False,
        cards=((middles[0] - 33, 92), (middles[1] - 33, 92)),
        card=84,
        counts=((middles[0], 157), (middles[1], 157)),
        deck=(half - 40, 24),
        metropolis=(34, height - 32),
        owner=(half - 2, height - 32),
        crates=(width - 30, height - 32),
    )


def _stacked(width: float, height: float, levels: float, beside: bool) -> Mat:
    """Return a mat with rows below each other; the points stand at the right of the first row, or beside all."""
    highs = (58, 56, levels, 56, 54)
    edge = 14 if levels > 80 else 5
    gap = (height - 2 * edge - sum(highs)) / 4
    name, hand, middle, sources, counts = (edge + sum(highs[:row]) + row * gap for row in range(5))
    left = 22.0
    room = width - left - 14
    if beside:
        block = 164.0
        room -= block - 4
        total = Total((width - 128, 44), (width - 92, 44), (width - 16, 50 + 0.45 * (counts + 4)), block - 8, 108)
        rest = room
    else:
        total = Total(None, (width - 24, name + 30), (width - 86, name + 30), 128, 54)
        rest = room - 262
    return Mat(
        name=(left, name, rest, 58),
        hand=(left, hand, room, 56),
        levels=(left, middle, room, levels),
        sources=(left, sources, room, 56),
        counts=(left, counts, room, 54),
        total=total,
        text=46 if beside else 36,
    )


def _flat(width: float, height: float, text: int) -> Mat:
    """Return a mat with few rows of several cells, three or (on a higher mat) four, and the points beside them."""
    block = 158.0
    left = 22.0
    top = 8.0
    gap = 6.0
    room = width - left - block - 8
    rows = 4 if height > 220 else 3
    high = (height - 2 * top - (rows - 1) * gap) / rows
    tops = [top + row * (high + gap) for row in range(rows)]
    name = 0.4 * room
    levels = room if rows > 3 else 0.45 * room
    counts = (left, tops[2]) if rows > 3 else (left + levels + 10, tops[1])
    return Mat(
        name=(left, top, name, high),
        hand=(left + name + 8, top, room - name - 8, high),
        levels=(left, tops[1], levels, high),
        sources=(left, tops[-1], room, high),
        counts=(*counts, left + room - counts[0], high),
        total=Total((width - 126, 36), (width - 92, 36), (width - 16, 34 + 0.5 * (height - 34)), block - 10, 100),
        text=text,
    )


_BANNER = 72
_HEADS = 116
_BANK_HIGH = 136
_PHASE = 370
"""Width of phase and turn in a wide banner, in its units."""
_WIDE_PAD = 0.44
_COAST = 0.54
"""Distance from land to the left and right edge of a wide picture's map, in hex widths."""
_IN_CHANNEL = 25.6
"""Size of the text of flat mats, in pixels of a wide picture; a channel shows them as nine."""
_FLAT = 5
"""Number of players from which on mats are flat."""


def _map(seats: int, height: float) -> tuple[float, float, float]:
    """Return the map's width and height in units, and its unit, if it may be so many pixels high."""
    across, down = land(seats)
    wide = across + 2 * _COAST * WIDEST[seats]
    high = down + 2 * _WIDE_PAD * WIDEST[seats]
    return wide, high, height / high


def _column(seats: int) -> tuple[int, int]:
    """Return the left edge and the width of the column beside the map of a wide picture, in pixels."""
    wide, _, unit = _map(seats, WIDE_SIZE[1] - 2 * _EDGE - _BANNER - _SPACE)
    left = round(_EDGE + wide * unit + _SPACE)
    return left, WIDE_SIZE[0] - _EDGE - left


def _wide(seats: int, rows: int) -> Layout:
    width, height = WIDE_SIZE
    left, wide = _column(seats)
    map_top = _EDGE + _BANNER + _SPACE
    bank_top = _EDGE + _HEADS + _SPACE
    mats_top = bank_top + _BANK_HIGH + _SPACE
    pitch = (height - _EDGE - mats_top + _SPACE) / seats
    step = columns(wide, 5) + 5
    unit = 0.75
    track_room = (left - _SPACE - _EDGE) / unit - _PHASE
    turn = part((_EDGE, _EDGE, left - _SPACE - _EDGE, _BANNER), unit)
    bank = tuple(part((left + n * step, bank_top, step - 5, _BANK_HIGH), LEAST) for n in range(6))
    spare = (_BANK_HIGH / LEAST - 2 * OFFER_EDGE) / TIGHTEST_ROW
    crowded = rows > spare
    offer_top = _EDGE if crowded else bank_top
    column = "crowded" if crowded else "offered" if rows else "column"
    flat = seats >= _FLAT
    size = {3: 0.66, 4: 0.575}.get(seats, LEAST if seats > _FLAT else 0.6)
    mats = tuple(part((left, mats_top + seat * pitch, wide, pitch - _SPACE), size) for seat in range(seats))
    return Layout(
        size=WIDE_SIZE,
        turn=turn,
        turn_cells=Turn(
            (6, 6, track_room - 6, turn.height - 12),
            (track_room, 4, _PHASE, 48),
            (track_room + 84, 50, _PHASE - 96, 40),
            "l",
        ),
        dice=None if crowded else part((left, _EDGE, 420 * LEAST, _HEADS), LEAST),
        track=None
        if crowded
        else part((left + 420 * LEAST + _SPACE, _EDGE, wide - 420 * LEAST - _SPACE, _HEADS), LEAST),
        offer=part((left, offer_top, wide, mats_top - _SPACE - offer_top), LEAST) if rows else None,
        map=Part(_EDGE, map_top, *_map(seats, height - _EDGE - map_top)),
        bank=() if rows else bank,
        stock=stock(bank[0].width, bank[0].height),
        mats=mats,
        mat=_flat(mats[0].width, mats[0].height, math.ceil(_IN_CHANNEL / size))
        if flat
        else _stacked(mats[0].width, mats[0].height, 88 if seats == 3 else 60, beside=True),
        legend=None,
        legend_columns=0,
        blocks=(
            Block("banner", (0, 0, left - _SPACE // 2, map_top)),
            Block(column, (left - _SPACE // 2, 0, width - left + _SPACE // 2, height)),
        ),
    )
