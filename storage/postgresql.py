"""What PostgreSQL needs beside SQLAlchemy's own support: few ways to the server and back, of which each takes longer
than what is asked there.

- Who only reads asks without a transaction: beginning and ending one would be two more.
- A server may have been restarted since a pooled connection was last used. That is asked only where it has rested;
  the connection used last is used next, so that in busy times few rest.
"""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

CONNECT_SECONDS = 10
"""After this long a silent server counts as unreachable."""
RESTED_SECONDS = 1
OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND application_name IS DISTINCT FROM :own
"""
"""Connections to the database that are not of the process that calls itself so."""
READING = {"isolation_level": "AUTOCOMMIT"}
"""Options of an engine whose sessions only read; each statement sees what is committed then, as in a transaction."""
ONLOOKING = {"isolation_level": "REPEATABLE READ"}
"""The same for sessions in which everything is of one moment."""


def pool(name: str) -> dict[str, Any]:
    """For making an engine of a process that calls itself so."""
    given = {"connect_timeout": CONNECT_SECONDS, "application_name": name}
    return {"pool_use_lifo": True, "connect_args": given}


def prepare(engine: Engine) -> None:
    """To be called once for an engine."""

    def look(connection: Any, record: Any, _proxy: object) -> None:
        """Raises DisconnectionError, whereupon the pool connects anew."""
        now = time.monotonic()
        if now - record.info.get("used", now) >= RESTED_SECONDS:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as fault:
                raise DisconnectionError from fault

    event.listen(engine, "checkin", _note)
    event.listen(engine, "checkout", look)


def _note(_connection: object, record: Any) -> None:
    record.info["used"] = time.monotonic()
