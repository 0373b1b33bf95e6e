"""SQLite in a program with an event loop: durable, quick, and waiting for one another instead of failing.

A statement takes some millionths of a second, less than handing it to a thread and back, so statements run where they
are called. What waits goes to a thread: for another writer (connecting, BEGIN IMMEDIATE) and for the disk (COMMIT,
unless nothing was changed).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool
from sqlalchemy.util import await_

POOL: dict[str, Any] = {"pool_size": 15, "max_overflow": 0, "pool_use_lifo": True}
"""For making an engine: a connection is kept, since setting one up takes longer than most of what it is asked."""

BEGIN_WRITING, BEGIN_READING = "BEGIN IMMEDIATE", "BEGIN"

READING: dict[str, Any] = {"portolan_begin": None}
"""Options of an engine whose sessions only read, without the write lock; each statement sees what is committed then."""

ONLOOKING = {"portolan_begin": BEGIN_READING}
"""The same for sessions in which everything is of one moment."""

BUSY_MILLISECONDS = 30_000
"""How long a writer waits for the writer of another process."""

WRITE_PROBE = "PRAGMA user_version = 0"
"""Fails on a file that cannot be written, which the lock of a writer does not tell; to be rolled back."""

_WAIT = f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}"
_PRAGMAS = (
    _WAIT,  # first: the change to WAL itself may have to wait
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # what was committed survives a power cut
    "PRAGMA foreign_keys = ON",
)

_WAITING = ThreadPoolExecutor(4, thread_name_prefix="sqlite")
"""Of its own: computers that think, in other threads, hold up no commit."""


def prepare(engine: Engine, *, foreign_keys: bool = True) -> None:
    """Sets up every connection of ``engine``. ``foreign_keys`` is off only while migrations rebuild tables.

    Writers begin with the write lock in hand. A transaction that reads first and asks for the lock later fails at
    once, without waiting, if somebody else has written in between.
    """

    pragmas = _PRAGMAS if foreign_keys else _PRAGMAS[:-1]

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver would begin by itself, and too late
        try:
            if engine.dialect.is_async:
                await_(_in_thread(lambda: _set_up(connection, pragmas)))
            else:
                _set_up(connection, pragmas)
        except BaseException:
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        words = connection.get_execution_options().get("portolan_begin", BEGIN_WRITING)
        if engine.dialect.is_async:
            raw: Any = connection.connection.dbapi_connection
            raw.begins = words  # below, since the dialect is told of no options
        elif words:
            connection.exec_driver_sql(words)


def _set_up(connection: sqlite3.Connection, pragmas: Sequence[str]) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(pragma)
    cursor.close()


class _Cursor(sqlite3.Cursor):
    async def _async_soft_close(self) -> None:
        """Asked for by SQLAlchemy before a result is read; what was found can be read on."""


class _Connection(sqlite3.Connection):
    changes_before = 0
    """How much it had changed when its transaction began."""
    begins: str | None = None
    """With which words its next transaction begins."""

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(factory)


class Dialect(SQLiteDialect_pysqlite):
    """SQLAlchemy's own, for an asynchronous engine. Its connections are used by one task at a time."""

    driver = "portolan"
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        return AsyncAdaptedQueuePool

    def create_connect_args(self, url: URL) -> Any:
        places, named = super().create_connect_args(url)
        return places, {**named, "factory": _Connection, "check_same_thread": False}

    def do_begin(self, dbapi_connection: Any) -> None:
        connection = dbapi_connection.dbapi_connection
        if connection.begins == BEGIN_WRITING:
            await_(_begin_writing(connection))
        elif connection.begins:
            connection.execute(connection.begins)

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        await_(_at_once(lambda: cursor.execute(statement, parameters)))

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        await_(_at_once(lambda: cursor.executemany(statement, parameters)))

    def do_commit(self, dbapi_connection: Any) -> None:
        if dbapi_connection.total_changes == dbapi_connection.changes_before:
            dbapi_connection.commit()  # nothing goes to the disk
        else:
            await_(_in_thread(dbapi_connection.commit))


async def _begin_writing(connection: _Connection) -> None:
    """Most of the time nobody else writes."""
    connection.changes_before = connection.total_changes
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        cursor.execute(BEGIN_WRITING)
        return
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
    finally:
        cursor.execute(_WAIT)
    await _in_thread(lambda: cursor.execute(BEGIN_WRITING))


async def _at_once(work: Callable[[], object]) -> None:
    """SQLAlchemy makes sure that statements of an asynchronous engine are awaited."""
    work()


async def _in_thread(work: Callable[[], object]) -> None:
    """Who is cancelled, however often, waits for the end of it: a connection is not used by two at once."""
    done = asyncio.get_running_loop().run_in_executor(_WAITING, work)
    cancelled: asyncio.CancelledError | None = None
    while not done.done():
        try:
            await asyncio.wait([done])
        except asyncio.CancelledError as fault:
            cancelled = fault
    if cancelled is not None:
        done.exception()  # nobody else asks for it
        raise cancelled
    done.result()


def register_dialect() -> None:
    """Have SQLAlchemy know the dialect by its name in addresses."""
    registry.register("sqlite.portolan", __name__, Dialect.__name__)
