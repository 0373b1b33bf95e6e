"""Stop a process once a newer version of the program has changed the tables of its database."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError

from storage.database import Database
from storage.errors import DatabaseUnusable

LOOK_SECONDS = 30.0
"""Seconds between two looks at the revision of the tables."""


@contextlib.asynccontextmanager
async def stopped_when_outdated(database: Database) -> AsyncIterator[None]:
    """Stop this process, as SIGTERM would, once a newer version of the program has changed the tables.

    Until then what this process stores is stored as a whole or fails as a whole.

    Raises:
        DatabaseUnusable: at the end of the block, if that was why the process stopped.
    """
    watching = asyncio.create_task(_stop_when_outdated(database), name="schema")
    try:
        yield
    finally:
        if not watching.done():
            watching.cancel()
        await asyncio.wait({watching})
    if not watching.cancelled():
        watching.result()


async def _stop_when_outdated(database: Database) -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            with contextlib.suppress(SQLAlchemyError, OSError):  # a database out of reach may be back soon
                await database.check_revision()
        except DatabaseUnusable:
            signal.raise_signal(signal.SIGTERM)
            raise
