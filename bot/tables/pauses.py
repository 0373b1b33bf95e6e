"""Pauses of tables: nobody moves meanwhile, computers included, and everybody keeps the time that remained."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits, personal_calendar
from bot.tables.change_announcements import queue_offer_removal
from bot.tables.notification_limits import Occasion
from bot.tables.observers import clocks, remaining_time
from bot.tables.observers.clocks import NEVER, Clock
from bot.tables.observers.reminders import later_reminders, schedule_reminder
from bot.tables.stored_values import read_or_default
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableTransaction, TableTransactions
from bot.wording.dates import seconds
from engines import Message
from storage import clock, jobs
from storage.jobs import Kind
from storage.models import JobRow, MoveKind


class SeatTime(msgspec.Struct):
    """The time that remained to a person when the table was paused. Stored."""

    seat: int
    user: int
    seconds: float | None
    """Counted seconds until the deadline; None if the time was up."""
    data: dict[str, Any] = {}
    """Payload of the deadline's timer."""
    reminders: list[float] = []
    """Seconds before the deadline at which reminders were due."""


class Pause(msgspec.Struct):
    """A pause: who began it, and the time that remained. Stored."""

    user: int
    name: str
    seat_times: list[SeatTime] = msgspec.field(default_factory=list, name="left")


def read_pause(stored: object) -> Pause:
    """Return the pause of a stored row; an empty one if it is missing or damaged."""
    return read_or_default(stored, Pause, Pause(0, ""))


LONG_PAUSE = timedelta(days=14)
"""Time after which anybody at the table may end a pause."""
END_NOTICE = timedelta(days=1)
"""Time between the announcement of such an end and the end."""


