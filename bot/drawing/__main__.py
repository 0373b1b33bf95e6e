"""A drawing process: pictures for the bot that started it, until it closes its end."""

from __future__ import annotations

import contextlib
import ctypes

from bot.drawing.order import PictureOrder, carry_out
from bot.work.serving import serve
from render.kit import kept

NICENESS = 5
"""Clicks come before pictures."""
MMAP_THRESHOLD = -3
"""How glibc's ``mallopt`` calls it."""
LARGE = 8 << 20
"""Bytes of a board in full colour, of which one or two are needed at a time."""


def answer(order: PictureOrder) -> tuple[bytes, int]:
    """The picture, and the bytes that this process keeps of what it has drawn."""
    return carry_out(order), kept.held()


def give_back() -> None:
    """The system has back at once what is large and not needed any more. Else glibc keeps up to 30 MB of it, to save
    three hundredths of drawing."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # of another C library
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)


if __name__ == "__main__":
    give_back()
    serve(answer, NICENESS)
