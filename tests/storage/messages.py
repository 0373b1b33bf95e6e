"""Messages to test with: written, claimed, sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from storage import jobs
from storage.database import Database
from storage.jobs import Lane
from storage.models import JobRow
from tests.storage.sample import CHANNEL

SECOND = timedelta(seconds=1)


async def add(
    database: Database, game_id: int, *kinds: str, replaces: Sequence[str] = (), channel_id: int = CHANNEL
) -> list[int]:
    async with database.transaction() as session:
        entries = [await jobs.enqueue(session, game_id, channel_id, kind, {}, replaces=replaces) for kind in kinds]
        return [entry.id for entry in entries]


async def claimed_rows(session: AsyncSession, lane: Lane = Lane.MESSAGES, **options: Any) -> list[JobRow]:
    """Claim jobs and return them."""
    return [claimed.job for claimed in await jobs.claim(session, lane, **options)]


async def take(database: Database, now: datetime | None = None, limit: int = 20) -> list[int]:
    async with database.transaction() as session:
        return [entry.id for entry in await claimed_rows(session, now=now, limit=limit)]


async def entry_of(session: AsyncSession, entry_id: int) -> JobRow:
    """Return the entry as it stands."""
    entry = await session.get(JobRow, entry_id, populate_existing=True)
    assert entry is not None
    return entry


async def sent(database: Database, entry_id: int) -> None:
    async with database.transaction() as session:
        await jobs.mark_sent(session, await entry_of(session, entry_id), 1)
