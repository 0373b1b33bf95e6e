"""Rows as records that are detached from their session, and insertion of rows that may exist already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningUpdate
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from storage.models import Stored

Record = TypeVar("Record", bound=Stored)

UNSYNCHRONISED = {"synchronize_session": False}
"""Options of a statement whose changes need not be applied to objects in the session, which saves time."""


async def fetch_all(session: AsyncSession, query: SelectOfScalar[Record]) -> Sequence[Record]:
    """Return the records that a query selects, read afresh from the database."""
    rows = (await session.exec(query, execution_options={"populate_existing": True})).all()
    return _detach(session, rows)


async def fetch_first(session: AsyncSession, query: SelectOfScalar[Record]) -> Record | None:
    """Return the first record that a query selects, read afresh from the database; None if there is none."""
    rows = await fetch_all(session, query.limit(1))
    return rows[0] if rows else None


async def update_returning(session: AsyncSession, statement: ReturningUpdate[tuple[Record]]) -> Sequence[Record]:
    """Carry out an update that returns whole rows, and return their records."""
    options = {"populate_existing": True, **UNSYNCHRONISED}
    rows = (await session.exec(statement, execution_options=options)).scalars().all()
    return _detach(session, rows)


async def insert(session: AsyncSession, *rows: Stored) -> None:
    """Store new rows, and set the ids that the database gives them.

    Raises IntegrityError, after which the transaction cannot be used any more.
    """
    session.add_all(rows)
    await session.flush()
    _detach(session, rows)


def _detach(session: AsyncSession, rows: Sequence[Record]) -> Sequence[Record]:
    for row in rows:
        session.expunge(row)
    return rows


def insert_or_update(session: AsyncSession, table: type[Stored]) -> sqlite.Insert | postgresql.Insert:
    """Return an insert statement that has the ``on_conflict_…`` methods of its database."""
    return sqlite.insert(table) if session.get_bind().dialect.name == "sqlite" else postgresql.insert(table)
