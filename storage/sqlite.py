"""How SQLite connections behave: durable enough, quick, and waiting for one another instead of failing."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import Connection, Engine, event

logging.getLogger("aiosqlite").setLevel(logging.INFO)  # at DEBUG the driver tells every parameter

READING = {"portolan_reading": True}
"""Execution options of connections that only read: they begin without the write lock."""

BUSY_MILLISECONDS = 30_000
"""How long a writer waits for the writer of another process."""

WRITE_PROBE = "PRAGMA user_version = 0"
"""Fails on a file that cannot be written, which the lock of a writer does not tell; to be rolled back."""

_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",  # first: the change to WAL itself may have to wait
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # what was committed survives a power cut
    "PRAGMA foreign_keys = ON",
)


def prepare(engine: Engine, *, foreign_keys: bool = True) -> None:
    """Sets up every connection of ``engine``. ``foreign_keys`` is off only while migrations rebuild tables.

    Writers begin with the write lock in hand. A transaction that reads first and asks for the lock later fails at
    once, without waiting, if somebody else has written in between.
    """

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver would begin by itself, and too late
        cursor = connection.cursor()
        for pragma in _PRAGMAS if foreign_keys else _PRAGMAS[:-1]:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("portolan_reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
