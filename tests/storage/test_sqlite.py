"""SQLite under an event loop: nothing that waits holds up the loop."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from storage import people
from storage.database import Database
from tests.storage.databases import locale_of


@pytest.fixture
def backend() -> str:
    return "sqlite"


@pytest.fixture
def other(database: Database) -> Iterator[sqlite3.Connection]:
    """Provide the connection of another process, which is writing."""
    connection = sqlite3.connect(str(database.url.database), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield connection
    connection.close()


async def write(database: Database, locale: str) -> None:
    async with database.transaction() as session:
        await people.set_user_locale(session, 1, locale)


async def locale(database: Database) -> str | None:
    async with database.reading() as session:
        return await locale_of(session, 1)


async def test_the_loop_goes_on_while_another_process_writes(database: Database, other: sqlite3.Connection) -> None:
    writing = asyncio.create_task(write(database, "de"))
    for _ in range(20):
        await asyncio.sleep(0.005)
        assert await locale(database) is None, "a reader waits for nobody"
    assert not writing.done()
    other.execute("COMMIT")
    await writing
    assert await locale(database) == "de"


@pytest.mark.parametrize("times", [1, 2])
async def test_a_writer_that_is_cancelled_while_it_waits_leaves_nothing_behind(
    database: Database, other: sqlite3.Connection, times: int
) -> None:
    """`asyncio.timeout` and then the end of the program cancel a task twice."""
    writing = asyncio.create_task(write(database, "de"))
    await asyncio.sleep(0.05)
    for _ in range(times):
        writing.cancel()
        await asyncio.sleep(0.05)
    other.execute("COMMIT")
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await locale(database) is None
    await write(database, "nl")
    assert await locale(database) == "nl"
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_cancelled_writers_do_not_use_up_the_connections(database: Database) -> None:
    for _ in range(20):
        writing = asyncio.create_task(write(database, "de"))
        await asyncio.sleep(0.001)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
    async with asyncio.timeout(10):
        await write(database, "nl")
    assert await locale(database) == "nl"


async def test_the_loop_goes_on_while_a_connection_is_made(tmp_path: Path) -> None:
    """The change of a new file to write-ahead logging waits for the writer of another process."""
    file = tmp_path / "new.db"
    writer = sqlite3.connect(str(file), isolation_level=None)
    writer.execute("CREATE TABLE something (id INTEGER)")
    writer.execute("BEGIN EXCLUSIVE")
    async with Database.open(f"sqlite:///{file}") as database:
        connecting = asyncio.create_task(database.check())
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert not connecting.done()
        writer.execute("COMMIT")
        await connecting
    writer.close()


async def test_every_connection_is_durable_and_checks_foreign_keys(tmp_path: Path) -> None:
    async with Database.open(f"sqlite:///{tmp_path / 'new.db'}") as database, database.reading() as session:
        connection = await session.connection()
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [(await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one() for pragma in pragmas]
        assert values == ["wal", 2, 1, 30_000]
