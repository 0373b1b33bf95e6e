"""The health check of the bot, for the health file and for ``/healthz``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from bot.work.periodic import Periodic
from bot.work.worker import JobWorker
from storage import named_values
from storage.columns import utcnow
from storage.database import Database

HEARTBEAT_SECONDS = 30
"""Seconds between two checks while the bot is healthy."""
RETRY_SECONDS = 1
"""Seconds between two checks while it is not, so that the file appears as soon as it is healthy again."""
DATABASE_SECONDS = 1
"""Seconds that the database may take to return figures."""
WRITING_SECONDS = 5
"""Seconds that a write may take, including the time in which it waits for other writers."""
PROBE = "written"
"""Name of the stored value (``storage.named_values``) that the check writes: the moment of the last check."""


def heartbeat(file: Path | None, ailments: Callable[[], Awaitable[list[str]]]) -> Periodic:
    """Return periodic work that touches a file while ``ailments`` returns an empty list; None: there is no file."""
    touched: float | None = None

    async def beat() -> None:
        nonlocal touched
        now = monotonic()
        if file is None or (touched is not None and now - touched < HEARTBEAT_SECONDS):
            return
        touched = None
        if not await ailments():
            touched = now
            file.touch()

    return Periodic(RETRY_SECONDS, beat)


async def ailments(*, connected: bool, database: Database, worker: JobWorker) -> list[str]:
    """Return the failing subsystems of "discord", "database", "outbox" and "timer"; an empty list means healthy."""
    failing = [] if connected else ["discord"]
    if not await writes(database):
        failing.append("database")
    return failing + worker.ailments


async def writes(database: Database) -> bool:
    """Return whether a write to the database succeeds in time. Reading is no test, as it works even on a full disk."""
    try:
        async with asyncio.timeout(WRITING_SECONDS), database.transaction() as session:
            await named_values.remember(session, PROBE, utcnow().isoformat())
    except (SQLAlchemyError, OSError):  # TimeoutError is an OSError
        return False
    return True
