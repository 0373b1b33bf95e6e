"""The rondel: a wind rose of eight fields, with the stones and the orange ship.

Fields are numbered clockwise from 0 at the top; the middle of each lies ``_FIELD`` degrees after that of the last.
Points and lengths are in units of the chart, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, WHITE, mix, rgb
from render.kit.pen import Pen, Point, Sprite, around, sprite
from render.navegador import icons, words
from render.navegador.geography import ROSE, ROSE_RADIUS
from render.navegador.news import News
from render.navegador.sizes import CHART_TEXT

_FIELD = 45
"""Angle of a field, in degrees."""
_TOP, _RIGHT, _BOTTOM, _LEFT = 0, 2, 4, 6
"""The numbers of the fields that lie straight above, beside and below the hub; between them are the slanting ones."""
_HUB = 88
"""Radius of the hub, in units."""
_TINTS = (rgb("fbf3df"), rgb("f0e2c1"))
"""Colours of fields with even and with odd numbers."""
_RING = rgb("7a5a2a")
_WAITING_ROW = 3
"""The most stones side by side on the hub, before they are put on a field."""
_STONE = 52
"""Width of a stone, in units."""
_SMALL = 42
"""Width of a stone on a crowded field, in units."""
_RIM = 6
"""Width of the ring around a stone that has just moved, in units."""
_EDGE = 19
"""Room around the points of an arrow for its lines, in units."""


def ground(pen: Pen) -> None:
    """Draw the wheel without words."""
    pen.disc(ROSE, ROSE_RADIUS + 10, _RING)
    pen.disc(ROSE, ROSE_RADIUS + 5, rgb("e2c98f"))
    pen.disc(ROSE, ROSE_RADIUS, _RING)
    for field in range(len(board.RONDEL)):
        middle = _FIELD * field - 90  # slices count their angles from three o'clock
        pen.slice(ROSE, ROSE_RADIUS - 2, middle - _FIELD / 2, middle + _FIELD / 2, _TINTS[field % 2])
    for field in range(len(board.RONDEL)):
        pen.path((ROSE, around(ROSE, ROSE_RADIUS - 2, _FIELD * (field + 0.5))), LINE, 2.4)
    pen.disc(ROSE, _HUB, CARD, _RING, 3)
    _star(pen)


def _star(pen: Pen) -> None:
    """Draw the star of the hub: sixteen points with a dark and a light half each, the longest last and on top."""
    for turn, reach in ((22.5, 0.5), (67.5, 0.5), (45, 0.7), (0, 0.94)):
        for quarter in range(4):
            angle = turn + 90 * quarter
            tip = around(ROSE, _HUB * reach, angle)
            pen.area((ROSE, around(ROSE, _HUB * 0.15, angle - 45), tip), mix(_RING, CARD, 0.35))
            pen.area((ROSE, around(ROSE, _HUB * 0.15, angle + 45), tip), CARD, mix(_RING, CARD, 0.35), 1)


def labels(canvas: Canvas, caption: Caption) -> None:
    """Draw the words of the fields."""
    for field in range(len(board.RONDEL)):
        _label(canvas, field, caption)


def _label(canvas: Canvas, field: int, caption: Caption) -> None:
    """Draw the word of a field."""
    name = caption.title(words.FIELDS[board.RONDEL[field]])
    size = fonts.fitting(name, (CHART_TEXT, 37, fonts.NEEDED), _room(field))
    canvas.text(_middle_of_word(field), name, _room(field), size=size, side="m")


def _middle_of_word(field: int) -> Point:
    """Return the middle of a field's word."""
    x, y = ROSE
    if field in (_TOP, _BOTTOM):
        return x, y + 218 * _down(field)
    if field in (_RIGHT, _LEFT):
        return x + 178 * _out(field), y - 34
    return x + 134 * _out(field), y + 101 * _down(field)


def _down(field: int) -> int:
    """Return -1 for a field in the upper half, 1 for one in the lower half."""
    return -1 if field in (7, _TOP, 1) else 1


def _out(field: int) -> int:
    """Return -1 for a field in the left half, 1 for one in the right half."""
    return 1 if field in (1, _RIGHT, 3) else -1


def _room(field: int) -> int:
    """Return the room for a field's word: slanting fields are broader at its height."""
    return 186 if field % 2 else 160


class _Line(NamedTuple):
    """A line on which pieces stand side by side."""

    middle: Point
    width: float


def _lines(field: int, small: bool) -> tuple[_Line, _Line]:
    """Return two lines for the pieces on a field; the second one is for small pieces that the first has no room for."""
    x, y = ROSE
    if field in (_TOP, _BOTTOM):
        down = _down(field)
        return _Line((x, y + down * (170 if small else 162)), 136), _Line((x, y + down * 124), 96)
    if field in (_RIGHT, _LEFT):
        out = _out(field)
        return _Line((x + out * 176, y + (14 if small else 20)), 160), _Line((x + out * 188, y + 58), 110)
    out = _out(field)
    down = _down(field)
    first = _Line((x + out * 134, y + down * (150 if small else 156)), 140 if small else 124)
    return first, _Line((x + out * 120, y + down * 196), 92)


