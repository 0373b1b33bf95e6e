"""Canvases, which paint text, sprites and frames on a picture in its final size, pixel for pixel."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image

from render.kit import drawing_cache, fonts
from render.kit.cuts import Pieces, pieces
from render.kit.fonts import SANS
from render.kit.ink import TEXT, Ink
from render.kit.pen import Pen, Pixels, Sprite, sprite

Side = Literal["l", "m", "r"]
"""The left end, the middle or the right end of what is painted: the part of it that lies at a point."""
Box = tuple[float, float, float, float]
"""A rectangle: left, top, width, height."""


_SHARE_BEFORE = {"l": 0, "m": 0.5, "r": 1}
"""The share of the width that lies before the point, by side."""


class Canvas:
    """A surface that paints on an image in its own units, to which points and sizes are converted.

    What is painted is not scaled down from a larger picture, as that of a ``Pen``: text, sprites and frames are made in
    their final size. Text that would be wider than its room is cut with an ellipsis.

    Args:
        image: The image.
        scale: The number of pixels in a unit.
        at: The point of the image, in pixels, that is the canvas's origin.
    """

    def __init__(self, image: Image.Image, scale: float = 1, at: tuple[float, float] = (0, 0)) -> None:
        self.image = image
        self.scale = scale
        self.at = at

    def moved(self, at: tuple[float, float], scale: float = 1) -> Canvas:
        """Return a canvas on the same image with its origin at ``at`` and its units ``scale`` times as large."""
        return Canvas(self.image, self.scale * scale, self.pixel(at))

    def pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """Return the pixel of the image at a point of this canvas."""
        return self.at[0] + at[0] * self.scale, self.at[1] + at[1] * self.scale

    def layer(self, image: Image.Image, at: tuple[float, float]) -> None:
        """Paint an image, pixel for pixel, with its top left corner at a point."""
        x, y = self.pixel(at)
        self.image.paste(image, (round(x), round(y)))

    def lay(self, small: Pieces, at: tuple[int, int]) -> None:
        """Paint the pieces of a sprite, pixel for pixel, with its top left corner at a pixel of the image.

        It does what ``Image.paste`` does without its checks of modes and files: a picture has hundreds of pieces, and
        the checks took longer than the painting.
        """
        paint = self.image.im.paste
        x, y = at
        for image, stencil, left_x, top, right, bottom in small.cuts:
            box = x + left_x, y + top, x + right, y + bottom
            if image.mode == "P":
                image = image.convert("RGB")
            if stencil is None:
                paint(image, box)
            else:
                paint(image, box, stencil)

    def _ink(self, ink: Ink, left_x: int, top: int, right: int, bottom: int) -> None:
        self.image.im.paste(ink, (left_x, top, right, bottom))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        room: float,
        *,
        size: int = 28,
        ink: Ink = TEXT,
        side: Side = "l",
        face: str = SANS,
        aside: bool = False,
        share: float = 1,
    ) -> int:
        """Paint a line of text and return its width.

        Args:
            at: The point for the left end, middle or right end of the text, at half the height of its capitals.
            text: The text.
            room: The largest width.
            size: The size of the font.
            ink: The colour.
            side: "l", "m" or "r", the part of the text that lies at ``at``.
            face: The typeface.
            aside: True if nobody decides by this text, so that it may be small (see ``render.shape.LEGIBLE``).
            share: The factor by which the text is narrowed.
        """
        size = round(size * self.scale)
        text = fonts.clip(text, size, int(room * self.scale), face)
        if not text:
            return 0
        x, y = self.pixel(at)
        stencil, wide, high, left_x, top, advance = fonts.mask(text, size, face, share)
        start = x - advance * _SHARE_BEFORE[side]
        base = y + fonts.cap_height(size, face) / 2
        left_x = round(start) + left_x
        top = round(base) + top
        self.image.im.paste(ink, (left_x, top, left_x + wide, top + high), stencil)
        return advance if self.scale == 1 else math.ceil(advance / self.scale)

    def lines(
        self,
        at: tuple[float, float],
        text: str,
        room: float,
        max_lines: int,
        pitch: float,
        *,
        size: int = 28,
        ink: Ink = TEXT,
        side: Side = "l",
        aside: bool = False,
    ) -> int:
        """Paint a text in at most ``max_lines``, ``pitch`` apart, the first at ``at``; return the number of lines."""
        broken = fonts.wrap(text, round(size * self.scale), int(room * self.scale), max_lines)
        for number, line in enumerate(broken):
            self.text((at[0], at[1] + number * pitch), line, room, size=size, ink=ink, side=side, aside=aside)
        return len(broken)

    def paste(self, small: Sprite, at: tuple[float, float], side: Side = "m") -> None:
        """Paint a sprite with the middle of its left edge, its centre, or the middle of its right edge at ``at``."""
        pieces = small.pieces(self.scale)
        x, y = self.pixel(at)
        start = x - pieces.width * _SHARE_BEFORE[side]
        self.lay(pieces, (round(start), round(y - pieces.height / 2)))

    def frame(self, box: Box, fill: Ink | None, line: Ink | None = None, width: float = 0, radius: float = 12) -> None:
        """Paint a box with round corners; with ``fill`` None only its outline."""
        (left_x, top) = map(round, self.pixel(box[:2]))
        (wide, high) = (round(side * self.scale) for side in box[2:])
        width = width * self.scale
        radius = radius * self.scale
        if line is None and fill is not None and not radius:
            self._ink(fill, left_x, top, left_x + wide, top + high)
            return
        corner = math.ceil(max(width, radius)) + 2
        if min(wide, high) <= 2 * corner:
            self.lay(_frame((wide, high), fill, line, width, radius).pieces(), (left_x, top))
            return
        # A large box is composed: only its corners have soft edges, so that no large sprite has to be cached.
        right = left_x + wide
        bottom = top + high
        if fill is not None:
            self._ink(fill, left_x, top + corner, right, bottom - corner)
            self._ink(fill, left_x + corner, top, right - corner, bottom)
        corners, bands = _parts(corner, fill, line, width, radius)
        for start, end, ink, alpha in bands:
            for box in (
                (left_x + corner, top + start, right - corner, top + end),
                (left_x + corner, bottom - end, right - corner, bottom - start),
                (left_x + start, top + corner, left_x + end, bottom - corner),
                (right - end, top + corner, right - start, bottom - corner),
            ):
                if alpha == 255:
                    self._ink(ink, *box)
                else:
                    self.image.im.paste(ink, box, Image.new("L", (box[2] - box[0], box[3] - box[1]), alpha).im)
        for small, at in zip(corners, itertools.product((left_x, right - corner), (top, bottom - corner)), strict=True):
            self.lay(small, at)


@lru_cache(maxsize=256)
def _frame(size: tuple[int, int], fill: Ink | None, line: Ink | None, width: float, radius: float) -> Sprite:
    def draw(pen: Pen) -> None:
        pen.box((0, 0), size, fill, line, width, radius)

    return sprite(size, draw)


class _Parts(NamedTuple):
    """The parts of which a large frame is composed."""

    corners: list[Pieces]
    """The four corners: top left, bottom left, top right, bottom right."""
    bands: list[tuple[int, int, Ink, int]]
    """Stripes of the edges: first and last distance from the edge in pixels, colour, opacity from 0 to 255."""


def _parts(corner: int, fill: Ink | None, line: Ink | None, width: float, radius: float) -> _Parts:
    """Return the parts of frames, which are kept."""
    return drawing_cache.get(
        ("frame", corner, fill, line, width, radius), lambda: _made(corner, fill, line, width, radius)
    )


def _made(corner: int, fill: Ink | None, line: Ink | None, width: float, radius: float) -> tuple[_Parts, int]:
    """Cut the parts of frames out of a small frame, and return them with their weight for the cache.

    The small frame is two corners and a pixel wide and high; its column of pixels between two corners tells how an edge
    looks at each distance.
    """
    image, stencil = _frame((2 * corner + 1, 2 * corner + 1), fill, line, width, radius).pixels(1)
    corners = [
        pieces(image.crop(cut), stencil.crop(cut))
        for x, y in itertools.product((0, corner + 1), repeat=2)
        for cut in [(x, y, x + corner, y + corner)]
    ]
    edge = [(image.getpixel((corner, at)), stencil.getpixel((corner, at))) for at in range(corner)]
    bands = []
    start = 0
    for (ink, alpha), run in itertools.groupby(edge):
        end = start + len(list(run))
        if alpha and ink != fill:
            bands.append((start, end, ink, alpha))
        start = end
    parts = _Parts([piece for piece, _ in corners], bands)  # type: ignore[arg-type]
    return parts, sum(weight for _, weight in corners)


def inscribed(base: Sprite, draw: Callable[[Canvas], None]) -> Sprite:
    """Return a sprite on which ``draw`` has painted."""

    def remake(scale: float) -> Pixels:
        base_pixels = base.pixels(scale)
        draw(Canvas(base_pixels.image, scale))
        return base_pixels

    return Sprite(base.size, remake)


def lettered(base: Sprite, *labels: tuple[str, int, Ink, tuple[float, float]], aside: bool = False) -> Sprite:
    """Return a sprite with texts centred on points of it.

    Args:
        base: The sprite.
        labels: Text, size, colour and point of each text; broad letters such as M are narrowed.
        aside: True if nobody decides by these texts.
    """

    def draw(canvas: Canvas) -> None:
        for text, size, ink, at in labels:
            share = fonts.share_on_piece(text)
            canvas.text(at, text, base.size[0] / share, size=size, ink=ink, side="m", aside=aside, share=share)

    return inscribed(base, draw)
