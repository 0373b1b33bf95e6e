"""Games in processes of their own, several at once."""

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
    """So many processes. Whatever ends the block, what has not begun by then never does."""
    pool = ProcessPoolExecutor(processes, initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """In each process: what was imported stays; to look through it for what may be freed took a third of a game."""
    import_module("engines.players")  # a process that is no copy of its parent has not done so
    gc.freeze()


def in_order(pool: Executor, game: Callable[[int], T], seeds: Iterable[int]) -> Iterator[T]:
    """Yield the result of the game with each seed. Raises the first error of a game, with its seed as a note."""
    for seed, done in [(seed, pool.submit(game, seed)) for seed in seeds]:
        try:
            yield done.result()
        except BrokenExecutor:  # no game is to blame more than another
            raise
        except Exception as fault:
            fault.add_note(f"in the game with seed {seed}")
            raise
