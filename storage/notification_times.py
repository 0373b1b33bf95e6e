"""Times of the latest notifications, by table, person and occasion, which keep the bot from calling too often."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import CalledRow
from storage.records import insert_or_update


async def latest_calls(
    session: AsyncSession, game_id: int, occasion: str, users: Collection[int]
) -> dict[int, datetime]:
    """Return the moments at which people were last called on an occasion; those who never were are left out."""
    query = select(CalledRow).where(CalledRow.game_id == game_id, CalledRow.occasion == occasion)
    # Rows in memory do not know of the upsert.
    calls = await session.exec(query.where(col(CalledRow.user_id).in_(users)).execution_options(populate_existing=True))
    return {row.user_id: row.at for row in calls.all()}


async def note(session: AsyncSession, game_id: int, occasion: str, users: Collection[int]) -> None:
    """Store that people are called now."""
    now = await clock.now(session)
    for user in sorted(users):  # in one order, so that two transactions do not wait for each other
        statement = insert_or_update(session, CalledRow).values(
            game_id=game_id, user_id=user, occasion=occasion, at=now
        )
        key = ["game_id", "user_id", "occasion"]
        await session.exec(statement.on_conflict_do_update(index_elements=key, set_={"at": now}))
