"""Expired deadlines: what happens when a person's time is up, by the table's policy."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits, personal_calendar
from bot.tables.notification_limits import Occasion
from bot.tables.observers import clocks, remaining_time
from bot.tables.observers.clocks import NEVER, TimeUp
from bot.tables.observers.computers import LONGEST_STRETCH, count_failures, decide_for_seat
from bot.tables.observers.pending_decisions import PendingDecision, channel_line, collect_due
from bot.tables.player_preferences import Preferences
from bot.tables.seating import Seating
from bot.tables.table import Refused, Table
from bot.tables.transaction import Decision, TableTransactions
from bot.wording.dates import seconds
from engines import Message
from storage import clock, games, jobs, people, seats
from storage.jobs import Kind
from storage.models import GameRow, JobRow, Json, Status

log = structlog.get_logger()

OVERDUE = timedelta(hours=1)
"""Delay after which an expired deadline has no consequences yet: the bot was not there, and nobody could notice."""

ABSENCE_INTERVAL = timedelta(hours=1)
"""Time between looks at whether the bot is back in a server; tables pause until then."""

DECIDING_COMPUTER = "alone"
"""Computer player for a late person; it makes no offers to others, which would take time again."""

LATE_LINES = {
    TimeUp.PLAY: "say.time_up_late",
    TimeUp.STAND_IN: "say.time_up_late_away",
    TimeUp.OPEN: "say.time_up_late_open",
}
"""Message ids that announce the consequence of a deadline."""


class _TimeUpNotice(NamedTuple):
    line: Message
    pending: PendingDecision


class ExpiredDeadlines:
    """The timers of deadlines."""

    def __init__(self, transactions: TableTransactions, seating: Seating) -> None:
        self.transactions = transactions
        self.repository = transactions.repository
        self.seating = seating

    async def carry_out(self, timer: JobRow) -> None:
        """Carry out the table's policy, unless the seat has decided meanwhile.

        Raises:
            TableBroken: The table cannot be read.
            Exception: What a failing computer raises.
        """
        while not await self._try_to_carry_out(timer):
            pass  # somebody else has moved at the table, but perhaps not this seat

    async def _try_to_carry_out(self, timer: JobRow) -> bool:
        """Return False if the table has moved on, and may still wait for the seat."""
        table = await self._load_waiting_table(timer)
        if table is None:
            await self.repository.finish_timer(timer)
            return True
        async with self.repository.database.reading() as session:
            is_bot_removed = await people.has_left(session, table.row.guild_id)
            is_notice_only = _is_notice_only(timer, table.row, await clock.now(session))
        if is_bot_removed:
            async with self.repository.database.transaction() as session:
                await jobs.reschedule(session, timer, ABSENCE_INTERVAL, Json(away=True))
            return True
        policy = clocks.read_clock(table.row.clock).time_up
        if is_notice_only:
            await self._notify(timer)
        elif policy is TimeUp.PLAY:
            return await self._play(timer, table)
        else:
            await self._give_seat_away(timer, policy)
        return True

    async def _load_waiting_table(self, timer: JobRow) -> Table | None:
        """Return the table if it has a time limit and waits for the seat."""
        table = await self.transactions.load_if_running(timer.game_id)
        if table is None or not clocks.read_clock(table.row.clock).hours:
            return None
        return table if timer.seat in table.deciding_seats else None

    async def _play(self, timer: JobRow, table: Table) -> bool:
        """Have a computer make this decision, and those that follow it at once in the same turn.

        Returns False if the table has moved on. See `clocks.start_clock` for later decisions of the turn.
        """
        decided = await _decide_turn(table, timer)
        lines = [Message("say.time_up_played", {"seat": timer.seat})]
        try:
            async with self.transactions.finish_timer(timer, table) as transaction:
                if transaction is not None:
                    await transaction.play(decided, lines, fresh=True)
        except Refused:
            return False
        return True

    async def _give_seat_away(self, timer: JobRow, policy: TimeUp) -> None:
        """Have a computer stand in until the person is back, or offer the seat to substitutes."""
        seat = timer.seat
        game_id = timer.game_id
        try:
            async with self.transactions.change_running(game_id) as transaction:
                session = transaction.session
                if policy is TimeUp.STAND_IN and await jobs.complete(session, timer):
                    line = Message("say.time_up_away", {"seat": seat})
                    await self.seating.stand_in(transaction, seat, None, line)
                elif policy is TimeUp.OPEN and await jobs.reschedule(session, timer, NEVER, Json(passed=True)):
                    await jobs.cancel(session, game_id, Kind.REMINDER, seats=[seat])
                    line = Message("say.time_up_open", {"seat": seat})
                    if transaction.table.seats[seat].offered_at is None:
                        await self.seating.open_seat(transaction, seat, None, line)
        except Refused as fault:  # the game is over
            log.info("nobody is waited for any more", table=game_id, reason=fault.message.id)

    async def _notify(self, timer: JobRow) -> None:
        """Tell the person that the time is up, and give an hour until the consequence, if there is one.

        If the time is up at several tables, each tells so, but only the first one calls the person and names the
        others.
        """
        async with self.repository.writing() as session:
            due_timers = await collect_due(session, timer)
            if due_timers is None:
                return
            first = await self._prepare_notice(session, timer, due_timers.preferences)
            if first is None:
                return
            later_notices = [
                await self._prepare_notice(session, other_timer, due_timers.preferences)
                for other_timer in due_timers.other_timers
            ]
            other_notices = [notice for notice in later_notices if notice is not None]
            lines_of_others = [channel_line(notice.pending, first.pending) for notice in other_notices]
            for notice in (first, *other_notices):
                is_first = notice is first
                row = notice.pending.row
                seat = notice.pending.seat
                await notification_limits.enqueue_notice(
                    session,
                    row,
                    await seats.of_game(session, row.id),
                    [notice.line, *(lines_of_others if is_first else ())],
                    Occasion.TURN,
                    ping=[seat] if is_first else [],
                    direct_seats=[seat],
                )

    async def _prepare_notice(
        self, session: AsyncSession, timer: JobRow, preferences: Preferences
    ) -> _TimeUpNotice | None:
        """Return the notice that a seat's time is up, and set its timer to the consequence; None for no notice now.

        The existence of a deadline's timer means that the table still waits for the seat.
        """
        row = await games.outline(session, timer.game_id)
        now = await clock.now(session)
        if row is None or row.status != Status.RUNNING or not _is_notice_only(timer, row, now):
            return None
        if await people.has_left(session, row.guild_id):
            return None
        policy = clocks.read_clock(row.clock).time_up
        if policy is TimeUp.REMIND:
            deadline = None
            wait = NEVER
            payload = Json(passed=True)
            line = Message("say.time_up", {"seat": timer.seat})
        else:
            table = Table(row, await seats.of_game(session, row.id))
            # 0: nobody sits there any more.
            user = table.user_at(timer.seat) or 0
            counted = remaining_time.with_table_holidays(table, user, preferences, now)
            deadline = personal_calendar.after_waking(now, personal_calendar.NIGHT_GRACE, counted)
            wait = deadline - now
            payload = Json(late=True)
            line = Message(LATE_LINES[policy], {"seat": timer.seat, "moment": seconds(deadline)})
        if not await jobs.reschedule(session, timer, wait, payload):
            return None  # the seat has decided
        await jobs.cancel(session, row.id, Kind.REMINDER, seats=[timer.seat])
        return _TimeUpNotice(line, PendingDecision(row, timer.seat, deadline))


def _is_notice_only(timer: JobRow, row: GameRow, now: datetime) -> bool:
    """Return whether a deadline has no consequence yet but a notice.

    Either the policy has no other one, or nobody noticed the deadline in time.
    """
    table_clock = clocks.read_clock(row.clock)
    if not table_clock.hours or timer.payload.get("passed"):
        return False
    was_missed = bool(timer.payload.get("away")) or now - timer.due_at > OVERDUE
    return table_clock.time_up is TimeUp.REMIND or (was_missed and not timer.payload.get("late"))


async def _decide_turn(table: Table, timer: JobRow) -> list[Decision]:
    """Return a computer's decisions for the seat, until somebody else must decide or the turn has passed."""
    game = table.game
    seat = timer.seat
    turn = game.state.turn
    decided = list[Decision]()
    while game.waits_for(seat) and game.state.turn == turn and len(decided) < LONGEST_STRETCH:
        decided.append(await decide_for_seat(table, seat, DECIDING_COMPUTER, count_failures(timer)))
    return decided
