"""Settings of PostgreSQL."""

from __future__ import annotations

from typing import Any

CONNECT_SECONDS = 10
"""After this long a silent server counts as unreachable."""

READING = {"isolation_level": "AUTOCOMMIT"}
"""Options of an engine that only reads, without transactions: each statement sees what is committed by then."""
SNAPSHOT = {"isolation_level": "REPEATABLE READ"}
"""Options of an engine that only reads, everything from one moment."""

OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND application_name IS DISTINCT FROM :own
"""
"""Count the connections to the database that are not of the process whose connections are called `own`."""


def pool(name: str) -> dict[str, Any]:
    """Return the arguments for making an engine whose connections are called `name`."""
    return {
        # The server may have been restarted since a connection was used last.
        "pool_pre_ping": True,
        "pool_use_lifo": True,
        "connect_args": {"connect_timeout": CONNECT_SECONDS, "application_name": name},
    }
