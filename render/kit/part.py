"""Parts of pictures: the layout of a picture is data, and each part draws in its own units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.kit.canvas import Box, Canvas
from render.kit.pen import Pen, Point

WINDOW = 540.0, 340.0
"""Width and height in pixels of the section of a board that is shown around a place.

A channel on a desktop shows pictures of this size unscaled.
"""


class Part(NamedTuple):
    """A part of a picture: its top left corner in pixels, its size in its own units.

    For a part of a part, laid out by boxes, the units of the larger part take the place of pixels.
    """

    left: float
    top: float
    width: float
    height: float
    unit: float = 1
    """The number of pixels in a unit."""

    @property
    def box(self) -> Box:
        """Return the box that the part covers, in pixels."""
        return self.left, self.top, self.width * self.unit, self.height * self.unit

    @property
    def centre(self) -> Point:
        """Return the middle of the part, in pixels."""
        return self.left + self.width * self.unit / 2, self.top + self.height * self.unit / 2

    @property
    def size(self) -> Box:
        """Return the box of the part in its own units."""
        return 0, 0, self.width, self.height

    def window(self, at: Point, size: Point = WINDOW) -> Box:
        """Return the box in pixels around a point (in units), of ``size`` pixels but no larger than the part."""
        wide, high = (min(limit, length * self.unit) for limit, length in zip(size, self.measures, strict=True))
        left_x = min(max(at[0] * self.unit - wide / 2, 0), self.width * self.unit - wide)
        top = min(max(at[1] * self.unit - high / 2, 0), self.height * self.unit - high)
        return self.left + left_x, self.top + top, wide, high

    @property
    def measures(self) -> Point:
        """Return the width and height in units."""
        return self.width, self.height

    def on(self, canvas: Canvas, corner: Point = (0, 0)) -> Canvas:
        """Return a canvas of the part; ``corner`` is the point of the picture at the origin of ``canvas``."""
        return canvas.moved((self.left - corner[0], self.top - corner[1]), self.unit)

    def under(self, pen: Pen, corner: Point = (0, 0)) -> Pen:
        """Return a pen of the part; ``corner`` is the point of the picture at the origin of ``pen``."""
        return pen.moved((self.left - corner[0], self.top - corner[1]), self.unit)


def part(box: Box, unit: float = 1) -> Part:
    """Return a part that covers ``box``, in pixels."""
    x, y, width, height = box
    return Part(x, y, width / unit, height / unit, unit)


def around(boxes: Sequence[Box]) -> Box:
    """Return the smallest box that contains all of these."""
    left_x = min(box[0] for box in boxes)
    top = min(box[1] for box in boxes)
    right = max(box[0] + box[2] for box in boxes)
    bottom = max(box[1] + box[3] for box in boxes)
    return left_x, top, right - left_x, bottom - top
