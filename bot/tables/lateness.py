"""Who is not there, or not in time: only their seats are given to computers or substitutes by others."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot import habits
from bot.tables import clocks, remaining
from bot.tables.announcement import waiting_for
from bot.tables.table import Table
from storage import called, clock, moves, people, timers
from storage.models import MoveKind
from storage.timers import Kind

WEEK = timedelta(days=7)
"""Where nothing is agreed on, whoever is waited for has so long, without holidays."""

PATIENCE = timedelta(days=3)
"""So long a host may be silent who was called, or whose time is up."""

HOST_CALLED = "host"
"""The occasion under which it is kept that a host was called for a decision."""

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
    if not table.running or seat not in waiting_for(table):
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
        running = [each for each in await timers.of_game(session, table.row.id) if each.kind == Kind.DEADLINE]
        if any(each.seat == seat and (each.data.get("passed") or each.due_at <= now) for each in running):
            return True
        return await _is_gone(session, table, seat)
    return habits.deadline(since, WEEK, False, remaining.counting(table, user, chosen, since)) <= now


async def is_silent(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether a table has waited for a seat so long that every player may let a computer decide there: a week where
    there is no time limit, for the host three days after a call; with a limit three days after the host's time was up.
    """
    user = table.user_at(seat) if seat in range(len(table.seats)) else None
    since = await waited_since(session, table, seat)
    if user is None or since is None:
        return False
    now, is_host = await clock.now(session), user == table.row.host_id
    begins: datetime | None = None
    if clocks.read_clock(table.row.clock).hours:
        running = [each for each in await timers.of_game(session, table.row.id) if each.kind == Kind.DEADLINE]
        begins = next((each.set_at for each in running if each.seat == seat and each.data.get("passed")), None)
    elif await is_late(session, table, seat):
        return True
    elif is_host:
        begins = (await called.when(session, table.row.id, HOST_CALLED, [user])).get(user)
    if not is_host or begins is None or begins < since:
        return False
    person = await remaining.habits_at(session, table, user, begins)
    return habits.deadline(begins, PATIENCE, False, person) <= now


async def note_called(session: AsyncSession, table: Table, seat: int) -> None:
    """Whoever is waited for at a seat was called; of a host it counts since when."""
    user, since = table.user_at(seat), await waited_since(session, table, seat)
    if user is None or since is None or user != table.row.host_id:
        return
    before = (await called.when(session, table.row.id, HOST_CALLED, [user])).get(user)
    if before is None or before < since:
        await called.note(session, table.row.id, HOST_CALLED, [user])


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


async def _is_gone(session: AsyncSession, table: Table, seat: int) -> bool:
    """Whether computers have decided for a seat whose time was up in this turn, or in several, and the person has done
    nothing since: a turn that somebody missed once is none that is missed now."""
    last = await clocks.last_deed(session, table.row.id, seat)
    if last is None or last.by_user_id is not None:
        return False
    turns = await moves.turns_missed(session, table.row.id, seat, clocks.DEEDS)
    return table.row.turn in turns or len(turns) >= MISSED
