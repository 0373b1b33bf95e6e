"""What is due is found quickly when much waits, whatever PostgreSQL believes to know of the outbox."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import insert, text

from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Lane
from storage.models import GameRow, JobRow, Status
from tests.storage.messages import claimed_rows
from tests.storage.sample import columns_of_a_table

MANY = 10_000
SERVERS = 500
SECONDS = 5
"""What grows with the square of what waits takes five times as long, the rest a hundredth."""


def tables(now: datetime) -> list[dict[str, Any]]:
    table = columns_of_a_table(now) | {"status": Status.RUNNING}
    return [
        table | {"id": id, "channel_id": 500_000 + id, "guild_id": None if id % SERVERS == 0 else id % SERVERS}
        for id in range(1, MANY + 1)
    ]


def messages(now: datetime, kind: str, sent_at: datetime | None) -> list[dict[str, Any]]:
    """Return one message of each table."""
    return [
        {
            "game_id": id,
            "channel_id": 500_000 + id,
            "lane": Lane.PICTURES if kind == jobs.PICTURE else Lane.MESSAGES,
            "kind": kind,
            "payload": {},
            "nonce": f"{id}-{kind}-{sent_at is None}",
            "created_at": now,
            "set_at": now,
            "attempts": 0,
            "lost": 0,
            "due_at": now,
            "sent_at": sent_at,
        }
        for id in range(1, MANY + 1)
    ]


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_what_is_due_is_found_though_nothing_waited_when_the_statistics_were_made(database: Database) -> None:
    now = utcnow()
    async with database.engine.begin() as connection:
        await connection.execute(insert(GameRow), tables(now))
        await connection.execute(insert(JobRow), messages(now, "turn", now))
        await connection.execute(text("ANALYZE"))
        await connection.execute(insert(JobRow), messages(now, "turn", None))
        await connection.execute(insert(JobRow), messages(now, jobs.PICTURE, None))
    for pictures in (False, True):
        for left_out in ((), (1, 2), (3, None)):
            async with database.transaction() as session:
                connection = await session.connection()
                await connection.execute(text(f"SET LOCAL statement_timeout = '{SECONDS}s'"))
                lane = Lane.PICTURES if pictures else Lane.MESSAGES
                assert lane in (await jobs.look(session)).due
                taken = await claimed_rows(session, lane, limit=32, servers_left_out=left_out)
                assert len(taken) == 32
                assert {row.kind for row in taken} == {jobs.PICTURE if pictures else "turn"}
                servers = {None if row.game_id % SERVERS == 0 else row.game_id % SERVERS for row in taken}
                assert not servers & set(left_out)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_who_claims_at_the_same_time_takes_what_comes_after(database: Database) -> None:
    now = utcnow()
    async with database.engine.begin() as connection:
        await connection.execute(insert(GameRow), tables(now)[:5])
        for kind in ("ping", "turn"):
            await connection.execute(insert(JobRow), messages(now, kind, None)[:5])
    async with database.transaction() as first, database.transaction() as second:
        taken = [[row.id for row in await claimed_rows(session, limit=3)] for session in (first, second)]
    assert taken == [[1, 2, 3], [4, 5]]
