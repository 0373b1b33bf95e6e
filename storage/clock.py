"""The clock of the database, which all processes share although the clocks of their machines may differ."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.columns import UtcDateTime, utcnow

OFFSET = "ahead"
"""Key of a session's ``info`` for a timedelta by which its clock is put forward, in the sandbox and in tests."""


async def now(session: AsyncSession) -> datetime:
    """Return the present moment by the clock of the PostgreSQL server, or of this machine for SQLite."""
    moment: datetime
    if session.get_bind().dialect.name == "sqlite":
        moment = utcnow()
    else:
        moment = (await session.exec(select(func.clock_timestamp(type_=UtcDateTime)))).one()
    advance: timedelta = session.info.get(OFFSET, timedelta(0))
    return moment + advance
