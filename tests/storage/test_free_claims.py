"""Claims that processes have left behind, or a backup has brought back, hold nobody up."""

from __future__ import annotations

import asyncio

import pytest

from storage import jobs
from storage.database import Database
from storage.jobs import Kind, Lane
from tests.storage.messages import claimed_rows
from tests.storage.sample import CHANNEL, stored


async def claimed(database: Database) -> int:
    """A game of which a message and a timer are claimed."""
    game_id = await stored(database)
    async with database.transaction() as session:
        await jobs.enqueue(session, game_id, CHANNEL, "turn", {})
        await jobs.schedule(session, game_id, Kind.COMPUTERS)
    assert await take(database) == (1, [0])
    assert await take(database) == (0, [])
    return game_id


async def take(database: Database) -> tuple[int, list[int]]:
    """How many messages could be claimed, and how often each timer that could had been lost."""
    async with database.transaction() as session:
        messages = await claimed_rows(session)
        due = await claimed_rows(session, Lane.COMPUTERS)
    return len(messages), [timer.lost for timer in due]


async def test_whoever_is_alone_frees_what_others_had_claimed(database: Database) -> None:
    await claimed(database)
    await jobs.free(database)
    assert await take(database) == (1, [1])


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_while_another_process_is_connected_its_claims_hold(database: Database, database_url: str) -> None:
    await claimed(database)
    async with Database.open(database_url) as other:
        assert await database.alone()
        await other.check()
        assert not await database.alone()
        await jobs.free(database)
        assert await take(database) == (0, [])
    async with asyncio.timeout(5):
        while not await database.alone():
            await asyncio.sleep(0.01)
    await jobs.free(database)
    assert await take(database) == (1, [1])
