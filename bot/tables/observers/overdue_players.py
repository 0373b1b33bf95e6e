"""Absent and late players: only their seats may be given to computers or substitutes by others.

A person is late (``is_late``) who is away or out of time; then host and administrators may act. A person is silent
(``is_silent``) for whom the table has waited a week; then any player may have a computer stand in. Who lets computers
decide turn after turn is gone (``_is_gone``), which counts as late as well. A late owner gets back a seat that others
gave away, on demand and within a day (``reclaimable_seat``).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.observers import clocks, remaining_time
from bot.tables.personal_calendar import deadline_after
from bot.tables.player_preferences import read_preferences
from bot.tables.table import Table
from storage import clock, jobs, moves, notification_times, people
from storage.jobs import Kind
from storage.models import MoveKind, MoveRow

WEEK = timedelta(days=7)
"""Time for a decision, without holidays, at a table without a time limit."""

HOST_TIME = timedelta(days=3)
"""Time after a nudge for a host whose table waits for nobody else."""

NUDGE = "nudge"
"""Occasion under which the first nudge of a waited-for person is stored."""

CONTINUING_POLICIES = (clocks.TimeUp.PLAY, clocks.TimeUp.STAND_IN)
"""Policies with which a table with a time limit goes on by itself when somebody is silent."""

MISSED_TURNS = 2
"""Consecutive turns decided by computers for a late person until the person counts as gone."""

RECLAIM_TIME = timedelta(hours=24)
"""Time within which the late owner of a seat that was given away gets it back on demand."""

OPENING_ENTRIES = (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.OFFER)
"""Entries of the log after which somebody else may take a seat."""

WAITING_ENTRIES = (*clocks.PRESENCE_ENTRIES, MoveKind.RESUME, MoveKind.BACK)
"""Entries of the log after which the table may wait for somebody else, or for the same person from then on."""


async def waited_since(session: AsyncSession, table: Table, seat: int) -> datetime | None:
    """Return the moment from which a person's time counts; None if the table does not wait for that person.

    If several decide at once, each decision of another restarts it, so that nobody is called late too early.
    """
    if not table.is_running or seat not in table.deciding_seats:
        return None
    entry = await moves.newest(session, table.row.id, WAITING_ENTRIES)
    return entry.at if entry else table.row.started_at


async def is_late(session: AsyncSession, table: Table, seat: int) -> bool:
    """Return whether a seat's person is away or late.

    With a time limit a person is late who is out of time, or has let computers decide turn after turn; without one, a
    person for whom the table has waited a week. More holidays than count at a table are absence.
    """
    user = table.user_at(seat)
    if user is None:
        return table.seats[seat].stand_in is not None and not table.seats[seat].resigned
    wait_start = await waited_since(session, table, seat)
    if wait_start is None:
        return False
    now = await clock.now(session)
    preferences = read_preferences(await people.settings(session, user))
    if remaining_time.has_overdrawn_holidays(table, user, preferences, wait_start, now):
        return True
    if clocks.read_clock(table.row.clock).hours:
        return await _is_out_of_time(session, table, seat, now) or await _is_gone(session, table, seat)
    counted = remaining_time.with_table_holidays(table, user, preferences, wait_start)
    return deadline_after(wait_start, WEEK, counted, weekends_off=False) <= now


async def _is_out_of_time(session: AsyncSession, table: Table, seat: int, now: datetime) -> bool:
    timers = await jobs.timers_of(session, table.row.id)
    deadlines = [timer for timer in timers if timer.kind == Kind.DEADLINE and timer.seat == seat]
    return any(timer.payload.get("passed") or timer.due_at <= now for timer in deadlines)


async def is_silent(session: AsyncSession, table: Table, seat: int) -> bool:
    """Return whether any player, not the host alone, may have a computer stand in for a seat.

    The table must have waited for a week, or for a host since that host was nudged three days ago, and no time limit
    has a computer decide.
    """
    user = table.user_at(seat)
    wait_start = await waited_since(session, table, seat)
    table_clock = clocks.read_clock(table.row.clock)
    if user is None or wait_start is None or (table_clock.hours and table_clock.time_up in CONTINUING_POLICIES):
        return False
    is_away_or_late = await is_late(session, table, seat)
    if table_clock.hours and not is_away_or_late:
        return False
    now = await clock.now(session)
    preferences = await remaining_time.preferences_at(session, table, user, wait_start)
    if is_away_or_late and deadline_after(wait_start, WEEK, preferences, weekends_off=False) <= now:
        return True
    if user != table.row.host_id:
        return False
    nudged = (await notification_times.latest_calls(session, table.row.id, NUDGE, [user])).get(user)
    if nudged is None or nudged < wait_start:
        return False
    preferences = await remaining_time.preferences_at(session, table, user, nudged)
    return deadline_after(nudged, HOST_TIME, preferences, weekends_off=False) <= now


async def record_nudge(session: AsyncSession, table: Table, seat: int) -> None:
    """Record that somebody has nudged a person for whom the table waits; the first nudge counts."""
    user = table.user_at(seat)
    wait_start = await waited_since(session, table, seat)
    if user is None or wait_start is None:
        return
    nudged = (await notification_times.latest_calls(session, table.row.id, NUDGE, [user])).get(user)
    if nudged is None or nudged < wait_start:
        await notification_times.note(session, table.row.id, NUDGE, [user])


class Replacement(NamedTuple):
    """The loss of a seat that others gave away."""

    seat: int
    moment: datetime


async def find_replacement(session: AsyncSession, table: Table, user_id: int) -> Replacement | None:
    """Return when others gave away a seat while its owner was late, or None.

    An owner who has left the seat has given it away.
    """
    for row in table.seats:
        is_given_away = row.owner_id == user_id or (row.user_id == user_id and row.resigned)
        kind = MoveKind.RESIGN if row.resigned else MoveKind.SUBSTITUTE
        entry = await moves.newest(session, table.row.id, [kind], seat=row.number) if is_given_away else None
        if entry is None:
            continue
        opening: MoveRow | None = entry
        if not row.resigned:
            opening = await moves.newest(session, table.row.id, OPENING_ENTRIES, seat=row.number)
        if opening is not None and opening.by_user_id != user_id:
            return Replacement(row.number, entry.at)
    return None


async def reclaimable_seat(session: AsyncSession, table: Table, user_id: int) -> int | None:
    """Return the seat of a late owner that was given away within RECLAIM_TIME: its owner gets it back on demand."""
    replacement = await find_replacement(session, table, user_id)
    if replacement is None:
        return None
    return replacement.seat if replacement.moment + RECLAIM_TIME > await clock.now(session) else None


async def users_who_may_return(session: AsyncSession, table: Table) -> list[int]:
    """Return the users who can reclaim seats that others have given to computers for good."""
    resigned = [row.user_id for row in table.seats if row.resigned and row.user_id is not None]
    return [user for user in resigned if await reclaimable_seat(session, table, user) is not None]


async def _is_gone(session: AsyncSession, table: Table, seat: int) -> bool:
    """Return whether the person of a seat has done nothing since computers decided when the time was up.

    They must have decided in this turn or in several turns: a single earlier turn is not held against the person.
    """
    action = await clocks.last_action(session, table.row.id, seat)
    if action is None or action.by_user_id is not None:
        return False
    turns = await moves.turns_missed(session, table.row.id, seat, clocks.PRESENCE_ENTRIES)
    return table.row.turn in turns or len(turns) >= MISSED_TURNS
