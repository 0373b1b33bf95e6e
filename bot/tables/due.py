"""Doing what is due at tables: each timer in a task of its own, whichever process claims it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from itertools import chain
from types import MappingProxyType
from weakref import WeakValueDictionary

import structlog
from structlog.contextvars import bind_contextvars

from bot.tables.service import Tables
from bot.tables.telling import HOLD
from bot.work.admission import elsewhere
from bot.work.process_pool import ProcessLost
from bot.work.worker import OUTSIDE, Worker
from storage import timers
from storage.database import Database
from storage.models import TimerRow
from storage.timers import Kind, Lane

log = structlog.get_logger()

AT_ONCE = 4
"""Timers of a lane that a process works on side by side."""
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=5), timedelta(hours=1)
"""Before what has failed is tried again; each failure doubles the wait."""
PATIENCE_SECONDS = 0.7
"""An answer does not wait longer for computers."""
SWEEP_SECONDS = 5
"""Claims are renewed several times before they end, and what a process that died has left is found soon after that."""
LAST_SECONDS = 1
"""How long a stopping bot waits for what it is doing; another process, or the next start, does it again."""

Handler = Callable[[TimerRow], Awaitable[None]]
"""Does what is due, and ends the timer in the transaction that stores what came of it."""


PLAYING = (Kind.COMPUTERS, Kind.PLAN)
"""Kinds of timers after which somebody who waits goes on."""


def handlers_without_discord(tables: Tables) -> dict[Kind, Handler]:
    """Return what carries out the kinds of timers for which nobody has to be asked or written to."""
    return {
        Kind.COMPUTERS: tables.computers.play_on,
        Kind.LOBBY: tables.lobby.waited,
        Kind.REMINDER: tables.reminding.remind,
        Kind.PLAN: tables.plans.play_on,
        Kind.NUDGED: tables.repository.over,
        Kind.RESUME: tables.pausing.go_on,
        Kind.CONSENT: tables.voting.settle,
    }


class TimerWorker(Worker[TimerRow]):
    """``wake`` after a commit; ``start`` once the client has logged in and every kind of timer is registered. ``held``:
    called when a message that waited for computers is due, should they take longer."""

    def __init__(
        self,
        database: Database,
        held: Callable[[], None] = lambda: None,
        room: Mapping[Lane, int] = MappingProxyType(dict.fromkeys(Lane, AT_ONCE)),
        leaving: timedelta = timedelta(0),
    ) -> None:
        super().__init__(database, "timer", SWEEP_SECONDS)
        self.handlers: dict[str, Handler] = {}
        """By kind; ``register`` adds to them."""
        self._held = held
        self._settled: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        """Who waits until a table's computers have played."""
        self.room = room
        """How many timers of each lane are worked on side by side; of a lane that is not there none."""
        self.leaving = leaving
        """So long computers' turns are left to other processes."""
        self._left: Sequence[asyncio.TimerHandle] = ()
        """What comes of computers' turns that are left to others, unless they are begun."""

    def register(self, handlers: Mapping[Kind, Handler]) -> None:
        """Have these kinds of timers carried out so. Raises ValueError for a kind that is registered already."""
        for kind, handler in handlers.items():
            if kind in self.handlers:
                raise ValueError(f"timers of the kind {kind} have a handler already")
            self.handlers[kind] = partial(self._play_on, handler) if kind in PLAYING else handler

    def start(self) -> None:
        for work in (self.sweep, self.renewal):
            work.start()

    async def stop(self) -> None:
        for handle in self._left:
            handle.cancel()
        await self.finish(LAST_SECONDS)

    async def settled(self, game_id: int) -> None:
        """Return when neither computers nor plans have anything to decide at a table, or after a moment."""
        clock = asyncio.get_running_loop().time
        ending = clock() + PATIENCE_SECONDS
        # A plan makes one decision at a time, each of which sets the event once.
        while (patience := ending - clock()) > 0:
            event = self._settled.setdefault(game_id, asyncio.Event())  # before looking: they may be ready in between
            if not await self._waits(game_id):
                return
            with elsewhere(), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), patience)

    async def _waits(self, game_id: int) -> bool:
        async with self.database.reading() as session:
            return any(timer.kind in PLAYING for timer in await timers.of_game(session, game_id))

    async def claim(self) -> Sequence[TimerRow]:
        working = Counter(timers.lane_of(work.kind) for work in self.claimed.values())
        async with self.database.reading() as session:
            due = await timers.lanes_due(session)
        if self.leaving:
            await self._leave(due.get(Lane.COMPUTERS))
        waits = {lane: self.leaving if lane is Lane.COMPUTERS else timedelta(0) for lane in due}
        free = {lane: most - working[lane] for lane, most in self.room.items() if most > working[lane]}
        wanted = [lane for lane, wait in waits.items() if lane in free and due[lane] >= wait]
        if not wanted:
            return ()
        async with self.database.transaction() as session:
            claimed = [await timers.claim(session, limit=free[lane], lane=lane, wait=waits[lane]) for lane in wanted]
            self.claiming = list(chain.from_iterable(claimed))
        taken, self.claiming = self.claiming, ()
        return taken

    async def _leave(self, age: timedelta | None) -> None:
        """Somebody else is to think about what has been due for so long: a message waits for that no longer than it
        would for this process, and if nobody thinks this one does, in time."""
        for game_id, event in list(self._settled.items()):
            if not await self._waits(game_id):
                event.set()
        if age is not None and age < self.leaving and not self._left:
            later, wait = asyncio.get_running_loop().call_later, self.leaving - age
            self._left = later(HOLD.total_seconds(), self._held), later(wait.total_seconds(), self._take_over)

    def _take_over(self) -> None:
        self._left = ()
        self.wake()

    async def carry_out(self, work: TimerRow) -> None:
        """Does what is due; what fails is tried again, ever more rarely."""
        bind_contextvars(table=work.game_id, timer=work.kind)
        try:
            await self.handlers[work.kind](work)
        except Exception as fault:
            wait = FIRST_WAIT * min(2**work.attempts, LONGEST_WAIT // FIRST_WAIT)  # a timedelta has an end
            if isinstance(fault, (*OUTSIDE, ProcessLost)):
                log.warning("what was due is put off", reason=f"{type(fault).__name__}: {fault}", wait=str(wait))
            else:
                log.exception("what was due could not be done", wait=str(wait))
            async with self.database.transaction() as session:
                await timers.postpone(session, work, wait)

    async def _play_on(self, playing: Handler, timer: TimerRow) -> None:
        """Computers play, or what was planned; whoever waits for that goes on then, the message for it when its time is
        over: also where nothing came of it, since the table has ended meanwhile."""
        asyncio.get_running_loop().call_later(HOLD.total_seconds(), self._overdue)
        try:
            await playing(timer)
        finally:
            if event := self._settled.pop(timer.game_id, None):
                event.set()

    def _overdue(self) -> None:
        if self.running:  # a bot that stops sends nothing more
            self._held()

    async def renew(self, works: Sequence[TimerRow]) -> None:
        async with self.database.transaction() as session:
            await timers.renew(session, works)

    async def hand_back(self, works: Sequence[TimerRow]) -> None:
        for work in works:  # one by one: who moves at a table has several of its timers
            async with self.database.transaction() as session:
                await timers.hand_back(session, work)

    async def after_a_jump(self) -> None:
        async with self.database.transaction() as session:
            await timers.after_a_jump(session)
