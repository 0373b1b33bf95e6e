"""How long a decision may take at a table, and the timers that follow from it.

Whoever begins to be waited for has from then on as long as the table allows, by that person's own calendar. The timers
are set in the transaction of the change that causes them, whatever it is. A table without a limit costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.change import Change, Happened
from bot.tables.following import remaining, reminding
from bot.tables.habits import Habits
from bot.tables.stored import readable
from bot.tables.table import Table
from storage import clock as clocks
from storage import jobs, moves
from storage.jobs import Kind
from storage.models import JobRow, Json, MoveKind, MoveRow, Status

NEVER = timedelta(days=36_500)
"""A timer of which nothing follows stands so far off: its seat is not given the same time twice."""

LIMITS = (0, 12, 24, 48, 72, 168)
"""Hours for a decision; 0: no limit."""


class TimeUp(StrEnum):
    """What happens when somebody's time is up."""

    REMIND = "remind"
    """The person is told, nothing else."""
    PLAY = "play"
    """A computer makes this decision."""
    STAND_IN = "stand_in"
    """A computer decides for the seat until its owner is back."""
    OPEN = "open"
    """Somebody else may take the seat, until its owner moves."""


class Clock(msgspec.Struct, frozen=True):
    """What a table has agreed on. ``hours``: one of LIMITS; ``weekends_off``: Saturdays and Sundays do not count."""

    hours: int = 0
    weekends_off: bool = False
    time_up: TimeUp = TimeUp.REMIND

    def choices(self) -> dict[str, str]:
        """What is chosen, in the words of CHOICES."""
        return {
            "limit": str(self.hours),
            "weekends": "off" if self.weekends_off else "on",
            "time_up": str(self.time_up),
        }

    def with_choice(self, name: str, value: str) -> Clock:
        """The clock after one of CHOICES."""
        match name:
            case "limit":
                return msgspec.structs.replace(self, hours=int(value))
            case "weekends":
                return msgspec.structs.replace(self, weekends_off=value == "off")
            case _:
                return msgspec.structs.replace(self, time_up=TimeUp(value))


DEEDS = (MoveKind.MOVE, MoveKind.UNDO, MoveKind.RETURN, MoveKind.SUBSTITUTE)
"""By which somebody shows to be there."""

CHOICES = {"limit": tuple(map(str, LIMITS)), "weekends": ("on", "off"), "time_up": tuple(map(str, TimeUp))}


def read_clock(stored: object) -> Clock:
    """The clock of a stored row; one without a limit where that is missing, damaged or unknown."""
    clock = readable(stored, Clock, Clock())
    return clock if clock.hours in LIMITS else Clock()


async def follow(change: Change, happened: Happened) -> None:
    """Deadlines after a change of a table; one that was abandoned waits for nothing any more."""
    if change.table.row.status == Status.ABANDONED:
        await jobs.cancel(change.session, change.table.row.id)
    elif not happened.moved_here:
        await set_deadlines(change.session, change.table, happened.anew, happened.resumed)


async def set_deadlines(
    session: AsyncSession, table: Table, decided: Collection[int] = (), resumed: Collection[int] = ()
) -> None:
    """Who is waited for now has a deadline, nobody else has one. While the table is paused nothing changes about that.

    Seats that have just ``decided`` and must decide again have the whole time again, unless they have taken something
    back before; those that have ``resumed``, whose person is back or has taken back, have what was left to them, an
    hour at least; others that were waited for before keep theirs.
    """
    clock = read_clock(table.row.clock)
    if not clock.hours or table.paused:
        return
    running = {
        timer.seat: timer for timer in await jobs.timers_of(session, table.row.id) if timer.kind == Kind.DEADLINE
    }
    after = table.waiting_for if table.running else []
    for seat in after:
        if seat in running and seat not in decided and seat not in resumed:
            continue
        left = await _left(session, table, seat, running.get(seat), clock, resumed=seat in resumed)
        await give_time(session, table, seat, clock, left)
    if gone := sorted(running.keys() - set(after)):
        if table.running:
            for seat in gone:
                kept = await remaining.still_counts(session, table, seat)
                left = await _unused(session, table, running[seat], clock)
                await remaining.keep(session, table, seat, left, again=kept is not None and kept.again)
        await jobs.cancel(session, table.row.id, Kind.DEADLINE, Kind.REMINDER, seats=gone)


