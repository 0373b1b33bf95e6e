"""Work that is repeated at a fixed interval."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from functools import partial

import structlog

log = structlog.get_logger()


class Periodic:
    """Run a coroutine function at once and again after each pause, on the monotonic clock.

    A failure is logged and ends nothing.
    """

    def __init__(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        self.seconds = seconds
        self._work = work
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, unless it has begun already."""
        if not self.is_running():
            name = getattr(self._work, "__qualname__", "periodic work")
            # In a context of its own: what is known of whoever starts it is not true of what it does.
            self._task = Context().run(partial(asyncio.create_task, self._repeat(), name=name))

    def cancel(self) -> None:
        """Break off what is being done, and do nothing more."""
        if self._task is not None:
            self._task.cancel()

    def is_running(self) -> bool:
        """Return whether it has been started and not been cancelled."""
        return self._task is not None and not self._task.done()

    async def run_once(self) -> None:
        """Do the work once, outside the interval, and log its failure."""
        try:
            await self._work()
        except Exception:
            log.exception("periodic work failed", work=getattr(self._work, "__qualname__", ""))

    async def _repeat(self) -> None:
        while True:
            await self.run_once()
            await asyncio.sleep(self.seconds)
