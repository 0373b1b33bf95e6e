"""Background work of the bot, for which the sandbox's page does not wait."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any

import structlog
from simcord.backend.errors import SetupError
from simcord.preview import Preview

log = structlog.get_logger()

RETRY_SECONDS = 0.5
"""Seconds between two attempts to show the result of the work, while the page is busy."""
ATTEMPTS = 240


class BackgroundWork:
    """Let the page go on while the bot makes things for which nobody waits, such as the clip of a game.

    The simulation finishes all work of the bot before the page may do anything else: at the end of a game the page was
    blocked for 22 to 45 seconds. Background work is hidden from the simulation, and the page shows its result as soon
    as it is idle. If the work fails, its result is missing, which the sandbox can bear.
    """

    def __init__(self) -> None:
        self.preview: Preview | None = None
        self._tasks = set[asyncio.Task[None]]()

    async def __call__(self, work: Coroutine[Any, Any, None]) -> None:
        """Start the work and return."""
        # The simulation knows the bot's tasks by the context in which they are created.
        task = contextvars.Context().run(asyncio.get_running_loop().create_task, self._carry_out(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception:
            log.exception("what nobody waits for could not be made")
        if self.preview is not None:
            await _refresh(self.preview)


async def _refresh(preview: Preview) -> None:
    """Have the page show the present channel as soon as it is not busy."""
    for _ in range(ATTEMPTS):
        try:
            await preview.refresh()
        except SetupError:  # it is busy, or closed
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
