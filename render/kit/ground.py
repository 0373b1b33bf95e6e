"""What lies below a picture: shapes drawn large and scaled down, on which words are set at their own size."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import Image

from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PAPER, Ink
from render.kit.pen import Pen

LARGER = 2
"""How much larger than the picture shapes are drawn."""


def ground(
    size: tuple[int, int], draw: Callable[[Pen], None], under: tuple[Image.Image, tuple[int, int]] | None = None
) -> Canvas:
    """Paper of ``size`` pixels with what ``draw`` draws; ``under`` lies below that: an image ``LARGER`` times as large
    as it is to be, and where in the picture its corner lies."""
    large = Image.new("RGB", (size[0] * LARGER, size[1] * LARGER), PAPER)
    if under:
        image, (left, top) = under
        large.paste(image, (left * LARGER, top * LARGER))
    draw(Pen(large, LARGER))
    return Canvas(large.reduce(LARGER))


def panels(pen: Pen, boxes: Iterable[Box], edge: Ink = LINE) -> None:
    """Empty boxes."""
    for left, top, width, height in boxes:
        pen.box((left, top), (width, height), CARD, edge, 3, 16)
