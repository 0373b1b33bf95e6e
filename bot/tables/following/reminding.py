"""Reminding people of what they have to decide: one message for all that is due, never while they sleep or are away.

When: at the moments of ``habits.reminders``, set when a seat's time begins (``begin``, by ``clocks``), and when it goes
on after a pause (``remind_later``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.brake import DIRECTLY
from bot.tables.following import remaining
from bot.tables.following.awaited import Awaited, due_together, tell_in_channel
from bot.tables.habits import Call, Remind
from bot.tables.repository import TableRepository
from bot.tables.stored import readable
from storage import clock, games, jobs, people
from storage.jobs import Kind
from storage.models import JobRow, Status


async def begin(session: AsyncSession, game_id: int, seat: int, user: int, start: datetime, due: datetime) -> None:
    """The time of a seat has begun: its person is reminded until it is up, as that one wants to be."""
    await jobs.cancel(session, game_id, Kind.REMINDER, seats=[seat])
    chosen = habits.read_habits(await people.settings(session, user))
    await remind_later(session, game_id, seat, habits.reminders(start, due, chosen))


async def remind_later(session: AsyncSession, game_id: int, seat: int, moments: Sequence[datetime]) -> None:
    """Sets the timer of the next reminder, which knows of those after it; nothing where all have passed."""
    now = await clock.now(session)
    coming = [moment for moment in moments if moment > now]
    if coming:
        rest = [moment.isoformat() for moment in coming[1:]]
        await jobs.schedule(session, game_id, Kind.REMINDER, seat=seat, wait=coming[0] - now, payload={"rest": rest})


def reminders_after(timer: JobRow) -> list[datetime]:
    """When to remind after this reminder; never where that cannot be read."""
    return readable(timer.payload.get("rest"), list[datetime], [])


class Reminding:
    """The timers of reminders. That such a timer is there means that the table still waits for the seat."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def remind(self, timer: JobRow) -> None:
        """Reminds the person at the timer's seat of everything of which a reminder is due."""
        async with self.repository.writing() as session:
            together = await due_together(session, timer)
            if together is None:
                return
            person, now = together.person, await clock.now(session)
            if not habits.is_waking(now, person):
                await jobs.reschedule(session, timer, habits.next_waking(now, person) - now, timer.payload)
                return
            if not await jobs.done(session, timer):
                return
            found = [await self._take(session, each) for each in (timer, *together.others)]
            still = sorted((each for each in found if each is not None), key=lambda each: each.due or now)
            if person.remind is Remind.NONE:  # chosen since the time began
                return
            if still and person.call in (Call.CHANNEL, Call.BOTH):
                await tell_in_channel(session, still)
            if still and person.call in DIRECTLY:
                first, *others = still
                along = [(each.row.id, each.seat) for each in others]
                await jobs.schedule(session, first.row.id, Kind.CALL, seat=first.seat, payload={"along": along})

    async def _take(self, session: AsyncSession, timer: JobRow) -> Awaited | None:
        """The timer is over, and the reminder after it is set; what is to be said of the table, if anything."""
        await jobs.cancel(session, timer.game_id, Kind.REMINDER, seats=[timer.seat])
        row, now = await games.outline(session, timer.game_id), await clock.now(session)
        if row is None or row.status != Status.RUNNING:
            return None
        due = remaining.times_left(await jobs.timers_of(session, timer.game_id), now).get(timer.seat)
        if due is None:
            return None  # that time is up is said by itself
        await remind_later(session, timer.game_id, timer.seat, reminders_after(timer))
        if await people.has_left(session, row.guild_id):
            return None
        return Awaited(row, timer.seat, due)
