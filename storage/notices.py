"""Notices between processes that share a PostgreSQL database: they say that there are new jobs (LISTEN and NOTIFY).

A notice is sent with the commit of its transaction and is not stored. A process that misses one finds the jobs a little
later, as it looks into the queue regularly.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import urls

log = logging.getLogger(__name__)

NAME = "portolan_outbox"
"""Name of the notification channel in PostgreSQL."""
ORIGIN = "origin"
"""Key of a session's ``info`` for the token of the process that it belongs to."""
FIRST_WAIT = 1.0
"""Seconds before the first attempt to connect again; they double with each failure."""
LONGEST_WAIT = 60.0
"""Largest number of seconds between two attempts to connect."""
KEEPALIVE: dict[str, Any] = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10}
"""Options of the connection, in seconds, by which a server that has vanished is noticed within minutes."""
_ADDED_JOBS = "added jobs"
"""Key of a session's ``info`` that is True if its transaction has added jobs."""


def has_added_jobs(session: AsyncSession) -> bool:
    """Return whether a transaction has added jobs."""
    return bool(session.info.get(_ADDED_JOBS))


async def announce_jobs(session: AsyncSession) -> None:
    """Wake the other processes when this transaction is committed. On SQLite there are none."""
    session.info[_ADDED_JOBS] = True
    if session.get_bind().dialect.name == "postgresql":
        await session.exec(select(func.pg_notify(NAME, session.info.get(ORIGIN, ""))))  # type: ignore[call-overload]


async def listen(engine: AsyncEngine, origin: str, on_notice: Callable[[], None]) -> None:
    """Call ``on_notice`` for each notice from another process, until cancelled. This uses a connection of its own.

    Args:
        engine: the database.
        origin: the token of this process, whose own notices are ignored.
        on_notice: also called after each connecting, since notices may have been missed.
    """
    import psycopg  # imported here because it takes eight MiB, which a bot on SQLite can save

    arguments, keywords = engine.dialect.create_connect_args(engine.url)
    options = {**keywords, **KEEPALIVE}
    wait = FIRST_WAIT
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(*arguments, autocommit=True, **options) as connection:
                await connection.execute(f"LISTEN {NAME}")
                wait = FIRST_WAIT
                on_notice()
                async for notice in connection.notifies():
                    if notice.payload != origin:
                        on_notice()
        except (psycopg.Error, OSError) as fault:
            log.warning("not hearing of other processes for a while: %s", urls.unreachable(engine.url, fault))
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
