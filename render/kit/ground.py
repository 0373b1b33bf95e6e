"""Backgrounds of pictures: shapes with smooth edges, drawn large and scaled down, and cached layers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from threading import Lock

from PIL import Image

from render.kit import drawing_cache
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PAPER, Ink
from render.kit.pen import Pen
from render.kit.png import flat

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


class Layers:
    """The layers of one kind; may be used from several threads at once.

    Args:
        kind: The name of the kind.
        colours: The 256 colours of all layers, three bytes each; empty: each layer chooses its own.
    """

    def __init__(self, kind: str, colours: bytes = b"") -> None:
        self._kind = kind
        self._colours = colours
        self._making = Lock()

    def get(self, key: Hashable, make: Callable[[], Image.Image], gap: tuple[int, int] = (0, 0)) -> Image.Image:
        """Return a new RGB image of a layer.

        Args:
            key: The key in the cache.
            make: A function that draws the layer if it is not cached; only one thread at a time does so.
            gap: The line at which the layer is pulled apart, and by how many pixels; that line fills the gap.
        """

        def made() -> tuple[Image.Image, int]:
            layer = flat(make(), colours=self._colours)
            return layer, drawing_cache.weight(layer)

        with self._making:
            layer = drawing_cache.get((self._kind, key), made)
        return (_apart(layer, *gap) if any(gap) else layer).convert("RGB")


def _apart(layer: Image.Image, line: int, high: int) -> Image.Image:
    width, height = layer.size
    parted = layer.crop((0, 0, width, line)).crop((0, 0, width, height + high))
    parted.paste(layer.crop((0, line, width, line + 1)).resize((width, high)), (0, line))
    parted.paste(layer.crop((0, line, width, height)), (0, line + high))
    return parted
