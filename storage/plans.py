"""Private plans: imagined moves, moves to be played later, and notes, in one row for each person and table.

A writer passes the ``revision`` that it has read, so that it cannot overwrite a change that it does not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import records
from storage.columns import utcnow
from storage.models import Json, PlanRow
from storage.records import insert_or_update


async def of_person(session: AsyncSession, game_id: int, user_id: int) -> PlanRow | None:
    """Return a person's plans at a table; None if there are none yet."""
    query = select(PlanRow).where(PlanRow.game_id == game_id, PlanRow.user_id == user_id)
    return await records.fetch_first(session, query)


async def of_game(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """Return the plans of all people at a table."""
    query = select(PlanRow).where(PlanRow.game_id == game_id).order_by(col(PlanRow.user_id))
    return await records.fetch_all(session, query)


async def with_queued_moves(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """Return those plans of a table that contain moves to be played later, ordered by seat."""
    query = select(PlanRow).where(PlanRow.game_id == game_id, col(PlanRow.seat).is_not(None))
    return await records.fetch_all(session, query.order_by(col(PlanRow.seat)))


async def write(
    session: AsyncSession, game_id: int, user_id: int, revision: int, data: Json, *, seat: int | None = None
) -> bool:
    """Store a person's plans at a table; return False, and change nothing, if their revision has changed.

    Args:
        session: the session.
        game_id: the table.
        user_id: the person.
        revision: the revision that was read; 0 if there was no row. It is raised by one.
        data: the plans.
        seat: the seat for which moves are to be played later; None: there are no such moves.
    """
    values = {"seat": seat, "data": data, "updated_at": utcnow()}
    if revision:
        statement = update(PlanRow).where(col(PlanRow.game_id) == game_id, col(PlanRow.user_id) == user_id)
        statement = statement.where(col(PlanRow.revision) == revision).values(revision=revision + 1, **values)
        return (await session.exec(statement)).rowcount == 1
    insertion = insert_or_update(session, PlanRow).values(game_id=game_id, user_id=user_id, revision=1, **values)
    inserted = await session.exec(insertion.on_conflict_do_nothing().returning(col(PlanRow.revision)))
    return inserted.first() is not None


async def forget(session: AsyncSession, game_id: int) -> None:
    """Delete the plans of all people at a table."""
    await session.exec(delete(PlanRow).where(col(PlanRow.game_id) == game_id))
