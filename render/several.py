"""Several boards in one picture, each with what happened in words: what somebody has missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, PAPER, SOFT, TEXT
from render.shape import LEGIBLE, Shape

WIDTH = fonts.WIDTH
_EDGE = 20
_BETWEEN = 24
_MOST_LINES = {Shape.WIDE: 9, Shape.TALL: 6}
"""Of text below a board, and in front of it; the message has all of it."""
_MOST_BEFORE = 4


class Panel(NamedTuple):
    """A board with its words. ``before``: what was dull and is told in front of it."""

    board: Image.Image
    title: str
    lines: Sequence[str]
    before: str = ""


def draw(panels: Sequence[Panel], after: str, shape: Shape) -> Image.Image:
    """The boards in their order, two beside each other where there are several; ``after``: what is told at the end."""
    size = LEGIBLE[shape].needed
    columns = 1 if len(panels) == 1 else 2
    wide = (WIDTH - 2 * _EDGE - (columns - 1) * _BETWEEN) // columns
    rows = [panels[start : start + columns] for start in range(0, len(panels), columns)]
    cells = [[_cell(panel, wide, shape) for panel in row] for row in rows]
    heights = [max(cell.height for cell in row) for row in cells]
    end = _words([after], WIDTH - 4 * _EDGE, size, _MOST_BEFORE) if after else ()
    high = 2 * _EDGE + sum(heights) + _BETWEEN * (len(heights) - 1)
    below = _pitch(size) * len(end) + _EDGE if end else 0
    canvas = Canvas(Image.new("RGB", (WIDTH, high + below), PAPER))
    top = _EDGE
    for row, height in zip(cells, heights, strict=True):
        for place, cell in enumerate(row):
            canvas.layer(cell, (_EDGE + place * (wide + _BETWEEN), top))
        top += height + _BETWEEN
    _write(canvas, end, (2 * _EDGE, high + _pitch(size) / 2), WIDTH - 4 * _EDGE, size, aside=True)
    return canvas.image


def _cell(panel: Panel, wide: int, shape: Shape) -> Image.Image:
    """What was dull, the title, the board, and what happened."""
    size = LEGIBLE[shape].needed
    room, pitch, large = wide - 2 * _EDGE, _pitch(size), round(size * 1.3)
    before = _words([panel.before], room, size, _MOST_BEFORE) if panel.before else ()
    lines = _words(panel.lines, room, size, _MOST_LINES[shape])
    board = panel.board.convert("RGB")
    board = board.resize((wide, board.height * wide // board.width), Image.Resampling.BOX)
    head = _EDGE + len(before) * pitch + _pitch(large)
    high = head + board.height + len(lines) * pitch + (_EDGE if lines else 0)
    canvas = Canvas(Image.new("RGB", (wide, high), CARD))
    canvas.frame((0, 0, wide, high), CARD, LINE, 2, 12)
    _write(canvas, before, (_EDGE, _EDGE + pitch / 2), room, size, aside=True)
    canvas.text((_EDGE, head - _pitch(large) / 2 - 4), fonts.drawable(panel.title), room, size=large)
    canvas.layer(board, (0, head))
    _write(canvas, lines, (_EDGE, head + board.height + pitch * 0.7), room, size)
    return canvas.image


def _pitch(size: int) -> int:
    return round(size * 1.4)


def _words(lines: Sequence[str], room: int, size: int, most: int) -> tuple[str, ...]:
    """As many lines of these as there is room for; of more the first."""
    broken = tuple(part for line in lines for part in fonts.wrap(fonts.drawable(line), size, room, most))
    if len(broken) <= most:
        return broken
    return (*broken[: most - 1], fonts.clip(f"{broken[most - 1]} …", size, room))


def _write(
    canvas: Canvas, lines: Sequence[str], at: tuple[float, float], room: int, size: int, *, aside: bool = False
) -> None:
    for number, line in enumerate(lines):
        canvas.text((at[0], at[1] + number * _pitch(size)), line, room, size=size, ink=SOFT if aside else TEXT)
