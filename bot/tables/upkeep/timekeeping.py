"""Somebody's time is up: what follows, by what the table has agreed on."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits
from bot.tables.brake import Occasion
from bot.tables.change import Decision, Road
from bot.tables.following import clocks, remaining
from bot.tables.following.awaited import Awaited, due_together, said_beside
from bot.tables.following.clocks import NEVER, TimeUp
from bot.tables.following.computers import LONGEST_STRETCH, decision, failures
from bot.tables.habits import Habits
from bot.tables.seating import Seating
from bot.tables.table import Refused, Table
from bot.wording.dates import seconds
from engines import Message
from storage import clock, games, jobs, people, seats
from storage.jobs import Kind
from storage.models import GameRow, JobRow, Json, Status

log = structlog.get_logger()

OVERDUE = timedelta(hours=1)
"""What nobody noticed for longer since the bot was not there is not held against anybody."""

AWAY = timedelta(hours=1)
"""While the bot is not in a server its tables pause; so often it looks whether it is back."""

ALONE = "alone"
"""The computer player that decides for somebody whose time is up: an offer to others would take time again."""

LATE = {
    TimeUp.PLAY: "say.time_up_late",
    TimeUp.STAND_IN: "say.time_up_late_away",
    TimeUp.OPEN: "say.time_up_late_open",
}


class Timekeeping:
    """The timers of deadlines."""

    def __init__(self, road: Road, seating: Seating) -> None:
        self.road = road
        self.repository = road.repository
        self.seating = seating

    async def time_is_up(self, timer: JobRow) -> None:
        """Does what the table has agreed on, unless the seat has decided meanwhile.

        Raises TableBroken when the table cannot be read, and what a computer that fails raises.
        """
        while not await self._settled(timer):
            pass  # somebody else has moved at the table, but perhaps not this seat

    async def _settled(self, timer: JobRow) -> bool:
        """False: the table has moved on, and may still wait for the seat."""
        table = await self._waiting(timer)
        if table is None:
            await self.repository.over(timer)
            return True
        async with self.repository.database.reading() as session:
            away = await people.has_left(session, table.row.guild_id)
            only_told = _only_told(timer, table.row, await clock.now(session))
        if away:
            async with self.repository.database.transaction() as session:
                await jobs.reschedule(session, timer, AWAY, Json(away=True))
            return True
        policy = clocks.read_clock(table.row.clock).time_up
        if only_told:
            await self._told(timer)
        elif policy is TimeUp.PLAY:
            return await self._played(timer, table)
        else:
            await self._given_away(timer, policy)
        return True

    async def _waiting(self, timer: JobRow) -> Table | None:
        """The table, if it has a time limit and waits for the seat."""
        table = await self.road.still_running(timer.game_id)
        limited = table is not None and clocks.read_clock(table.row.clock).hours
        return table if table and limited and timer.seat in table.waiting_for else None

    async def _played(self, timer: JobRow, table: Table) -> bool:
        """A computer makes this decision, and those that follow it at once in the same turn (``clocks.give_time``)."""
        decided = await _stand_in(table, timer)
        told = [Message("say.time_up_played", {"seat": timer.seat})]
        try:
            async with self.road.settling(timer, table) as change:
                if change is not None:
                    await change.play(decided, told, fresh=True)
        except Refused:
            return False
        return True

    async def _given_away(self, timer: JobRow, policy: TimeUp) -> None:
        """A computer stands in for the person until that one is back, or somebody else may take the seat."""
        seat, game_id = timer.seat, timer.game_id
        try:
            async with self.road.change(game_id) as change:
                session, table = change.session, change.table
                if policy is TimeUp.STAND_IN and await jobs.done(session, timer):
                    await self.seating.stand_in(change, seat, None, Message("say.time_up_away", {"seat": seat}))
                elif policy is TimeUp.OPEN and await jobs.reschedule(session, timer, NEVER, Json(passed=True)):
                    await jobs.cancel(session, game_id, Kind.REMINDER, seats=[seat])
                    line = Message("say.time_up_open", {"seat": seat})
                    if table.seats[seat].offered_at is None:
                        await self.seating.open_seat(change, seat, None, line)
        except Refused as fault:  # it is over
            log.info("nobody is waited for any more", table=game_id, reason=fault.message.id)

    async def _told(self, timer: JobRow) -> None:
        """The person is told, and has an hour until what the tables have agreed on, where that is more than a word.

        All tables say it where that is due at several, but one alone calls the person, and names the others.
        """
        async with self.repository.writing() as session:
            together = await due_together(session, timer)
            if together is None:
                return
            if (first := await self._tell(session, timer, together.person)) is None:
                return
            later = [await self._tell(session, each, together.person) for each in together.others]
            others = [each for each in later if each is not None]
            beside = [said_beside(each, first[1]) for _, each in others]
            for number, (line, (row, seat, _)) in enumerate((first, *others)):
                lines, ping = ([line], []) if number else ([line, *beside], [seat])
                seated = await seats.of_game(session, row.id)
                await brake.notice(session, row, seated, lines, Occasion.TURN, ping=ping, directly=[seat])

    async def _tell(self, session: AsyncSession, timer: JobRow, person: Habits) -> tuple[Message, Awaited] | None:
        """What a table says of a seat's time, which goes on; None: nothing now. That a deadline's timer is there means
        that the table still waits for the seat."""
        row, now = await games.outline(session, timer.game_id), await clock.now(session)
        if row is None or row.status != Status.RUNNING or not _only_told(timer, row, now):
            return None
        if await people.has_left(session, row.guild_id):
            return None
        due, data, line = None, Json(passed=True), Message("say.time_up", {"seat": timer.seat})
        if (policy := clocks.read_clock(row.clock).time_up) is not TimeUp.REMIND:
            table = Table(row, await seats.of_game(session, row.id))
            counts = remaining.counting(table, table.user_at(timer.seat) or 0, person, now)
            due, data = habits.after_waking(now, habits.GRACE, counts), Json(late=True)
            line = Message(LATE[policy], {"seat": timer.seat, "moment": seconds(due)})
        if not await jobs.reschedule(session, timer, due - now if due else NEVER, data):
            return None  # the seat has decided
        await jobs.cancel(session, row.id, Kind.REMINDER, seats=[timer.seat])
        return line, Awaited(row, timer.seat, due)


def _only_told(timer: JobRow, row: GameRow, now: datetime) -> bool:
    """Whether nothing follows of a deadline yet but a word: nothing else was agreed on, or nobody noticed in time."""
    clock = clocks.read_clock(row.clock)
    missed = bool(timer.payload.get("away")) or now - timer.due_at > OVERDUE
    return (
        bool(clock.hours)
        and not timer.payload.get("passed")
        and (clock.time_up is TimeUp.REMIND or (missed and not timer.payload.get("late")))
    )


async def _stand_in(table: Table, timer: JobRow) -> list[Decision]:
    """What a computer decides for the seat, until somebody else must decide or the turn has passed."""
    game, seat, turn, decided = table.game, timer.seat, table.game.state.turn, list[Decision]()
    while game.waits_for(seat) and game.state.turn == turn and len(decided) < LONGEST_STRETCH:
        decided.append(await decision(table, seat, ALONE, failures(timer)))
    return decided
