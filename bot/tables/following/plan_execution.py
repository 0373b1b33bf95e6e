"""What becomes of plans: changes of the table amend or stop them, and when their time has come they are carried out.

Whoever leaves a seat with a plan to decide sets the timer of that seat in the same transaction (``follow``). Its work
(``Plans.play_on``) makes a decision at a time, outside of any transaction until it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.beside.notebook import Line, Notes, Plan, Why, read
from bot.tables.brake import SOON
from bot.tables.change import Change, Decision, Happened, Road, decide
from bot.tables.table import Refused, Table
from storage import jobs, plans
from storage.jobs import Kind
from storage.models import JobRow, PlanRow

log = structlog.get_logger()

MOST_LINES = 30
"""Lines that a person may keep at a table."""


# -- what changes of a table do ----------------------------------------------------------------------------------------


async def follow(change: Change, happened: Happened) -> None:
    """After a change of a table: what its people did by hand leaves their plans or stops them, what was taken back
    stops them; plans whose time has come are carried out, and a table that is over has none."""
    session, table = change.session, change.table
    if not table.running:
        await _over(session, table.row.id)
        change.ready = []
        return
    if happened.moved_here:
        return
    rows = await plans.planned(session, table.row.id)
    by_hand = [decision for decision in happened.decided if not decision.planned]
    kept = list[PlanRow]()
    for row in rows:
        mine = [decision for decision in by_hand if decision.seat == row.seat]
        if mine and _has_stopped(row):
            await _leave_behind(session, row)
        elif mine:
            kept += await _amend(session, row, partial(_after_hand, decided=mine))
        elif row.seat in happened.undone:
            kept += await _amend(session, row, lambda plan: plan.halted(Why.UNDONE))
        else:
            kept.append(row)
    change.ready = _ready(kept, table)
    await _call(session, table, change.ready)


def _after_hand(plan: Plan, decided: Sequence[Decision]) -> Plan | None:
    """What is left of a plan whose owner has decided without waiting for it: what was planned so is done, any other
    answer to such a question stops it."""
    for decision in decided:
        found = plan.next_of(decision.action.__eq__)
        if found is None:
            if plan.answers(decision.kinds):
                return plan.halted(Why.BY_HAND)
            continue
        left = plan.after(found[0])
        if left is None:
            return None
        plan = left
    return plan


def _has_stopped(row: PlanRow) -> bool:
    plan = read(row).plan
    return plan is not None and plan.stopped is not None


async def _leave_behind(session: AsyncSession, row: PlanRow) -> None:
    """Note that the owner of a stopped plan has decided by hand since; where the owner changes the plan in the same
    moment, that counts."""
    notes = read(row)
    if notes.plan is not None and not notes.plan.is_overtaken:
        await _write(session, row, notes.with_plan(notes.plan.overtaken()))


async def _amend(session: AsyncSession, row: PlanRow, change: Callable[[Plan], Plan | None]) -> list[PlanRow]:
    """Changes a plan that has not stopped, whatever its owner does to it in the same moment; also the plan of somebody
    who is away, lest it is carried out weeks later at another table than it was made for. The row as it is then, if it
    still holds a plan that goes on."""
    now: PlanRow | None = row
    while now and (plan := _going_on(now)):
        after = change(plan)
        if after == plan:
            return [now]
        if await _write(session, now, read(now).with_plan(after)):
            left = await plans.of_person(session, row.game_id, row.user_id) if after and not after.stopped else None
            return [left] if left else []
        now = await plans.of_person(session, row.game_id, row.user_id)
    return []


async def ready(session: AsyncSession, table: Table) -> list[int]:
    """The seats that have something to decide and a plan for it."""
    return _ready(await plans.planned(session, table.row.id), table) if table.running and not table.paused else []


def _ready(rows: Sequence[PlanRow], table: Table) -> list[int]:
    return [] if table.paused else [row.seat for row in rows if row.seat is not None and due(row, table)]


def due(row: PlanRow, table: Table) -> Plan | None:
    """Return the plan of a row, if what its seat is asked now is for it to answer: of who plays there now.

    What somebody is asked in another's turn is left to the person.
    """
    if row.seat is None or row.seat >= len(table.seats) or table.user_at(row.seat) != row.user_id:
        return None
    plan = _going_on(row)
    is_for_plan = plan is not None and table.game.has_turn(row.seat) and plan.answers(table.game.answers(row.seat))
    return plan if is_for_plan else None


def _going_on(row: PlanRow) -> Plan | None:
    """The plan of a row, unless it has stopped."""
    plan = read(row).plan
    return plan if plan and plan.stopped is None else None


async def _call(session: AsyncSession, table: Table, seats: Collection[int]) -> None:
    """The plans of these seats are to be carried out."""
    for seat in seats:
        await jobs.schedule(session, table.row.id, Kind.PLAN, seat=seat)


async def _over(session: AsyncSession, game_id: int) -> None:
    """Nobody tries or plans anything any more; what people have written down stays."""
    written = {row.user_id: lines for row in await plans.of_game(session, game_id) if (lines := read(row).lines)}
    await plans.forget(session, game_id)
    for user, lines in written.items():
        await plans.write(session, game_id, user, 0, Notes(lines=lines).data())


async def _write(session: AsyncSession, row: PlanRow, notes: Notes) -> bool:
    """Stores notes in place of those that were read. False: they have changed since."""
    seat = row.seat if notes.plan else None
    return await plans.write(session, row.game_id, row.user_id, row.revision, notes.data(), seat=seat)


# -- carrying out ------------------------------------------------------------------------------------------------------


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
    found = plan.next_of(partial(game.is_legal, seat))
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

    async def play_on(self, timer: JobRow) -> None:
        """Make the next decision of the plan of the timer's seat, or stop the plan and tell its owner alone.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._played(timer):
            log.info("a plan is looked at again: the table has moved on", table=timer.game_id)

    async def _played(self, timer: JobRow) -> bool:
        """False: the table has moved on, or the plan was changed."""
        found = await self._due(timer)
        outcome = await asyncio.to_thread(carry_out, found[0], timer.seat, found[2]) if found else None
        try:
            async with self.road.settling(timer, found[0] if found else None) as change:
                if change is None or not found or not outcome:
                    return True
                table, row, _ = found
                if not await _write(change.session, row, read(row).with_plan(outcome.plan)):
                    raise Refused("error.moved_on")
                has_stopped = bool(outcome.plan and outcome.plan.stopped and timer.seat in table.game.to_act)
                if outcome.decision:
                    named = [timer.seat] if has_stopped else []
                    announced = await change.play([outcome.decision], named=named)
                else:
                    announced = await change.call_quietly(timer.seat)
                # Whoever was called before is at the table, and reads there that the plan has stopped.
                if has_stopped and announced.kind == "turn" and timer.seat in announced.ping:
                    await jobs.schedule(
                        change.session, timer.game_id, Kind.CALL, seat=timer.seat, wait=SOON, payload={"plan": True}
                    )
        except Refused:
            return False
        return True

    async def _due(self, timer: JobRow) -> tuple[Table, PlanRow, Plan] | None:
        """The table, if the seat is to decide there by its plan."""
        table = await self.road.still_running(timer.game_id)
        if table is None or table.paused:
            return None
        async with self.repository.database.reading() as session:
            rows = await plans.planned(session, timer.game_id)
        for row in rows:
            if row.seat == timer.seat and (plan := due(row, table)):
                return table, row, plan
        return None

    # -- what people do with theirs ------------------------------------------------------------------------------------

    async def notes(self, game_id: int, user_id: int) -> tuple[int, Notes]:
        """The revision of what a person has tried and planned at a table (0: nothing yet), and what that is."""
        async with self.repository.database.reading() as session:
            row = await plans.of_person(session, game_id, user_id)
        return (row.revision, read(row)) if row else (0, Notes())

    async def note(self, table: Table, user_id: int, revision: int, notes: Notes) -> int:
        """Stores what a person has tried and planned; a plan for which the time has come begins. The new revision.

        Raises Refused when it is another ``revision`` by now.
        """
        game_id = table.row.id
        async with self.road.change(game_id) as change:  # whoever moves meanwhile would not see the plan
            session, now = change.session, change.table
            seat = now.seat_played_or_kept(user_id) if notes.plan else None  # who is away keeps the plan, too
            if not await plans.write(session, game_id, user_id, revision, notes.data(), seat=seat):
                raise Refused("error.moved_on")
            if notes.plan and notes.plan.stopped is None:
                await _call(session, now, await ready(session, now))
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
                notes = read(row)
                notes = notes.with_lines(change(notes.lines))
                seat = row.seat if row else None
                if await plans.write(session, game_id, user_id, row.revision if row else 0, notes.data(), seat=seat):
                    return notes.lines
