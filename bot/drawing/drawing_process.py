"""The inside of processes that draw; they know games and pictures, no Discord and no database."""

from __future__ import annotations

import contextlib
import ctypes

from bot.drawing.picture_order import PictureOrder, carry_out
from render.kit import kept

MMAP_THRESHOLD = -3
"""How glibc's ``mallopt`` calls it."""
LARGE = 8 << 20
"""Bytes of a board in full colour, of which one or two are needed at a time."""


def draw(order: PictureOrder) -> tuple[bytes, int]:
    """Return the picture, and the bytes that this process keeps of what it has drawn."""
    return carry_out(order), kept.held()


def give_back() -> None:
    """Have large memory returned to the system as soon as it is freed.

    Otherwise glibc keeps up to 30 MB of it, to save three hundredths of drawing.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):  # of another C library
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)
