"""Reminders of pending decisions: one message for all that are due, never while the person sleeps or is away.

When a seat's time begins, `start_reminders` sets the moments of `reminder_moments`; when it goes on after a pause,
`schedule_reminder` sets those that were left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.notification_limits import DIRECT_CALLS
from bot.tables.observers import remaining_time
from bot.tables.observers.pending_decisions import PendingDecision, collect_due, queue_channel_reminder
from bot.tables.personal_calendar import after_waking, is_waking, next_waking, waking_time
from bot.tables.player_preferences import Call, Preferences, Remind, read_preferences
from bot.tables.repository import TableRepository
from bot.tables.stored_values import read_or_default
from storage import clock, games, jobs, people
from storage.jobs import Kind
from storage.models import JobRow, Status

PERCENTAGES: Mapping[Remind, Sequence[int]] = {Remind.BOTH: (50, 90), Remind.LATE: (90,), Remind.NONE: ()}
"""Percentages of the person's waking time after which reminders come, in order; the texts of /me settings name them."""


def reminder_moments(start: datetime, deadline: datetime, preferences: Preferences) -> list[datetime]:
    """Return when the person wants to be reminded of a decision that is due at `deadline`.

    The moments are parts of the waking time since `start` (PERCENTAGES): always waking, before the deadline.
    """
    waking = waking_time(start, deadline, preferences)
    if not waking:
        return []
    return [
        after_waking(start, waking * percentage // 100, preferences) for percentage in PERCENTAGES[preferences.remind]
    ]


async def start_reminders(
    session: AsyncSession, game_id: int, seat: int, user: int, start: datetime, deadline: datetime
) -> None:
    """Set the reminders that a person wants between the start of a seat's time and its deadline."""
    await jobs.cancel(session, game_id, Kind.REMINDER, seats=[seat])
    preferences = read_preferences(await people.settings(session, user))
    await schedule_reminder(session, game_id, seat, reminder_moments(start, deadline, preferences))


async def schedule_reminder(session: AsyncSession, game_id: int, seat: int, moments: Sequence[datetime]) -> None:
    """Set the timer of the next reminder, which stores the later ones; none if all moments have passed."""
    now = await clock.now(session)
    future_moments = [moment for moment in moments if moment > now]
    if future_moments:
        payload = {"rest": [moment.isoformat() for moment in future_moments[1:]]}
        await jobs.schedule(session, game_id, Kind.REMINDER, seat=seat, wait=future_moments[0] - now, payload=payload)


def later_reminders(timer: JobRow) -> list[datetime]:
    """Return the moments of the reminders after this one; none if they cannot be read."""
    return read_or_default(timer.payload.get("rest"), list[datetime], [])


class Reminders:
    """The timers of reminders. Such a timer exists only while the table waits for the seat."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def remind(self, timer: JobRow) -> None:
        """Remind the person at the timer's seat of all decisions for which a reminder is due."""
        async with self.repository.writing() as session:
            due_timers = await collect_due(session, timer)
            if due_timers is None:
                return
            preferences = due_timers.preferences
            now = await clock.now(session)
            if not is_waking(now, preferences):
                await jobs.reschedule(session, timer, next_waking(now, preferences) - now, timer.payload)
                return
            if not await jobs.complete(session, timer):
                return
            decisions = [await self._take(session, due_timer) for due_timer in (timer, *due_timers.other_timers)]
            pending = [decision for decision in decisions if decision is not None]
            pending.sort(key=lambda decision: decision.due or now)
            # The person may have chosen to get no reminders since the time began.
            if not pending or preferences.remind is Remind.NONE:
                return
            if preferences.call in (Call.CHANNEL, Call.BOTH):
                await queue_channel_reminder(session, pending)
            if preferences.call in DIRECT_CALLS:
                first, *other_decisions = pending
                payload = {"along": [(decision.row.id, decision.seat) for decision in other_decisions]}
                await jobs.schedule(session, first.row.id, Kind.CALL, seat=first.seat, payload=payload)

    async def _take(self, session: AsyncSession, timer: JobRow) -> PendingDecision | None:
        """Delete a reminder, set the one after it, and return the decision of which the person is to be reminded."""
        await jobs.cancel(session, timer.game_id, Kind.REMINDER, seats=[timer.seat])
        row = await games.outline(session, timer.game_id)
        now = await clock.now(session)
        if row is None or row.status != Status.RUNNING:
            return None
        deadlines = remaining_time.running_deadlines(await jobs.timers_of(session, timer.game_id), now)
        deadline = deadlines.get(timer.seat)
        if deadline is None:
            return None  # another message tells that the time is up
        await schedule_reminder(session, timer.game_id, timer.seat, later_reminders(timer))
        if await people.has_left(session, row.guild_id):
            return None
        return PendingDecision(row, timer.seat, deadline)
