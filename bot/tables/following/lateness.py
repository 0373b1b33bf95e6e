"""Who is not there, or not in time: only their seats are given to computers or substitutes by others."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.following import clocks, remaining
from bot.tables.table import Table
from storage import called, clock, jobs, moves, people
from storage.jobs import Kind
from storage.models import MoveKind

WEEK = timedelta(days=7)
"""Where nothing is agreed on, whoever is waited for has so long, without holidays."""

CALLED_FOR = timedelta(days=3)
"""A host whose table waits for nobody else has so long after being called."""

NUDGE = "nudge"
"""Under which occasion the first nudge is noted of who is waited for."""

BY_COMPUTER = (clocks.TimeUp.PLAY, clocks.TimeUp.STAND_IN)
"""After these a table with a time limit goes on by itself, whoever is silent."""

MISSED = 2
"""Turns that computers decided in a row for somebody whose time was up, until that one counts as gone."""

REGRET = timedelta(hours=24)
"""So long the late owner of a seat that was given away has it back on demand."""

OPENING = (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.OFFER)
"""By which a seat becomes one that somebody else may take."""

STIRRING = (*clocks.DEEDS, MoveKind.RESUME, MoveKind.BACK)
"""After each of these the table may wait for somebody else, or for the same person anew."""


async def waited_since(session: AsyncSession, table: Table, seat: int) -> datetime | None:
    """Since when the table has waited for a person and for nothing else, or a little longer; None: it does not.

    Where several decide at once it is the last decision that counts, whoever made it: nobody is said to be late too
    early.
    """
    if not table.running or seat not in table.waiting_for:
        return None
    last = await moves.newest(session, table.row.id, STIRRING)
    return last.at if last else table.row.started_at


async def is_late(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether a seat's person is away, is out of time now, or has let computers decide turn after turn at a table with
    a time limit; where there is none, whether the table has waited for a week. More holidays than count at a table are
    being away."""
    user = table.user_at(seat)
    if user is None:
        return table.seats[seat].stand_in is not None and not table.seats[seat].resigned
    since = await waited_since(session, table, seat)
    if since is None:
        return False
    now, chosen = await clock.now(session), habits.read_habits(await people.settings(session, user))
    if remaining.overdrawn(table, user, chosen, since, now):
        return True
    if clocks.read_clock(table.row.clock).hours:
        running = [each for each in await jobs.timers_of(session, table.row.id) if each.kind == Kind.DEADLINE]
        if any(each.seat == seat and (each.payload.get("passed") or each.due_at <= now) for each in running):
            return True
        return await _is_gone(session, table, seat)
    return habits.deadline(since, WEEK, False, remaining.counting(table, user, chosen, since)) <= now


async def is_silent(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether anybody at the table may let a computer stand in, not the host alone: where the table has waited for a
    week, or for a host since that host was called for it three days ago, and no time limit has a computer decide."""
    user, since = table.user_at(seat), await waited_since(session, table, seat)
    agreed = clocks.read_clock(table.row.clock)
    if user is None or since is None or (agreed.hours and agreed.time_up in BY_COMPUTER):
        return False
    late = await is_late(session, table, seat)
    if agreed.hours and not late:
        return False
    now, person = await clock.now(session), await remaining.habits_at(session, table, user, since)
    if late and (not agreed.hours or habits.deadline(since, WEEK, False, person) <= now):
        return True
    if user != table.row.host_id:
        return False
    nudged = (await called.when(session, table.row.id, NUDGE, [user])).get(user)
    if nudged is None or nudged < since:
        return False
    person = await remaining.habits_at(session, table, user, nudged)
    return habits.deadline(nudged, CALLED_FOR, False, person) <= now


async def note_nudge(session: AsyncSession, table: Table, seat: int) -> None:
    """Somebody has called who is waited for; the first time counts."""
    user, since = table.user_at(seat), await waited_since(session, table, seat)
    if user is None or since is None:
        return
    before = (await called.when(session, table.row.id, NUDGE, [user])).get(user)
    if before is None or before < since:
        await called.note(session, table.row.id, NUDGE, [user])


async def replaced_at(session: AsyncSession, table: Table, user_id: int) -> tuple[int, datetime] | None:
    """The seat that others have given away while its owner was late, and when; None: nobody has.

    Who has left a seat has given it away by that.
    """
    for row in table.seats:
        given = row.owner_id == user_id or (row.user_id == user_id and row.resigned)
        kind = MoveKind.RESIGN if row.resigned else MoveKind.SUBSTITUTE
        entry = await moves.newest(session, table.row.id, [kind], seat=row.number) if given else None
        if entry is None:
            continue
        opened = entry if row.resigned else await moves.newest(session, table.row.id, OPENING, seat=row.number)
        return None if opened is None or opened.by_user_id == user_id else (row.number, entry.at)
    return None


async def seat_again(session: AsyncSession, table: Table, user_id: int) -> int | None:
    """The seat of a late owner that was given away within the last day: it is the owner's again on demand."""
    found = await replaced_at(session, table, user_id)
    if found is None:
        return None
    seat, moment = found
    return seat if moment + REGRET > await clock.now(session) else None


async def may_return(session: AsyncSession, table: Table) -> list[int]:
    """Users whose seats others have given to computers for good within the last day: they have them again on demand."""
    gone = [row.user_id for row in table.seats if row.resigned and row.user_id is not None]
    return [user for user in gone if await seat_again(session, table, user) is not None]


async def _is_gone(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether computers have decided for a seat whose time was up in this turn, or in several, and the person has done
    nothing since: a turn that somebody missed once is none that is missed now."""
    last = await clocks.last_deed(session, table.row.id, seat)
    if last is None or last.by_user_id is not None:
        return False
    turns = await moves.turns_missed(session, table.row.id, seat, clocks.DEEDS)
    return table.row.turn in turns or len(turns) >= MISSED