class Pauses:
    """The host or an administrator pauses and resumes a table; any player may end a long pause, with notice."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions

    async def pause(self, game_id: int, user_id: int, name: str, *, admin: bool = False) -> Table:
        """Pause a table. Raises Refused if it is paused, or the person is neither host nor administrator."""
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            table.check_host(user_id, admin=admin)
            table.check_not_paused()
            pause = Pause(user_id, name, await _remaining_times(session, table))
            await jobs.cancel(session, game_id, Kind.COMPUTERS, Kind.DEADLINE, Kind.REMINDER)
            await transaction.add_entry(
                MoveKind.PAUSE,
                0,
                user_id,
                [Message("say.paused", {"player": name})],
                words=name,
                paused_at=await clock.now(session),
                pause=msgspec.to_builtins(pause),
            )
            return transaction.table

    async def resume(self, game_id: int, user_id: int, name: str, *, admin: bool = False) -> Table:
        """Resume a table, or announce the end of a long pause for a player who is not the host.

        Everybody has the time that remained; people who have taken a seat meanwhile have the whole time. After an
        announcement the table stays paused for END_NOTICE.

        Raises:
            Refused: The table is not paused, or the person may not end the pause.
        """
        async with self.transactions.change_running(game_id) as transaction:
            table = transaction.table
            if not table.is_paused:
                raise Refused("error.not_paused")
            if user_id != table.row.host_id and not admin:
                return await self._announce_end(transaction.session, table, user_id, name)
            return await self._resume(transaction, user_id, name)

    async def end_announced(self, timer: JobRow) -> None:
        """Resume a table whose end of the pause was announced END_NOTICE ago."""
        async with self.transactions.change_running(timer.game_id) as transaction:
            table = transaction.table
            if not await jobs.complete(transaction.session, timer) or not (table.is_running and table.is_paused):
                return
            await self._resume(transaction, int(timer.payload.get("user", 0)), str(timer.payload.get("name", "")))

    async def may_end(self, table: Table, user_id: int) -> bool:
        """Return whether a player who is not the host may end the pause."""
        async with self.transactions.repository.database.reading() as session:
            return table.seat_of(user_id) is not None and await _is_long(session, table)

    async def _announce_end(self, session: AsyncSession, table: Table, user_id: int, name: str) -> Table:
        game_id = table.row.id
        if table.seat_of(user_id) is None or not await _is_long(session, table):
            raise Refused("error.not_host")
        timers = await jobs.timers_of(session, game_id)
        announced_end = next((timer.due_at for timer in timers if timer.kind == Kind.RESUME), None)
        if announced_end is not None:
            raise Refused("error.resumes_already", moment=seconds(announced_end))
        payload = {"user": user_id, "name": name}
        await jobs.schedule(session, game_id, Kind.RESUME, wait=END_NOTICE, payload=payload)
        end = await clock.now(session) + END_NOTICE
        await notification_limits.enqueue_notice(
            session,
            table.row,
            table.seats,
            [Message("say.resumes_soon", {"player": name, "moment": seconds(end)})],
            Occasion.SEAT,
            users=[user for user in (*table.members, table.row.host_id) if user != user_id],
            buttons=["resume:0:"],
        )
        return table

    async def _resume(self, transaction: TableTransaction, user_id: int, name: str) -> Table:
        session = transaction.session
        table = transaction.table
        timers = await jobs.timers_of(session, table.row.id)
        was_announced = any(timer.kind == Kind.RESUME for timer in timers)
        await jobs.cancel(session, table.row.id, Kind.RESUME)
        table_clock = clocks.read_clock(table.row.clock)
        if table_clock.hours:
            await _restore_times(session, table, table_clock)
        lines = [Message("say.resumed", {"player": name})]
        await transaction.add_entry(MoveKind.RESUME, 0, user_id, lines, words=name, paused_at=None, pause=None)
        if was_announced:
            await queue_offer_removal(session, transaction.table)
        return transaction.table


async def _is_long(session: AsyncSession, table: Table) -> bool:
    return table.row.paused_at is not None and table.row.paused_at + LONG_PAUSE <= await clock.now(session)


async def _remaining_times(session: AsyncSession, table: Table) -> list[SeatTime]:
    """Return the remaining time of each person with a deadline."""
    table_clock = clocks.read_clock(table.row.clock)
    now = await clock.now(session)
    timers = await jobs.timers_of(session, table.row.id)
    reminder_of_seat = {timer.seat: timer for timer in timers if timer.kind == Kind.REMINDER}
    times = []
    for timer in timers:
        user = table.user_at(timer.seat) if timer.kind == Kind.DEADLINE else None
        if user is None:
            continue
        seat_time = SeatTime(timer.seat, user, None, timer.payload)
        if not timer.payload.get("passed"):
            preferences = await remaining_time.preferences_at(session, table, user)
            counted = personal_calendar.counted_time(
                now, timer.due_at, preferences, weekends_off=table_clock.weekends_off
            )
            seat_time.seconds = counted.total_seconds()
        reminder = reminder_of_seat.get(timer.seat)
        if reminder is not None:
            moments = [reminder.due_at, *later_reminders(reminder)]
            seat_time.reminders = [(timer.due_at - moment).total_seconds() for moment in moments]
        times.append(seat_time)
    return times


async def _restore_times(session: AsyncSession, table: Table, table_clock: Clock) -> None:
    """Let the time of each person go on who is waited for; keep it for people who have left meanwhile."""
    resumed_table = Table(table.row.unkept(paused_at=None), table.seats)
    for seat_time in read_pause(table.row.pause).seat_times:
        seat = seat_time.seat
        if seat in resumed_table.deciding_seats and resumed_table.user_at(seat) == seat_time.user:
            await _restart_clock(session, resumed_table, seat_time, table_clock)
        elif resumed_table.absent_owners.get(seat) == seat_time.user:
            remaining = timedelta(seconds=seat_time.seconds or 0)
            await remaining_time.store_time_left(session, resumed_table, seat, remaining)


async def _restart_clock(session: AsyncSession, table: Table, seat_time: SeatTime, table_clock: Clock) -> None:
    now = await clock.now(session)
    preferences = await remaining_time.preferences_at(session, table, seat_time.user)
    game_id = table.row.id
    seat = seat_time.seat
    if seat_time.seconds is None:
        deadline = now + NEVER
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=seat, wait=NEVER, payload=seat_time.data)
    else:
        remaining = timedelta(seconds=seat_time.seconds)
        deadline = personal_calendar.deadline_after(now, remaining, preferences, weekends_off=table_clock.weekends_off)
        await clocks.set_deadline(session, table, seat, deadline, preferences, seat_time.data)
    await schedule_reminder(
        session, game_id, seat, [deadline - timedelta(seconds=lead_seconds) for lead_seconds in seat_time.reminders]
    )
