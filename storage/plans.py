"""Plans of people: imagined moves, moves to be played later, and notes; one row a person and table.

A writer names the `revision` that was read, so that of two who change the same row one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import records
from storage.columns import utcnow
from storage.models import Json, PlanRow
from storage.upsert import insert


async def of_person(session: AsyncSession, game_id: int, user_id: int) -> PlanRow | None:
    """Return a person's row at a table; None if there is none yet."""
    query = select(PlanRow).where(PlanRow.game_id == game_id, PlanRow.user_id == user_id)
    return await records.fetch_first(session, query)


async def of_game(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """Return everybody's rows at a table."""
    query = select(PlanRow).where(PlanRow.game_id == game_id).order_by(col(PlanRow.user_id))
    return await records.fetch_all(session, query)


async def planned(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """Return the rows of a table that hold moves to be played, by seat."""
    query = select(PlanRow).where(PlanRow.game_id == game_id, col(PlanRow.seat).is_not(None))
    return await records.fetch_all(session, query.order_by(col(PlanRow.seat)))


async def write(
    session: AsyncSession, game_id: int, user_id: int, revision: int, data: Json, *, seat: int | None = None
) -> bool:
    """Store a person's row and raise its revision by one, and return whether that succeeded.

    `seat` is the one for which moves are to be played; None if there are none. `revision` is the one that was read, 0
    where there was no row. If the row has another one by now, nothing changes.
    """
    values = {"seat": seat, "data": data, "updated_at": utcnow()}
    if revision:
        statement = update(PlanRow).where(col(PlanRow.game_id) == game_id, col(PlanRow.user_id) == user_id)
        statement = statement.where(col(PlanRow.revision) == revision).values(revision=revision + 1, **values)
        return (await session.exec(statement)).rowcount == 1
    insertion = insert(session, PlanRow).values(game_id=game_id, user_id=user_id, revision=1, **values)
    inserted = await session.exec(insertion.on_conflict_do_nothing().returning(col(PlanRow.revision)))
    return inserted.first() is not None


async def forget(session: AsyncSession, game_id: int) -> None:
    """Delete everybody's rows at a table."""
    await session.exec(delete(PlanRow).where(col(PlanRow.game_id) == game_id))
