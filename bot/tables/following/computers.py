"""Computers' turns: work of their own, thought about outside of any transaction and lock.

Whoever leaves something for computers to decide sets the table's timer in the same transaction; a person's click is
answered and told before. What a computer decides depends on the position and the table's seed alone, so that taking a
move back and playing it again does not roll it anew.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import monotonic

import structlog
from structlog.contextvars import bind_contextvars

from bot.tables.change import Change, Decision, Happened, Road, decide
from bot.tables.table import Refused, Table
from bot.thinking import order, pool
from engines import Action
from storage import jobs
from storage.models import JobRow

log = structlog.get_logger()

LONGEST_STRETCH = 2_000
"""Decisions that computers make before they are stored."""
ATTEMPTS = 3
"""So often a computer is asked that fails; then one decides that asks little of anybody."""
LOST = 10
"""So often it is asked again where the whole process died: most of the time that was ended from outside."""
UNFAILING = "greedy"
STRETCH_SECONDS = 5.0
"""What has been decided by then is stored and told, and the rest is thought about afterwards: a table watches its
computers, and a fault costs no more than this."""


async def follow(change: Change, happened: Happened) -> None:
    """What is left for computers to decide, they decide later."""
    if change.table.running and change.table.computers_turn and not happened.moved_here:
        await jobs.schedule(change.session, change.table.row.id, jobs.Kind.COMPUTERS)


class Computers:
    """What they decide, from when it is their turn to when a person must decide or the game is over."""

    def __init__(self, road: Road) -> None:
        self.road = road

    async def play_on(self, timer: JobRow) -> None:
        """Stores what computers decide at the timer's table and ends the timer, unless it was set anew meanwhile; where
        they have more to decide storing that sets it anew.

        Raises TableBroken when the table cannot be read, and what a computer that fails raises.
        """
        while not await self._played(timer):
            log.info("computers think again: the table has moved on", table=timer.game_id)

    async def _played(self, timer: JobRow) -> bool:
        """False: somebody else moved meanwhile."""
        table = await self.road.still_running(timer.game_id)
        decided = await think(table, failures(timer)) if table and table.computers_turn else []
        try:
            async with self.road.settling(timer, table) as change:
                if change is not None and decided:
                    await change.play(decided)
        except Refused:
            return False
        return True


def failures(timer: JobRow) -> int:
    """How many attempts count as failed."""
    return ATTEMPTS if timer.lost >= LOST else timer.attempts


async def think(table: Table, attempts: int = 0) -> list[Decision]:
    """Plays the table's game on while a computer has something to decide, for a stretch. ``attempts``: so many have
    failed."""
    game, decided, until = table.game, list[Decision](), monotonic() + STRETCH_SECONDS
    while found := next(((seat, kind) for seat in game.blocking_seats if (kind := table.computer_at(seat))), None):
        decided.append(await decision(table, *found, attempts))
        if len(decided) == LONGEST_STRETCH or monotonic() >= until:
            break
    return decided


async def decision(table: Table, seat: int, kind: str, attempts: int) -> Decision:
    """What a computer decides for a seat, played on the table's game.

    Raises what went wrong, at the last of several attempts nothing: then another kind of player decides, in a thread.
    """
    bind_contextvars(seat=seat, computer=kind)
    asked = await asyncio.to_thread(order.order, kind, table.row.seed, table.game, seat)
    action = await _action(table, asked, attempts)
    return await asyncio.to_thread(decide, table.game, seat, action, None)


async def _action(table: Table, asked: order.DecisionOrder, attempts: int) -> Action:
    reason = "it has failed before"
    if attempts < ATTEMPTS:
        try:
            action = await pool.decide(asked, table.row.guild_id)
            await asyncio.to_thread(table.game.check, asked.seat, action)
            return action
        except Exception as fault:
            if attempts + 1 < ATTEMPTS:
                raise
            reason = f"{type(fault).__name__}: {fault}"
    where = {"table": table.row.id, "seat": asked.seat, "computer": asked.kind}
    log.warning("another computer decides for one that fails", by=UNFAILING, reason=reason, **where)
    return await asyncio.to_thread(order.carry_out, replace(asked, kind=UNFAILING))
