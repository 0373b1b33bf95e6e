"""Nudging: anybody at a table may call the one it waits for once more; twice a day, and never at night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits
from bot.tables.brake import Occasion
from bot.tables.change import Road
from bot.tables.following import lateness
from bot.tables.habits import Call, Habits
from bot.tables.table import Refused, Table
from bot.wording.dates import seconds
from engines import Message
from storage import clock, jobs, people
from storage.jobs import Kind

PAUSE = timedelta(hours=12)
"""So long nobody is nudged again at the same table."""


@dataclass(frozen=True)
class Nudged:
    """Seats that were called, and why others were not."""

    table: Table
    called: list[int]
    refused: list[Message]


class Nudging:
    """Nudges, each with a timer that keeps the next one away."""

    def __init__(self, road: Road) -> None:
        self.road = road

    async def nudge(self, game_id: int, user_id: int) -> Nudged:
        """Calls everybody else for whom the table waits and who may be called now; says why not of the others.

        Raises Refused when nobody may be called, with the reason why the first of them may not.
        """
        called, refused = list[int](), list[Refused]()
        async with self.road.change(game_id) as change:
            session, table = change.session, change.table
            own = table.own_seat(user_id)
            table.check_not_paused()
            chosen = await people.settings_of(session, table.persons)
            for seat in table.waiting_for:
                if seat != own:
                    try:
                        await _admit(session, table, seat, habits.read_habits(chosen.get(table.user_at(seat) or 0)))
                    except Refused as reason:
                        refused.append(reason)
                    else:
                        called.append(seat)
                        await lateness.note_nudge(session, table, seat)
            if called:
                lines = [Message("say.nudged", {"seat": own})]
                await brake.notice(session, table.row, table.seats, lines, Occasion.TURN, ping=called, directly=called)
        if not called:
            raise next(iter(refused), Refused("error.nudge_nobody"))
        return Nudged(table, called, [reason.message for reason in refused])


async def _admit(session: AsyncSession, table: Table, seat: int, person: Habits) -> None:
    """From now on nobody else nudges the seat for a while. Raises Refused: not now."""
    name = table.names[seat]
    now = await clock.now(session)
    if person.call is Call.NONE:
        raise Refused("error.nudge_unwanted", player=name, seat=seat)
    if not habits.is_waking(now, person):
        raise Refused("error.nudge_asleep", player=name, seat=seat, moment=seconds(habits.next_waking(now, person)))
    if not await jobs.schedule(session, table.row.id, Kind.NUDGED, seat=seat, wait=PAUSE, moving=False):
        running = await jobs.timers_of(session, table.row.id)
        over = next((each.due_at for each in running if (each.kind, each.seat) == (Kind.NUDGED, seat)), now)
        raise Refused("error.nudged_before", player=name, seat=seat, moment=seconds(over))
