"""Tables pause and go on: nobody moves meanwhile, no computer either, and what was left of everybody's time stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits
from bot.tables.brake import Occasion
from bot.tables.change import Change, Road
from bot.tables.following import clocks, remaining, reminding
from bot.tables.following.clocks import NEVER, Clock
from bot.tables.stored import readable
from bot.tables.table import Refused, Table
from bot.tables.telling import take_down_offers
from bot.wording.dates import seconds
from engines import Message
from storage import clock, jobs
from storage.jobs import Kind
from storage.models import JobRow, MoveKind


class Left(msgspec.Struct):
    """What was left of a person's time: ``seconds`` of what counts as time; None: it was up. ``data``: the deadline's;
    ``reminders``: how many seconds before the deadline each was due."""

    seat: int
    user: int
    seconds: float | None
    data: dict[str, Any] = {}
    reminders: list[float] = []


class Pause(msgspec.Struct):
    """``user`` and ``name``: who paused the table."""

    user: int
    name: str
    left: list[Left] = []


def read_pause(stored: object) -> Pause:
    """The record of a stored row; one of which nothing is left where that is missing or damaged."""
    return readable(stored, Pause, Pause(0, ""))


LONG = timedelta(days=14)
"""After so long anybody at the table may end a pause."""
NOTICE = timedelta(days=1)
"""So long before that it is told."""


class Pausing:
    """The host or an administrator pauses a table and lets it go on; a long pause any player ends, with notice."""

    def __init__(self, road: Road) -> None:
        self.road = road

    async def pause(self, game_id: int, user_id: int, name: str, *, admin: bool = False) -> Table:
        """Raises Refused when the table is paused already, or the person is neither host nor administrator."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            table.check_host(user_id, admin=admin)
            table.check_not_paused()
            kept = Pause(user_id, name, await _time_left(session, table))
            await jobs.cancel(session, game_id, Kind.COMPUTERS, Kind.DEADLINE, Kind.REMINDER)
            now, told = await clock.now(session), Message("say.paused", {"player": name})
            kept_as = msgspec.to_builtins(kept)
            await change.note(MoveKind.PAUSE, 0, user_id, [told], words=name, paused_at=now, pause=kept_as)
            return change.table

    async def resume(self, game_id: int, user_id: int, name: str, *, admin: bool = False) -> Table:
        """Everybody has the time that was left; those who have taken a seat meanwhile have the whole time. Where
        another player ends a long pause, that is announced: the table is still paused then, and goes on a day later.

        Raises Refused when the table is not paused, or the person may not end the pause."""
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            if not table.paused:
                raise Refused("error.not_paused")
            if user_id != table.row.host_id and not admin:
                return await self._announce(session, table, user_id, name)
            return await self._resume(change, user_id, name)

    async def go_on(self, timer: JobRow) -> None:
        """The day after a long pause's end was announced is over."""
        async with self.road.change(timer.game_id) as change:
            session, table = change.session, change.table
            if not await jobs.done(session, timer) or not (table.running and table.paused):
                return
            await self._resume(change, int(timer.payload.get("user", 0)), str(timer.payload.get("name", "")))

    async def may_end(self, table: Table, user_id: int) -> bool:
        """Whether a player who is not the host may end the pause."""
        async with self.road.repository.database.reading() as session:
            return table.seat_of(user_id) is not None and await _is_long(session, table)

    async def _announce(self, session: AsyncSession, table: Table, user_id: int, name: str) -> Table:
        seat, game_id = table.seat_of(user_id), table.row.id
        if seat is None or not await _is_long(session, table):
            raise Refused("error.not_host")
        running = await jobs.timers_of(session, game_id)
        if (ending := next((each.due_at for each in running if each.kind == Kind.RESUME), None)) is not None:
            raise Refused("error.resumes_already", moment=seconds(ending))
        await jobs.schedule(session, game_id, Kind.RESUME, wait=NOTICE, payload={"user": user_id, "name": name})
        goes_on = await clock.now(session) + NOTICE
        told = Message("say.resumes_soon", {"player": name, "moment": seconds(goes_on)})
        others = [user for user in (*table.company, table.row.host_id) if user != user_id]
        buttons = ["resume:0:"]
        await brake.notice(session, table.row, table.seats, [told], Occasion.SEAT, users=others, buttons=buttons)
        return table

    async def _resume(self, change: Change, user_id: int, name: str) -> Table:
        session, table = change.session, change.table
        announced = any(timer.kind == Kind.RESUME for timer in await jobs.timers_of(session, table.row.id))
        await jobs.cancel(session, table.row.id, Kind.RESUME)
        agreed, kept = clocks.read_clock(table.row.clock), read_pause(table.row.pause)
        if agreed.hours:
            going_on = Table(table.row.unkept(paused_at=None), table.seats)
            for left in kept.left:
                if left.seat in going_on.waiting_for and going_on.user_at(left.seat) == left.user:
                    await _give_back(session, going_on, left, agreed)
                elif going_on.away.get(left.seat) == left.user:  # who has left meanwhile has no more on coming back
                    await remaining.keep(session, going_on, left.seat, timedelta(seconds=left.seconds or 0))
        told = Message("say.resumed", {"player": name})
        await change.note(MoveKind.RESUME, 0, user_id, [told], words=name, paused_at=None, pause=None)
        if announced:
            await take_down_offers(session, change.table)
        return change.table


async def _is_long(session: AsyncSession, table: Table) -> bool:
    return table.row.paused_at is not None and table.row.paused_at + LONG <= await clock.now(session)


async def _time_left(session: AsyncSession, table: Table) -> list[Left]:
    """What is left to everybody who is waited for at a table with a time limit."""
    agreed, now = clocks.read_clock(table.row.clock), await clock.now(session)
    running = await jobs.timers_of(session, table.row.id)
    reminders = {timer.seat: timer for timer in running if timer.kind == Kind.REMINDER}
    found = []
    for timer in running:
        user = table.user_at(timer.seat) if timer.kind == Kind.DEADLINE else None
        if user is None:
            continue
        left = Left(timer.seat, user, None, timer.payload)
        if not timer.payload.get("passed"):
            person = await remaining.habits_at(session, table, user)
            left.seconds = habits.time_left(now, timer.due_at, agreed.weekends_off, person).total_seconds()
        if (reminder := reminders.get(timer.seat)) is not None:
            moments = [reminder.due_at, *reminding.reminders_after(reminder)]
            left.reminders = [(timer.due_at - moment).total_seconds() for moment in moments]
        found.append(left)
    return found


async def _give_back(session: AsyncSession, table: Table, left: Left, agreed: Clock) -> None:
    """The time of a seat goes on."""
    now, person, game_id = await clock.now(session), await remaining.habits_at(session, table, left.user), table.row.id
    due = now + NEVER
    if left.seconds is None:
        await jobs.schedule(session, game_id, Kind.DEADLINE, seat=left.seat, wait=NEVER, payload=left.data)
    else:
        due = habits.deadline(now, timedelta(seconds=left.seconds), agreed.weekends_off, person)
        await clocks.set_deadline(session, table, left.seat, due, person, left.data)
    moments: list[datetime] = [due - timedelta(seconds=before) for before in left.reminders]
    await reminding.remind_later(session, game_id, left.seat, moments)
