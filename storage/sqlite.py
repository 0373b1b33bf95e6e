"""Settings of SQLite: commits survive a power cut, and writers wait for one another instead of failing.

The events follow SQLAlchemy's recipe for SQLite transactions: the driver's automatic BEGIN is switched off, and every
transaction begins with the statement given in the options of its engine.
"""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import Connection, Engine, event

POOL: dict[str, Any] = {"pool_size": 15, "max_overflow": 0, "pool_use_lifo": True}
"""Arguments for making an engine; each connection of the pool has a thread of its own."""

BEGIN_WRITING = "BEGIN IMMEDIATE"
"""The statement that begins a transaction and takes the write lock at once.

A transaction that reads first and asks for the lock later fails without waiting if another connection has written in
between.
"""
BEGIN_READING = "BEGIN"
"""The statement that begins a transaction for reading, without a lock."""

READING: dict[str, Any] = {"portolan_begin": None}
"""Options of an engine for reading without transactions: each statement sees all changes committed before it."""
SNAPSHOT: dict[str, Any] = {"portolan_begin": BEGIN_READING}
"""Options of an engine for reading whose transactions see the database as it was at one moment."""

BUSY_MILLISECONDS = 30_000
"""Milliseconds for which a writer waits for the writer of another process."""

WRITE_PROBE = "PRAGMA user_version = 0"
"""A statement that fails if the file cannot be written, and is then rolled back; taking the write lock is no test."""

PRAGMAS = (
    # The timeout comes first, as changing the journal mode may have to wait already.
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def prepare(engine: Engine, *, foreign_keys: bool = True) -> None:
    """Set up the connections and the transactions of an engine.

    Args:
        engine: the engine.
        foreign_keys: False to switch foreign keys off, while migrations rebuild tables.
    """
    # At the debug level the driver logs the parameters of statements: seeds, hands and names.
    logging.getLogger("aiosqlite").setLevel(logging.INFO)
    # Connections of cancelled tasks are closed, not terminated: if a task is cancelled twice, terminating makes another
    # task wait for the connection's thread for ever (aiosqlite 0.22), and the process could not end.
    engine.dialect.do_terminate = engine.dialect.do_close  # type: ignore[method-assign]
    pragmas = PRAGMAS if foreign_keys else PRAGMAS[:-1]

    @event.listens_for(engine, "connect")
    def set_up_connection(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        statement = connection.get_execution_options().get("portolan_begin", BEGIN_WRITING)
        if statement is not None:
            connection.exec_driver_sql(statement)
