"""Where a part of a picture lies: an arrangement of parts is data, and each part draws in units of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.kit.canvas import Box, Canvas
from render.kit.pen import Pen, Point

WINDOW = 540.0, 340.0
"""What is shown of a board around one of its places, in pixels: a channel on a desktop shows all of them."""


class Part(NamedTuple):
    """A part of a picture: its corner in pixels, its size in units of its own, and how many pixels make one of them."""

    left: float
    top: float
    width: float
    height: float
    unit: float = 1

    @property
    def box(self) -> Box:
        """Return the box that the part covers, in pixels."""
        return self.left, self.top, self.width * self.unit, self.height * self.unit

    @property
    def size(self) -> Box:
        """Return the box of the part in its own units."""
        return 0, 0, self.width, self.height

    def window(self, at: Point, size: Point = WINDOW) -> Box:
        """So many pixels of it around a point of its own, or as many as it has."""
        wide, high = (min(most, length * self.unit) for most, length in zip(size, self.measures, strict=True))
        left = min(max(at[0] * self.unit - wide / 2, 0), self.width * self.unit - wide)
        top = min(max(at[1] * self.unit - high / 2, 0), self.height * self.unit - high)
        return self.left + left, self.top + top, wide, high

    @property
    def measures(self) -> Point:
        """Its width and height, in its own units."""
        return self.width, self.height

    def on(self, canvas: Canvas, corner: Point = (0, 0)) -> Canvas:
        """A canvas of the part; ``corner``: which point of the picture is the zero of ``canvas``."""
        return canvas.moved((self.left - corner[0], self.top - corner[1]), self.unit)

    def under(self, pen: Pen, corner: Point = (0, 0)) -> Pen:
        """The same for a pen."""
        return pen.moved((self.left - corner[0], self.top - corner[1]), self.unit)


def part(box: Box, unit: float = 1) -> Part:
    """A part that covers ``box``, in pixels."""
    left, top, width, height = box
    return Part(left, top, width / unit, height / unit, unit)


def around(boxes: Sequence[Box]) -> Box:
    """The least box that has all of these in it."""
    left = min(box[0] for box in boxes)
    top = min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    bottom = max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top
