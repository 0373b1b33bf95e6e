"""The code of drawing processes, which know games and pictures, but neither Discord nor the database."""

from __future__ import annotations

import contextlib
import ctypes

from bot.drawing.picture_order import PictureOrder, carry_out
from render.kit import drawing_cache

MMAP_THRESHOLD = -3
"""Parameter of glibc's `mallopt`."""
LARGE = 8 << 20
"""Bytes of a board in full colour, of which one or two are needed at a time."""


def draw(order: PictureOrder) -> tuple[bytes, int]:
    """Return the picture, and the bytes of drawings that this process caches."""
    return carry_out(order), drawing_cache.used_bytes()


def return_memory() -> None:
    """Have large blocks of memory returned to the system as soon as they are freed.

    Otherwise glibc keeps up to 30 MB, which would save three per cent of the drawing time.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):  # of another C library
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)
