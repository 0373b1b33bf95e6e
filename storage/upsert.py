"""Inserting a row that may be there already, in the words of the database."""

from __future__ import annotations

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Stored


def insert(session: AsyncSession, table: type[Stored]) -> sqlite.Insert | postgresql.Insert:
    """Return an insertion that can be told what to do on a conflict."""
    return sqlite.insert(table) if session.get_bind().dialect.name == "sqlite" else postgresql.insert(table)
