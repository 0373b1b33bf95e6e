"""Writing directly to those who want to be called so: one message for all tables that wait, never while they sleep.

The call is a timer, set in the transaction that makes a table wait for somebody, so that it is neither lost nor made
twice, and holds up no message of a table. It is made a few seconds later, when the board is there to which it leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits
from bot.tables.brake import DIRECTLY, SOON, Occasion
from bot.tables.change import Change, Happened
from bot.tables.following import clocks
from bot.tables.following.awaited import Awaited, due_together, tell_in_channel
from bot.tables.following.lateness import waited_since
from bot.tables.habits import Call
from bot.tables.repository import TableRepository
from bot.tables.stored import readable
from bot.tables.table import Refused, Table, TableBroken, user_at
from engines import Message
from storage import called, clock, jobs, people, seats
from storage.jobs import Kind
from storage.models import JobRow, new_nonce

REMEMBERED = timedelta(days=30)
"""How long a message can be edited because its turn was taken back."""
Place = tuple[int, int]
"""A table and a seat."""


class Gathered(NamedTuple):
    """What somebody is told in one message. ``nonce``: the same however often that is tried, so that Discord shows it
    once; another one when there is more to tell."""

    user: int
    waiting: list[Awaited]
    nonce: str
    instead: bool = False
    """Whether the message takes the place of one that the table's channel did not take."""
    plan: bool = False
    """Whether the message tells that a plan has stopped, which the channel is not told."""


async def follow(change: Change, happened: Happened) -> None:
    """Have the messages edited that called somebody whose turn was taken back."""
    if not happened.undone:
        return
    table = change.table
    for timer in await jobs.timers_of(change.session, table.row.id):
        if timer.kind == Kind.WRITTEN and timer.seat not in table.waiting_for:
            data = {**timer.payload, "over": True}
            await jobs.schedule(change.session, table.row.id, Kind.WRITTEN, seat=timer.seat, payload=data)


