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
"""Edge around the parts of a tall picture, in pixels."""
GAP = 14
"""Distance between the parts of a tall picture, in pixels."""
INNER = TALL_WIDTH - 2 * MARGIN
"""Width of everything that lies across a tall picture, in pixels."""
_EDGE = 10
"""Edge around the parts of a wide picture, in pixels."""
_SPACE = 8
"""Distance between the parts of a wide picture, in pixels."""
LEAST = 0.57
"""Pixels of the least unit of a wide picture's parts other than the map.

A size of text that is legible in a tall picture, where a unit is a pixel, is legible in this unit of a wide one.
"""

OFFER_ROW = 92
"""Height of an offer of trade or a counter-offer, in units."""
OFFER_EDGE = 6
"""Thickness of the frame around all offers, in units."""
TIGHTEST_ROW = 58
"""Least height of an offer where there are many, in units."""


class Turn(NamedTuple):
    """The cells of the banner, in its units: the player to act, phase and turn, some of them below each other."""

    strip: Box
    """The player to act, or all who have to, or the final ranking."""
    phase: Box
    turn: Box
    turn_side: Side
    """The end of its cell at which the turn's number stands."""


class Stock(NamedTuple):
    """The cells of a column of the bank, in its units."""

    width: float
    height: float
    band: float
    """Height of the band in the colour of the track, at the top."""
    has_name: bool
    """True if the band has the name of the track, which is the case in wide columns."""
    cards: tuple[Point, Point]
    """The middles of the left edges of the resource and the commodity."""
    card: int
    """Height of these cards."""
    counts: tuple[Point, Point]
    """The numbers of cards: the left ends beside the cards if the column has a name, else the middles below them."""
    deck: Point
    """The middle of the left edge of the progress deck."""
    metropolis: Point
    """The middle of the metropolis; so with its owner and the storage card."""
    owner: Point
    crates: Point


class Total(NamedTuple):
    """The cells of a mat's points, in its units."""

    star: Point | None
    """The middle of the star; None: it stands before the points."""
    target: Point
    """The points that win: the left end if the star has a place of its own, else the right end."""
    end: Point
    """The right end of the player's points."""
    room: float
    size: int
    """The largest size of the points' figures."""


class Mat(NamedTuple):
    """The cells of a mat, in its units."""

    name: Box
    hand: Box
    levels: Box
    """The levels of the three tracks."""
    sources: Box
    """What the points come from."""
    counts: Box
    """What awards compare."""
    total: Total
    text: int
    """Size of names and numbers."""


class Block(NamedTuple):
    """A piece of the ground that is drawn once and kept: its name, and its box in pixels."""

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
    """The pieces of the ground; the map keeps its own, and offers have none."""


def offer_width(shape: Shape, seats: int) -> float:
    """Return the width of offers, in their units, which are pixels of a tall picture."""
    return INNER if shape is Shape.TALL else _column(seats)[1] / LEAST


@lru_cache(maxsize=64)
def of(shape: Shape, seats: int, rows: int = 0) -> Layout:
    """Return the board of a number of players with so many rows of offers."""
    return _wide(seats, rows) if shape is Shape.WIDE else _tall(seats, rows)


