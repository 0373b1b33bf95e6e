"""The finished size: text, sprites and frames put on a picture pixel for pixel."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

from PIL import Image

from render.kit import fonts
from render.kit.fonts import SANS
from render.kit.ink import TEXT, Ink
from render.kit.pen import Pen, Sprite, sprite

Side = Literal["l", "m", "r"]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


class Canvas:
    """Paints on ``image``. Text never leaves the room it is given: it is clipped with an ellipsis."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

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
    ) -> int:
        """Sets a line of text and returns its width.

        ``at`` is its left end, middle or right end (``side``) at half the height of its capitals; ``room`` is the
        width it may take.
        """
        text = fonts.clip(text, size, int(room), face)
        if not text:
            return 0
        stencil, left, top, width = fonts.mask(text, size, face)
        start = at[0] - (0 if side == "l" else width / 2 if side == "m" else width)
        base = at[1] + fonts.cap_height(size, face) / 2
        self.image.paste(ink, (round(start) + left, round(base) + top), stencil)
        return width

    def lines(
        self,
        at: tuple[float, float],
        text: str,
        room: float,
        most: int,
        pitch: float,
        *,
        size: int = 28,
        ink: Ink = TEXT,
        side: Side = "l",
    ) -> int:
        """Sets a text in at most ``most`` lines ``pitch`` apart, the first at ``at``; returns how many it took."""
        broken = fonts.wrap(text, size, int(room), most)
        for number, line in enumerate(broken):
            self.text((at[0], at[1] + number * pitch), line, room, size=size, ink=ink, side=side)
        return len(broken)

    def paste(self, small: Sprite, at: tuple[float, float], side: Side = "m") -> None:
        """Puts a sprite with the middle of its left edge, its centre or its right edge at ``at``."""
        width, height = small.image.size
        start = at[0] - (0 if side == "l" else width / 2 if side == "m" else width)
        self.image.paste(small.image, (round(start), round(at[1] - height / 2)), small.stencil)

    def frame(self, box: Box, fill: Ink | None, line: Ink | None = None, width: float = 0, radius: float = 12) -> None:
        """A box with round corners; with ``fill`` None only its line is drawn."""
        left, top, wide, high = (round(edge) for edge in box)
        corner = math.ceil(max(width, radius)) + 2
        if min(wide, high) <= 2 * corner:
            small = _frame((wide, high), fill, line, width, radius)
            self.image.paste(small.image, (left, top), small.stencil)
            return
        # A large one is put together: only corners have soft edges, and nothing large is kept.
        across, down = (left, left + corner, left + wide - corner), (top, top + corner, top + high - corner)
        inner = wide - 2 * corner, high - 2 * corner
        if fill is not None:
            self.image.paste(fill, (across[1], down[1], across[2], down[2]))
        for column, row, piece in _pieces(corner, fill, line, width, radius):
            size = inner[0] if column == 1 else corner, inner[1] if row == 1 else corner
            image, stencil = (each.resize(size, Image.Resampling.NEAREST) for each in piece)
            self.image.paste(image, (across[column], down[row]), stencil)


@lru_cache(maxsize=256)
def _frame(size: tuple[int, int], fill: Ink | None, line: Ink | None, width: float, radius: float) -> Sprite:
    def draw(pen: Pen) -> None:
        pen.box((0, 0), size, fill, line, width, radius)

    return sprite(size, draw)


@lru_cache(maxsize=256)
def _pieces(
    corner: int, fill: Ink | None, line: Ink | None, width: float, radius: float
) -> list[tuple[int, int, Sprite]]:
    """Corners and edges of a frame, by column and row; edges are a pixel long."""
    whole = _frame((2 * corner + 1, 2 * corner + 1), fill, line, width, radius)
    cuts = (0, corner, corner + 1, 2 * corner + 1)
    return [
        (column, row, Sprite(whole.image.crop(cut), whole.stencil.crop(cut)))
        for column in range(3)
        for row in range(3)
        if (column, row) != (1, 1)
        for cut in [(cuts[column], cuts[row], cuts[column + 1], cuts[row + 1])]
    ]


def lettered(base: Sprite, *labels: tuple[str, int, Ink, tuple[float, float]]) -> Sprite:
    """A sprite with texts centred on points of it: text, size, colour, point."""
    image = base.image.copy()
    canvas = Canvas(image)
    for text, size, ink, at in labels:
        canvas.text(at, text, image.width, size=size, ink=ink, side="m")
    return Sprite(image, base.stencil)
