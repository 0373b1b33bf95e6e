"""What one process tells the others on the same PostgreSQL: that something is to be done.

A notice is sent with the commit of the transaction that gives it, and is kept nowhere: who is not listening then looks
into the queue anyway, a little later.
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
"""Of the channel, in PostgreSQL's sense."""
ORIGIN = "origin"
"""Where a session's ``info`` says which process it belongs to."""
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
"""Seconds before connecting again; each vain attempt doubles them."""
PATIENCE: dict[str, Any] = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10}
"""Seconds: a server that vanished without a word is noticed within minutes."""


_LEFT = "left"
"""Where a session's ``info`` notes that its transaction leaves something to be done."""


def left(session: AsyncSession) -> bool:
    """Return whether a transaction has left something to be done."""
    return bool(session.info.get(_LEFT))


async def tell(session: AsyncSession) -> None:
    """Have the processes that listen woken once this transaction is committed. On SQLite there are none."""
    session.info[_LEFT] = True
    if session.get_bind().dialect.name == "postgresql":
        await session.exec(select(func.pg_notify(NAME, session.info.get(ORIGIN, ""))))  # type: ignore[call-overload]


async def listen(engine: AsyncEngine, origin: str, heard: Callable[[], None]) -> None:
    """Call ``heard`` for each notice from a process other than ``origin`` until cancelled, on a connection of its own.

    It is also called after each connecting, since a notice may have been missed.
    """
    import psycopg  # eight MiB, which a bot on SQLite does without

    places, named = engine.dialect.create_connect_args(engine.url)
    options = {**named, **PATIENCE}
    wait = FIRST_WAIT
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(*places, autocommit=True, **options) as connection:
                await connection.execute(f"LISTEN {NAME}")
                wait = FIRST_WAIT
                heard()
                async for notice in connection.notifies():
                    if notice.payload != origin:
                        heard()
        except (psycopg.Error, OSError) as fault:
            log.warning("not hearing of other processes for a while: %s", urls.unreachable(engine.url, fault))
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
