"""The database's clock: what several processes have in common, whatever their machines believe the time to be."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import func
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.columns import UtcDateTime, utcnow

AHEAD = "ahead"
"""Under this name a session has how much later it counts as."""


async def now(session: AsyncSession) -> datetime:
    """Return the present moment by the database's clock: PostgreSQL's machine, or this one for SQLite."""
    moment: datetime
    if session.get_bind().dialect.name == "sqlite":
        moment = utcnow()
    else:
        moment = (await session.exec(select(func.clock_timestamp(type_=UtcDateTime)))).one()
    advance: timedelta = session.info.get(AHEAD, timedelta(0))
    return moment + advance
