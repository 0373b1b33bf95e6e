"""Calls by direct message: one message for all tables that wait, never while the person sleeps.

A call is a timer, set in the transaction that makes a table wait for a person, so that it is neither lost nor repeated,
and delays no message of a table. It is carried out a few seconds later, when the board exists to which it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits
from bot.tables.notification_limits import DIRECT_CALL_DELAY, DIRECT_CALLS, Occasion
from bot.tables.observers import clocks
from bot.tables.observers.overdue_players import waited_since
from bot.tables.observers.pending_decisions import (
    DueTimers,
    PendingDecision,
    collect_due,
    queue_channel_reminder,
)
from bot.tables.personal_calendar import is_waking, next_waking
from bot.tables.player_preferences import Call, read_preferences
from bot.tables.repository import TableRepository
from bot.tables.stored_values import read_or_default
from bot.tables.table import Refused, Table, TableBroken, user_at
from bot.tables.transaction import TableChange, TableTransaction
from engines import Message
from storage import clock, jobs, notification_times, people, seats
from storage.jobs import Kind
from storage.models import JobRow, new_nonce

EDITABLE_TIME = timedelta(days=30)
"""Time for which a message can be edited because its turn was taken back."""
Place = tuple[int, int]
"""A table and a seat."""


class DirectCall(NamedTuple):
    """A direct message to be sent."""

    user: int
    pending: list[PendingDecision]
    nonce: str
    """Discord's key against duplicates: equal for all attempts to send the same content, new when the content grows."""
    is_instead: bool = False
    """True if the message takes the place of one that the table's channel did not take."""
    is_plan: bool = False
    """True if the message tells that a plan has stopped, which the channel is not told."""


