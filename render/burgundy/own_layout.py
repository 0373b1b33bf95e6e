"""Positions of the parts of a player's own pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engines.burgundy import box
from render.burgundy.layout import (
    BLACK_HIGH,
    BOARD,
    COLUMN_WIDE,
    EDGE,
    GAP,
    INNER,
    LINE,
    MARGIN,
    Depots,
    in_column,
    notes_high,
    two_rows,
    two_rows_high,
)
from render.kit.part import Part, part
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

HEADING = 50
"""Height of a list's title, in pixels."""


@dataclass(frozen=True)
class Own:
    """The parts of a player's own picture. With ``depots`` it shows also the tiles to decide about."""

    size: tuple[int, int]
    head: Part
    board: Part
    storage: tuple[Part, ...]
    goods: Part
    known: Part | None = None
    depots: Depots | None = None


@cache
def of(shape: Shape, seats: int, lines: int, deciding: bool) -> Own:
    """Return the layout of a player's own picture.

    Args:
        shape: The shape of the picture.
        seats: The number of players.
        lines: The number of knowledge tiles to explain, if there is room.
        deciding: True to show the depots as well.
    """
    if shape is Shape.TALL:
        return _own_tall(seats, lines, deciding)
    return _own_wide(lines, deciding)


def _own_tall(seats: int, lines: int, deciding: bool) -> Own:
    top = 16
    head = 176
    scale = 2.16
    stored = 236
    goods = 104
    head_part = part((MARGIN, top, INNER, head))
    top += head + GAP
    board = part((MARGIN, top, INNER, round(BOARD[1] * scale)), scale)
    top += round(BOARD[1] * scale) + GAP
    wide = (INNER - 2 * GAP) / box.STORAGE
    storage = tuple(part((MARGIN + number * (wide + GAP), top, wide, stored)) for number in range(box.STORAGE))
    top += stored + GAP
    goods_part = part((MARGIN, top, INNER, goods))
    top += goods + GAP
    knowledge_part = None
    depots = None
    if deciding:
        depots = two_rows((MARGIN, top), seats)
        depots = Depots(depots.numbered, Part(*depots.black.box[:2], INNER, BLACK_HIGH))
        top += two_rows_high(seats) + GAP
    if lines:
        high = notes_high(lines) + (0 if deciding else HEADING)
        knowledge_part = part((MARGIN, top, INNER, high))
        top += high + GAP
    return Own((TALL_WIDTH, top - GAP + MARGIN), head_part, board, storage, goods_part, knowledge_part, depots)


def _own_wide(lines: int, deciding: bool) -> Own:
    width, height = WIDE_SIZE
    scale = 0.6
    head = part((EDGE, EDGE, width - 2 * EDGE, 100), scale)
    top = 100 + 2 * EDGE
    left_x = width - EDGE - COLUMN_WIDE
    board = part((EDGE, top, left_x - 2 * EDGE, height - top - EDGE), 1.3)
    depots = None
    knowledge_part = None
    stored = 160
    large = 0.8
    if deciding:
        cell = 122
        black = 92
        stored = 88
        large = scale
        depots = in_column((left_x, top), cell, black)
        top += 3 * (cell + EDGE) + black + EDGE
    storage = tuple(
        part((left_x, top + number * (stored + EDGE), COLUMN_WIDE, stored), large) for number in range(box.STORAGE)
    )
    top += box.STORAGE * (stored + EDGE)
    goods = part((left_x, top, COLUMN_WIDE, min(height - EDGE - top, 90)), scale)
    if lines and not deciding:
        top += 90 + EDGE
        knowledge_part = part((left_x, top, COLUMN_WIDE, (LINE * lines + 24 + HEADING) * scale), scale)
    return Own(WIDE_SIZE, head, board, storage, goods, knowledge_part, depots)
