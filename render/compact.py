"""Compact form of tall boards for channels: some parts of the board, and each player's points with a few numbers.

It is about as high as it is wide, and so legible in a channel, where the whole board would be a narrow strip.
"""

from __future__ import annotations

import math
from typing import Any

from PIL import Image

from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PAPER, Palette
from render.kit.part import around
from render.pictures import Compact, Pictures

_MARGIN = 18
_GAP = 14
# The height of a player's cell if it is below the parts, and its width if it is next to them.
_CELL = 128
_COLUMN = 510
_ROW = 4
"""The largest number of cells in one row; more are divided into two rows."""
_SQUARE = 0.7
"""The ratio of height to width above which the last part has the cells next to it instead of below."""
_NAME = (48, 33)
"""Sizes of a name, the largest first."""
_TOTAL = 50
"""The size of the points."""
_COUNT = 46
"""The size of the other numbers."""


def draw(pictures: Pictures, compact: Compact, view: Any, caption: Caption) -> Image.Image:
    """Draw the parts one below the other, with the cells below them, or next to the last part if that is high."""
    board = pictures.board(view, caption).convert("RGB")
    boxes = pictures.parts(view, caption)
    *above, last = (_cut(board, around([boxes[name] for name in row if name in boxes])) for row in compact.rows)
    top = sum(strip.height for strip in above)
    seats = len(view.ranking)
    if last.height > _SQUARE * last.width:
        # The part shrinks so that the column fits next to it.
        wide = board.width - _COLUMN - _MARGIN
        last = last.resize((wide, last.height * wide // last.width), Image.Resampling.BOX)
        cells = _grid((wide, top, _COLUMN, last.height), 1, seats)
    else:
        across = seats if seats <= _ROW else math.ceil(seats / 2)
        high = math.ceil(seats / across) * (_CELL + _GAP)
        cells = _grid((_MARGIN, top + last.height, board.width - 2 * _MARGIN, high), across, seats)
    bottom = max(top + last.height, round(cells[-1][1] + cells[-1][3]) + _MARGIN)
    canvas = Canvas(Image.new("RGB", (board.width, bottom), PAPER))
    y = 0
    for strip in (*above, last):
        canvas.layer(strip, (0, y))
        y += strip.height
    for seat, cell in zip(view.ranking, cells, strict=True):  # the leader comes first
        _player(canvas, cell, view, seat, caption, pictures.palette, compact)
    return canvas.image


def _cut(board: Image.Image, box: Box) -> Image.Image:
    """Cut out a box over the whole width of the board, with half of the gap above and below it."""
    top = round(box[1] - _GAP / 2)
    bottom = round(box[1] + box[3] + _GAP / 2)
    return board.crop((0, max(0, top), board.width, min(board.height, bottom)))


def _grid(box: Box, across: int, seats: int) -> list[Box]:
    """Return the cells of all seats in rows."""
    x, y, width, height = box
    wide = (width + _GAP) / across
    high = height / math.ceil(seats / across)
    return [
        (x + seat % across * wide, y + seat // across * high + _GAP / 2, wide - _GAP, high - _GAP)
        for seat in range(seats)
    ]


def _player(
    canvas: Canvas, cell: Box, view: Any, seat: int, caption: Caption, palette: Palette, chosen: Compact
) -> None:
    """Draw a player's badge and points, with the numbers of the game below them."""
    left_x, top, width, height = cell
    canvas.frame(cell, CARD, LINE, 2, 14)
    mat.coloured(canvas, cell, seat, seat in view.to_act, palette)
    upper = top + height / 2 - _CELL / 4 + 4
    lower = top + height / 2 + _CELL / 4 - 4
    canvas.paste(badge(seat, 60, palette), (left_x + 22, upper), "l")
    width_used = mat.total(canvas, (left_x + width - 12, upper), view, seat, 170, _TOTAL)
    mat.name(canvas, (left_x + 88, upper), caption.name(seat), width - width_used - 108, _NAME)
    counts = chosen.counts(view, seat)
    room = width - 36
    needed = [sign.size[0] + 12 + fonts.width(text, _COUNT) for sign, text in counts]
    steps = [room / len(counts)] * len(counts)
    if max(needed) > steps[0] and sum(needed) <= room:  # a text is wider than its column, but together they fit
        steps = [need * room / sum(needed) for need in needed]
    x = left_x + 26.0
    for (sign, text), step in zip(counts, steps, strict=True):
        canvas.paste(sign, (x, lower), "l")
        canvas.text((x + sign.size[0] + 8, lower), text, step - sign.size[0] - 12, size=_COUNT)
        x += step