class Calling:
    """The timers of calls, without the sending."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository

    async def take(self, timer: JobRow) -> Gathered | None:
        """Whom to write to, and of what. None: nothing is to be said now, and that is seen to."""
        async with self.repository.database.transaction() as session:
            together = await due_together(session, timer)
            if together is None:
                return None
            user, person, others = together
            now = await clock.now(session)
            slept = bool(timer.payload.get("slept")) and person.call is Call.CHANNEL
            instead = bool(timer.payload.get("instead")) and person.call is not Call.NONE
            plan = bool(timer.payload.get("plan")) and person.call is not Call.NONE
            if person.call not in DIRECTLY and not slept and not instead and not plan:
                await jobs.done(session, timer)
                return None
            if not habits.is_waking(now, person):
                await jobs.reschedule(session, timer, habits.next_waking(now, person) - now, timer.payload)
                return None
            along = _along(timer)
            for other in others:
                along += [(other.game_id, other.seat), *_along(other)]
                await jobs.cancel(session, other.game_id, Kind.CALL, seats=[other.seat])
            nonce = timer.payload.get("nonce")
            if not isinstance(nonce, str) or along != _along(timer):
                nonce = new_nonce()
            if not await jobs.note(session, timer, {**timer.payload, "along": along, "nonce": nonce}):
                return None
        places = dict.fromkeys([(timer.game_id, timer.seat), *along])
        waiting = [awaited for place in places if (awaited := await self._awaited(place, user))]
        waiting.sort(key=lambda awaited: awaited.due or datetime.max.replace(tzinfo=now.tzinfo))
        if waiting and slept:
            await self._in_the_morning(timer, waiting)
        elif waiting:
            return Gathered(user, waiting, nonce, instead, plan)
        else:
            await self.repository.over(timer)
        return None

    async def _in_the_morning(self, timer: JobRow, waiting: Sequence[Awaited]) -> None:
        """Who slept when a channel named the person is called there now."""
        async with self.repository.holding(timer.game_id) as session:
            if await jobs.done(session, timer):
                await tell_in_channel(session, waiting)

    async def written(self, timer: JobRow, gathered: Gathered, channel_id: int, message_id: int) -> None:
        """Note that somebody was written to, and in which message."""
        places = [(awaited.row.id, awaited.seat) for awaited in gathered.waiting]
        data = {"channel": channel_id, "message": message_id, "places": places}
        async with self.repository.holding(*{timer.game_id, *(game_id for game_id, _ in places)}) as session:
            await jobs.done(session, timer)
            for game_id, seat in places:
                await jobs.schedule(session, game_id, Kind.WRITTEN, seat=seat, wait=REMEMBERED, payload=data)

    async def still_awaited(self, timer: JobRow, user: int) -> list[Awaited]:
        """Return those of the tables of a message that still wait for the person."""
        places = readable(timer.payload.get("places"), list[Place], [])
        return [awaited for place in places if (awaited := await self._awaited(place, user))]

    async def in_channel(self, timer: JobRow, user: int, waiting: Sequence[Awaited], *, explained: bool) -> None:
        """Call somebody in the channel who could not be written to; what the person has chosen stays.

        ``explained``: why is not said once more.
        """
        lines = [] if explained else [Message("say.not_directly", {"seat": waiting[0].seat})]
        async with self.repository.holding(timer.game_id) as session:
            if await jobs.done(session, timer):
                await tell_in_channel(session, waiting, *lines, user=user)

    async def call_instead(self, session: AsyncSession, table: Table) -> None:
        """Set timers that write to those a table waits for, since its channel takes no message.

        Each is written to once for what the table waits for; whoever is always written to has a timer already.
        """
        if not table.running or table.paused:
            return
        waiting = {user: seat for seat in table.waiting_for if (user := table.user_at(seat)) is not None}
        chosen = await people.settings_of(session, sorted(waiting))
        waiting = {
            user: seat
            for user, seat in waiting.items()
            if habits.read_habits(chosen.get(user)).call not in (*DIRECTLY, Call.NONE)
        }
        before = await called.when(session, table.row.id, Occasion.DIRECT, waiting)
        for user, seat in waiting.items():
            since = await waited_since(session, table, seat)
            moment = before.get(user)
            if moment is not None and since is not None and moment >= since:
                continue
            await called.note(session, table.row.id, Occasion.DIRECT, [user])
            await jobs.schedule(session, table.row.id, Kind.CALL, seat=seat, wait=SOON, payload={"instead": True})

    async def channel_gone(self, session: AsyncSession, table: Table) -> None:
        """Set timers that tell everybody at a table that its channel was deleted; nobody is told twice."""
        known = await brake.called_lately(session, table.row.id, Occasion.GONE, table.persons)
        users = [user for user in table.persons if user not in known]
        await called.note(session, table.row.id, Occasion.GONE, users)
        for user in users:
            seat = table.seat_of(user)
            if seat is not None:
                await jobs.schedule(session, table.row.id, Kind.GONE, seat=seat)

    async def user_of(self, timer: JobRow) -> int | None:
        """Return who decides for the seat of a timer now."""
        async with self.repository.database.reading() as session:
            return user_at(await seats.of_game(session, timer.game_id), timer.seat)

    async def put_off(self, timer: JobRow, wait: timedelta) -> None:
        """Try later what could not be tried, as nothing may be sent now."""
        async with self.repository.database.transaction() as session:
            await jobs.reschedule(session, timer, wait, timer.payload)

    async def _awaited(self, place: Place, user: int) -> Awaited | None:
        """The table, if it still waits for the person at that seat."""
        game_id, seat = place
        try:
            table = await self.repository.one_of_many(game_id)
        except (Refused, TableBroken):
            return None
        if not table.running or seat not in table.waiting_for or table.user_at(seat) != user:
            return None
        async with self.repository.database.reading() as session:
            if await people.has_left(session, table.row.guild_id):
                return None
            due = (await clocks.deadlines(session, table)).get(seat)
        return Awaited(table.row, seat, due)


def _along(timer: JobRow) -> list[Place]:
    """What was to be told in the same message when this was tried before; nothing where that cannot be read."""
    return readable(timer.payload.get("along"), list[Place], [])
