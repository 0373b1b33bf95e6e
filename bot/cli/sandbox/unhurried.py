"""Work of the bot that the sandbox's page does not wait for."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any

import structlog
from simcord.backend.errors import SetupError
from simcord.preview import Preview

log = structlog.get_logger()

AGAIN_SECONDS = 0.5
"""Between two attempts to show what has come of the work, while the page is busy."""
ATTEMPTS = 240


class Unhurried:
    """Let the page go on while the bot makes what nobody waits for, such as the clip of a game.

    The simulation finishes whatever the bot has begun before the page may do anything else: at the end of a game the
    page was blocked for 22 to 45 seconds. What runs here is no work of the bot to the simulation, and the page shows
    what has come of it as soon as it is idle. Where the work fails it is lost, as the sandbox can do without.
    """

    def __init__(self) -> None:
        self.preview: Preview | None = None
        self._tasks = set[asyncio.Task[None]]()

    async def __call__(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin the work and return."""
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
            await _show_anew(self.preview)


async def _show_anew(preview: Preview) -> None:
    """Have the page show the channel as it is now, as soon as it is not busy."""
    for _ in range(ATTEMPTS):
        try:
            await preview.refresh()
        except SetupError:  # it is busy, or closed
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            return
