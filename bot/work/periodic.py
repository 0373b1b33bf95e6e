"""Doing something again and again, whatever the time of day is said to be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog
from discord.ext import tasks

log = structlog.get_logger()


class Periodic(tasks.Loop[Any]):
    """Works at once and again after each pause of so many seconds; a failure is logged and ends nothing.

    discord.py's loop sleeps until the time of day that its last round has led it to expect: where the clock is put back
    by an hour it rests for an hour.
    """

    def __init__(self, seconds: float, work: Callable[[], Awaitable[object]]) -> None:
        async def carefully() -> None:
            try:
                await work()
            except Exception:
                log.exception("periodic work failed", work=getattr(work, "__qualname__", ""))

        never: Any = discord.utils.MISSING
        super().__init__(carefully, seconds, 0, 0, time=never, count=None, reconnect=True, name=None)
        self.pause = timedelta(seconds=seconds)

    def _try_sleep_until(self, dt: datetime) -> Any:
        return super()._try_sleep_until(discord.utils.utcnow() + self.pause)
