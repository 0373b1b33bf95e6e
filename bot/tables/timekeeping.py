"""Somebody's time is up: what follows, by what the table has agreed on."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from bot import habits
from bot.tables import clocks
from bot.tables.announcement import Announcement, waiting_for
from bot.tables.calling import call_directly
from bot.tables.clocks import NEVER, TimeUp
from bot.tables.computers import chance
from bot.tables.play import Decision, Play, decide
from bot.tables.repository import TableRepository
from bot.tables.table import STAND_IN, Refused, Table
from engines import Message
from engines.players import PLAYERS
from storage import clock, outbox, people, timers
from storage.models import Json, TimerRow
from storage.timers import Kind

OVERDUE = timedelta(hours=1)
"""What nobody noticed for longer since the bot was not there is not held against anybody."""


AWAY = timedelta(hours=1)
"""While the bot is not in a server its tables pause; so often it looks whether it is back."""


class Timekeeping:
    """The timers of deadlines."""

    def __init__(self, repository: TableRepository, play: Play) -> None:
        self.repository = repository
        self.play = play

    async def time_is_up(self, timer: TimerRow) -> None:
        """Does what the table has agreed on, unless the seat has decided meanwhile.

        Raises TableBroken when the table cannot be read, and what a computer that fails raises.
        """
        while not await self._settled(timer):
            pass  # somebody else has moved at the table, but perhaps not this seat

    async def _settled(self, timer: TimerRow) -> bool:
        """False: the table has moved on, and may still wait for the seat."""
        table = await self._waiting(timer)
        if table is None:
            async with self.repository.database.transaction() as session:
                await timers.done(session, timer)
            return True
        async with self.repository.database.reading() as session:
            if table.row.guild_id is not None and await people.has_left(session, table.row.guild_id):
                return await self._put_off(timer, AWAY, Json(away=True))
            missed = bool(timer.data.get("away")) or await clock.now(session) - timer.due_at > OVERDUE
        agreed = clocks.read_clock(table.row.clock)
        if agreed.time_up is TimeUp.PLAY and not (missed and not timer.data.get("late")):
            return await self._played(timer, table)
        await self._told(timer, table, later=agreed.time_up is TimeUp.PLAY)
        return True

    async def _put_off(self, timer: TimerRow, wait: timedelta, data: Json) -> bool:
        async with self.repository.database.transaction() as session:
            await timers.put_off(session, timer, wait, data)
        return True

    async def _waiting(self, timer: TimerRow) -> Table | None:
        """The table, if it has a time limit and waits for the seat."""
        try:
            table = await self.repository.table(timer.game_id)
        except Refused:
            return None
        limited = table.running and clocks.read_clock(table.row.clock).hours
        return table if limited and timer.seat in waiting_for(table) else None

    async def _played(self, timer: TimerRow, table: Table) -> bool:
        """A computer makes this one decision."""
        decided = await asyncio.to_thread(_stand_in, table, timer.seat)
        told = [Message("say.time_up_played", {"seat": timer.seat})]
        try:
            async with self.repository.lock(timer.game_id), self.repository.database.transaction() as session:
                if await timers.done(session, timer):
                    await self.play.go_on(session, table, [decided], told)
        except Refused:
            return False
        self.repository.committed()
        return True

    async def _told(self, timer: TimerRow, table: Table, *, later: bool) -> None:
        """The person is told; ``later``: and has an hour until a computer decides."""
        row, user = table.row, table.user_at(timer.seat)
        assert user is not None
        async with self.repository.database.transaction() as session:
            wait, data = NEVER, Json(passed=True)
            line = Message("say.time_up", {"seat": timer.seat})
            if later:
                now, person = await clock.now(session), habits.read_habits(await people.settings(session, user))
                due, data = habits.after_waking(now, habits.GRACE, person), Json(late=True)
                wait, moment = due - now, str(int(due.timestamp()))
                line = Message("say.time_up_late", {"seat": timer.seat, "moment": moment})
            if not await timers.put_off(session, timer, wait, data):
                return  # the seat has decided
            await timers.clear(session, row.id, Kind.REMINDER, seats=[timer.seat])
            what = Announcement(kind="notice", version=row.version, introduction=[line], ping=[timer.seat])
            await outbox.enqueue(session, row.id, row.channel_id, what.kind, what.payload())
            await call_directly(session, table, what.ping)
        self.repository.committed()


def _stand_in(table: Table, seat: int) -> Decision:
    game = table.game
    return decide(game, seat, PLAYERS[STAND_IN](game, seat, chance(table.row.seed, game, seat)), None)
