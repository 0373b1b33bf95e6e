"""Nudges: any player may call the people for whom the table waits.

Nobody is called twice within twelve hours at the same table, nor in quiet hours or on holidays.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits
from bot.tables.notification_limits import Occasion
from bot.tables.observers import overdue_players
from bot.tables.personal_calendar import is_waking, next_waking
from bot.tables.player_preferences import Call, Preferences, read_preferences
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableTransactions
from bot.wording.dates import seconds
from engines import Message
from storage import clock, jobs, people
from storage.jobs import Kind

NUDGE_INTERVAL = timedelta(hours=12)
"""Time for which nobody is nudged again at the same table."""


@dataclass(frozen=True)
class NudgeResult:
    """The result of a nudge."""

    table: Table
    called: list[int]
    """Seats that were called."""
    refused: list[Message]
    """Reasons for which others were not."""


class Nudges:
    """Nudges, each with a timer that prevents the next one."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions

    async def nudge(self, game_id: int, user_id: int) -> NudgeResult:
        """Call all other people for whom the table waits and who may be called now.

        Raises Refused when nobody may be called, with the reason for the first of them.
        """
        called = list[int]()
        refusals = list[Refused]()
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            table = transaction.table
            own_seat = table.own_seat(user_id)
            table.check_not_paused()
            settings = await people.settings_of(session, table.players)
            for seat in table.deciding_seats:
                if seat == own_seat:
                    continue
                preferences = read_preferences(settings.get(table.user_at(seat) or 0))
                try:
                    await _admit_nudge(session, table, seat, preferences)
                except Refused as refusal:
                    refusals.append(refusal)
                else:
                    called.append(seat)
                    await overdue_players.record_nudge(session, table, seat)
            if called:
                lines = [Message("say.nudged", {"seat": own_seat})]
                await notification_limits.enqueue_notice(
                    session, table.row, table.seats, lines, Occasion.TURN, ping=called, direct_seats=called
                )
        if not called:
            raise next(iter(refusals), Refused("error.nudge_nobody"))
        return NudgeResult(table, called, [refusal.message for refusal in refusals])


async def _admit_nudge(session: AsyncSession, table: Table, seat: int, preferences: Preferences) -> None:
    """Set the timer that prevents further nudges of a seat. Raises Refused if the person may not be nudged now."""
    name = table.names[seat]
    now = await clock.now(session)
    if preferences.call is Call.NONE:
        raise Refused("error.nudge_unwanted", player=name, seat=seat)
    if not is_waking(now, preferences):
        waking = next_waking(now, preferences)
        raise Refused("error.nudge_asleep", player=name, seat=seat, moment=seconds(waking))
    # False: there is such a timer, which is left as it is.
    if not await jobs.schedule(session, table.row.id, Kind.NUDGED, seat=seat, wait=NUDGE_INTERVAL, move_existing=False):
        timers = await jobs.timers_of(session, table.row.id)
        nudge_timers = [timer for timer in timers if timer.kind == Kind.NUDGED and timer.seat == seat]
        next_nudge = nudge_timers[0].due_at if nudge_timers else now
        raise Refused("error.nudged_before", player=name, seat=seat, moment=seconds(next_nudge))
