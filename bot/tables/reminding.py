"""Reminding people of what they have to decide: one message for all that is due, never while they sleep or are away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot import habits
from bot.habits import Call
from bot.tables import clocks
from bot.tables.announcement import Announcement
from bot.tables.repository import TableRepository
from bot.tables.table import person_at
from engines import Message
from storage import clock, games, outbox, people, seats, timers
from storage.models import GameRow, SeatRow, Status, TimerRow
from storage.timers import Kind


class Open(NamedTuple):
    """A table that waits for somebody's decision, and until when."""

    row: GameRow
    seat: int
    due: datetime


class Reminding:
    """The timers of reminders. That such a timer is there means that the table still waits for the seat."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def remind(self, timer: TimerRow) -> None:
        """Reminds the person at the timer's seat of everything of which a reminder is due."""
        async with self.repository.database.transaction() as session:
            user = _user_at(await seats.of_game(session, timer.game_id), timer.seat)
            if user is None:
                await timers.done(session, timer)
                return
            # From here on nobody else reminds this person.
            person = habits.read_habits(await people.change_settings(session, user, lambda _: {}))
            now = await clock.now(session)
            if not habits.is_waking(now, person):
                await timers.put_off(session, timer, habits.next_waking(now, person) - now, timer.data)
                return
            if not await timers.done(session, timer):
                return
            due = [timer, *await timers.due_of_user(session, user, Kind.REMINDER)]
            found = [await self._take(session, each) for each in due]
            still = sorted((each for each in found if each is not None), key=lambda each: each.due)
            if still and person.call is not Call.NONE:
                await _tell(session, still)
        self.repository.committed()

    async def _take(self, session: AsyncSession, timer: TimerRow) -> Open | None:
        """The timer is over, and the reminder after it is set; what is to be said of the table, if anything."""
        await timers.clear(session, timer.game_id, Kind.REMINDER, seats=[timer.seat])
        row, now = await games.outline(session, timer.game_id), await clock.now(session)
        if row is None or row.status != Status.RUNNING:
            return None
        due = clocks.times_left(await timers.of_game(session, timer.game_id), now).get(timer.seat)
        if due is None:
            return None  # that time is up is said by itself
        await clocks.remind_later(session, timer.game_id, timer.seat, clocks.reminders_after(timer))
        if row.guild_id is not None and await people.has_left(session, row.guild_id):
            return None
        return Open(row, timer.seat, due)


async def _tell(session: AsyncSession, still: Sequence[Open]) -> None:
    """One message in the channel of the most urgent table. What is played elsewhere concerns nobody there."""
    first, lines = still[0], list[Message]()
    for each in still:
        row = each.row
        board = row.live_message_id or row.channel_id  # where no message has that number, the channel is shown
        args = {"server": str(row.guild_id or 0), "channel": str(row.channel_id), "message": str(board)}
        args["moment"] = str(int(each.due.timestamp()))
        if row.guild_id == first.row.guild_id:
            lines.append(Message("say.reminder", {"game": row.key, "table": str(row.id), **args}))
        else:
            lines.append(Message("say.reminder_elsewhere", {**args}))
    what = Announcement(kind="notice", version=first.row.version, introduction=lines, ping=[first.seat])
    await outbox.enqueue(session, first.row.id, first.row.channel_id, what.kind, what.payload())


def _user_at(taken: Sequence[SeatRow], number: int) -> int | None:
    return next((person_at(seat) for seat in taken if seat.number == number), None)
