"""A cache for drawn things with one limit in bytes for all of them; the least recently used ones are dropped first.

It may be used from several threads at once. Functions whose result also depends on the picture being drawn are cached
for that picture alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from threading import Lock
from typing import ParamSpec, TypeVar

from PIL import Image

T = TypeVar("T")

BUDGET = 44 << 20
"""The largest number of bytes in a process.

A board's background has 2 to 5 million pixels, one byte each; a game's sprites and texts take about as much together.
"""
_IMAGE_OVERHEAD = 700
"""Bytes of an image in addition to its pixels."""
_POINTER = 8
"""Bytes of the pointer that an image has for each of its lines."""

_entries: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
"""The cached things with their weights in bytes, the least recently used first."""
_lock = Lock()
"""Held while entries are added or dropped, so that they and their total agree."""
_used_bytes = 0
P = ParamSpec("P")


def weight(*images: Image.Image | None) -> int:
    """Return the bytes that images take: four a pixel for coloured ones, otherwise one."""
    return sum(
        image.width * image.height * (1 if len(image.mode) == 1 else 4) + _POINTER * image.height + _IMAGE_OVERHEAD
        for image in images
        if image is not None
    )


def get(key: Hashable, make: Callable[[], tuple[T, int]]) -> T:
    """Return the thing cached under ``key``; make it now, together with its weight in bytes, if it is not there."""
    try:
        item, _ = _entries[key]
        _entries.move_to_end(key)
    except KeyError:  # it is not there, or another thread has just dropped it
        # It is made without the lock: drawing takes long, and asks for other things in the cache.
        item, thing_bytes = make()
        _add(key, item, thing_bytes)
    return item  # type: ignore[return-value]


def used_bytes() -> int:
    """Return the bytes in the cache."""
    return _used_bytes


def clear() -> None:
    """Empty the cache."""
    global _used_bytes
    with _lock:
        _entries.clear()
        _used_bytes = 0


def _add(key: Hashable, item: object, thing_bytes: int) -> None:
    global _used_bytes
    with _lock:
        # Another thread may have made the same thing meanwhile.
        _, replaced_bytes = _entries.pop(key, (None, 0))
        _entries[key] = item, thing_bytes
        _used_bytes += thing_bytes - replaced_bytes
        # The newest thing stays even if it alone exceeds the budget; the next one drops it.
        while _used_bytes > BUDGET and len(_entries) > 1:
            _, (_, dropped_bytes) = _entries.popitem(last=False)
            _used_bytes -= dropped_bytes


def kept_for(current: Callable[[], Hashable], limit: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator like ``lru_cache`` that keeps results apart by the present value of ``current()``.

    Args:
        current: A function that returns the present letters and colours, for example.
        limit: The largest number of cached results.
    """

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=limit)
        def kept(_: Hashable, *args: P.args, **options: P.kwargs) -> T:
            return make(*args, **options)

        @wraps(make)
        def cached(*args: P.args, **options: P.kwargs) -> T:
            return kept(current(), *args, **options)  # type: ignore[arg-type]

        return cached

    return keeping
