"""Work that is repeated at a fixed interval."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from functools import partial

import structlog

log = structlog.get_logger()


class Periodic:
    """Runs a coroutine function at once and again after each pause, on the monotonic clock.

    A failure is logged and does not end the repetition.
    """

    def __init__(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        self.seconds = seconds
        self._work = work
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the repetition, unless it is running."""
        if not self.is_running():
            name = getattr(self._work, "__qualname__", "periodic work")
            # A new context, so that its log lines do not contain the interaction during which it was started.
            self._task = Context().run(partial(asyncio.create_task, self._repeat(), name=name))

    def cancel(self) -> None:
        """Cancel the repetition, also in the middle of the work."""
        if self._task is not None:
            self._task.cancel()

    def is_running(self) -> bool:
        """Return whether the repetition was started and has not ended."""
        return self._task is not None and not self._task.done()

    async def run_once(self) -> None:
        """Do the work once, independently of the interval; a failure is logged."""
        try:
            await self._work()
        except Exception:
            log.exception("periodic work failed", work=getattr(self._work, "__qualname__", ""))

    async def _repeat(self) -> None:
        while True:
            await self.run_once()
            await asyncio.sleep(self.seconds)
