"""A fair queue of waiting tasks.

The most urgent task comes first. Among equally urgent ones it is a task of the group that was served longest ago, and
inside a group likewise of the subgroup. Within the smallest group, tasks are served in the order of their arrival.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")

Groups = tuple[Hashable, ...]
"""The groups that a task belongs to, the largest first, such as a server and a person in it."""


@dataclass(eq=False)
class _Waiter(Generic[T]):
    groups: Groups
    rank: float
    number: int
    turn: asyncio.Future[T]


class FairQueue(Generic[T]):
    """A fair queue of tasks, each of which waits to be given a ``T``, such as a free process."""

    def __init__(self) -> None:
        self._waiters: dict[int, _Waiter[T]] = {}
        """The waiting tasks by their numbers, in the order of their arrival."""
        self._heap: list[tuple[float, ...]] = []
        """A heap of sort keys, each of which ends with the task's number. A key may be outdated. Since keys only rise,
        this is noticed when the task reaches the top; then it is sorted in again."""
        self._arrivals = 0
        """Number of tasks that have waited; it is the number of the last one."""
        self._served: dict[Groups, int] = {}
        """For each group, the number of the turn in which it was last served; emptied when no task waits."""
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiters)

    async def wait_turn(self, groups: Groups, give_back: Callable[[T], None], rank: float = 0) -> T:
        """Wait, and return the thing that is given to the calling task.

        Args:
            groups: the groups of the task.
            give_back: takes the thing back if the task is cancelled at the moment when it is given.
            rank: the urgency; the lowest number is the most urgent.

        Raises:
            Exception: the reason given to ``fail_all``.
        """
        self._arrivals += 1
        waiter = _Waiter[T](groups, rank, self._arrivals, asyncio.get_running_loop().create_future())
        self._waiters[waiter.number] = waiter
        heappush(self._heap, self._order(waiter))
        try:
            return await waiter.turn
        except asyncio.CancelledError:
            turn = waiter.turn
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                give_back(turn.result())
            raise
        finally:
            self._waiters.pop(waiter.number, None)

    def give(self, item: T) -> bool:
        """Give a thing to the next task; return False if no task waits."""
        while self._heap:
            order = heappop(self._heap)
            waiter = self._waiters.get(int(order[-1]))
            if waiter is None or waiter.turn.done():
                continue
            present_order = self._order(waiter)
            if present_order != order:
                heappush(self._heap, present_order)
                continue
            del self._waiters[waiter.number]
            self.record_turn(waiter.groups)
            waiter.turn.set_result(item)
            return True
        self._served.clear()
        return False

    def record_turn(self, groups: Groups) -> None:
        """Record that a task of some groups has its turn now."""
        self._turns += 1
        for depth in range(len(groups)):
            self._served[groups[: depth + 1]] = self._turns

    def count_before(self, rank: float) -> int:
        """Return the number of waiting tasks that are at least as urgent as ``rank``."""
        return sum(waiter.rank <= rank and not waiter.turn.done() for waiter in self._waiters.values())

    def expected_turns(self, group: Hashable) -> int:
        """Return the expected number of turns until another task would be served.

        ``group`` is the largest group of that task.
        """
        by_group: dict[Hashable, int] = {}
        for waiter in self._waiters.values():
            by_group[waiter.groups[0]] = by_group.get(waiter.groups[0], 0) + 1
        next_place = by_group.get(group, 0) + 1
        return sum(min(number, next_place) for number in by_group.values())

    def fail_all(self, reason: Callable[[], Exception]) -> None:
        """End all waiting by raising an exception, made by ``reason``, in each waiting task."""
        for waiter in self._waiters.values():
            if not waiter.turn.done():
                waiter.turn.set_exception(reason())
        self._waiters.clear()
        self._heap.clear()

    def _order(self, waiter: _Waiter[T]) -> tuple[float, ...]:
        depths = range(1, len(waiter.groups) + 1)
        return waiter.rank, *(self._served.get(waiter.groups[:depth], 0) for depth in depths), waiter.number


class FairLock:
    """A lock that is given to waiting tasks fairly, group by group in turn."""

    def __init__(self) -> None:
        self._queue: FairQueue[None] = FairQueue()
        self._is_held = False

    @contextlib.asynccontextmanager
    async def hold(self, groups: Groups) -> AsyncIterator[None]:
        """Hold the lock inside the block."""
        if self._is_held:
            await self._queue.wait_turn(groups, self._pass_on)
        else:
            self._is_held = True
            self._queue.record_turn(groups)
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self, _: None = None) -> None:
        self._is_held = self._queue.give(None)
