"""Private lists of people whom a person does not want at their own tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import delete
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import AvoidedRow
from storage.records import insert_or_update


async def add(session: AsyncSession, user_id: int, avoided_id: int, name: str) -> None:
    """Add somebody to a person's list; ``name`` is the name that Discord shows now."""
    values = {"name": name, "at": await clock.now(session)}
    statement = insert_or_update(session, AvoidedRow).values(user_id=user_id, avoided_id=avoided_id, **values)
    await session.exec(statement.on_conflict_do_update(index_elements=["user_id", "avoided_id"], set_=values))


async def remove(session: AsyncSession, user_id: int, avoided_ids: Collection[int]) -> None:
    """Remove people from a person's list."""
    statement = delete(AvoidedRow).where(col(AvoidedRow.user_id) == user_id)
    await session.exec(statement.where(col(AvoidedRow.avoided_id).in_(avoided_ids)))


async def of_person(session: AsyncSession, user_id: int) -> Sequence[AvoidedRow]:
    """Return the people whom a person avoids, by name."""
    query = select(AvoidedRow).where(AvoidedRow.user_id == user_id)
    return (await session.exec(query.order_by(col(AvoidedRow.name), col(AvoidedRow.avoided_id)))).all()


async def among(session: AsyncSession, user_id: int, others: Collection[int]) -> set[int]:
    """Return those of ``others`` whom a person avoids."""
    query = select(AvoidedRow.avoided_id).where(AvoidedRow.user_id == user_id)
    return set((await session.exec(query.where(col(AvoidedRow.avoided_id).in_(others)))).all())
