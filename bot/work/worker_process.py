"""The code inside worker processes (``bot.work.process_pool``). It imports little, as each process needs the memory."""

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
"""Bytes that a process may allocate. One that needs more gets a MemoryError instead of exhausting the machine."""


def begin(niceness: int, prepare: Callable[[], object] | None) -> None:
    """Set up a new process: lower its priority, limit its memory, and make it end when the bot ends.

    Args:
        niceness: by how much its priority is lower than that of the bot.
        prepare: called at the end; None: nothing is.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        # A terminal sends these signals to the whole process group, but the bot decides when its processes end.
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(niceness)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    sys.stdout = sys.stderr  # standard output belongs to the bot
    threading.Thread(target=_end_with_parent, name="end with the bot", daemon=True).start()
    if prepare is not None:
        prepare()


def carry_out(job: Callable[[Any], Any], order: Any) -> Any:
    """Return ``job(order)``. An exception that cannot be pickled is replaced by a RuntimeError."""
    try:
        return job(order)
    except MemoryError:
        raise  # pickling it, to see whether that works, would need memory
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
        os._exit(0)  # without cleaning up, as the main thread may be busy, and nobody waits for its answer
