"""Carrying out plans: work of its own, a decision at a time, outside of any transaction until it is stored.

Whoever leaves a seat with a plan to decide sets the timer of that seat in the same transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import structlog

from bot.tables.announcement import PLAN_STOPPED, PLANNED
from bot.tables.change import Decision, Road, decide
from bot.tables.following import planned
from bot.tables.following.planned import Line, Notes, Plan, Why
from bot.tables.table import Refused, Table
from engines import Message
from storage import plans
from storage.models import PlanRow, TimerRow

log = structlog.get_logger()

MOST_LINES = 30
"""Lines that a person may keep at a table."""


@dataclass(frozen=True)
class Outcome:
    """What comes of a plan now: a decision, or none since it stops; ``plan``: what is left of it."""

    decision: Decision | None
    plan: Plan | None


def carry_out(table: Table, seat: int, plan: Plan) -> Outcome:
    """Plays the next decision of a plan on the table's game, if it has one that may be played."""
    game = table.game
    if broken := plan.broken(game, seat):
        return Outcome(None, plan.halted(Why.CONDITION, *broken))
    found = plan.next_of(planned.playable(game, seat))
    if found is None:
        return Outcome(None, plan.halted(Why.NONE_FITS))
    number, action = found
    decision = decide(game, seat, action, table.user_at(seat), planned=True)
    left = plan.after(number)
    if left and not left.wishes and any(event.barrier for event in decision.events):
        left = left.halted(Why.REVEALED)
    return Outcome(decision, left)


class Plans:
    """What people try and have planned, and the timers of plans."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    async def play_on(self, timer: TimerRow) -> None:
        """Makes the next decision of the plan of the timer's seat, or stops the plan and calls its owner.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._played(timer):
            log.info("a plan is looked at again: the table has moved on", table=timer.game_id)

    async def _played(self, timer: TimerRow) -> bool:
        """False: the table has moved on, or the plan was changed."""
        found = await self._due(timer)
        outcome = await asyncio.to_thread(carry_out, found[0], timer.seat, found[2]) if found else None
        try:
            async with self.road.settling(timer, found[0] if found else None) as change:
                if change is None or not found or not outcome:
                    return True
                table, row, _ = found
                if not await planned.write(change.session, row, planned.read(row).with_plan(outcome.plan)):
                    raise Refused("error.moved_on")
                told = [Message(PLANNED, {"seat": timer.seat})] if outcome.decision else []
                if outcome.plan and outcome.plan.stopped and timer.seat in table.game.to_act:
                    told.append(Message(PLAN_STOPPED, {"seat": timer.seat}))
                if outcome.decision:
                    await change.play([outcome.decision], told)
                else:
                    await change.tell(told)
        except Refused:
            return False
        return True

    async def _due(self, timer: TimerRow) -> tuple[Table, PlanRow, Plan] | None:
        """The table, if the seat is to decide there by its plan."""
        try:
            table = await self.repository.table(timer.game_id)
        except Refused:
            return None
        if not table.running or table.paused:
            return None
        async with self.repository.database.reading() as session:
            rows = await plans.planned(session, timer.game_id)
        for row in rows:
            if row.seat == timer.seat and (plan := planned.due(row, table)):
                return table, row, plan
        return None

    # -- what people do with theirs ------------------------------------------------------------------------------------

    async def notes(self, game_id: int, user_id: int) -> tuple[int, Notes]:
        """The revision of what a person has tried and planned at a table (0: nothing yet), and what that is."""
        async with self.repository.database.reading() as session:
            row = await plans.of_person(session, game_id, user_id)
        return (row.revision, planned.read(row)) if row else (0, Notes())

    async def note(self, table: Table, user_id: int, revision: int, notes: Notes) -> int:
        """Stores what a person has tried and planned; a plan for which the time has come begins. The new revision.

        Raises Refused when it is another ``revision`` by now.
        """
        game_id = table.row.id
        async with self.road.change(game_id) as change:  # whoever moves meanwhile would not see the plan
            session, now = change.session, change.table
            own = now.seat_of(user_id)
            seat = now.seat_kept_for(user_id) if own is None else own  # who is away keeps the plan, too
            if not await plans.write(
                session, game_id, user_id, revision, notes.data(), seat=seat if notes.plan else None
            ):
                raise Refused("error.moved_on")
            if notes.plan and notes.plan.stopped is None:
                await planned.call(session, now, await planned.ready(session, now))
        return revision + 1

    # -- lines for one's own eyes --------------------------------------------------------------------------------------

    async def write_down(self, table: Table, user_id: int, text: str) -> Sequence[Line]:
        """Keeps a line for a person at a table; all that are kept. Raises Refused where there are too many."""
        turn = table.game.state.turn

        def added(lines: Sequence[Line]) -> Sequence[Line]:
            if len(lines) >= MOST_LINES:
                raise Refused("error.notes_full", n=MOST_LINES)
            return [*lines, Line(text=text, turn=turn)]

        return await self._rewrite(table.row.id, user_id, added)

    async def strike_out(self, game_id: int, user_id: int, number: int) -> Sequence[Line]:
        """Drops the line of this number, from 1; all that are left. Raises Refused where there is none."""

        def shortened(lines: Sequence[Line]) -> Sequence[Line]:
            if not 1 <= number <= len(lines):
                raise Refused("error.no_such_note", number=number)
            return [line for place, line in enumerate(lines, 1) if place != number]

        return await self._rewrite(game_id, user_id, shortened)

    async def _rewrite(
        self, game_id: int, user_id: int, change: Callable[[Sequence[Line]], Sequence[Line]]
    ) -> Sequence[Line]:
        while True:  # a plan of the same person may be carried out meanwhile
            async with self.repository.database.transaction() as session:
                row = await plans.of_person(session, game_id, user_id)
                notes = planned.read(row)
                notes = notes.with_lines(change(notes.lines))
                seat = row.seat if row else None
                if await plans.write(session, game_id, user_id, row.revision if row else 0, notes.data(), seat=seat):
                    return notes.lines
