"""Limit on the clicks that are handled at once, for moments when more arrive than can be answered.

All clicks and messages share the event loop. If all clicks were handled at once, each turn of the loop would take as
long as a step of every one of them, and no message would ever be finished. So a few clicks are handled at once. The
others are acknowledged and wait in an order that is fair to all tables. A person who would have to wait too long is
told so at once, and may click again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from bot.work.line import Line

AT_ONCE = 4
"""Number of clicks that are handled at once, just enough to keep the processor busy while one awaits the database."""
LONGEST_SECONDS = 5.0
"""Longest seconds that a click may wait before it is handled; then it is refused."""
SPARING_SECONDS = 0.5
"""Expected seconds of waiting from which panels are shown without their maps at first, to save time."""
HELD_SECONDS = 2.0
"""Seconds after which a click no longer counts as being handled: by then it waits for something other than the
processor."""
NEWEST = 0.1
"""Weight of the newest interval between two admissions in the moving average."""


class Crowded(Exception):
    """A click is refused because more have arrived than can be answered soon."""


class Place:
    """A place among the clicks that are handled at once; a task holds it from its admission to the end of its work."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._needed = True
        self._held: asyncio.TimerHandle | None = self._hold()

    def _hold(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(HELD_SECONDS, self.leave)

    def leave(self) -> None:
        """Free the place for the next waiting task."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._admission.left()

    def come_back(self) -> None:
        """Take the place back, even if all places are taken: a task that was already admitted does not wait again."""
        if self._needed and self._held is None:
            self._held = self._hold()
            self._admission.came_back()

    def end(self) -> None:
        """Free the place for good; the answer may still be being sent."""
        self._needed = False
        self.leave()


_places: WeakKeyDictionary[asyncio.Task[object], Place] = WeakKeyDictionary()


class Admission:
    """Admits a few tasks at once, and the others later, table by table in turn."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST_SECONDS) -> None:
        self._at_once = at_once
        self._longest = longest
        self._working = 0
        self._line: Line[None] = Line()
        self._usual = 0.0
        """Moving average of the seconds between two admissions while tasks wait."""
        self._began = 0.0

    @property
    def crowded(self) -> bool:
        """Return whether a task waits."""
        return len(self._line) > 0

    @property
    def is_behind(self) -> bool:
        """Return whether so many tasks wait that panels are to be shown without their maps."""
        return self._all_begin() > SPARING_SECONDS

    def _all_begin(self) -> float:
        """Return the expected seconds until all waiting tasks have been admitted."""
        return self._usual * len(self._line)

    async def enter(self, table: int) -> None:
        """Wait until the calling task is admitted. Its place is freed when the task ends, at the latest.

        Raises Crowded if that takes too long; if that is to be expected, at once.
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
        """Return the expected seconds until another task of a table would be admitted."""
        return self._usual * self._line.rounds(table)

    def left(self, _: None = None) -> None:
        """Give a freed place to the next waiting task."""
        self._working -= 1
        while self._working < self._at_once and self._line.give(None):
            self._working += 1
            self._note()

    def came_back(self) -> None:
        """Count a task again that goes on after it has freed its place."""
        self._working += 1

    def _note(self) -> None:
        now = asyncio.get_running_loop().time()
        self._usual += NEWEST * (now - self._began - self._usual)
        self._began = now


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """Free the place of the calling task inside the block, while it waits for another process or task."""
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
    """Free the place of the calling task for good, as only its answer remains to be sent."""
    task = asyncio.current_task()
    if task is not None and (place := _places.get(task)):
        place.end()
