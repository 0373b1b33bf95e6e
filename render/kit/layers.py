"""Layers that are costly to draw and large: kept in 256 colours, a byte a pixel."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

from render.kit import kept
from render.kit.png import flat


class Layers:
    """Layers of one kind. ``colours``: what they are kept in, three bytes each; none: each chooses its own. Safe to use
    from several threads at once."""

    def __init__(self, kind: str, colours: bytes = b"") -> None:
        self._kind = kind
        self._colours = colours
        self._making = Lock()

    def get(self, key: Hashable, make: Callable[[], Image.Image], gap: tuple[int, int] = (0, 0)) -> Image.Image:
        """Return the layer kept under ``key``, made now if it is not there, as an RGB image of the caller's own.

        Only one thread at a time makes something. ``gap``: at which line it is pulled apart, and how far; that line
        fills it.
        """

        def made() -> tuple[Image.Image, int]:
            layer = flat(make(), colours=self._colours)
            return layer, kept.weight(layer)

        with self._making:
            layer = kept.get((self._kind, key), made)
        return (_apart(layer, *gap) if any(gap) else layer).convert("RGB")


def _apart(layer: Image.Image, line: int, high: int) -> Image.Image:
    width, height = layer.size
    parted = layer.crop((0, 0, width, line)).crop((0, 0, width, height + high))
    parted.paste(layer.crop((0, line, width, line + 1)).resize((width, high)), (0, line))
    parted.paste(layer.crop((0, line, width, height)), (0, line + high))
    return parted
