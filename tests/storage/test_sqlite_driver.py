"""The driver of SQLite: a statement and its rows take one step through the connection's thread."""

from __future__ import annotations

import gc
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import sqlite_driver


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[sqlite_driver.Connection]:
    connection = sqlite_driver.connect(str(tmp_path / "driver.db"), isolation_level=None)
    async with connection:
        await connection.cursor().execute("CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        yield connection


async def test_a_query_has_its_rows_and_columns(connection: sqlite_driver.Connection) -> None:
    cursor = await connection.cursor().execute("SELECT 1 AS one, 'a' AS letter")
    assert await cursor.fetchall() == [(1, "a")]
    assert [column[0] for column in cursor.description] == ["one", "letter"]


async def test_an_insertion_tells_its_id_and_a_change_its_rows(connection: sqlite_driver.Connection) -> None:
    cursor = await connection.cursor().execute("INSERT INTO city (name) VALUES (?)", ("Lisboa",))
    assert (cursor.lastrowid, cursor.description) == (1, None)
    await cursor.executemany("INSERT INTO city (name) VALUES (?)", [("Goa",), ("Macau",)])
    assert cursor.rowcount == 2
    await cursor.execute("UPDATE city SET name = name || '!'")
    assert cursor.rowcount == 3


async def test_errors_are_those_of_the_database(connection: sqlite_driver.Connection) -> None:
    await connection.cursor().execute("INSERT INTO city (name) VALUES ('Goa')")
    with pytest.raises(sqlite_driver.IntegrityError):
        await connection.cursor().execute("INSERT INTO city (name) VALUES ('Goa')")


async def test_a_transaction_that_was_begun_is_rolled_back(connection: sqlite_driver.Connection) -> None:
    await connection.rollback()
    cursor = await connection.cursor().execute("BEGIN IMMEDIATE")
    await cursor.execute("INSERT INTO city (name) VALUES ('Goa')")
    await connection.rollback()
    assert not connection.in_transaction
    await cursor.execute("SELECT name FROM city")
    assert await cursor.fetchall() == []


async def test_a_connection_forgets_the_cursors_of_its_statements(connection: sqlite_driver.Connection) -> None:
    def dead_references() -> int:
        return sum(type(candidate) is weakref.ReferenceType and candidate() is None for candidate in gc.get_objects())

    before = dead_references()
    for _ in range(2000):
        await connection.cursor().execute("SELECT 1")
    assert dead_references() - before < 500
