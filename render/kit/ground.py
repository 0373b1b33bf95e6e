"""Backgrounds of pictures: shapes that are drawn large and scaled down, so that their edges are smooth."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PIL import Image

from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PAPER, Ink
from render.kit.pen import Pen

LARGER = 2
"""The factor by which shapes are drawn larger than the picture."""


def ground(
    size: tuple[int, int], draw: Callable[[Pen], None], under: tuple[Image.Image, tuple[int, int]] | None = None
) -> Canvas:
    """Return a canvas on paper with some shapes; texts are then painted on it in their final size.

    Args:
        size: Width and height in pixels.
        draw: A function that draws the shapes.
        under: An image below the shapes, ``LARGER`` times its final size, and the pixel for its top left corner.
    """
    large = Image.new("RGB", (size[0] * LARGER, size[1] * LARGER), PAPER)
    if under:
        image, (x, y) = under
        large.paste(image, (x * LARGER, y * LARGER))
    draw(Pen(large, LARGER))
    return Canvas(large.reduce(LARGER))


def panels(pen: Pen, boxes: Iterable[Box], edge: Ink = LINE) -> None:
    """Draw empty boxes with rounded corners, each as left, top, width and height."""
    for x, y, width, height in boxes:
        pen.box((x, y), (width, height), CARD, edge, 3, 16)
