"""A fair queue of tasks that wait.

The most urgent task comes first; among equally urgent ones the group that was served longest ago, and likewise inside
the group; at last the order in which they came.
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
"""The groups that a task belongs to, the largest first: a server, in it a person."""


@dataclass(eq=False)
class _Waiting(Generic[T]):
    groups: Groups
    rank: float
    number: int
    turn: asyncio.Future[T]


class Line(Generic[T]):
    """A fair queue of tasks that wait for a `T`."""

    def __init__(self) -> None:
        self._waiting: dict[int, _Waiting[T]] = {}
        """The tasks by their numbers, in the order in which they came."""
        self._next: list[tuple[float, ...]] = []
        """A heap of orders, which end with the task's number. An order may be outdated: it only ever rises, so that is
        noticed when the task seems to be next."""
        self._came = 0
        self._served: dict[Groups, int] = {}
        """The number of the turn in which a group was last served, kept while a task waits."""
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiting)

    async def turn(self, groups: Groups, back: Callable[[T], None], rank: float = 0) -> T:
        """Wait and return what is given to the caller. The lowest `rank` is the most urgent.

        `back` gets what was given to a caller that is cancelled in the same moment. Raises the reason of `leave`.
        """
        self._came += 1
        waiting = _Waiting[T](groups, rank, self._came, asyncio.get_running_loop().create_future())
        self._waiting[waiting.number] = waiting
        heappush(self._next, self._order(waiting))
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            turn = waiting.turn
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                back(turn.result())
            raise
        finally:
            self._waiting.pop(waiting.number, None)

    def give(self, thing: T) -> bool:
        """Give something to the next task, and return whether one waits."""
        while self._next:
            order = heappop(self._next)
            waiting = self._waiting.get(int(order[-1]))
            if waiting is None or waiting.turn.done():
                continue
            if (now := self._order(waiting)) != order:
                heappush(self._next, now)
                continue
            del self._waiting[waiting.number]
            self.serve(waiting.groups)
            waiting.turn.set_result(thing)
            return True
        self._served.clear()
        return False

    def serve(self, groups: Groups) -> None:
        """Note that these groups are served now."""
        self._turns += 1
        for depth in range(len(groups)):
            self._served[groups[: depth + 1]] = self._turns

    def before(self, rank: float) -> int:
        """Return the number of tasks that wait and are at least as urgent."""
        return sum(waiting.rank <= rank and not waiting.turn.done() for waiting in self._waiting.values())

    def rounds(self, group: Hashable) -> int:
        """Return the number of turns that are likely to pass before that of another task of a largest group."""
        by_group: dict[Hashable, int] = {}
        for waiting in self._waiting.values():
            by_group[waiting.groups[0]] = by_group.get(waiting.groups[0], 0) + 1
        next_place = by_group.get(group, 0) + 1
        return sum(min(number, next_place) for number in by_group.values())

    def leave(self, reason: Callable[[], Exception]) -> None:
        """Raise a reason in all tasks that wait."""
        for waiting in self._waiting.values():
            if not waiting.turn.done():
                waiting.turn.set_exception(reason())
        self._waiting.clear()
        self._next.clear()

    def _order(self, waiting: _Waiting[T]) -> tuple[float, ...]:
        depths = range(1, len(waiting.groups) + 1)
        return waiting.rank, *(self._served.get(waiting.groups[:depth], 0) for depth in depths), waiting.number


class FairLock:
    """A lock that is passed on in turns of the groups that wait."""

    def __init__(self) -> None:
        self._line: Line[None] = Line()
        self._held = False

    @contextlib.asynccontextmanager
    async def held(self, groups: Groups) -> AsyncIterator[None]:
        """Hold the lock inside the block."""
        if self._held:
            await self._line.turn(groups, self._pass_on)
        else:
            self._held = True
            self._line.serve(groups)
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self, _: None = None) -> None:
        self._held = self._line.give(None)
