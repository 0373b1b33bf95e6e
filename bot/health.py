"""Whether the bot does its work: one judgement for the health file and for ``/healthz``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.periodic import Periodic
from bot.worker import Worker
from storage.database import Database

HEARTBEAT_SECONDS = 30

DATABASE_SECONDS = 1
"""How long the database may take to answer."""


def heartbeat(file: Path | None, ailments: Callable[[], Awaitable[list[str]]]) -> Periodic:
    """Touches the file again and again while nothing ails."""

    async def beat() -> None:
        if file is not None and not await ailments():
            file.touch()

    return Periodic(HEARTBEAT_SECONDS, beat)


async def ailments(*, connected: bool, database: Database, workers: Iterable[Worker[Any]]) -> list[str]:
    """What does not work: "discord", "database", "outbox", "timer"; empty: all is well."""
    found = [] if connected else ["discord"]
    if not await answers(database):
        found.append("database")
    return found + [worker.name for worker in workers if not worker.alive]


async def answers(database: Database) -> bool:
    """Whether the database answers in time."""
    try:
        async with asyncio.timeout(DATABASE_SECONDS), database.reading() as session:
            await (await session.connection()).execute(text("SELECT 1"))
    except (SQLAlchemyError, OSError):  # TimeoutError is an OSError
        return False
    return True
