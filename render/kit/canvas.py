"""The finished size: text, sprites and frames put on a picture pixel for pixel."""

from __future__ import annotations

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
        left, top = round(box[0]), round(box[1])
        size = (round(box[2]), round(box[3]))
        small = _frame(size, fill, line, width, radius)
        self.image.paste(small.image, (left, top), small.stencil)


@lru_cache(maxsize=256)
def _frame(size: tuple[int, int], fill: Ink | None, line: Ink | None, width: float, radius: float) -> Sprite:
    def draw(pen: Pen) -> None:
        pen.box((0, 0), size, fill, line, width, radius)

    return sprite(size, draw)


def lettered(base: Sprite, *labels: tuple[str, int, Ink, tuple[float, float]]) -> Sprite:
    """A sprite with texts centred on points of it: text, size, colour, point."""
    image = base.image.copy()
    canvas = Canvas(image)
    for text, size, ink, at in labels:
        canvas.text(at, text, image.width, size=size, ink=ink, side="m")
    return Sprite(image, base.stencil)
