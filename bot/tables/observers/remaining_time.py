"""Remaining time of seats, and holidays that count at a table.

A seat keeps its remaining time if the table waits for it again before anybody else has decided: after leaving and
coming back, and after a decision that was taken back. A limited number of days of holidays counts in a year.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import personal_calendar
from bot.tables.player_preferences import Preferences, read_preferences
from bot.tables.stored_values import read_or_default
from bot.tables.table import Table
from storage import clock, moves, people, seats
from storage.jobs import Kind
from storage.models import JobRow, SeatRow

LEAST = timedelta(hours=1)
"""Time that a person for whom the table waits again has at least."""


class TimeLeft(msgspec.Struct, frozen=True):
    """The time that remained to a user when the table had this version. Stored."""

    user: int
    seconds: float
    version: int
    is_undo: bool = msgspec.field(default=False, name="again")
    """True if the person has taken something back since, so that further decisions get no time of their own."""


def read_time_left(seat: SeatRow) -> TimeLeft | None:
    """Return the stored remaining time of a seat, or None if it is unknown or cannot be read."""
    return read_or_default(seat.time_left, TimeLeft, None)


async def current_time_left(session: AsyncSession, table: Table, seat: int) -> TimeLeft | None:
    """Return the remaining time of a seat, if the same person decides and nobody else has decided since."""
    time_left = read_time_left(table.seats[seat])
    if time_left is None or time_left.user != table.user_at(seat):
        return None
    if await moves.others_decided(session, table.row.id, seat, since=time_left.version):
        return None
    return time_left


async def store_time_left(
    session: AsyncSession, table: Table, seat: int, remaining: timedelta, *, is_undo: bool = False
) -> None:
    """Store the remaining time of a seat whose person is not waited for any more, or decides once more."""
    time_left = TimeLeft(_user_of(table.seats[seat]), remaining.total_seconds(), table.row.version, is_undo)
    stored = msgspec.to_builtins(time_left)
    await seats.change(session, table.row.id, seat, time_left=stored)
    table.seats[seat].time_left = stored


def _user_of(seat: SeatRow) -> int:
    """Return the user who decides for a seat, or is away from it."""
    return seat.user_id or 0


def running_deadlines(timers: Sequence[JobRow], now: datetime) -> dict[int, datetime]:
    """Return the deadlines by seat, out of a table's timers, without those that have passed."""
    deadlines = [timer for timer in timers if timer.kind == Kind.DEADLINE and timer.due_at > now]
    return {timer.seat: timer.due_at for timer in deadlines if not timer.payload.get("passed")}


# -- holidays ----------------------------------------------------------------------------------------------------------


async def preferences_at(
    session: AsyncSession, table: Table, user_id: int, start: datetime | None = None
) -> Preferences:
    """Return a person's preferences, with only those holidays that count at a table.

    `start` is the moment from which the person is asked; None for now.
    """
    preferences = read_preferences(await people.settings(session, user_id))
    return with_table_holidays(table, user_id, preferences, start or await clock.now(session))


def with_table_holidays(table: Table, user_id: int, preferences: Preferences, start: datetime) -> Preferences:
    """Return preferences with only those holidays that count at a table, for a question asked at `start`."""
    return personal_calendar.with_allowed_holidays(preferences, counted_holidays(table, user_id), start)


def has_overdrawn_holidays(
    table: Table, user_id: int, preferences: Preferences, start: datetime, now: datetime
) -> bool:
    """Return whether a person has holidays now which do not count at a table any more."""
    local_time = preferences.clock(now)
    counted = with_table_holidays(table, user_id, preferences, start)
    return preferences.is_holiday(local_time) and not counted.is_holiday(local_time)


def counted_holidays(table: Table, user_id: int) -> set[date]:
    """Return the days of holidays that have counted at a person's seat."""
    own_seat = next((seat for seat in table.seats if user_id in (seat.user_id, seat.owner_id)), None)
    return set(read_or_default(own_seat.days_off if own_seat else None, list[date], []))


async def record_holidays(session: AsyncSession, table: Table, seat: int, days: Collection[date]) -> None:
    """Record days of holidays that count for a deadline of a seat."""
    counted = counted_holidays(table, _user_of(table.seats[seat]))
    if set(days) <= counted:
        return
    stored = sorted(day.isoformat() for day in counted | set(days))
    await seats.change(session, table.row.id, seat, days_off=stored)
    table.seats[seat].days_off = stored
