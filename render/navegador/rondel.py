"""The rondel: a wind rose of eight fields, with the stones and the orange ship."""

from __future__ import annotations

import math
from functools import lru_cache

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

_HUB = 88
"""Radius of the hub, in units."""
_TINTS = (rgb("fbf3df"), rgb("f0e2c1"))
_RING = rgb("7a5a2a")
_STONE = 52
"""Width of a stone, in units."""
_SMALL = 42
"""Width of a stone on a crowded field, in units."""
_RIM = 6
"""Width of the ring around a stone that has just moved, in pixels."""
_EDGE = 19
"""Room around the points of an arrow for its lines, in pixels."""


def ground(pen: Pen) -> None:
    """Draw the wheel without words."""
    pen.disc(ROSE, ROSE_RADIUS + 10, _RING)
    pen.disc(ROSE, ROSE_RADIUS + 5, rgb("e2c98f"))
    pen.disc(ROSE, ROSE_RADIUS, _RING)
    for field in range(8):
        middle = 45 * field - 90
        pen.slice(ROSE, ROSE_RADIUS - 2, middle - 22.5, middle + 22.5, _TINTS[field % 2])
    for field in range(8):
        pen.path((ROSE, around(ROSE, ROSE_RADIUS - 2, 45 * field + 22.5)), LINE, 2.4)
    pen.disc(ROSE, _HUB, CARD, _RING, 3)
    for turn, reach in ((22.5, 0.5), (67.5, 0.5), (45, 0.7), (0, 0.94)):
        for quarter in range(4):
            angle = turn + 90 * quarter
            tip = around(ROSE, _HUB * reach, angle)
            pen.area((ROSE, around(ROSE, _HUB * 0.15, angle - 45), tip), mix(_RING, CARD, 0.35))
            pen.area((ROSE, around(ROSE, _HUB * 0.15, angle + 45), tip), CARD, mix(_RING, CARD, 0.35), 1)


def labels(canvas: Canvas, caption: Caption) -> None:
    """Draw the words of the fields."""
    for number in range(len(board.RONDEL)):
        _named(canvas, number, caption)


def _named(canvas: Canvas, field: int, caption: Caption) -> None:
    name = caption.title(words.FIELDS[board.RONDEL[field]])
    size = fonts.fitting(name, (CHART_TEXT, 37, fonts.NEEDED), _room(field))
    canvas.text(_middle_of_word(field), name, _room(field), size=size, side="m")


def _middle_of_word(field: int) -> Point:
    """Return the middle of a field's word."""
    x, y = ROSE
    if field % 4 == 0:
        return x, y + (-218 if field == 0 else 218)
    if field % 4 == 2:
        return x + (178 if field == 2 else -178), y - 34
    return x + (134 if field in (1, 3) else -134), y + (-101 if field in (1, 7) else 101)


def _room(field: int) -> int:
    return 186 if field % 2 else 160


def _lines(field: int, small: bool) -> tuple[tuple[Point, float], tuple[Point, float]]:
    """Return two lines for the pieces on a field: the middle and the width of each."""
    x, y = ROSE
    if field % 4 == 0:
        down = -1 if field == 0 else 1
        return ((x, y + down * (170 if small else 162)), 136), ((x, y + down * 124), 96)
    if field % 4 == 2:
        out = 1 if field == 2 else -1
        return ((x + out * 176, y + (14 if small else 20)), 160), ((x + out * 188, y + 58), 110)
    out = 1 if field in (1, 3) else -1
    down = -1 if field in (1, 7) else 1
    return ((x + out * 134, y + down * (150 if small else 156)), 140 if small else 124), (
        (x + out * 120, y + down * 196),
        92,
    )


def _places(field: int, count: int) -> tuple[int, list[Point]]:
    """Return the size of pieces on a field and their places, on one line or two."""
    # Large pieces fit on one line: three of them to the left and right of the hub, where it is longer, elsewhere two.
    small = count > (3 if field % 4 == 2 else 2)
    size = _SMALL if small else _STONE
    # The first line takes three small pieces, or four if there are six or more.
    second = max(0, count - (3 if count < 6 else 4)) if small else 0
    places = []
    for (middle, width), pieces in zip(_lines(field, small), (count - second, second), strict=True):
        step = min(size, (width - size) / max(1, pieces - 1))
        places += [(middle[0] + (i - (pieces - 1) / 2) * step, middle[1]) for i in range(pieces)]
    return size, places


