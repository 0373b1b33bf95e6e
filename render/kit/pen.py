"""Pens, which draw smooth shapes larger than needed, to be scaled down; and sprites, small pictures made with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit import drawing_cache
from render.kit.cuts import Pieces, pieces
from render.kit.ink import Ink

Tone = Ink | int
"""A colour, or a number from 0 to 255 on a stencil."""

Point = tuple[float, float]
Points = Sequence[Point]


class Pixels(NamedTuple):
    """A small picture and its stencil."""

    image: Image.Image
    stencil: Image.Image


class Sprite:
    """A small picture that is drawn in the scale in which it is painted.

    The object holds only the function that draws it; drawn pixels are cached in ``render.kit.drawing_cache``.

    Args:
        size: Width and height in scale 1.
        make: A function that draws it in a scale.
    """

    def __init__(self, size: tuple[int, int], make: Callable[[float], Pixels]) -> None:
        self.size = size
        self.pixels = make

    def pieces(self, scale: float = 1) -> Pieces:
        """Return the sprite in a scale, cut into pieces that are ready to be painted."""
        return drawing_cache.get((self, scale), lambda: pieces(*self.pixels(scale)))

    def scaled(self, scale: float) -> Sprite:
        """Return the sprite ``scale`` times as large."""
        width, height = _scaled(self.size, scale)
        return Sprite((width, height), lambda further: self.pixels(scale * further))

    def faint(self, share: float) -> Sprite:
        """Return a translucent copy of the sprite with ``share`` (0 to 1) of its opacity."""

        def remake(scale: float) -> Pixels:
            image, stencil = self.pixels(scale)
            return Pixels(image, stencil.point(lambda solid: int(solid * share)))

        return Sprite(self.size, remake)


def _scaled(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


class Pen:
    """A pen that draws on an image in its own units.

    Args:
        image: The image.
        scale: The number of pixels in a unit.
        at: The point of the image, in units, that is the pen's origin.
    """

    def __init__(self, image: Image.Image, scale: float, at: Point = (0, 0)) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image)
        self.scale = scale
        self.at = at

    def moved(self, at: Point, scale: float = 1.0) -> Pen:
        """Return a pen on the same image with its origin at ``at`` and its units ``scale`` times as large."""
        zero = (self.at[0] + at[0]) / scale, (self.at[1] + at[1]) / scale
        return Pen(self.image, self.scale * scale, zero)

    def _place(self, points: Iterable[Point]) -> list[Point]:
        dx, dy = self.at
        return [((x + dx) * self.scale, (y + dy) * self.scale) for x, y in points]

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def area(self, points: Points, fill: Tone | None, line: Tone | None = None, width: float = 0) -> None:
        """Draw a filled polygon; its outline is centred on the edge and round at the corners."""
        pixel_points = self._place(points)
        if fill is not None:
            self._draw.polygon(pixel_points, fill=fill)
        if line is not None:
            self._stroke([*pixel_points, pixel_points[0], pixel_points[1]], line, self._thick(width))

    def path(self, points: Points, ink: Tone, width: float) -> None:
        """Draw a line with round joints and ends."""
        pixel_points = self._place(points)
        thick = self._thick(width)
        self._stroke(pixel_points, ink, thick)
        for end in (pixel_points[0], pixel_points[-1]):
            self._dot(end, thick / 2, ink)

    def _stroke(self, pixel_points: list[Point], ink: Tone, thick: int) -> None:
        self._draw.line(pixel_points, fill=ink, width=thick, joint="curve")

    def _dot(self, at: Point, radius: float, ink: Tone) -> None:
        self._draw.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), fill=ink)

    def dashes(self, points: Points, ink: Tone, width: float, dash: float, gap: float) -> None:
        """Draw a dashed line along ``points``."""
        for start, end in broken(points, dash, gap):
            self.path((start, end), ink, width)

    def disc(self, at: Point, radius: float, fill: Tone | None, line: Tone | None = None, width: float = 0) -> None:
        """Draw a circle; its outline lies inside the edge."""
        ((x, y),) = self._place((at,))
        r = radius * self.scale
        self._draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=fill, outline=line, width=self._thick(width) if line else 0
        )

    def slice(self, at: Point, radius: float, start: float, end: float, fill: Tone) -> None:
        """Draw a sector of a circle between two angles in degrees, clockwise from three o'clock."""
        ((x, y),) = self._place((at,))
        r = radius * self.scale
        self._draw.pieslice((x - r, y - r, x + r, y + r), start, end, fill=fill)

    def box(
        self,
        at: Point,
        size: Point,
        fill: Tone | None,
        line: Tone | None = None,
        width: float = 0,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle with round corners; its outline lies inside the edge."""
        (x, y), (right, bottom) = self._place((at, (at[0] + size[0], at[1] + size[1])))
        self._draw.rounded_rectangle(
            (x, y, right - 1, bottom - 1),
            radius * self.scale,
            fill=fill,
            outline=line,
            width=self._thick(width) if line else 0,
        )


def broken(points: Points, dash: float, gap: float, first: float = 0) -> Iterable[tuple[Point, Point]]:
    """Yield the dashes of a line as pairs of points; the first one begins ``first`` units along it."""
    position = -first
    for start, end in pairwise(points):
        length = math.dist(start, end)
        if not length:
            continue
        at = -position
        while at < length:
            begin = max(at, 0.0)
            last = min(at + dash, length)
            if last > begin:
                yield _between(start, end, begin / length), _between(start, end, last / length)
            at += dash + gap
        position = (position + length) % (dash + gap)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def smooth(points: Points, closed: bool = True, rounds: int = 2) -> list[Point]:
    """Return the line with its corners cut ``rounds`` times (Chaikin's curve)."""
    line = list(points)
    for _ in range(rounds):
        pairs = list(zip(line, line[1:] + line[:1] if closed else line[1:], strict=False))
        cut = [_between(start, end, share) for start, end in pairs for share in (0.25, 0.75)]
        line = cut if closed else [line[0], *cut, line[-1]]
    return line


def around(at: Point, radius: float, degrees: float) -> Point:
    """Return the point at a distance and an angle (clockwise from twelve o'clock) from ``at``."""
    angle = math.radians(degrees)
    return at[0] + radius * math.sin(angle), at[1] - radius * math.cos(angle)


_LARGER = 4


def sprite(
    size: tuple[int, int], draw: Callable[[Pen], None], units: float | None = None, larger: int = _LARGER
) -> Sprite:
    """Return a sprite with shapes on a transparent background.

    Args:
        size: Width and height in pixels.
        draw: A function that draws the shapes.
        units: The width in the pen's units; None: as in pixels.
        larger: The factor by which shapes are drawn larger; a small one gives edges fewer shades and smaller files.
    """

    def remake(scale: float) -> Pixels:
        wide, high = _scaled(size, scale)
        large = Image.new("RGBA", (wide * larger, high * larger), (0, 0, 0, 0))
        draw(Pen(large, scale * size[0] * larger / (units or size[0])))
        small = large.convert("RGBa").reduce(larger).convert("RGBA")
        return Pixels(small.convert("RGB"), small.getchannel("A"))

    return Sprite(size, remake)
