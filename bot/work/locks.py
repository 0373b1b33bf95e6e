"""Locks by number, such as one for each table, which exist only while a task holds or awaits them."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """The locks of this process by number."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def for_table(self, number: int) -> asyncio.Lock:
        """Return the lock of a number; all callers get the same one while it is in use."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock
