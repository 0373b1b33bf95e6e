"""Whether the bot does its work: one judgement for the health file and for ``/healthz``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from bot.work.periodic import Periodic
from bot.work.worker import JobWorker
from storage import kept
from storage.columns import utcnow
from storage.database import Database

HEARTBEAT_SECONDS = 30
"""Between two looks while all is well."""
RETRY_SECONDS = 1
"""Between two while something ails, so that the file appears as soon as nothing does."""
DATABASE_SECONDS = 1
"""How long the database may take to tell figures."""
WRITING_SECONDS = 5
"""How long it may take to write: as long as others may write before it."""
PROBE = "written"
"""The name under which is kept when a process last tried whether it can write."""


def heartbeat(file: Path | None, ailments: Callable[[], Awaitable[list[str]]]) -> Periodic:
    """Return periodic work that touches a file while nothing fails."""
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
    """Return whether the database can be written to in time; on a full disk it can be read, but every move fails."""
    try:
        async with asyncio.timeout(WRITING_SECONDS), database.transaction() as session:
            await kept.remember(session, PROBE, utcnow().isoformat())
    except (SQLAlchemyError, OSError):  # TimeoutError is an OSError
        return False
    return True
