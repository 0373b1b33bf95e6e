"""A cache for drawn things with one limit in bytes for all of them; the least recently used ones are dropped first.

It may be used from several threads at once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar

from PIL import Image

T = TypeVar("T")

BUDGET = 44 << 20
"""The largest number of bytes in a process.

A board's background has 2 to 5 million pixels, one byte each; a game's sprites and texts take about as much together.
"""
_BESIDE = 700
"""Bytes of an image in addition to its pixels."""
_POINTER = 8
"""Bytes of the pointer that an image has for each of its lines."""

_kept: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
_lock = Lock()
_held = 0


def weight(*images: Image.Image | None) -> int:
    """Return the bytes that images take: four a pixel for coloured ones, otherwise one."""
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
    except KeyError:  # it is not there, or another thread has just dropped it
        thing, bytes_ = make()
        _keep(key, thing, bytes_)
    return thing  # type: ignore[return-value]


def held() -> int:
    """Return the bytes in the cache."""
    return _held


def forget() -> None:
    """Empty the cache."""
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
