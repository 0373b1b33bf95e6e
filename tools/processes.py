"""Worker processes that play several games at once."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from importlib import import_module
from typing import TypeVar

T = TypeVar("T")


@contextlib.contextmanager
def at_once(processes: int) -> Iterator[Executor]:
    """Run the block with a pool of this many processes; games that have not begun when it ends are dropped."""
    pool = ProcessPoolExecutor(processes, initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(pool: Executor, game: Callable[[int], T], seeds: Iterable[int]) -> Iterator[T]:
    """Yield the result of the game with each seed, in the order of the seeds.

    Raises the first error of a game, with its seed as a note.
    """
    for seed, future in [(seed, pool.submit(game, seed)) for seed in seeds]:
        try:
            yield future.result()
        except BrokenExecutor:  # a worker died: any of the games under way may be the cause, so no seed is named
            raise
        except Exception as fault:
            fault.add_note(f"in the game with seed {seed}")
            raise


def _begin() -> None:
    """Prepare a worker process: import the players, and exempt everything imported from garbage collection."""
    import_module("engines.players")  # a process that is started afresh, not forked, has not imported it
    # Without this the collector scans all imported modules again and again, which took a third of a game's time.
    gc.freeze()
