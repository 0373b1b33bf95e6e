"""Doing what is due at tables: each timer in a task of its own, whichever process claims it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from weakref import WeakValueDictionary

import structlog
from structlog.contextvars import bind_contextvars

from bot.tables import Tables
from bot.tables.play import HOLD
from bot.worker import Worker
from storage import timers
from storage.database import Database
from storage.models import TimerRow
from storage.timers import Kind

log = structlog.get_logger()

AT_ONCE = 4
"""Timers that a process works on side by side."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(hours=1)
"""Before what has failed is tried again; each failure doubles the wait."""
PATIENCE_SECONDS = 0.7
"""An answer does not wait longer for computers."""
LAST_SECONDS = 1
"""How long a stopping bot waits for what it is doing; another process, or the next start, does it again."""

Handler = Callable[[TimerRow], Awaitable[None]]
"""Does what is due, and ends the timer in the transaction that stores what came of it."""


class TimerWorker(Worker[TimerRow]):
    """``wake`` after a commit; ``start`` once the client has logged in. ``held``: called when a message that waited for
    computers is due, should they take longer."""

    def __init__(self, database: Database, tables: Tables, held: Callable[[], None] = lambda: None) -> None:
        super().__init__(database, "timer")
        self.handlers: Mapping[str, Handler] = {
            Kind.COMPUTERS: tables.computers.play_on,
            Kind.LOBBY: tables.lobby.waited,
            Kind.REMINDER: tables.reminding.remind,
            Kind.DEADLINE: tables.timekeeping.time_is_up,
            Kind.PLAN: tables.plans.play_on,
        }
        self._held = held
        self._settled: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        """Who waits until a table's computers have played."""

    def start(self) -> None:
        for work in (self.sweep, self.renewal):
            work.start()

    async def stop(self) -> None:
        await self.finish(LAST_SECONDS)

    async def settled(self, game_id: int) -> None:
        """Returns when no computer has anything to decide at a table, or after a moment."""
        event = self._settled.setdefault(game_id, asyncio.Event())  # before looking: they may be ready in between
        async with self.database.reading() as session:
            waiting = any(timer.kind in (Kind.COMPUTERS, Kind.PLAN) for timer in await timers.of_game(session, game_id))
        if waiting:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), PATIENCE_SECONDS)

    async def claim(self) -> Sequence[TimerRow]:
        room = AT_ONCE - len(self.claimed)
        async with self.database.reading() as session:
            if not room or not await timers.anything_due(session):
                return ()
        async with self.database.transaction() as session:
            self.claiming = await timers.claim(session, limit=room)
        taken, self.claiming = self.claiming, ()
        return taken

    async def carry_out(self, work: TimerRow) -> None:
        """Does what is due; what fails is tried again, ever more rarely."""
        bind_contextvars(table=work.game_id, timer=work.kind)
        overdue = asyncio.get_running_loop().call_later(HOLD.total_seconds(), self._held)
        try:
            await self.handlers[work.kind](work)
        except Exception:
            wait = min(FIRST_WAIT * 2**work.attempts, LONGEST_WAIT)
            log.exception("what was due could not be done", wait=str(wait))
            async with self.database.transaction() as session:
                await timers.postpone(session, work, wait)
        finally:
            overdue.cancel()
            if event := self._settled.pop(work.game_id, None):
                event.set()

    async def renew(self, works: Sequence[TimerRow]) -> None:
        async with self.database.transaction() as session:
            await timers.renew(session, works)

    async def hand_back(self, works: Sequence[TimerRow]) -> None:
        async with self.database.transaction() as session:
            for work in works:
                await timers.hand_back(session, work)

    async def after_a_jump(self) -> None:
        async with self.database.transaction() as session:
            await timers.after_a_jump(session)
