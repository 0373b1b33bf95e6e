"""The inside of a worker process (`bot.work.process_pool`), which imports little since each process pays for it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import resource
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

MEMORY_BYTES = 1 << 30
"""A process that wants more gets a MemoryError, instead of taking the memory of the whole machine."""


def begin(niceness: int, prepare: Callable[[], object] | None) -> None:
    """Make a new process work less urgently than the bot, within its memory, and end with the bot."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # The terminal tells the whole group; the bot decides when its processes end.
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    sys.stdout = sys.stderr  # the bot's output is for the bot alone
    threading.Thread(target=_end_with_parent, name="end with the bot", daemon=True).start()
    if prepare is not None:
        prepare()


def carry_out(job: Callable[[Any], Any], order: Any) -> Any:
    """Carry out an order. Raises what that raises, or RuntimeError in place of an exception that cannot be packed."""
    try:
        return job(order)
    except MemoryError:
        raise
    except Exception as fault:
        try:
            pickle.loads(pickle.dumps(fault))
        except Exception:  # noqa: BLE001 - an exception may hold anything
            raise RuntimeError(f"{type(fault).__name__}: {fault!s}") from None
        raise


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)  # whatever it does: nobody waits for it any more
