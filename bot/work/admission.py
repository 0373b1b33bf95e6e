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

from bot.work.fair_queue import FairQueue

AT_ONCE = 4
"""Number of clicks that are handled at once, just enough to keep the processor busy while one awaits the database."""
LONGEST_SECONDS = 5.0
"""Longest seconds that a click may wait before it is handled; then it is refused."""
SPARING_SECONDS = 0.5
"""Expected seconds of waiting from which panels are shown without their maps at first, to save time."""
HELD_SECONDS = 2.0
"""Seconds after which a click no longer counts as being handled: by then it waits for something other than the
processor."""
NEWEST_WEIGHT = 0.1
"""Weight of the newest interval between two admissions in the moving average."""


class Crowded(Exception):
    """A click is refused because more have arrived than can be answered soon."""


class Place:
    """A place among the clicks that are handled at once; a task holds it from its admission to the end of its work."""

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._is_needed = True
        """False once the work is done, except perhaps for sending the answer."""
        self._expiry: asyncio.TimerHandle | None = self._start_expiry()
        """The timer that frees the place after ``HELD_SECONDS``; None while the task does not hold it."""

    def _start_expiry(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(HELD_SECONDS, self.free)

    def free(self) -> None:
        """Free the place for the next waiting task."""
        if self._expiry is not None:
            self._expiry.cancel()
            self._expiry = None
            self._admission.pass_on()

    def take_back(self) -> None:
        """Take the place back, even if all places are taken: a task that was already admitted does not wait again."""
        if self._is_needed and self._expiry is None:
            self._expiry = self._start_expiry()
            self._admission.count_again()

    def free_for_good(self) -> None:
        """Free the place so that it is not taken back; the answer may still be being sent."""
        self._is_needed = False
        self.free()


_places: WeakKeyDictionary[asyncio.Task[object], Place] = WeakKeyDictionary()


class Admission:
    """Admits a few tasks at once, and the others later, table by table in turn."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST_SECONDS) -> None:
        self._at_once = at_once
        self._longest = longest
        self._working = 0
        """Number of places that are held."""
        self._queue: FairQueue[None] = FairQueue()
        self._average_interval = 0.0
        """Moving average of the seconds between two admissions while tasks wait."""
        self._last_admission = 0.0
        """Time of the event loop."""

    @property
    def has_waiting(self) -> bool:
        """Return whether a task waits."""
        return len(self._queue) > 0

    @property
    def is_behind(self) -> bool:
        """Return whether so many tasks wait that panels are to be shown without their maps."""
        return self._expected_total() > SPARING_SECONDS

    def _expected_total(self) -> float:
        """Return the expected seconds until all waiting tasks have been admitted."""
        return self._average_interval * len(self._queue)

    def expected_wait(self, table: int) -> float:
        """Return the expected seconds until another task of a table would be admitted."""
        return self._average_interval * self._queue.expected_turns(table)

    async def enter(self, table: int) -> None:
        """Wait until the calling task is admitted. Its place is freed when the task ends, at the latest.

        Raises:
            Crowded: That takes too long; if this is to be expected, it is raised at once.
        """
        task = asyncio.current_task()
        assert task is not None
        if earlier := _places.pop(task, None):
            earlier.free_for_good()
        if self.has_waiting or self._working >= self._at_once:
            await self._wait_for_place(table)
        else:
            self._last_admission = asyncio.get_running_loop().time()
            self._working += 1
            # A table that needed no waiting has had its turn, too, if tasks of several tables wait next.
            self._queue.record_turn((table,))
        place = _places[task] = Place(self)
        task.add_done_callback(lambda _: place.free_for_good())

    async def _wait_for_place(self, table: int) -> None:
        # The total is a cheap upper bound; the place in line is counted only if that is too long.
        if self._expected_total() > self._longest and self.expected_wait(table) > self._longest:
            raise Crowded
        try:
            async with asyncio.timeout(self._longest):
                await self._queue.wait_turn((table,), lambda _: self.pass_on())
        except TimeoutError:
            raise Crowded from None

    def pass_on(self) -> None:
        """Give a freed place to the next waiting task."""
        self._working -= 1
        # Places that were taken back may have exceeded the limit; then freeing one admits nobody.
        while self._working < self._at_once and self._queue.give(None):
            self._working += 1
            self._record_interval()

    def count_again(self) -> None:
        """Count a task again that goes on after it has freed its place."""
        self._working += 1

    def _record_interval(self) -> None:
        now = asyncio.get_running_loop().time()
        interval = now - self._last_admission
        self._average_interval += NEWEST_WEIGHT * (interval - self._average_interval)
        self._last_admission = now


@contextlib.contextmanager
def place_freed() -> Iterator[None]:
    """Free the place of the calling task inside the block, while it waits for another process or task."""
    task = asyncio.current_task()
    place = _places.get(task) if task is not None else None
    if place is None:
        yield
        return
    place.free()
    try:
        yield
    finally:
        place.take_back()


def free_place_for_good() -> None:
    """Free the place of the calling task, as only its answer remains to be sent."""
    task = asyncio.current_task()
    if task is not None and (place := _places.get(task)):
        place.free_for_good()
