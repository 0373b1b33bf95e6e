"""Statements that every move makes, without what the session does for rows that it keeps: that takes twice as long."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Insert, Table, insert
from sqlalchemy import inspect as mapper_of
from sqlalchemy.orm import Session
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Stored


def columns_of(kind: type[Stored]) -> Table:
    """The table itself, for statements that name columns and fill no records."""
    table = mapper_of(kind).local_table
    assert isinstance(table, Table)
    return table


async def add(session: AsyncSession, *rows: Stored) -> None:
    """Writes new rows of one table at once. Of a single one the number that the database gives it is set. The session
    does not keep them: what changes in them later is not stored. Raises IntegrityError; the transaction is lost then.
    """
    if rows:
        await session.run_sync(_write, rows)


def _write(session: Session, rows: tuple[Stored, ...]) -> None:
    statement, names, numbered = _prepared(type(rows[0]))
    session.flush()  # what they refer to may not be written yet
    written = session.connection().execute(statement, [{name: getattr(row, name) for name in names} for row in rows])
    if numbered and len(rows) == 1:
        (number,) = written.inserted_primary_key or (None,)
        setattr(rows[0], numbered, number)


@cache
def _prepared(kind: type[Stored]) -> tuple[Insert, tuple[str, ...], str | None]:
    """The statement, the columns that are given, and the one that the database fills."""
    table = columns_of(kind)
    own = table.autoincrement_column
    names = tuple(column.name for column in table.columns if column is not own)
    return insert(table), names, None if own is None else own.name
