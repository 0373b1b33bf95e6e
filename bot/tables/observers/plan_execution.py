"""Plans at work: changes of the table amend or stop them, and timers carry them out.

A change that leaves a decision to a seat with a plan sets the timer of that seat in the same transaction (`observe`).
The timer's work (`Plans.play_on`) makes one decision, outside of any transaction until it is stored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from operator import eq
from typing import NamedTuple

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.notification_limits import DIRECT_CALL_DELAY
from bot.tables.table import Refused, Table
from bot.tables.table_notes import Notes, Plan, StopReason, read_notes
from bot.tables.transaction import Decision, TableChange, TableTransaction, TableTransactions, play_decision
from storage import jobs, plans
from storage.jobs import Kind
from storage.models import JobRow, PlanRow

log = structlog.get_logger()


# -- changes of a table ------------------------------------------------------------------------------------------------


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Adapt the plans to a change of a table.

    What people did by hand is removed from their plans or stops them, and what was taken back stops them. Plans that
    may decide now are carried out. A table that is over has no plans.
    """
    session = transaction.session
    table = transaction.table
    if not table.is_running:
        await _delete_plans(session, table.row.id)
        transaction.ready_seats = []
        return
    if change.is_moved:
        return
    decided_by_hand = [decision for decision in change.decided if not decision.planned]
    rows = list[PlanRow]()
    for row in await plans.with_queued_moves(session, table.row.id):
        own_decisions = [decision for decision in decided_by_hand if decision.seat == row.seat]
        if own_decisions and _has_stopped(row):
            await _overtake(session, row)
        elif own_decisions:
            rows += await _amend(session, row, partial(_after_decisions, decided=own_decisions))
        elif row.seat in change.undone:
            rows += await _amend(session, row, lambda plan: plan.stop(StopReason.UNDONE))
        else:
            rows.append(row)
    # The announcement does not call these seats, since their plans decide at once.
    transaction.ready_seats = _ready_seats(rows, table)
    await _schedule(session, table, transaction.ready_seats)


def _after_decisions(plan: Plan, decided: Sequence[Decision]) -> Plan | None:
    """Return a plan after its owner has decided by hand; None if nothing is left of it.

    Decisions that were planned are removed from it; another answer to a question of the plan stops it.
    """
    for decision in decided:
        planned = plan.next_decision(partial(eq, decision.action))
        if planned is None:
            if plan.answers(decision.kinds):
                return plan.stop(StopReason.BY_HAND)
            continue  # a question that the plan says nothing about
        remaining = plan.without_decision(planned.number)
        if remaining is None:
            return None
        plan = remaining
    return plan


def _has_stopped(row: PlanRow) -> bool:
    plan = read_notes(row).plan
    return plan is not None and plan.stopped is not None


async def _overtake(session: AsyncSession, row: PlanRow) -> None:
    """Store that the owner of a stopped plan has decided by hand since.

    If the owner changes the plan in the same moment, that change prevails.
    """
    notes = read_notes(row)
    if notes.plan is not None and not notes.plan.is_overtaken:
        await _write(session, row, notes.with_plan(notes.plan.overtake()))


async def _amend(session: AsyncSession, row: PlanRow, change: Callable[[Plan], Plan | None]) -> list[PlanRow]:
    """Change a plan that has not stopped, even if its owner changes it in the same moment: then that one is changed.

    The plan of an absent person is changed, too: otherwise it could be carried out weeks later in another situation.

    Returns:
        The new row if its plan goes on, else nothing.
    """
    current_row: PlanRow | None = row
    while current_row is not None:
        plan = _active_plan(current_row)
        if plan is None:
            return []
        changed = change(plan)
        if changed == plan:
            return [current_row]
        if await _write(session, current_row, read_notes(current_row).with_plan(changed)):
            if changed is None or changed.stopped:
                return []
            new_row = await plans.of_person(session, row.game_id, row.user_id)
            return [new_row] if new_row else []
        current_row = await plans.of_person(session, row.game_id, row.user_id)
    return []


async def ready_seats(session: AsyncSession, table: Table) -> list[int]:
    """Return the seats that must decide and have a plan for it."""
    if not table.is_running or table.is_paused:
        return []
    return _ready_seats(await plans.with_queued_moves(session, table.row.id), table)


def _ready_seats(rows: Sequence[PlanRow], table: Table) -> list[int]:
    """Return the seats among those of these rows whose plan is to answer the present question."""
    if table.is_paused:
        return []
    return [row.seat for row in rows if row.seat is not None and due_plan(row, table)]


def due_plan(row: PlanRow, table: Table) -> Plan | None:
    """Return the plan of a row if it is to answer the present question of its seat.

    Questions in other players' turns are left to the person, and the plan must be that of the seat's present player.
    """
    if row.seat is None or row.seat >= len(table.seats) or table.user_at(row.seat) != row.user_id:
        return None
    plan = _active_plan(row)
    is_for_plan = plan is not None and table.game.has_turn(row.seat) and plan.answers(table.game.answers(row.seat))
    return plan if is_for_plan else None


def _active_plan(row: PlanRow) -> Plan | None:
    """Return the plan of a row, unless it has stopped."""
    plan = read_notes(row).plan
    return plan if plan and plan.stopped is None else None


async def _schedule(session: AsyncSession, table: Table, seats: Collection[int]) -> None:
    """Set the timers that carry out the plans of these seats."""
    for seat in seats:
        await jobs.schedule(session, table.row.id, Kind.PLAN, seat=seat)


async def _delete_plans(session: AsyncSession, game_id: int) -> None:
    """Delete what people try and plan at a table; their written lines stay."""
    notes = {row.user_id: read_notes(row) for row in await plans.of_game(session, game_id)}
    await plans.forget(session, game_id)
    for user, written in notes.items():
        if written.lines:
            await plans.write(session, game_id, user, 0, Notes(lines=written.lines).data())


