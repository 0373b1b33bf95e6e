"""The handlers of tables' timers, and answers that wait until computers and plans have played."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from weakref import WeakValueDictionary

from bot.tables.service import Tables
from bot.work.admission import place_freed
from bot.work.worker import AtMost, Handler, JobWorker
from storage import jobs
from storage.database import Database
from storage.jobs import IN_ORDER, LANES, Claimed, Kind, Lane
from storage.models import JobRow

AT_ONCE = 4
"""Timers of a lane that a process works on at the same time."""
PATIENCE_SECONDS = 0.7
"""Seconds for which an answer waits for computers at most."""
LOOKING_SECONDS = 0.1
"""Seconds between looks at whether another process has let computers play."""

TimerHandler = Callable[[JobRow], Awaitable[None]]
"""A function that carries out a timer, and deletes it in the transaction that stores the result."""

PLAYING = (Kind.COMPUTERS, Kind.PLAN)
"""Kinds of timers for which answers wait."""


class PlayedTurns:
    """A register of answers that wait until computers and plans have played at a table."""

    def __init__(self, database: Database, *, other_processes: bool = False) -> None:
        """Create the register; `other_processes` is true if further processes let computers play."""
        self.database = database
        self._has_other_processes = other_processes
        self._events: WeakValueDictionary[int, asyncio.Event] = WeakValueDictionary()
        """Events by table, as long as somebody waits for them."""

    async def wait(self, game_id: int) -> None:
        """Return when neither computers nor plans have anything to decide at a table, or after PATIENCE_SECONDS."""
        clock = asyncio.get_running_loop().time
        end = clock() + PATIENCE_SECONDS
        # A plan makes one decision at a time, each of which sets the event once.
        while (patience := end - clock()) > 0:
            # The event is created before looking at the timers: they may be carried out in between.
            event = self._events.setdefault(game_id, asyncio.Event())
            if not await self._is_play_due(game_id):
                return
            timeout = min(patience, LOOKING_SECONDS) if self._has_other_processes else patience
            # Meanwhile the admission may let another click in (``bot.work.admission``).
            with place_freed(), contextlib.suppress(TimeoutError):
                await asyncio.wait_for(event.wait(), timeout)

    async def _is_play_due(self, game_id: int) -> bool:
        """Return whether a timer is set at a table with which computers or a plan go on."""
        async with self.database.reading() as session:
            return any(timer.kind in PLAYING for timer in await jobs.timers_of(session, game_id))

    def notifying(self, handler: TimerHandler) -> TimerHandler:
        """Return a handler that wakes the waiting answers, also if nothing was decided, since the table has ended."""

        async def play_and_notify(timer: JobRow) -> None:
            try:
                await handler(timer)
            finally:
                event = self._events.pop(timer.game_id, None)
                if event:
                    event.set()

        return play_and_notify


def handlers_without_discord(tables: Tables) -> dict[Kind, TimerHandler]:
    """Return the handlers of the timers that need no request to Discord."""
    return {
        Kind.COMPUTERS: tables.computers.play_on,
        Kind.LOBBY: tables.lobby.expire,
        Kind.REMINDER: tables.reminders.remind,
        Kind.PLAN: tables.plans.play_on,
        # The timer only prevents another nudge of the seat until it is due.
        Kind.NUDGED: tables.repository.finish_timer,
        Kind.RESUME: tables.pauses.end_announced,
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

    Args:
        worker: The worker.
        handlers: The handler of each kind.
        turns: The register that wakes waiting answers.
        computers: Computers' turns that are carried out at once.
        computers_wait: Time for which computers' turns are left to other processes.
    """
    for lane in Lane:
        if lane in IN_ORDER:  # their jobs are messages, which ``Delivery`` serves
            continue
        lane_handlers: dict[str, Handler] = {
            kind: _job_handler(kind, handler, turns)
            for kind, handler in handlers.items()
            if LANES.get(kind, Lane.TABLES) is lane
        }
        limit = AtMost(lane, computers, computers_wait) if lane is Lane.COMPUTERS else AtMost(lane, AT_ONCE)
        if lane_handlers:
            worker.serve(lane, limit, lane_handlers)


def _job_handler(kind: Kind, handler: TimerHandler, turns: PlayedTurns) -> Handler:
    carry_out = turns.notifying(handler) if kind in PLAYING else handler

    async def carry_out_claimed(claimed: Claimed) -> None:
        await carry_out(claimed.job)

    return carry_out_claimed
