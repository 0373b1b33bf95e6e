"""The city wall: sixteen spaces, on each a tower of discs, the first to act on top; at its end those ahead for good."""

from __future__ import annotations

from engines.macao import board
from engines.macao.view import MacaoView
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, SOFT, mix
from render.kit.pen import Pen
from render.macao import icons
from render.macao.inks import PALETTE, STONE, STONE_DARK
from render.macao.layout import WALL
from render.macao.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = WALL
_STEP = 90.0
_SIZES = {1: (54, 0), 2: (48, 36), 3: (42, 33), 4: (40, 27)}
"""Diameter and rise of discs by how many lie in a tower."""


def ground(pen: Pen) -> None:
    """The stones, their merlons above and the door at the end."""
    for number in range(board.WALL_END + 1):
        left, width = _cell(number)
        pen.box((left, _TOP), (width * 0.36, 16), STONE, STONE_DARK, 2.4, 2)
        pen.box((left + width * 0.64, _TOP), (width * 0.36, 16), STONE, STONE_DARK, 2.4, 2)
        fill = mix(STONE, CARD, 0.55 if number < board.WALL_END else 0.1)
        pen.box((left, _TOP + 10), (width, _HEIGHT - 10), fill, STONE_DARK, 2.4, 4)


def labels(canvas: Canvas) -> None:
    """The numbers of the spaces."""
    for number in range(board.WALL_END):
        left, _ = _cell(number)
        if number:
            canvas.text((left + 20, _TOP + 36), str(number + 1), 40, size=fonts.SMALLEST, side="m", ink=SOFT)
        else:
            canvas.paste(icons.arrow(30, SOFT), (left + 20, _TOP + 38))
    left, _ = _cell(board.WALL_END)
    canvas.paste(icons.lock(34, STONE_DARK), (left + 26, _TOP + 40))


def _cell(number: int) -> tuple[float, float]:
    width = _STEP - 4 if number < board.WALL_END else _WIDTH - _STEP * board.WALL_END
    return _LEFT + number * _STEP, width


def draw(canvas: Canvas, view: MacaoView, news: News) -> None:
    """The discs; in a tower the upper one is ahead."""
    for number, stack in enumerate([*view.wall, view.locked]):
        left, width = _cell(number)
        if news.walls.intersection(stack):
            canvas.frame((left - 3, _TOP - 3, width + 6, _HEIGHT + 6), None, NEW, 6, 10)
        disc, rise = _SIZES[len(stack)] if stack else (0, 0)
        x = left + width - disc / 2 - 6
        base = _TOP + _HEIGHT - disc / 2 - 6
        for place, seat in reversed(list(enumerate(stack))):
            canvas.paste(badge(seat, disc, PALETTE), (x, base - (len(stack) - 1 - place) * rise))
