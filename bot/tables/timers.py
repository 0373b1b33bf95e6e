"""What carries out the timers of tables, whichever process claims them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from weakref import WeakValueDictionary

from bot.tables.service import Tables
from bot.work.admission import elsewhere
from bot.work.worker import AtMost, Handler, JobWorker
from storage import jobs
from storage.database import Database
from storage.jobs import IN_ORDER, LANES, Claimed, Kind, Lane
from storage.models import JobRow

AT_ONCE = 4
"""Timers of a lane that a process works on side by side."""
PATIENCE_SECONDS = 0.7
"""An answer does not wait longer for computers."""
LOOKING_SECONDS = 0.1
"""How often somebody who waits looks whether another process has let computers play."""

TimerHandler = Callable[[JobRow], Awaitable[None]]
"""Does what is due, and ends the timer in the transaction that stores what came of it."""

PLAYING = (Kind.COMPUTERS, Kind.PLAN)
"""Kinds of timers after which somebody who waits goes on."""


class PlayedTurns:
    """Tell those who wait when computers and plans have played at a table."""

    def __init__(self, database: Database, *, elsewhere: bool = False) -> None:
        """`elsewhere`: other processes let computers play, too."""
        self.database = database
        self._elsewhere = elsewhere
        self._events: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        """By table; somebody waits for each."""

    async def settled(self, game_id: int) -> None:
        """Return when neither computers nor plans have anything to decide at a table, or after a moment."""
        clock = asyncio.get_running_loop().time
        ending = clock() + PATIENCE_SECONDS
        # A plan makes one decision at a time, each of which sets the event once.
        while (patience := ending - clock()) > 0:
            event = self._events.setdefault(game_id, asyncio.Event())  # before looking: they may be ready in between
            if not await self._is_awaited(game_id):
                return
            with elsewhere(), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), min(patience, LOOKING_SECONDS) if self._elsewhere else patience)

    async def _is_awaited(self, game_id: int) -> bool:
        async with self.database.reading() as session:
            return any(timer.kind in PLAYING for timer in await jobs.timers_of(session, game_id))

    def telling(self, handler: TimerHandler) -> TimerHandler:
        """Return a handler that tells those who wait, also where nothing came of it, since the table has ended."""

        async def play_and_tell(timer: JobRow) -> None:
            try:
                await handler(timer)
            finally:
                if event := self._events.pop(timer.game_id, None):
                    event.set()

        return play_and_tell


def handlers_without_discord(tables: Tables) -> dict[Kind, TimerHandler]:
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


def serve_timers(
    worker: JobWorker,
    handlers: Mapping[Kind, TimerHandler],
    turns: PlayedTurns,
    *,
    computers: int = AT_ONCE,
    computers_wait: timedelta = timedelta(0),
) -> None:
    """Have a worker carry out these kinds of timers, in the lanes that they need.

    So many turns of `computers` are carried out at once, those that other processes have not begun within
    `computers_wait`.
    """
    for lane in [lane for lane in Lane if lane not in IN_ORDER]:
        of_lane = {kind: handler for kind, handler in handlers.items() if LANES.get(kind, Lane.TABLES) is lane}
        limit = AtMost(lane, computers, computers_wait) if lane is Lane.COMPUTERS else AtMost(lane, AT_ONCE)
        if of_lane:
            worker.serve(lane, limit, {kind: _of_timer(kind, handler, turns) for kind, handler in of_lane.items()})


def _of_timer(kind: Kind, handler: TimerHandler, turns: PlayedTurns) -> Handler:
    carry_out = turns.telling(handler) if kind in PLAYING else handler

    async def carry_out_claimed(work: Claimed) -> None:
        await carry_out(work.job)

    return carry_out_claimed
