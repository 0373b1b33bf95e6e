"""What has been drawn and is drawn again: kept within one bound for everything, what was asked for longest ago goes
first. Safe to use from several threads at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar

from PIL import Image

T = TypeVar("T")

BUDGET = 44 << 20
"""Bytes in a process. A board's ground has 2 to 5 million pixels, a byte each; a game's sprites and words have as much
together."""
_BESIDE = 700
"""Bytes that an image takes beside its pixels, and a pointer for each of its lines."""
_POINTER = 8

_kept: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
_lock = Lock()
_held = 0


def weight(*images: Image.Image | None) -> int:
    """The bytes that images take: of three colours four a pixel, else one."""
    return sum(
        image.width * image.height * (1 if len(image.mode) == 1 else 4) + _POINTER * image.height + _BESIDE
        for image in images
        if image is not None
    )


def get(key: Hashable, make: Callable[[], tuple[T, int]]) -> T:
    """Return the thing kept under ``key``; make it now, together with its weight in bytes, if it is not there."""
    try:
        thing, _ = _kept[key]
        _kept.move_to_end(key)
    except KeyError:  # in the second line: another thread has just needed its room
        thing, bytes_ = make()
        _keep(key, thing, bytes_)
    return thing  # type: ignore[return-value]


def held() -> int:
    """The bytes that are kept."""
    return _held


def forget() -> None:
    """Empties the memory."""
    global _held
    with _lock:
        _kept.clear()
        _held = 0


def _keep(key: Hashable, thing: object, bytes_: int) -> None:
    global _held
    with _lock:
        _, before = _kept.pop(key, (None, 0))
        _kept[key] = thing, bytes_
        _held += bytes_ - before
        while _held > BUDGET and len(_kept) > 1:
            _, (_, bytes_) = _kept.popitem(last=False)
            _held -= bytes_