class _Claim(NamedTuple):
    """A timer that is to be carried out now, joined with the others that are due for its person."""

    user: int
    places: list[Place]
    nonce: str
    has_slept: bool
    """True if the person slept when the channel named the person."""
    is_instead: bool
    is_plan: bool


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Have the messages edited that called people whose turn was taken back."""
    if not change.undone:
        return
    session = transaction.session
    table = transaction.table
    for timer in await jobs.timers_of(session, table.row.id):
        if timer.kind == Kind.WRITTEN and timer.seat not in table.deciding_seats:
            payload = {**timer.payload, "over": True}
            await jobs.schedule(session, table.row.id, Kind.WRITTEN, seat=timer.seat, payload=payload)


class DirectCalls:
    """The timers of direct calls; `bot.delivery` sends the messages."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def take(self, timer: JobRow) -> DirectCall | None:
        """Return the message of a timer, or None if nothing is to be sent now; then the timer has been dealt with."""
        claim = await self._claim(timer)
        if claim is None:
            return None
        pending = await self._load_pending(dict.fromkeys([(timer.game_id, timer.seat), *claim.places]), claim.user)
        if not pending:
            await self.repository.finish_timer(timer)
            return None
        pending.sort(key=lambda decision: decision.due or datetime.max.replace(tzinfo=UTC))
        if claim.has_slept:
            await self._call_in_the_morning(timer, pending)
            return None
        return DirectCall(claim.user, pending, claim.nonce, claim.is_instead, claim.is_plan)

    async def _claim(self, timer: JobRow) -> _Claim | None:
        """Join the timers that are due for the person; None if nobody is to be called now."""
        async with self.repository.database.transaction() as session:
            due_timers = await collect_due(session, timer)
            if due_timers is None:
                return None
            preferences = due_timers.preferences
            call = preferences.call
            now = await clock.now(session)
            has_slept = bool(timer.payload.get("slept")) and call is Call.CHANNEL
            is_instead = bool(timer.payload.get("instead")) and call is not Call.NONE
            is_plan = bool(timer.payload.get("plan")) and call is not Call.NONE
            if call not in DIRECT_CALLS and not (has_slept or is_instead or is_plan):
                await jobs.complete(session, timer)
                return None
            if not is_waking(now, preferences):
                await jobs.reschedule(session, timer, next_waking(now, preferences) - now, timer.payload)
                return None
            places = await _join_timers(session, timer, due_timers)
            nonce = timer.payload.get("nonce")
            if not isinstance(nonce, str) or places != _joined_places(timer):
                nonce = new_nonce()
            is_current = await jobs.note(session, timer, {**timer.payload, "along": places, "nonce": nonce})
            return _Claim(due_timers.user, places, nonce, has_slept, is_instead, is_plan) if is_current else None

    async def _call_in_the_morning(self, timer: JobRow, pending: Sequence[PendingDecision]) -> None:
        """Call a person in the channel who slept when the channel named the person."""
        async with self.repository.holding(timer.game_id) as session:
            if await jobs.complete(session, timer):
                await queue_channel_reminder(session, pending)

    async def record_sent(self, timer: JobRow, call: DirectCall, channel_id: int, message_id: int) -> None:
        """Store in which message a person was called."""
        places = [(decision.row.id, decision.seat) for decision in call.pending]
        payload = {"channel": channel_id, "message": message_id, "places": places}
        async with self.repository.holding(*{timer.game_id, *(game_id for game_id, _ in places)}) as session:
            await jobs.complete(session, timer)
            for game_id, seat in places:
                await jobs.schedule(session, game_id, Kind.WRITTEN, seat=seat, wait=EDITABLE_TIME, payload=payload)

    async def still_pending(self, timer: JobRow, user: int) -> list[PendingDecision]:
        """Return those decisions of a sent message that are still pending."""
        places = read_or_default(timer.payload.get("places"), list[Place], [])
        return await self._load_pending(places, user)

    async def call_in_channel(
        self, timer: JobRow, user: int, pending: Sequence[PendingDecision], *, explained: bool
    ) -> None:
        """Call a person in the channel who takes no direct message; the person's preferences stay.

        `explained` is true if the person was told earlier why direct messages do not arrive.
        """
        lines = [] if explained else [Message("say.not_directly", {"seat": pending[0].seat})]
        async with self.repository.holding(timer.game_id) as session:
            if await jobs.complete(session, timer):
                await queue_channel_reminder(session, pending, *lines, user=user)

    async def call_instead(self, session: AsyncSession, table: Table) -> None:
        """Set timers that call the deciding players directly, since the channel of the table takes no message.

        Each is called once for a decision; players who prefer direct messages have a timer already.
        """
        if not table.is_running or table.is_paused:
            return
        seat_of_user = {user: seat for seat in table.deciding_seats if (user := table.user_at(seat)) is not None}
        settings = await people.settings_of(session, sorted(seat_of_user))
        seat_of_user = {
            user: seat
            for user, seat in seat_of_user.items()
            if read_preferences(settings.get(user)).call not in (*DIRECT_CALLS, Call.NONE)
        }
        call_times = await notification_times.latest_calls(session, table.row.id, Occasion.DIRECT, seat_of_user)
        for user, seat in seat_of_user.items():
            wait_start = await waited_since(session, table, seat)
            last_call = call_times.get(user)
            if last_call is not None and wait_start is not None and last_call >= wait_start:
                continue
            await notification_times.note(session, table.row.id, Occasion.DIRECT, [user])
            await jobs.schedule(
                session, table.row.id, Kind.CALL, seat=seat, wait=DIRECT_CALL_DELAY, payload={"instead": True}
            )

    async def report_deleted_channel(self, session: AsyncSession, table: Table) -> None:
        """Set timers that tell all players that the channel of their table was deleted; nobody is told twice."""
        recent = await notification_limits.recently_called(session, table.row.id, Occasion.GONE, table.players)
        users = [user for user in table.players if user not in recent]
        await notification_times.note(session, table.row.id, Occasion.GONE, users)
        for user in users:
            seat = table.seat_of(user)
            if seat is not None:
                await jobs.schedule(session, table.row.id, Kind.GONE, seat=seat)

    async def user_of(self, timer: JobRow) -> int | None:
        """Return the user who decides for the seat of a timer now."""
        async with self.repository.database.reading() as session:
            return user_at(await seats.of_game(session, timer.game_id), timer.seat)

    async def postpone(self, timer: JobRow, wait: timedelta) -> None:
        """Try a call later, since nothing may be sent now."""
        async with self.repository.database.transaction() as session:
            await jobs.reschedule(session, timer, wait, timer.payload)

    async def _load_pending(self, places: Sequence[Place] | dict[Place, None], user: int) -> list[PendingDecision]:
        pending = [await self._load_decision(game_id, seat, user) for game_id, seat in places]
        return [decision for decision in pending if decision is not None]

    async def _load_decision(self, game_id: int, seat: int, user: int) -> PendingDecision | None:
        """Return the decision of a seat, if its table still waits for this person."""
        try:
            table = await self.repository.load_quietly(game_id)
        except (Refused, TableBroken):
            return None
        if not table.is_running or seat not in table.deciding_seats or table.user_at(seat) != user:
            return None
        async with self.repository.database.reading() as session:
            if await people.has_left(session, table.row.guild_id):
                return None
            deadline = (await clocks.load_deadlines(session, table)).get(seat)
        return PendingDecision(table.row, seat, deadline)


async def _join_timers(session: AsyncSession, timer: JobRow, due_timers: DueTimers) -> list[Place]:
    """Delete the other timers that are due for the person, and return the places of which the message tells."""
    places = _joined_places(timer)
    for other_timer in due_timers.other_timers:
        places += [(other_timer.game_id, other_timer.seat), *_joined_places(other_timer)]
        await jobs.cancel(session, other_timer.game_id, Kind.CALL, seats=[other_timer.seat])
    return places


def _joined_places(timer: JobRow) -> list[Place]:
    """Return the places that an earlier attempt joined to this timer; none if they cannot be read."""
    return read_or_default(timer.payload.get("along"), list[Place], [])
