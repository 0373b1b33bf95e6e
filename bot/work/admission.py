"""Admission of clicks when more is clicked than can be answered.

All clicks and messages share the event loop. If all clicks began at once, each turn of the loop would take as long as a
step of every one of them, and no message would ever be finished. So a few clicks are handled at once, and the others,
which are acknowledged, wait in an order that is fair by table. Somebody who would wait too long is told so at once, and
may click again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from bot.work.line import Line

AT_ONCE = 4
"""Clicks that are handled at once: as few as keep the processor busy while one of them waits for the database."""
LONGEST_SECONDS = 5.0
"""Nobody waits longer to be begun with."""
SPARING_SECONDS = 0.5
"""Where whoever comes waits longer to be begun with, words come before the maps of panels."""
HELD_SECONDS = 2.0
"""Whoever takes longer waits for something else, and holds up nobody."""
NEWEST = 0.1
"""How much the newest interval between two beginnings counts in the usual one."""


class Crowded(Exception):
    """Raised instead of handling a click when more was clicked than can be answered soon."""


class Place:
    """A place among the clicks that are handled: taken when a task's turn comes, given back when its part is done."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._needed = True
        self._held: asyncio.TimerHandle | None = self._hold()

    def _hold(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(HELD_SECONDS, self.leave)

    def leave(self) -> None:
        """Give the place to the next task that waits."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._admission.left()

    def come_back(self) -> None:
        """Take the place back and go on, even if others have taken all places: a task that is further does not wait."""
        if self._needed and self._held is None:
            self._held = self._hold()
            self._admission.came_back()

    def end(self) -> None:
        """Give the place back for good, while the answer is still being sent."""
        self._needed = False
        self.leave()


_places: WeakKeyDictionary[asyncio.Task[object], Place] = WeakKeyDictionary()


class Admission:
    """Let some tasks begin at once, and the others in turns of their tables."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST_SECONDS) -> None:
        self._at_once = at_once
        self._longest = longest
        self._working = 0
        self._line: Line[None] = Line()
        self._usual = 0.0
        """The usual seconds between two beginnings while others wait."""
        self._began = 0.0

    @property
    def crowded(self) -> bool:
        """Return whether a task waits."""
        return len(self._line) > 0

    @property
    def is_behind(self) -> bool:
        """Return whether so many tasks wait that maps of panels are left out."""
        return self._all_begin() > SPARING_SECONDS

    def _all_begin(self) -> float:
        """Return the seconds until all tasks that wait are likely to have begun."""
        return self._usual * len(self._line)

    async def enter(self, table: int) -> None:
        """Wait for the turn of the calling task, whose place is given back when the task ends, at the latest.

        Raises Crowded if that takes too long, at once if it is expected to.
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
        """Return the seconds until another task of a table is likely to begin."""
        return self._usual * self._line.rounds(table)

    def left(self, _: None = None) -> None:
        """Pass on a place that is free."""
        self._working -= 1
        while self._working < self._at_once and self._line.give(None):
            self._working += 1
            self._note()

    def came_back(self) -> None:
        """Count a task that goes on after it had left its place."""
        self._working += 1

    def _note(self) -> None:
        now = asyncio.get_running_loop().time()
        self._usual += NEWEST * (now - self._began - self._usual)
        self._began = now


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """Free the place of the calling task while it waits inside for what others do."""
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
    """Note that the calling task has done its part, and only sends the answer."""
    task = asyncio.current_task()
    if task is not None and (place := _places.get(task)):
        place.end()