def _places(field: int, count: int) -> tuple[int, list[Point]]:
    """Return the size of so many pieces on a field and their places, on one line or two."""
    # Large pieces fit on one line: three of them to the left and right of the hub, where it is longer, elsewhere two.
    small = count > (3 if field in (_RIGHT, _LEFT) else 2)
    size = _SMALL if small else _STONE
    # The first line takes three small pieces, or four if there are six or more.
    second = max(0, count - (3 if count < 6 else 4)) if small else 0
    places = []
    for line, pieces in zip(_lines(field, small), (count - second, second), strict=True):
        step = min(size, (line.width - size) / max(1, pieces - 1))
        x, y = line.middle
        places += [(x + (number - (pieces - 1) / 2) * step, y) for number in range(pieces)]
    return size, places


def pieces(canvas: Canvas, view: NavegadorView, news: News, caption: Caption) -> None:
    """Draw stones, the orange ship, and the last move of a stone: from a violet field to the point of an arrow."""
    _moves(canvas, view, news, caption)
    _waiting(canvas, [player.seat for player in view.players if player.stone is None])
    for field in range(len(board.RONDEL)):
        seats = [player.seat for player in view.players if player.stone == field]
        has_ship = view.card.mark == field
        size, places = _places(field, len(seats) + has_ship)
        if has_ship:
            canvas.paste(icons.icon("navegador", size + 2), places[-1])
        for seat, at in zip(seats, places, strict=False):
            canvas.paste(badge(seat, size), at)
            if news.steps.get(seat) is not None:  # 0 steps: it has just been put down
                ring = size + 2 * _RIM
                canvas.frame((at[0] - ring / 2, at[1] - ring / 2, ring, ring), None, NEW, _RIM + 2, ring / 2)


def _moves(canvas: Canvas, view: NavegadorView, news: News, caption: Caption) -> None:
    """Draw where the stones that have just moved come from, and their ways."""
    ends = [(view.players[seat].stone, steps) for seat, steps in news.steps.items()]
    moves = [(stone, steps) for stone, steps in ends if stone is not None and steps]
    fields = len(board.RONDEL)
    starts = {(stone - steps) % fields for stone, steps in moves}
    for field in sorted(starts):
        wash, (x, y) = _departed(field)
        canvas.paste(wash, (ROSE[0] + x, ROSE[1] + y))
    # The violet covers the words, also ends of long words of the neighbours, which reach over.
    for field in sorted({(start + step) % fields for start in starts for step in (-1, 0, 1)}):
        _label(canvas, field, caption)
    for stone, steps in moves:
        arc, (x, y) = _arc(stone, steps)
        canvas.paste(arc, (ROSE[0] + x, ROSE[1] + y))


def _waiting(canvas: Canvas, seats: Sequence[int]) -> None:
    """Draw stones that have no field yet on the hub, in one row or two."""
    top = 23 if len(seats) > _WAITING_ROW else 0
    for number, seat in enumerate(seats):
        row, column = divmod(number, _WAITING_ROW)
        in_row = min(len(seats) - row * _WAITING_ROW, _WAITING_ROW)
        x = ROSE[0] + (column - (in_row - 1) / 2) * 47
        canvas.paste(badge(seat), (x, ROSE[1] + 47 * row - top))


@lru_cache(maxsize=8)
def _departed(field: int) -> tuple[Sprite, Point]:
    """Return the field that a stone has left, in pale violet, and the way from the middle of the rose to its middle."""
    # The field is 45 degrees wide; a degree at either side keeps clear of the lines between fields.
    turns = [_FIELD * field - 21.5 + 43 * step / 24 for step in range(25)]
    outline = [around((0, 0), ROSE_RADIUS - 3, turn) for turn in turns]
    outline += [around((0, 0), _HUB + 5, turn) for turn in reversed(turns)]
    xs, ys = zip(*outline, strict=True)
    left_x, right = min(xs), max(xs)
    top, bottom = min(ys), max(ys)
    edge = 4
    size = round(right - left_x) + 2 * edge, round(bottom - top) + 2 * edge

    def draw(pen: Pen) -> None:
        pen.moved((edge - left_x, edge - top)).area(outline, NEW_WASH, NEW, edge)

    return sprite(size, draw), ((left_x + right) / 2, (top + bottom) / 2)


@lru_cache(maxsize=64)
def _arc(stone: int, steps: int) -> tuple[Sprite, Point]:
    """Return a violet arrow along the rim, and the way from the middle of the rose to its middle.

    The sprite is no larger than the arrow, so that all arrows can be kept in memory.

    Args:
        stone: The field on which the stone is now.
        steps: The number of fields that it moved.
    """
    radius = ROSE_RADIUS + 3
    middle = math.ceil(radius) + _EDGE
    centre = (middle, middle)
    first = _FIELD * (stone - steps)
    last = _FIELD * stone - 5  # the tip ends just after the middle of the field
    points = [around(centre, radius, first + (last - first) * i / 60) for i in range(61)]
    tip = [
        around(centre, radius, last + 6),
        around(centre, radius + 17, last - 3),
        around(centre, radius - 17, last - 3),
    ]
    xs, ys = zip(*points, *tip, strict=True)
    left_x = math.floor(min(xs)) - _EDGE
    top = math.floor(min(ys)) - _EDGE
    right = math.ceil(max(xs)) + _EDGE
    bottom = math.ceil(max(ys)) + _EDGE

    def draw(pen: Pen) -> None:
        pen = pen.moved((-left_x, -top))
        pen.path(points, WHITE, 16)
        pen.area(tip, WHITE, WHITE, 7)
        pen.path(points, NEW, 9)
        pen.disc(points[0], 11, NEW, WHITE, 3)
        pen.area(tip, NEW)

    return sprite((right - left_x, bottom - top), draw), ((left_x + right) / 2 - middle, (top + bottom) / 2 - middle)
