"""A helper's own side (``bot.work.helpers``): it imports little, since a process of its own pays for all of it."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from collections.abc import Callable
from struct import Struct
from typing import Any, BinaryIO

HEADER = Struct("!I")
"""The number of bytes that follow."""


def serve(carry_out: Callable[[Any], object], niceness: int) -> None:
    """Answers the orders of whoever started this process, until that one closes its end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # told to the whole group; who started this decides when it ends
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no answer
    try:
        work(carry_out, sys.stdin.buffer, answers)
    except BrokenPipeError:  # who asked is gone, without a word when it was killed
        _let_go(answers)


def _let_go(answers: BinaryIO) -> None:
    """Send nowhere what is still to be written: at its end Python would write it, and complain once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, answers.fileno())
    os.close(nowhere)


def work(carry_out: Callable[[Any], object], orders: BinaryIO, answers: BinaryIO) -> None:
    """Answer each order with what came of it, or with what carrying it out raised, until there are no more.

    A process that has no memory left ends, and whoever asks begins another one. Raises MemoryError, and
    BrokenPipeError when nobody reads the answers any more.
    """
    while (order := _next_order(orders)) is not None:
        answer: object
        try:
            answer = carry_out(order)
        except MemoryError:
            raise
        except Exception as fault:  # noqa: BLE001 - whoever asked is told
            answer = fault
        packed = _packed(answer)
        answers.write(HEADER.pack(len(packed)) + packed)
        answers.flush()


def _next_order(orders: BinaryIO) -> Any:
    """Return the next order; None at the end, which may come in the middle of one when the other side is killed."""
    header = orders.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    packed = orders.read(size)
    return pickle.loads(packed) if len(packed) == size else None


def _packed(answer: object) -> bytes:
    try:
        packed = pickle.dumps(answer)
        if isinstance(answer, Exception):
            pickle.loads(packed)  # some can be packed alone
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - an exception may hold anything
        return pickle.dumps(RuntimeError(f"{type(answer).__name__}: {answer!s}"))
    return packed
