"""A line of those who wait: first the most urgent; among these it is the turn of the group that was served longest ago,
and so it is inside the group; else of who came first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass
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
        self._waiting: list[_Waiting[T]] = []
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
        self._waiting.append(waiting)
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            turn = waiting.turn
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                back(turn.result())
            raise
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)

    def give(self, what: T) -> bool:
        """Gives it to whose turn it is; False: nobody waits."""
        if not (there := [waiting for waiting in self._waiting if not waiting.turn.done()]):
            self._served.clear()
            return False
        urgent = min(waiting.rank for waiting in there)
        first = min((waiting for waiting in there if waiting.rank == urgent), key=self._order)
        self._waiting.remove(first)
        self.serve(first.groups)
        first.turn.set_result(what)
        return True

    def serve(self, groups: Groups) -> None:
        """It was the turn of these."""
        self._turns += 1
        for depth in range(len(groups)):
            self._served[groups[: depth + 1]] = self._turns

    def before(self, rank: float) -> int:
        """How many wait for something as urgent."""
        return sum(waiting.rank <= rank and not waiting.turn.done() for waiting in self._waiting)

    def rounds(self, group: Hashable) -> int:
        """How many turns are likely to pass before that of who comes next to such a largest group."""
        by_group: dict[Hashable, int] = {}
        for waiting in self._waiting:
            by_group[waiting.groups[0]] = by_group.get(waiting.groups[0], 0) + 1
        own = by_group.get(group, 0)
        return sum(min(number, own + 1) for number in by_group.values())

    def leave(self, reason: Callable[[], Exception]) -> None:
        """All stop waiting."""
        for waiting in self._waiting:
            if not waiting.turn.done():
                waiting.turn.set_exception(reason())
        self._waiting.clear()

    def _order(self, waiting: _Waiting[T]) -> tuple[float, ...]:
        depths = range(1, len(waiting.groups) + 1)
        return *(self._served.get(waiting.groups[:depth], 0) for depth in depths), waiting.number


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
