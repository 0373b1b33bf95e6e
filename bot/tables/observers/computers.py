"""Computers' turns: timers of their own, computed outside of any transaction and lock.

A change that leaves a decision to computers sets the table's timer in the same transaction; a person's click is
answered and announced before. The decision of a computer depends only on the position and the table's seed, so that
taking a move back and playing it again does not reroll it.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic

import structlog
from structlog.contextvars import bind_contextvars

from bot.tables.table import Refused, Table
from bot.tables.transaction import Decision, TableChange, TableTransaction, TableTransactions, play_decision
from bot.thinking import pool
from bot.thinking.order import DecisionOrder, carry_out, decision_order
from engines import Action, Game
from storage import jobs
from storage.models import JobRow

log = structlog.get_logger()

LONGEST_STRETCH = 2_000
"""Decisions that computers make before they are stored."""
ATTEMPTS = 3
"""Attempts of a failing computer; then UNFAILING decides."""
LOST = 10
"""Attempts whose whole process died, until they count as failed: mostly such a process was stopped from outside."""
UNFAILING = "greedy"
"""Computer player that needs few resources."""
STRETCH_SECONDS = 5.0
"""Seconds after which the decisions so far are stored and announced: people watch the computers play, and a failure
costs no more than this."""


async def observe(transaction: TableTransaction, change: TableChange) -> None:
    """Set the timer of the computers if one is to decide."""
    table = transaction.table
    # A table in a new channel has the timer already; setting it again would end the claim of a turn that is being
    # computed.
    if table.is_running and table.is_computers_turn and not change.is_moved:
        await jobs.schedule(transaction.session, table.row.id, jobs.Kind.COMPUTERS)


class Computers:
    """The timers of computers' turns."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions

    async def play_on(self, timer: JobRow) -> None:
        """Store what computers decide at the timer's table, and delete the timer unless it was set again.

        If they have more to decide, storing the decisions sets the timer again.

        Raises:
            TableBroken: The table cannot be read.
            Exception: What a failing computer raises.
        """
        while not await self._try_to_play(timer):
            log.info("computers think again: the table has moved on", table=timer.game_id)

    async def _try_to_play(self, timer: JobRow) -> bool:
        """Return False if somebody else moved meanwhile."""
        table = await self.transactions.load_if_running(timer.game_id)
        decided = await play_stretch(table, count_failures(timer)) if table and table.is_computers_turn else []
        try:
            async with self.transactions.finish_timer(timer, table) as transaction:
                if transaction is not None and decided:
                    await transaction.play(decided)
        except Refused:
            return False
        return True


def count_failures(timer: JobRow) -> int:
    """Return the number of attempts that count as failed."""
    return ATTEMPTS if timer.lost >= LOST else timer.attempts


async def play_stretch(table: Table, failures: int = 0) -> list[Decision]:
    """Play the table's game while computers are to decide, for STRETCH_SECONDS; `failures` attempts have failed."""
    decided = list[Decision]()
    end = monotonic() + STRETCH_SECONDS
    seat = _computer_seat(table, table.game)
    while seat is not None:
        kind = table.computer_at(seat)
        assert kind is not None
        decided.append(await decide_for_seat(table, seat, kind, failures))
        if len(decided) == LONGEST_STRETCH or monotonic() >= end:
            break
        seat = _computer_seat(table, table.game)
    return decided


def _computer_seat(table: Table, game: Game) -> int | None:
    """Return the next seat where a computer is to decide."""
    return next((seat for seat in game.blocking_seats if table.computer_at(seat)), None)


async def decide_for_seat(table: Table, seat: int, kind: str, failures: int) -> Decision:
    """Return a computer's decision for a seat, played on the table's game.

    Raises what went wrong, except in the last of several attempts: then UNFAILING decides, in a thread.
    """
    bind_contextvars(seat=seat, computer=kind)
    order = await asyncio.to_thread(decision_order, kind, table.row.seed, table.game, seat)
    action = await _choose_action(table, order, failures)
    return await asyncio.to_thread(play_decision, table.game, seat, action, None)


async def _choose_action(table: Table, order: DecisionOrder, failures: int) -> Action:
    reason = "it has failed before"
    if failures < ATTEMPTS:
        try:
            action = await pool.decide(order, table.row.guild_id)
            await asyncio.to_thread(table.game.check, order.seat, action)
            return action
        except Exception as fault:
            if failures + 1 < ATTEMPTS:
                raise
            reason = f"{type(fault).__name__}: {fault}"
    log.warning(
        "another computer decides for one that fails",
        by=UNFAILING,
        reason=reason,
        table=table.row.id,
        seat=order.seat,
        computer=order.player,
    )
    return await asyncio.to_thread(carry_out, replace(order, player=UNFAILING))
