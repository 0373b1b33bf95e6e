"""Settings of PostgreSQL."""

from __future__ import annotations

from typing import Any

CONNECT_SECONDS = 10
"""Seconds to wait for the server when connecting; then it counts as unreachable."""

READING = {"isolation_level": "AUTOCOMMIT"}
"""Options of an engine for reading without transactions: each statement sees all changes committed before it."""
SNAPSHOT = {"isolation_level": "REPEATABLE READ"}
"""Options of an engine for reading whose transactions see the database as it was at one moment."""

COUNT_OTHERS = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND application_name IS DISTINCT FROM :own
"""
"""Query for the number of connections to the database whose application name is not ``own``."""


def engine_options(name: str) -> dict[str, Any]:
    """Return the arguments for making an engine; ``name`` is the application name of its connections."""
    return {
        # Connections are tested before use, as the server may have been restarted.
        "pool_pre_ping": True,
        # The connection used last is taken first: the usual work needs few, and the server may end those that are idle.
        "pool_use_lifo": True,
        # A stricter level, which a server may have as its default, would make transactions fail that wait for locks.
        "isolation_level": "READ COMMITTED",
        "connect_args": {"connect_timeout": CONNECT_SECONDS, "application_name": name},
    }
