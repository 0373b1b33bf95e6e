"""Whose click is worked on next, when more is clicked than can be answered.

The event loop is what everybody shares. A click needs dozens of its turns, and so does a message: if all clicks were
begun at once, each turn would take as long as a step of every one of them, and no message would ever be finished. So a
few clicks are worked on at once, and the others, which are acknowledged, wait in an order that is fair by table.
Whoever would wait too long is told so at once, and may click again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from bot.work.line import Line

AT_ONCE = 4
"""Clicks that are worked on at once: as few as keep the processor busy while one of them waits for the database."""
LONGEST_SECONDS = 5.0
"""Nobody waits longer to be begun with."""
SPARING_SECONDS = 0.5
"""Where whoever comes waits longer to be begun with, words come before the maps of panels."""
HELD_SECONDS = 2.0
"""Whoever takes longer waits for something else, and holds up nobody."""
NEWEST = 0.1
"""How much the newest interval between two beginnings counts in the usual one."""


class Crowded(Exception):
    """More was clicked than can be answered soon; nothing was done."""


class Place:
    """Among those who are worked on: taken when a task's turn comes, given back when it has done its part."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._needed = True
        self._held: asyncio.TimerHandle | None = self._hold()

    def _hold(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(HELD_SECONDS, self.leave)

    def leave(self) -> None:
        """Somebody else may take it."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._admission.left()

    def come_back(self) -> None:
        """The work goes on; nobody who is further than others waits for them."""
        if self._needed and self._held is None:
            self._held = self._hold()
            self._admission.came_back()

    def end(self) -> None:
        """Nothing is left to be done but to tell what came of it."""
        self._needed = False
        self.leave()


_places: WeakKeyDictionary[asyncio.Task[object], Place] = WeakKeyDictionary()


class Admission:
    """Lets so many tasks begin at once, in turns of the tables whose tasks wait."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST_SECONDS) -> None:
        self._at_once, self._longest = at_once, longest
        self._working = 0
        self._line: Line[None] = Line()
        self._usual = 0.0
        """How many seconds usually lie between two beginnings while others wait."""
        self._began = 0.0

    @property
    def crowded(self) -> bool:
        """Whether somebody waits."""
        return len(self._line) > 0

    @property
    def behind(self) -> bool:
        """Whether so many wait that what can be done without is left undone."""
        return self._all_begin() > SPARING_SECONDS

    def _all_begin(self) -> float:
        """After how many seconds everybody who waits is likely to have begun."""
        return self._usual * len(self._line)

    async def enter(self, table: int) -> None:
        """Returns when the calling task's turn has come; the place is given back when the task ends, at the latest.

        Raises Crowded where that takes too long, at once where that is to be expected.
        """
        task = asyncio.current_task()
        assert task is not None
        if before := _places.pop(task, None):
            before.end()
        if self.crowded or self._working >= self._at_once:
            await self._turn(table)
        else:
            self._began = asyncio.get_running_loop().time()
            self._working += 1
            self._line.serve((table,))
        place = _places[task] = Place(self)
        task.add_done_callback(lambda _: place.end())

    async def _turn(self, table: int) -> None:
        if self._all_begin() > self._longest and self.expected(table) > self._longest:
            raise Crowded
        try:
            async with asyncio.timeout(self._longest):
                await self._line.turn((table,), self.left)
        except TimeoutError:
            raise Crowded from None

    def expected(self, table: int) -> float:
        """After how many seconds a further task of a table is likely to begin."""
        return self._usual * self._line.rounds(table)

    def left(self, _: None = None) -> None:
        """A place is free."""
        self._working -= 1
        while self._working < self._at_once and self._line.give(None):
            self._working += 1
            self._note()

    def came_back(self) -> None:
        """Somebody works again who had left a place."""
        self._working += 1

    def _note(self) -> None:
        now = asyncio.get_running_loop().time()
        self._usual += NEWEST * (now - self._began - self._usual)
        self._began = now


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """What the calling task waits for inside is done by others: its place is free meanwhile."""
    task = asyncio.current_task()
    place = _places.get(task) if task is not None else None
    if place is None:
        yield
        return
    place.leave()
    try:
        yield
    finally:
        place.come_back()


def worked() -> None:
    """The calling task has done its part, and only tells what came of it."""
    task = asyncio.current_task()
    if task is not None and (place := _places.get(task)):
        place.end()
