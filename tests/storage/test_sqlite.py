"""SQLite beside an event loop: what waits does not hold it up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from storage import people
from storage import sqlite as ours
from storage.database import Database
from tests.storage.databases import locale_of


@pytest.fixture
def backend() -> str:
    return "sqlite"


@pytest.fixture
def other(database: Database) -> sqlite3.Connection:
    """Another process, which is writing."""
    connection = sqlite3.connect(str(database.url.database), isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


async def write(database: Database, locale: str) -> None:
    async with database.transaction() as session:
        await people.set_user_locale(session, 1, locale)


async def locale(database: Database) -> str | None:
    async with database.reading() as session:
        return await locale_of(session, 1)


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts of the module that have handed something to a thread, since it has to wait."""
    found, in_thread = list[str](), ours._in_thread

    async def noting(work: Callable[[], object]) -> None:
        found.append(work.__qualname__.partition(".")[0])
        await in_thread(work)

    monkeypatch.setattr(ours, "_in_thread", noting)
    return found


async def waiting(database: Database, handed: list[str]) -> asyncio.Task[None]:
    """Somebody who waits for the other process."""
    writing = asyncio.create_task(write(database, "de"))
    while "_begin_writing" not in handed:
        await asyncio.sleep(0)
    return writing


async def ended_without_a_trace(database: Database, writing: asyncio.Task[None], other: sqlite3.Connection) -> None:
    """Once the other process has finished, the cancelled ``writing`` ends without a trace, and anybody may write."""
    other.execute("COMMIT")
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await locale(database) is None
    await write(database, "nl")
    assert await locale(database) == "nl"


async def test_the_loop_goes_on_while_another_process_writes(database: Database, other: sqlite3.Connection) -> None:
    writing = asyncio.create_task(write(database, "de"))
    for _ in range(20):
        await asyncio.sleep(0.005)
        assert await locale(database) is None  # who reads waits for nobody
    assert not writing.done()
    other.execute("COMMIT")
    await writing
    assert await locale(database) == "de"


async def test_who_gives_up_waiting_leaves_nothing_behind(
    database: Database, other: sqlite3.Connection, handed: list[str]
) -> None:
    writing = await waiting(database, handed)
    writing.cancel()
    await asyncio.sleep(0.05)
    await ended_without_a_trace(database, writing, other)


async def test_who_is_cancelled_again_does_not_hold_up_the_loop(
    database: Database, other: sqlite3.Connection, handed: list[str]
) -> None:
    """As ``asyncio.timeout`` and then the end of the program do it."""
    writing = await waiting(database, handed)
    for _ in range(3):
        writing.cancel()
        await asyncio.sleep(0.05)
        assert not writing.done()
    await ended_without_a_trace(database, writing, other)


async def test_the_loop_goes_on_while_a_connection_is_made(tmp_path: Path) -> None:
    """The change of a new file to write-ahead logging waits for whoever writes into it."""
    file = tmp_path / "new.db"
    another = sqlite3.connect(str(file), isolation_level=None)
    another.execute("CREATE TABLE something (id INTEGER)")
    another.execute("BEGIN EXCLUSIVE")
    async with Database.open(f"sqlite:///{file}") as database:
        connecting = asyncio.create_task(database.check())
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert not connecting.done()
        another.execute("COMMIT")
        await connecting
    another.close()


async def test_a_result_can_be_read_after_the_session_has_gone_on(database: Database) -> None:
    async with database.engine.connect() as connection:
        first = await connection.exec_driver_sql("SELECT 1 UNION SELECT 2 UNION SELECT 3")
        second = await connection.exec_driver_sql("SELECT 4")
        assert (first.scalars().all(), second.scalar()) == ([1, 2, 3], 4)


async def test_only_what_has_changed_something_is_committed_in_a_thread(database: Database, handed: list[str]) -> None:
    await write(database, "de")
    handed.clear()
    async with database.transaction() as session:
        assert await locale_of(session, 1) == "de"
    assert not handed
    await write(database, "nl")
    assert len(handed) == 1
    assert await locale(database) == "nl"