def pieces(canvas: Canvas, view: NavegadorView, news: News, caption: Caption) -> None:
    """Draw stones, the orange ship, and the last move of a stone: from a violet field to the point of an arrow."""
    moves = [(view.players[seat].stone, steps) for seat, steps in news.steps.items()]
    moved = [(stone, steps) for stone, steps in moves if stone is not None and steps]
    starts = {(stone - steps) % 8 for stone, steps in moved}
    for field in sorted(starts):
        wash, (x, y) = _departed(field)
        canvas.paste(wash, (ROSE[0] + x, ROSE[1] + y))
    for field in sorted({(start + step) % 8 for start in starts for step in (-1, 0, 1)}):  # long names reach over
        _named(canvas, field, caption)
    for stone, steps in moved:
        arc, (x, y) = _arc(stone, steps)
        canvas.paste(arc, (ROSE[0] + x, ROSE[1] + y))
    waiting = [player.seat for player in view.players if player.stone is None]
    for number, seat in enumerate(waiting):
        line = number // 3
        wide = min(len(waiting) - number // 3 * 3, 3)
        x = ROSE[0] + (number % 3 - (wide - 1) / 2) * 47
        canvas.paste(badge(seat), (x, ROSE[1] + 47 * line - (23 if len(waiting) > 3 else 0)))
    for field in range(8):
        seats = [player.seat for player in view.players if player.stone == field]
        marked = view.card.mark == field
        size, places = _places(field, len(seats) + marked)
        if marked:
            canvas.paste(icons.icon("navegador", size + 2), places[-1])
        for seat, at in zip(seats, places, strict=False):
            canvas.paste(badge(seat, size), at)
            if news.steps.get(seat) is not None:  # 0 steps: it has just been put down
                ring = size + 2 * _RIM
                canvas.frame((at[0] - ring / 2, at[1] - ring / 2, ring, ring), None, NEW, _RIM + 2, ring / 2)


@lru_cache(maxsize=8)
def _departed(field: int) -> tuple[Sprite, Point]:
    """Return the field that a stone has left, in pale violet, and its place from the middle of the rose."""
    turns = [45 * field - 21.5 + 43 * step / 24 for step in range(25)]
    rim = [around((0, 0), ROSE_RADIUS - 3, turn) for turn in turns]
    rim += [around((0, 0), _HUB + 5, turn) for turn in reversed(turns)]
    across, down = zip(*rim, strict=True)
    left, top, right, bottom = (edge(side) for edge, side in zip((min, min, max, max), (across, down) * 2, strict=True))
    size = round(right - left) + 8, round(bottom - top) + 8

    def draw(pen: Pen) -> None:
        pen.moved((4 - left, 4 - top)).area(rim, NEW_WASH, NEW, 4)

    return sprite(size, draw), ((left + right) / 2, (top + bottom) / 2)


@lru_cache(maxsize=64)
def _arc(stone: int, steps: int) -> tuple[Sprite, Point]:
    """Return a violet arrow along the rim from one field to another, and its place from the middle of the rose.

    The sprite is no larger than the arrow, so that all arrows can be kept in memory.
    """
    radius = ROSE_RADIUS + 3
    middle = math.ceil(radius) + _EDGE
    centre = (middle, middle)
    first = 45 * (stone - steps)
    last = 45 * stone - 5
    points = [around(centre, radius, first + (last - first) * i / 60) for i in range(61)]
    tip = [
        around(centre, radius, last + 6),
        around(centre, radius + 17, last - 3),
        around(centre, radius - 17, last - 3),
    ]
    across, down = zip(*points, *tip, strict=True)
    left = math.floor(min(across)) - _EDGE
    top = math.floor(min(down)) - _EDGE
    right = math.ceil(max(across)) + _EDGE
    bottom = math.ceil(max(down)) + _EDGE

    def draw(pen: Pen) -> None:
        pen = pen.moved((-left, -top))
        pen.path(points, WHITE, 16)
        pen.area(tip, WHITE, WHITE, 7)
        pen.path(points, NEW, 9)
        pen.disc(points[0], 11, NEW, WHITE, 3)
        pen.area(tip, NEW)

    return sprite((right - left, bottom - top), draw), ((left + right) / 2 - middle, (top + bottom) / 2 - middle)