async def _write(session: AsyncSession, row: PlanRow, notes: Notes) -> bool:
    """Store notes in place of those of a row, and return False if they have changed since."""
    seat = row.seat if notes.plan else None
    return await plans.write(session, row.game_id, row.user_id, row.revision, notes.data(), seat=seat)


# -- carrying out ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlanOutcome:
    """The result of carrying out a plan."""

    decision: Decision | None
    """The decision that was made; None if the plan stops."""
    plan: Plan | None
    """The remaining plan; None: it is done."""


def execute_plan(table: Table, seat: int, plan: Plan) -> PlanOutcome:
    """Play the next decision of a plan on the table's game, if one is possible."""
    game = table.game
    broken = plan.broken_condition(game, seat)
    if broken:
        return PlanOutcome(None, plan.stop(StopReason.CONDITION, broken.condition, broken.present))
    planned = plan.next_decision(partial(game.is_legal, seat))
    if planned is None:
        return PlanOutcome(None, plan.stop(StopReason.NONE_FITS))
    decision = play_decision(game, seat, planned.action, table.user_at(seat), planned=True)
    remaining = plan.without_decision(planned.number)
    # What was drawn or revealed may change the owner's mind; only wishes are meant for any position.
    if remaining and not remaining.wishes and any(event.barrier for event in decision.events):
        remaining = remaining.stop(StopReason.REVEALED)
    return PlanOutcome(decision, remaining)


class _DuePlan(NamedTuple):
    """A plan that is to make the next decision of its seat, with the table and the row as they were read."""

    table: Table
    row: PlanRow
    plan: Plan


class StoredNotes(NamedTuple):
    """The notes of a person at a table, with their revision (0 for none yet)."""

    revision: int
    notes: Notes


class Plans:
    """What people try and plan, and the timers of plans. Written lines are changed by `NoteLines`."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    async def play_on(self, timer: JobRow) -> None:
        """Make the next decision of the plan of the timer's seat, or stop the plan and tell its owner alone.

        Raises TableBroken when the table cannot be read.
        """
        while not await self._try_to_play(timer):
            log.info("a plan is looked at again: the table has moved on", table=timer.game_id)

    async def _try_to_play(self, timer: JobRow) -> bool:
        """Do what `play_on` does, and return True; return False if the table has moved on, or the plan was changed."""
        due_plan = await self._load_due(timer)
        outcome = await asyncio.to_thread(execute_plan, due_plan.table, timer.seat, due_plan.plan) if due_plan else None
        try:
            async with self.transactions.finish_timer(timer, due_plan.table if due_plan else None) as transaction:
                if transaction is not None and due_plan and outcome:
                    await self._store_outcome(transaction, timer, due_plan, outcome)
        except Refused:
            return False
        return True

    @staticmethod
    async def _store_outcome(
        transaction: TableTransaction, timer: JobRow, due_plan: _DuePlan, outcome: PlanOutcome
    ) -> None:
        """Store a decision of a plan, or that it has stopped. Raises Refused if the plan was changed."""
        session = transaction.session
        seat = timer.seat
        if not await _write(session, due_plan.row, read_notes(due_plan.row).with_plan(outcome.plan)):
            raise Refused("error.moved_on")
        # That a plan stops matters only if its seat must decide again: `due.table.game` is the game after the decision.
        has_stopped = bool(outcome.plan and outcome.plan.stopped and seat in due_plan.table.game.to_act)
        if outcome.decision:
            announced = await transaction.play([outcome.decision], unpinged_seats=[seat] if has_stopped else [])
        else:
            announced = await transaction.call_quietly(seat)
        # A person who was called before is at the table, and reads there that the plan has stopped.
        if has_stopped and announced.kind == "turn" and seat in announced.ping:
            payload = {"plan": True}
            await jobs.schedule(session, timer.game_id, Kind.CALL, seat=seat, wait=DIRECT_CALL_DELAY, payload=payload)

    async def _load_due(self, timer: JobRow) -> _DuePlan | None:
        """Return the plan of the timer's seat, if it is to decide now."""
        table = await self.transactions.load_if_running(timer.game_id)
        if table is None or table.is_paused:
            return None
        async with self.repository.database.reading() as session:
            rows = await plans.with_queued_moves(session, timer.game_id)
        for row in rows:
            plan = due_plan(row, table) if row.seat == timer.seat else None
            if plan:
                return _DuePlan(table, row, plan)
        return None

    # -- notes of people -----------------------------------------------------------------------------------------------

    async def load_notes(self, game_id: int, user_id: int) -> StoredNotes:
        """Return the notes of a person at a table."""
        async with self.repository.database.reading() as session:
            row = await plans.of_person(session, game_id, user_id)
        return StoredNotes(row.revision, read_notes(row)) if row else StoredNotes(0, Notes())

    async def store_notes(self, table: Table, user_id: int, revision: int, notes: Notes) -> int:
        """Store what a person tries and plans, start a plan that may decide now, and return the new revision.

        Raises Refused when the stored notes have another `revision` by now.
        """
        game_id = table.row.id
        # The table is held, since a move in the same moment would not see the plan.
        async with self.transactions.change_running(game_id) as transaction:
            session = transaction.session
            current_table = transaction.table
            # An absent person keeps the plan, too.
            seat = current_table.played_or_kept_seat(user_id) if notes.plan else None
            if not await plans.write(session, game_id, user_id, revision, notes.data(), seat=seat):
                raise Refused("error.moved_on")
            if notes.plan and notes.plan.stopped is None:
                await _schedule(session, current_table, await ready_seats(session, current_table))
        return revision + 1