async def _left(
    session: AsyncSession, table: Table, seat: int, timer: JobRow | None, clock: Clock, *, resumed: bool
) -> timedelta | None:
    """What is left to a seat that is to decide; None: it has the whole time."""
    kept = await remaining.still_counts(session, table, seat)
    known = [] if kept is None else [timedelta(seconds=kept.seconds)]
    if timer is not None:
        known.append(await _unused(session, table, timer, clock))
    goes_on = bool(known) and (resumed or (kept is not None and kept.again))
    if goes_on or timer is not None:
        await remaining.keep(session, table, seat, min(known) if goes_on else known[-1], again=goes_on)
    return max(min(known), remaining.LEAST) if goes_on else None


async def _unused(session: AsyncSession, table: Table, timer: JobRow, clock: Clock) -> timedelta:
    """What has not passed of the time of a deadline."""
    user = table.seats[timer.seat].user_id
    if timer.payload.get("passed") or user is None:
        return timedelta(0)
    person = await remaining.habits_at(session, table, user)
    return habits.time_left(await clocks.now(session), timer.due_at, clock.weekends_off, person)


async def begin_anew(session: AsyncSession, table: Table) -> None:
    """The table has another clock, or has gone back: the time of everybody who is waited for begins now."""
    await jobs.cancel(session, table.row.id, Kind.DEADLINE, Kind.REMINDER)
    await set_deadlines(session, table)


async def give_time(
    session: AsyncSession, table: Table, seat: int, clock: Clock, left: timedelta | None = None
) -> None:
    """The time of a seat begins now, or goes on with what is ``left``.

    For whom a computer has decided in this turn, and who has done nothing since, an hour awake is enough: a turn of
    somebody who is gone would else take as many days as it has decisions. Decisions that follow at once are made with
    the first; but where others have moved in between, in a round that lasts for days, who overslept the first is not
    to lose all others. With the next turn everybody has the whole time.
    """
    user = table.user_at(seat)
    assert user is not None
    now, person = await clocks.now(session), await remaining.habits_at(session, table, user)
    limit = timedelta(hours=clock.hours)
    due = habits.deadline(now, limit if left is None else min(left, limit), clock.weekends_off, person)
    if clock.time_up is TimeUp.PLAY:
        last = await last_deed(session, table.row.id, seat)
        if last is not None and last.by_user_id is None and last.turn == table.row.turn:
            due = min(due, habits.after_waking(now, habits.GRACE, person))
    await set_deadline(session, table, seat, due, person)
    await reminding.begin(session, table.row.id, seat, user, now, due)


async def set_deadline(
    session: AsyncSession, table: Table, seat: int, due: datetime, person: Habits, data: Json | None = None
) -> None:
    """The seat must decide until then; the holidays of its ``person`` on the way have counted."""
    now = await clocks.now(session)
    await jobs.schedule(session, table.row.id, Kind.DEADLINE, seat=seat, wait=due - now, payload=data)
    if person.holidays:
        await remaining.note_days_off(session, table, seat, habits.days_off(now, due, person))


async def last_deed(session: AsyncSession, game_id: int, seat: int) -> MoveRow | None:
    """What was last done at a seat; it is a computer's where nobody is noted. None: nothing yet."""
    return await moves.newest(session, game_id, DEEDS, seat=seat)


async def deadlines(session: AsyncSession, table: Table) -> dict[int, datetime]:
    """Until when seats must decide, without those whose time is up; nothing at a table without a limit."""
    if not table.running or not read_clock(table.row.clock).hours:
        return {}
    return remaining.times_left(await jobs.timers_of(session, table.row.id), await clocks.now(session))
