"""A seat's strip below the board, the same in every game: paper with an edge in its colour, lit when it is to act."""

from __future__ import annotations

from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PLAIN, Palette, mix
from render.kit.pen import Pen


def ground(pen: Pen, box: Box, seat: int, palette: Palette = PLAIN) -> None:
    """The empty strip."""
    left, top, width, height = box
    pen.box((left, top), (width, height), CARD, LINE, 2, 14)
    pen.box((left, top), (14, height), palette.edges[seat], None, 0, 7)


def divide(pen: Pen, x: float, top: float, height: float) -> None:
    """A thin line between two parts of a strip."""
    pen.path(((x, top + 14), (x, top + height - 14)), mix(LINE, CARD, 0.3), 2)


def light(canvas: Canvas, box: Box, seat: int, palette: Palette = PLAIN) -> None:
    """The strip of a seat that is to act."""
    left, top, width, height = box
    canvas.frame((left - 6, top - 5, width + 12, height + 10), palette.washes[seat], palette.edges[seat], 6, 16)
