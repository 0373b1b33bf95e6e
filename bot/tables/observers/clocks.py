"""Time limits of tables, and the timers of deadlines.

A person for whom the table begins to wait has the table's limit from then on, by that person's own calendar. The timers
are set in the transaction of the change that causes them. A table without a limit costs no statement.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import personal_calendar
from bot.tables.observers import remaining_time, reminders
from bot.tables.player_preferences import Preferences
from bot.tables.stored_values import read_or_default
from bot.tables.table import Table
from bot.tables.transaction import TableChange, TableTransaction
from storage import clock as database_clock
from storage import jobs, moves
from storage.jobs import Kind
from storage.models import JobRow, Json, MoveKind, MoveRow, Status

NEVER = timedelta(days=36_500)
"""Wait of a timer that only prevents its seat from getting the same time twice."""

LIMITS = (0, 12, 24, 48, 72, 168)
"""Hours for a decision; 0 for no limit."""


class TimeUp(StrEnum):
    """The policy for a person whose time is up. Stored."""

    REMIND = "remind"
    """The person is told, nothing else."""
    PLAY = "play"
    """A computer makes this decision."""
    STAND_IN = "stand_in"
    """A computer decides for the seat until its owner is back."""
    OPEN = "open"
    """The seat is open to substitutes until its owner moves."""


class Clock(msgspec.Struct, frozen=True):
    """The time limit of a table. Stored."""

    hours: int = 0
    """The limit, out of LIMITS."""
    weekends_off: bool = False
    """True if Saturdays and Sundays do not count."""
    time_up: TimeUp = TimeUp.REMIND

    def choices(self) -> dict[str, str]:
        """Return the settings in the words of CHOICES."""
        return {
            "limit": str(self.hours),
            "weekends": "off" if self.weekends_off else "on",
            "time_up": str(self.time_up),
        }

    def with_choice(self, name: str, value: str) -> Clock:
        """Return the clock with one of CHOICES."""
        match name:
            case "limit":
                return msgspec.structs.replace(self, hours=int(value))
            case "weekends":
                return msgspec.structs.replace(self, weekends_off=value == "off")
            case _:
                return msgspec.structs.replace(self, time_up=TimeUp(value))


PRESENCE_ENTRIES = (MoveKind.MOVE, MoveKind.UNDO, MoveKind.RETURN, MoveKind.SUBSTITUTE)
"""Entries of the log by which a person shows to be there."""

CHOICES = {"limit": tuple(map(str, LIMITS)), "weekends": ("on", "off"), "time_up": tuple(map(str, TimeUp))}
"""The settings of a clock with their values."""


def read_clock(stored: object) -> Clock:
    """Return the clock of a stored row; one without a limit if it is missing, damaged or unknown."""
    clock = read_or_default(stored, Clock, Clock())
    return clock if clock.hours in LIMITS else Clock()


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Adapt the deadlines to a change of a table; an abandoned table has no timers."""
    if transaction.table.row.status == Status.ABANDONED:
        await jobs.cancel(transaction.session, transaction.table.row.id)
    elif not change.is_moved:
        await set_deadlines(transaction.session, transaction.table, change.restarted, change.resumed)


async def set_deadlines(
    session: AsyncSession, table: Table, restarted: Collection[int] = (), resumed: Collection[int] = ()
) -> None:
    """Give a deadline to each deciding seat, and to no other; nothing changes while the table is paused.

    Seats that were waited for before keep their deadlines, apart from these.

    Args:
        session: The transaction.
        table: The table.
        restarted: Seats that have just decided; they get the whole time again, unless they have taken a move back.
        resumed: Seats whose person is back or has taken back; they get the time that remained, an hour at least.
    """
    clock = read_clock(table.row.clock)
    if not clock.hours or table.is_paused:
        return
    timers = await jobs.timers_of(session, table.row.id)
    running = {timer.seat: timer for timer in timers if timer.kind == Kind.DEADLINE}
    deciding_seats = table.deciding_seats if table.is_running else []
    for seat in deciding_seats:
        if seat in running and seat not in restarted and seat not in resumed:
            continue
        remaining = await _remaining_time(session, table, seat, running.get(seat), clock, resumes=seat in resumed)
        await start_clock(session, table, seat, clock, remaining)
    stopped_seats = sorted(running.keys() - set(deciding_seats))
    if not stopped_seats:
        return
    if table.is_running:
        for seat in stopped_seats:
            time_left = await remaining_time.current_time_left(session, table, seat)
            unused_time = await _unused_time(session, table, running[seat], clock)
            is_undo = time_left is not None and time_left.is_undo
            await remaining_time.store_time_left(session, table, seat, unused_time, is_undo=is_undo)
    await jobs.cancel(session, table.row.id, Kind.DEADLINE, Kind.REMINDER, seats=stopped_seats)


