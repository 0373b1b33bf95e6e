"""Who is not there, or not in time: only their seats are given to computers or substitutes by others."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot import habits
from bot.tables import clocks
from bot.tables.announcement import waiting_for
from bot.tables.table import Table
from storage import clock, moves, people, timers
from storage.models import MoveKind
from storage.timers import Kind

WEEK = timedelta(days=7)
"""Where nothing is agreed on, whoever is waited for has so long, without holidays."""

STIRRING = (*clocks.DEEDS, MoveKind.RESUME, MoveKind.BACK)
"""After each of these the table may wait for somebody else, or for the same person anew."""


async def waited_since(session: AsyncSession, table: Table, seat: int) -> datetime | None:
    """Since when the table has waited for a person and for nothing else, or a little longer; None: it does not.

    Where several decide at once it is the last decision that counts, whoever made it: nobody is said to be late too
    early.
    """
    if not table.running or seat not in waiting_for(table):
        return None
    last = await moves.newest(session, table.row.id, STIRRING)
    return last.at if last else table.row.started_at


async def is_late(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether a seat's person is away, is out of time, or lets computers decide at a table with a time limit; where
    there is none, whether the table has waited for a week."""
    user = table.user_at(seat)
    if user is None:
        return table.seats[seat].stand_in is not None and not table.seats[seat].resigned
    now = await clock.now(session)
    if clocks.read_clock(table.row.clock).hours:
        running = [each for each in await timers.of_game(session, table.row.id) if each.kind == Kind.DEADLINE]
        if any(each.seat == seat and (each.data.get("passed") or each.due_at <= now) for each in running):
            return True
        last = await clocks.last_deed(session, table.row.id, seat)
        return last is not None and last.by_user_id is None
    since = await waited_since(session, table, seat)
    if since is None:
        return False
    person = habits.read_habits(await people.settings(session, user))
    return habits.deadline(since, WEEK, False, person) <= now
