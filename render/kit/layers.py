"""Layers that are costly to draw and large: kept in 256 colours, a byte a pixel."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

from render.kit import kept
from render.kit.png import flat


class Layers:
    """Layers of one kind. Safe to use from several threads at once."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._making = Lock()

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """What is kept under ``key``, made now if it is not there, as an RGB image of the caller's own. Only one
        thread at a time makes something."""

        def made() -> tuple[Image.Image, int]:
            layer = flat(make())
            return layer, kept.weight(layer)

        with self._making:
            layer = kept.get((self._kind, key), made)
        return layer.convert("RGB")
