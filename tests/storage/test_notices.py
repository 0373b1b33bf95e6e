"""A commit of one process is heard by the others at once, and by itself not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from storage import jobs, notices
from storage.database import Database
from tests.storage.postgresql import Server
from tests.storage.sample import CHANNEL, stored

on_postgresql = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

PATIENCE = 120.0
"""Seconds after which something is not going to be heard."""


class Ear:
    """How often something was heard."""

    def __init__(self) -> None:
        self.times = 0
        self._more = asyncio.Event()

    def __call__(self) -> None:
        self.times += 1
        self._more.set()

    async def hears(self, times: int) -> None:
        """Return as soon as the listener was called so often in all."""
        async with asyncio.timeout(PATIENCE):
            while self.times < times:
                self._more.clear()
                await self._more.wait()


@asynccontextmanager
async def listening(database: Database) -> AsyncIterator[Ear]:
    """Listen to a database; the connection counts as the first time."""
    ear = Ear()
    task = asyncio.create_task(database.listen(ear))
    try:
        await ear.hears(1)
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def say(database: Database, game_id: int, number: int = 1) -> None:
    async with database.transaction() as session:
        for _ in range(number):
            await jobs.enqueue(session, game_id, CHANNEL, "turn", {})


@on_postgresql
async def test_others_hear_of_a_commit_once_and_who_committed_does_not(database: Database, database_url: str) -> None:
    game_id = await stored(database)
    async with (
        Database.open(database_url) as other_process,
        listening(other_process) as listener,
        listening(database) as own_listener,
    ):
        await say(database, game_id, number=3)
        await listener.hears(2)
        await say(other_process, game_id)
        await own_listener.hears(2)
        await say(database, game_id)
        await listener.hears(3)
        assert (listener.times, own_listener.times) == (3, 2)


@on_postgresql
async def test_what_was_taken_back_is_not_heard(database: Database, database_url: str) -> None:
    game_id = await stored(database)
    async with Database.open(database_url) as other_process, listening(other_process) as listener:
        async with database.transaction() as session:
            await jobs.enqueue(session, game_id, CHANNEL, "turn", {})
            await session.rollback()
        await say(database, game_id)
        await listener.hears(2)
        await say(database, game_id)
        await listener.hears(3)
        assert listener.times == 3


@on_postgresql
async def test_a_lost_connection_is_made_again_and_what_was_missed_is_looked_for(
    database: Database, postgresql: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(notices, "FIRST_WAIT", 0.01)
    async with listening(database) as ear:
        for times in (2, 3):
            postgresql.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            await ear.hears(times)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "not hearing of other processes for a while"
    ] * 2


@on_postgresql
async def test_nobody_is_asked_again_and_again_at_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 8:
            raise asyncio.CancelledError

    async with Database.open("postgresql://nobody@/nothing?host=/nowhere") as nothing:
        monkeypatch.setattr("storage.notices.asyncio.sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await nothing.listen(lambda: None)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_on_sqlite_there_is_nobody_to_hear(database: Database) -> None:
    listening = asyncio.create_task(database.listen(lambda: None))
    ended, _ = await asyncio.wait({listening}, timeout=PATIENCE)
    assert ended == {listening}
