"""Positions of the parts of a player's own pictures."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Box, Canvas
from render.kit.ink import PAPER
from render.kit.pen import Point
from render.macao import own, rose
from render.macao.layout import GAP, UNIT
from render.shape import WIDE_SIZE, Shape

MARGIN = 10.0
LARGER = 1.25
"""Scale of the rose in a wide picture."""


class Own(NamedTuple):
    """The parts of a player's own picture, in units."""

    height: float
    identity: Box
    purse: Box
    rose: tuple[float, float, float]
    """The corner of the rose, and its scale."""
    tableau: Box
    slots: list[Box]
    activated: Box
    used: list[Box]


def of(shape: Shape, slots: int, cards: int) -> Own:
    """Return the layout for places of the tableau and activated cards."""
    return (_wide if shape is Shape.WIDE else _tall)(slots, cards)


def width(shape: Shape) -> float:
    """Return the width of the picture, in units."""
    return WIDE_SIZE[0] / UNIT[shape]


def head(shape: Shape) -> tuple[Box, Box, float]:
    """Return the boxes of the two halves of the head, beside or below each other, and where they end."""
    across = width(shape) - 2 * MARGIN
    if shape is Shape.WIDE:
        half = (across - GAP) / 2
        return (MARGIN, MARGIN, half, own.HEAD), (MARGIN + half + GAP, MARGIN, half, own.HEAD), MARGIN + own.HEAD + GAP
    below = MARGIN + own.HEAD + GAP
    return (MARGIN, MARGIN, across, own.HEAD), (MARGIN, below, across, own.HEAD), below + own.HEAD + GAP


def grid(count: int, columns: int, box: Box, height: float) -> list[Box]:
    """Return boxes in columns from the top of a box, row by row."""
    x, y, across, _ = box
    wide = (across - (columns - 1) * GAP) / columns
    return [
        (x + place % columns * (wide + GAP), y + place // columns * (height + GAP), wide, height)
        for place in range(count)
    ]


def _wide(slots: int, cards: int) -> Own:
    """Lay out three columns."""
    identity, purse, top = head(Shape.WIDE)
    side = rose.SIZE * LARGER
    left_x = MARGIN + side + 2 * GAP
    wide = (width(Shape.WIDE) - left_x - MARGIN - GAP) / 2
    below = top + own.TITLE
    held = grid(slots, 1, (left_x, below, wide, 0), own.HIGH[Shape.WIDE])
    high = 112 if cards <= 7 else min(84.0, 880 / cards - GAP)
    used = grid(cards, 1, (left_x + wide + GAP, below, wide, 0), min(high, own.ACTIVATED))
    bottom = max(top + side, *(box[1] + box[3] for box in (*held, *used)))
    tableau = (left_x, top, wide, own.TITLE)
    activated = (left_x + wide + GAP, top, wide, own.TITLE)
    return Own(bottom + MARGIN, identity, purse, (MARGIN, top + GAP, LARGER), tableau, held, activated, used)


def _tall(slots: int, cards: int) -> Own:
    """Lay out the tableau beside the rose, activated cards below."""
    identity, purse, top = head(Shape.TALL)
    left_x = MARGIN + rose.SIZE + GAP
    across = width(Shape.TALL) - 2 * MARGIN
    tableau = left_x, top, width(Shape.TALL) - left_x - MARGIN, own.TITLE
    held = grid(slots, 1, (left_x, top + own.TITLE, tableau[2], 0), own.HIGH[Shape.TALL])
    below = max(top + rose.SIZE, held[-1][1] + held[-1][3]) + GAP
    used = grid(cards, 2, (MARGIN, below + own.TITLE, across, 0), own.ACTIVATED)
    bottom = max([below + 2 * own.TITLE, *(box[1] + box[3] for box in used)])
    middle = top + (below - top - rose.SIZE) / 2
    activated = MARGIN, below, across, own.TITLE
    return Own(bottom + MARGIN, identity, purse, (MARGIN, middle, 1.0), tableau, held, activated, used)


def paper(shape: Shape, height: float) -> Canvas:
    """Return an empty picture of a height in units."""
    unit = UNIT[shape]
    return Canvas(Image.new("RGB", (WIDE_SIZE[0], round(height * unit)), PAPER), unit)


def at(canvas: Canvas, box: Box) -> Canvas:
    """Return the canvas from the corner of a box."""
    corner: Point = box[:2]
    return canvas.moved(corner)
