"""Whether the bot does its work: one judgement for the health file and for ``/healthz``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.worker import Worker
from storage.database import Database

DATABASE_SECONDS = 1
"""How long the database may take to answer."""


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
