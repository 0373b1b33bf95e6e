"""Claims that processes have left behind, or a backup has brought back."""

from __future__ import annotations

from storage import outbox, timers
from storage.database import Database


async def free(database: Database) -> None:
    """Release all claims if no other process uses the database; call it before this process claims anything."""
    if not await database.alone():
        return
    async with database.transaction() as session:
        await outbox.free(session)
        await timers.free(session)
