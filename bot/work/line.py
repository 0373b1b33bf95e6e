"""A line of those who wait: first the most urgent; among these it is the turn of the group that was served longest ago,
and so it is inside the group; else of who came first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")

Groups = tuple[Hashable, ...]
"""To whom somebody belongs, the largest group first: a server, in it a person."""


@dataclass(eq=False)
class _Waiting(Generic[T]):
    groups: Groups
    rank: float
    number: int
    turn: asyncio.Future[T]


class Line(Generic[T]):
    """``T``: what each waits for."""

    def __init__(self) -> None:
        self._waiting: dict[int, _Waiting[T]] = {}
        """By their numbers, in the order in which they came."""
        self._next: list[tuple[float, ...]] = []
        """A heap of what decides who is next, and their numbers. What has changed since only puts somebody further
        back, which is seen when their turn seems to have come."""
        self._came = 0
        self._served: dict[Groups, int] = {}
        """When the turn of a group was last, counted in turns, as long as anybody waits."""
        self._turns = 0

    def __len__(self) -> int:
        return len(self._waiting)

    async def turn(self, groups: Groups, back: Callable[[T], None], rank: float = 0) -> T:
        """What is given to the caller when the turn has come. ``rank``: the least is the most urgent; ``back``: takes
        it from who is cancelled in the same moment. Raises what ``leave`` says."""
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

    def give(self, what: T) -> bool:
        """Gives it to whose turn it is; False: nobody waits."""
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
            waiting.turn.set_result(what)
            return True
        self._served.clear()
        return False

    def serve(self, groups: Groups) -> None:
        """It was the turn of these."""
        self._turns += 1
        for depth in range(len(groups)):
            self._served[groups[: depth + 1]] = self._turns

    def before(self, rank: float) -> int:
        """How many wait for something as urgent."""
        return sum(waiting.rank <= rank and not waiting.turn.done() for waiting in self._waiting.values())

    def rounds(self, group: Hashable) -> int:
        """How many turns are likely to pass before that of who comes next to such a largest group."""
        by_group: dict[Hashable, int] = {}
        for waiting in self._waiting.values():
            by_group[waiting.groups[0]] = by_group.get(waiting.groups[0], 0) + 1
        own = by_group.get(group, 0)
        return sum(min(number, own + 1) for number in by_group.values())

    def leave(self, reason: Callable[[], Exception]) -> None:
        """All stop waiting."""
        for waiting in self._waiting.values():
            if not waiting.turn.done():
                waiting.turn.set_exception(reason())
        self._waiting.clear()
        self._next.clear()

    def _order(self, waiting: _Waiting[T]) -> tuple[float, ...]:
        depths = range(1, len(waiting.groups) + 1)
        return waiting.rank, *(self._served.get(waiting.groups[:depth], 0) for depth in depths), waiting.number


class FairLock:
    """For one at a time, in turns of their groups."""

    def __init__(self) -> None:
        self._line: Line[None] = Line()
        self._held = False

    @contextlib.asynccontextmanager
    async def held(self, groups: Groups) -> AsyncIterator[None]:
        """Inside, nobody else holds it."""
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
