"""The city wall: sixteen spaces with towers of discs, the first to act on top, and an end for discs that stay ahead."""

from __future__ import annotations

from collections.abc import Collection

from engines.macao import board
from engines.macao.view import MacaoView
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, SOFT, mix
from render.kit.pen import Pen, Point
from render.macao import icons
from render.macao.inks import PALETTE, STONE, STONE_DARK
from render.macao.layout import LETTERS, needed

_NUMBER = 20
"""Distance of the spaces' numbers from the top, in units."""
_FRESH = 15
"""Size of the sign beside a disc that has just moved, in units."""
_BASE = 31
"""Height of the stones, below which the discs lie, in units."""
_CELLS = board.WALL_END + 1


def ground(pen: Pen, size: Point) -> None:
    """Draw the stones, their merlons above and the door at the end."""
    for number in range(_CELLS):
        left_x, width = cell(number, size)
        pen.box((left_x, 0), (width * 0.36, 12), STONE, STONE_DARK, 1.6, 2)
        pen.box((left_x + width * 0.64, 0), (width * 0.36, 12), STONE, STONE_DARK, 1.6, 2)
        fill = mix(STONE, CARD, 0.55 if number < board.WALL_END else 0.1)
        pen.box((left_x, 7), (width, size[1] - 7), fill, STONE_DARK, 1.6, 3)


def labels(canvas: Canvas, size: Point) -> None:
    """Draw the numbers of the spaces."""
    for number in range(_CELLS):
        left_x, width = cell(number, size)
        middle = left_x + width / 2, _NUMBER
        if not number:
            canvas.paste(icons.icon("arrow", 18, ink=SOFT), middle)
        elif number == board.WALL_END:
            canvas.paste(icons.icon("lock", 20, ink=STONE_DARK), middle)
        else:
            canvas.text(middle, str(number + 1), width, size=LETTERS, side="m", ink=SOFT)


def cell(number: int, size: Point) -> tuple[float, float]:
    """Return the left edge and the width of a space."""
    step = size[0] / _CELLS
    return number * step, step - 3


def draw(canvas: Canvas, view: MacaoView, new: Collection[int], size: Point) -> None:
    """Draw the discs: in a tower the upper one is ahead, of three and more two lie beside each other."""
    for number, stack in enumerate([*view.wall, view.locked]):
        left_x, width = cell(number, size)
        if not stack:
            continue
        if set(new).intersection(stack):
            canvas.frame((left_x - 2, -2, width + 4, size[1] + 4), None, NEW, 5, 7)
        across = 1 if len(stack) < 3 else 2
        lines = -(-len(stack) // across)
        disc = 40 if len(stack) == 1 else 28
        middle = left_x + width / 2
        pitch = (size[1] - _BASE) / lines
        for place, seat in enumerate(stack):
            line, column = divmod(place, across)
            x = middle + (column - (across - 1) / 2) * 25
            y = _BASE + (line + 0.5) * pitch - 1
            canvas.paste(badge(seat, disc, PALETTE, needed(canvas.scale)), (x, y))
            if seat in new and not set(new).issuperset(stack):
                canvas.paste(icons.icon("fresh", _FRESH), (x - disc / 2, y - disc / 2 + 3))