_HEAD_TOP = 16
"""Edge above a tall picture's first parts, in pixels."""
_HEAD = 206
"""Height of turn, dice and the barbarians' track in a tall picture, in pixels."""
_TURN = 560
"""Width of the turn in a tall picture, in pixels."""
_DICE = 420
"""Width of the dice, in units of any picture."""
BANK = 200
"""Height of the bank in a tall picture, in pixels."""
_BANK_GAP = 8
"""Distance between columns of the bank in a tall picture, in pixels."""
_MAT_WIDTH = (INNER - GAP) // 2
"""Width of a mat in a tall picture, in pixels: two stand side by side."""
_MAT_HEIGHT = 370
"""Height of a mat in a tall picture, in pixels."""
LEGEND = 184
"""Height of a legend that lies across a tall picture, in pixels."""
LEGEND_COLUMNS = 6
"""Columns of such a legend."""
NARROW = 230
"""Width up to which a column of cards has its numbers below the cards, in units."""
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
    """Lay out head, offers, map and bank below each other, then two mats side by side in each row.

    With an odd number of players the legend takes the last place of a mat, otherwise it lies below the mats. Units are
    pixels.
    """
    head_bottom = _HEAD_TOP + _HEAD + GAP
    map_top = head_bottom + (rows * OFFER_ROW + 2 * OFFER_EDGE + GAP if rows else 0)
    map_height = round(land(seats)[1] + 2 * _PAD * WIDEST[seats])
    bank_top = map_top + map_height + GAP
    mats_top = bank_top + BANK + GAP
    places = [
        Part(
            MARGIN + seat % 2 * (_MAT_WIDTH + GAP), mats_top + seat // 2 * (_MAT_HEIGHT + GAP), _MAT_WIDTH, _MAT_HEIGHT
        )
        for seat in range(seats + seats % 2)
    ]
    mats_bottom = places[-1].top + _MAT_HEIGHT
    legend = places[seats] if seats % 2 else Part(MARGIN, mats_bottom + GAP, INNER, LEGEND)
    bottom = round(legend.top + legend.height + MARGIN)
    track_left = MARGIN + _TURN + _DICE + 2 * GAP
    phase_width = _TURN - 213
    return Layout(
        size=(TALL_WIDTH, bottom),
        turn=Part(MARGIN, _HEAD_TOP, _TURN, _HEAD),
        turn_cells=Turn((8, 8, _TURN - 16, 92), (8, 112, phase_width, 86), (phase_width + 8, 112, 185, 86), "r"),
        dice=Part(MARGIN + _TURN + GAP, _HEAD_TOP, _DICE, _HEAD),
        track=Part(track_left, _HEAD_TOP, TALL_WIDTH - MARGIN - track_left, _HEAD),
        offer=Part(MARGIN, head_bottom, INNER, map_top - GAP - head_bottom) if rows else None,
        map=Part(MARGIN, map_top, INNER, map_height),
        bank=tall_bank(bank_top),
        stock=stock(columns(INNER), BANK),
        mats=tuple(places[:seats]),
        mat=_stacked(_MAT_WIDTH, _MAT_HEIGHT, 86, beside=False),
        legend=legend,
        legend_columns=3 if seats % 2 else LEGEND_COLUMNS,
        blocks=(
            Block("head", (0, 0, TALL_WIDTH, head_bottom)),
            Block("foot", (0, bank_top - GAP // 2, TALL_WIDTH, bottom - bank_top + GAP // 2)),
        ),
    )


def stock(width: float, height: float) -> Stock:
    """Return a column of the bank, with numbers beside the cards, or below them if it is narrow."""
    if width > NARROW:
        return Stock(
            width,
            height,
            band=48,
            has_name=True,
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
        has_name=False,
        cards=((middles[0] - 33, 92), (middles[1] - 33, 92)),
        card=84,
        counts=((middles[0], 157), (middles[1], 157)),
        deck=(half - 40, 24),
        metropolis=(34, height - 32),
        owner=(half - 2, height - 32),
        crates=(width - 30, height - 32),
    )


def _stacked(width: float, height: float, levels: float, beside: bool) -> Mat:
    """Return a mat with rows below each other.

    Args:
        width: The width of the mat, in units.
        height: The height of the mat, in units.
        levels: The height of the row with the levels of the tracks, in units.
        beside: True if the points stand beside all rows; False: at the right end of the first row.
    """
    heights = (58, 56, levels, 56, 54)
    edge = 14 if levels > 80 else 5
    gap = (height - 2 * edge - sum(heights)) / (len(heights) - 1)
    name, hand, levels_top, sources, counts = (edge + sum(heights[:row]) + row * gap for row in range(len(heights)))
    left_x = 22.0
    room = width - left_x - 14
    if beside:
        block = 164.0
        room -= block - 4
        name_room = room
        total = Total((width - 128, 44), (width - 92, 44), (width - 16, 50 + 0.45 * (counts + 4)), block - 8, 108)
    else:
        name_room = room - 262
        total = Total(None, (width - 24, name + 30), (width - 86, name + 30), 128, 54)
    return Mat(
        name=(left_x, name, name_room, 58),
        hand=(left_x, hand, room, 56),
        levels=(left_x, levels_top, room, levels),
        sources=(left_x, sources, room, 56),
        counts=(left_x, counts, room, 54),
        total=total,
        text=46 if beside else 36,
    )


def _flat(width: float, height: float, text: int) -> Mat:
    """Return a mat with few rows of several cells, and the points beside them.

    The first row has name and hand, the last one the sources of the points. On a higher mat levels and counts have a
    row each between them, on a lower one they share it.
    """
    block = 158.0
    left_x = 22.0
    top = 8.0
    gap = 6.0
    room = width - left_x - block - 8
    rows = 4 if height > 220 else 3
    row_height = (height - 2 * top - (rows - 1) * gap) / rows
    tops = [top + row * (row_height + gap) for row in range(rows)]
    name = 0.4 * room
    if rows > 3:
        levels = room
        counts_left, counts_top = left_x, tops[2]
    else:
        levels = 0.45 * room
        counts_left, counts_top = left_x + levels + 10, tops[1]
    return Mat(
        name=(left_x, top, name, row_height),
        hand=(left_x + name + 8, top, room - name - 8, row_height),
        levels=(left_x, tops[1], levels, row_height),
        sources=(left_x, tops[-1], room, row_height),
        counts=(counts_left, counts_top, left_x + room - counts_left, row_height),
        total=Total((width - 126, 36), (width - 92, 36), (width - 16, 34 + 0.5 * (height - 34)), block - 10, 100),
        text=text,
    )


_BANNER = 72
"""Height of the banner of a wide picture, in pixels."""
_BANNER_UNIT = 0.75
"""Pixels of a unit of that banner."""
_HEADS = 116
"""Height of dice and the barbarians' track in a wide picture, in pixels."""
_BANK_HEIGHT = 136
"""Height of the bank in a wide picture, in pixels."""
_WIDE_BANK_GAP = 5
"""Distance between columns of the bank in a wide picture, in pixels."""
_PHASE = 370
"""Width of phase and turn in a wide banner, in its units."""
_WIDE_PAD = 0.44
"""Distance from land to the upper and lower edge of a wide picture's map, in hex widths."""
_COAST = 0.54
"""Distance from land to the left and right edge of a wide picture's map, in hex widths."""
_IN_CHANNEL = 25.6
"""Size of the text of flat mats, in pixels of a wide picture; a channel shows them as nine."""
_FLAT = 5
"""Number of players from which on mats are flat."""
_MAT_UNITS = {3: 0.66, 4: 0.575, 5: 0.6, 6: LEAST}
"""Pixels of a unit of mats in a wide picture, by the number of players."""


def _map(seats: int, height: float) -> tuple[float, float, float]:
    """Return the map's width and height in units, and its unit, if it is so many pixels high."""
    land_width, land_height = land(seats)
    width = land_width + 2 * _COAST * WIDEST[seats]
    units_high = land_height + 2 * _WIDE_PAD * WIDEST[seats]
    return width, units_high, height / units_high


def _column(seats: int) -> tuple[int, int]:
    """Return the left edge and the width of the column beside the map of a wide picture, in pixels."""
    width, _, unit = _map(seats, WIDE_SIZE[1] - 2 * _EDGE - _BANNER - _SPACE)
    left_x = round(_EDGE + width * unit + _SPACE)
    return left_x, WIDE_SIZE[0] - _EDGE - left_x


def _wide(seats: int, rows: int) -> Layout:
    """Lay out the banner and the map at the left; dice and track, bank, and mats in a column at the right.

    Offers of trade take the place of the bank; many of them also that of dice and track.
    """
    width, height = WIDE_SIZE
    left_x, column_width = _column(seats)
    banner_width = left_x - _SPACE - _EDGE
    map_top = _EDGE + _BANNER + _SPACE
    bank_top = _EDGE + _HEADS + _SPACE
    mats_top = bank_top + _BANK_HEIGHT + _SPACE
    dice_width = _DICE * LEAST
    dice = part((left_x, _EDGE, dice_width, _HEADS), LEAST)
    track = part((left_x + dice_width + _SPACE, _EDGE, column_width - dice_width - _SPACE, _HEADS), LEAST)
    bank_width = columns(column_width, _WIDE_BANK_GAP)
    bank_step = bank_width + _WIDE_BANK_GAP
    bank = tuple(part((left_x + n * bank_step, bank_top, bank_width, _BANK_HEIGHT), LEAST) for n in range(6))
    rows_in_bank = (_BANK_HEIGHT / LEAST - 2 * OFFER_EDGE) / TIGHTEST_ROW
    crowded = rows > rows_in_bank
    offer_top = _EDGE if crowded else bank_top
    mats = _wide_mats(seats, (left_x, mats_top, column_width, height - _EDGE - mats_top))
    turn = part((_EDGE, _EDGE, banner_width, _BANNER), _BANNER_UNIT)
    # The ground of the column depends on which of its parts are shown, so each case has a name of its own.
    column = "offered" if rows else "column"
    if crowded:
        column = "crowded"
    return Layout(
        size=WIDE_SIZE,
        turn=turn,
        turn_cells=_wide_turn(turn),
        dice=None if crowded else dice,
        track=None if crowded else track,
        offer=part((left_x, offer_top, column_width, mats_top - _SPACE - offer_top), LEAST) if rows else None,
        map=Part(_EDGE, map_top, *_map(seats, height - _EDGE - map_top)),
        bank=() if rows else bank,
        stock=stock(bank[0].width, bank[0].height),
        mats=mats,
        mat=_wide_mat(seats, mats[0]),
        legend=None,
        legend_columns=0,
        blocks=(
            Block("banner", (0, 0, left_x - _SPACE // 2, map_top)),
            Block(column, (left_x - _SPACE // 2, 0, width - left_x + _SPACE // 2, height)),
        ),
    )


def _wide_turn(turn: Part) -> Turn:
    """Return the cells of a wide banner: the players to act at the left, phase above turn at the right."""
    phase_left = turn.width - _PHASE
    return Turn(
        (6, 6, phase_left - 6, turn.height - 12),
        (phase_left, 4, _PHASE, 48),
        (phase_left + 84, 50, _PHASE - 96, 40),  # 84: below the phase, which stands behind a badge
        "l",
    )


def _wide_mats(seats: int, box: Box) -> tuple[Part, ...]:
    """Return mats below each other in a box of a wide picture, in pixels."""
    left_x, top, width, height = box
    step = (height + _SPACE) / seats
    return tuple(part((left_x, top + seat * step, width, step - _SPACE), _MAT_UNITS[seats]) for seat in range(seats))


def _wide_mat(seats: int, mat: Part) -> Mat:
    """Return the cells of a mat of a wide picture; many mats are low, and have several cells in a row."""
    if seats >= _FLAT:
        return _flat(mat.width, mat.height, math.ceil(_IN_CHANNEL / mat.unit))
    return _stacked(mat.width, mat.height, 88 if seats == 3 else 60, beside=True)
