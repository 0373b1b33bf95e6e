"""A drawing process: pictures for the bot that started it, until it closes its end."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from typing import BinaryIO

from bot.drawing.order import HEADER, carry_out

NICENESS = 5
"""Clicks come before pictures."""


def work(orders: BinaryIO, pictures: BinaryIO) -> None:
    """Answers each order with its picture, or with what drawing it raised."""
    while header := orders.read(HEADER.size):
        (size,) = HEADER.unpack(header)
        order = pickle.loads(orders.read(size))
        answer: bytes | Exception
        try:
            answer = carry_out(order)
        except Exception as fault:  # noqa: BLE001 - whoever asked is told
            answer = fault
        packed = _packed(answer)
        pictures.write(HEADER.pack(len(packed)) + packed)
        pictures.flush()


def _packed(answer: bytes | Exception) -> bytes:
    try:
        return pickle.dumps(answer)
    except Exception:  # noqa: BLE001 - an exception may hold anything
        return pickle.dumps(RuntimeError(f"{type(answer).__name__}: {answer!s}"))


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # told to the whole group; the bot decides when this ends
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    work(sys.stdin.buffer, sys.stdout.buffer)
