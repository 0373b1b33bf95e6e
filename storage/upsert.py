"""Insertion of rows that may exist already (``ON CONFLICT``), for both databases."""

from __future__ import annotations

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Stored


def insert(session: AsyncSession, table: type[Stored]) -> sqlite.Insert | postgresql.Insert:
    """Return an insert statement that has the ``on_conflict_…`` methods of its database."""
    return sqlite.insert(table) if session.get_bind().dialect.name == "sqlite" else postgresql.insert(table)
