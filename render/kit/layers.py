"""Layers that are costly to draw and large, kept in 256 colours within a bounded memory that all games share."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from PIL import Image

from render.kit.png import flat

BUDGET = 64 << 20
"""Bytes of layers kept in a process; a ground has 2 to 5 million pixels, a byte each."""

_kept: OrderedDict[tuple[str, Hashable], Image.Image] = OrderedDict()
_lock = Lock()


class Layers:
    """Layers of one kind; those asked for last stay. Safe to use from several threads at once."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._making = Lock()

    def get(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """What is kept under ``key``, made now if it is not there, as an RGB image of the caller's own. Only one
        thread at a time makes something."""
        with self._making:
            layer = _found((self._kind, key))
            if layer is None:
                layer = flat(make())
                _keep((self._kind, key), layer)
        return layer.convert("RGB")


def forget() -> None:
    """Empties the memory."""
    with _lock:
        _kept.clear()


def _found(key: tuple[str, Hashable]) -> Image.Image | None:
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
        return _kept.get(key)


def _keep(key: tuple[str, Hashable], layer: Image.Image) -> None:
    with _lock:
        _kept[key] = layer
        while len(_kept) > 1 and sum(each.width * each.height for each in _kept.values()) > BUDGET:
            _kept.popitem(last=False)
