"""Let time pass at tables without waiting for it."""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import select

from storage.database import Database
from storage.jobs import IS_TIMER
from storage.models import GameRow, JobRow, MoveRow

WEEK = timedelta(days=7, minutes=1)


async def a_week_passes(database: Database, wait: timedelta = WEEK) -> None:
    """Move all times of all tables into the past by ``wait``, as if that time had gone by."""
    async with database.transaction() as session:
        for game in (await session.exec(select(GameRow))).all():
            for name in ("started_at", "paused_at"):
                if (moment := getattr(game, name)) is not None:
                    setattr(game, name, moment - wait)
            session.add(game)
        for move in (await session.exec(select(MoveRow))).all():
            move.at -= wait
            session.add(move)
    await bring_timers_forward(database, wait)


async def bring_timers_forward(database: Database, wait: timedelta) -> None:
    """Move all timers of all tables into the past by ``wait``."""
    async with database.transaction() as session:
        for timer in (await session.exec(select(JobRow).where(IS_TIMER))).all():
            timer.set_at = timer.set_at - wait
            timer.due_at = timer.due_at - wait
            session.add(timer)
