"""What was left of a seat's time stays where it is waited for again without anybody else having decided: after leaving
and coming back, and after a decision that was taken back. Holidays count for so many days of a year, and no more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.habits import Habits
from bot.tables.stored import readable
from bot.tables.table import Table
from storage import clock, moves, people, seats
from storage.jobs import Kind
from storage.models import JobRow, SeatRow

LEAST = timedelta(hours=1)
"""So much everybody has who is waited for again."""


class TimeLeft(msgspec.Struct, frozen=True):
    """``seconds`` of what counts as time were left to ``user`` when the table had this ``version``. ``again``: the
    person has taken something back since, so that further decisions get no time of their own."""

    user: int
    seconds: float
    version: int
    again: bool = False


def time_left(seat: SeatRow) -> TimeLeft | None:
    """What was left of a seat's time; None: nothing is known, or it cannot be read."""
    return readable(seat.time_left, TimeLeft, None)


async def still_counts(session: AsyncSession, table: Table, seat: int) -> TimeLeft | None:
    """What was left of a seat's time, if the same person is waited for and nobody else has decided since."""
    found = time_left(table.seats[seat])
    if found is None or found.user != table.user_at(seat):
        return None
    if await moves.others_decided(session, table.row.id, seat, since=found.version):
        return None
    return found


async def keep(session: AsyncSession, table: Table, seat: int, left: timedelta, *, again: bool = False) -> None:
    """So much is left of a seat's time, whose person is not waited for any more, or decides once more."""
    kept = TimeLeft(_whose(table.seats[seat]), left.total_seconds(), table.row.version, again)
    stored = msgspec.to_builtins(kept)
    await seats.change(session, table.row.id, seat, time_left=stored)
    table.seats[seat].time_left = stored


def _whose(seat: SeatRow) -> int:
    """Who decides for a seat, or is away from it."""
    return seat.user_id or 0


def times_left(running: Sequence[JobRow], now: datetime) -> dict[int, datetime]:
    """Until when seats must decide by a table's timers, without those whose time is up."""
    ahead = [timer for timer in running if timer.kind == Kind.DEADLINE and timer.due_at > now]
    return {timer.seat: timer.due_at for timer in ahead if not timer.payload.get("passed")}


# -- holidays ----------------------------------------------------------------------------------------------------------


async def habits_at(session: AsyncSession, table: Table, user_id: int, since: datetime | None = None) -> Habits:
    """What a person has chosen, with those holidays alone that count at a table. ``since``: of what is asked from then
    on; None: from now on."""
    chosen = habits.read_habits(await people.settings(session, user_id))
    return counting(table, user_id, chosen, since or await clock.now(session))


def counting(table: Table, user_id: int, chosen: Habits, since: datetime) -> Habits:
    """Of what somebody has ``chosen`` those holidays alone that count at a table; ``since``: of what is asked from then
    on."""
    return habits.with_allowance(chosen, days_off(table, user_id), since)


def overdrawn(table: Table, user_id: int, chosen: Habits, since: datetime, now: datetime) -> bool:
    """Whether a person has holidays now which do not count at a table any more."""
    shown = chosen.clock(now)
    return chosen.is_holiday(shown) and not counting(table, user_id, chosen, since).is_holiday(shown)


def days_off(table: Table, user_id: int) -> set[date]:
    """The days of holidays that have counted at a person's seat."""
    mine = next((seat for seat in table.seats if user_id in (seat.user_id, seat.owner_id)), None)
    return set(readable(mine.days_off if mine else None, list[date], []))


async def note_days_off(session: AsyncSession, table: Table, seat: int, days: Collection[date]) -> None:
    """These days of holidays count for a deadline of a seat."""
    known = days_off(table, _whose(table.seats[seat]))
    if fresh := set(days) - known:
        kept = sorted(day.isoformat() for day in known | fresh)
        await seats.change(session, table.row.id, seat, days_off=kept)
        table.seats[seat].days_off = kept