async def _remaining_time(
    session: AsyncSession, table: Table, seat: int, timer: JobRow | None, clock: Clock, *, resumes: bool
) -> timedelta | None:
    """Return the remaining time of a seat that is to decide, or None if it has the whole time."""
    time_left = await remaining_time.current_time_left(session, table, seat)
    is_undo = time_left is not None and time_left.is_undo
    unused_time = None if timer is None else await _unused_time(session, table, timer, clock)
    earlier_times = [] if time_left is None else [timedelta(seconds=time_left.seconds)]
    if unused_time is not None:
        earlier_times.append(unused_time)
    if earlier_times and (resumes or is_undo):
        remaining = min(earlier_times)
        await remaining_time.store_time_left(session, table, seat, remaining, is_undo=True)
        return max(remaining, remaining_time.LEAST)
    if unused_time is not None:
        await remaining_time.store_time_left(session, table, seat, unused_time, is_undo=False)
    return None


async def _unused_time(session: AsyncSession, table: Table, timer: JobRow, clock: Clock) -> timedelta:
    """Return the time until a deadline."""
    user = table.seats[timer.seat].user_id
    if timer.payload.get("passed") or user is None:
        return timedelta(0)
    preferences = await remaining_time.preferences_at(session, table, user)
    now = await database_clock.now(session)
    return personal_calendar.counted_time(now, timer.due_at, preferences, weekends_off=clock.weekends_off)


async def restart_clocks(session: AsyncSession, table: Table) -> None:
    """Let the time of each deciding seat begin now, after the table got another clock or went back."""
    await jobs.cancel(session, table.row.id, Kind.DEADLINE, Kind.REMINDER)
    await set_deadlines(session, table)


async def start_clock(
    session: AsyncSession, table: Table, seat: int, clock: Clock, remaining: timedelta | None = None
) -> None:
    """Let the time of a seat begin now, or go on with the `remaining` time.

    A person for whom a computer has decided in this turn, and who has done nothing since, gets a waking hour: otherwise
    the turn of an absent person would take as many days as it has decisions. Decisions that follow at once are made
    with the first; but when others move in between, in a round that lasts for days, a person who missed the first
    decision is not to lose all others. With the next turn everybody has the whole time.
    """
    user = table.user_at(seat)
    assert user is not None
    now = await database_clock.now(session)
    preferences = await remaining_time.preferences_at(session, table, user)
    limit = timedelta(hours=clock.hours)
    if remaining is not None:
        limit = min(remaining, limit)
    deadline = personal_calendar.deadline_after(now, limit, preferences, weekends_off=clock.weekends_off)
    if clock.time_up is TimeUp.PLAY:
        action = await last_action(session, table.row.id, seat)
        if action is not None and action.by_user_id is None and action.turn == table.row.turn:
            deadline = min(deadline, personal_calendar.after_waking(now, personal_calendar.NIGHT_GRACE, preferences))
    await set_deadline(session, table, seat, deadline, preferences)
    await reminders.start_reminders(session, table.row.id, seat, user, now, deadline)


async def set_deadline(
    session: AsyncSession,
    table: Table,
    seat: int,
    deadline: datetime,
    preferences: Preferences,
    payload: Json | None = None,
) -> None:
    """Set the deadline of a seat, and record its person's holidays until then as counted."""
    now = await database_clock.now(session)
    await jobs.schedule(session, table.row.id, Kind.DEADLINE, seat=seat, wait=deadline - now, payload=payload)
    if preferences.holidays:
        days = personal_calendar.holiday_dates(now, deadline, preferences)
        await remaining_time.record_holidays(session, table, seat, days)


async def last_action(session: AsyncSession, game_id: int, seat: int) -> MoveRow | None:
    """Return the last entry of the log by which a seat's person, or a computer (without a user), acted."""
    return await moves.newest(session, game_id, PRESENCE_ENTRIES, seat=seat)


async def load_deadlines(session: AsyncSession, table: Table) -> dict[int, datetime]:
    """Return the deadlines by seat, without those that have passed; none at a table without a limit."""
    if not table.is_running or not read_clock(table.row.clock).hours:
        return {}
    timers = await jobs.timers_of(session, table.row.id)
    return remaining_time.running_deadlines(timers, await database_clock.now(session))
