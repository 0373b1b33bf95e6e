"""The worker that carries out jobs: all that is due at tables, several jobs at the same time, each in its own task."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Protocol

import aiohttp
import discord
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession
from structlog.contextvars import bind_contextvars

from bot.work.periodic import Periodic
from bot.work.process_pool import ProcessLost
from storage import jobs
from storage.database import Database
from storage.jobs import IN_ORDER, Claimed, Lane, Outlook
from storage.models import JobRow

log = structlog.get_logger()

NAME = "jobs"
"""What the worker is called in the log."""
SWEEP_SECONDS = 5
"""Between two sweeps: claims are renewed several times before they end, and what a process that died has left is found
soon after its claims have ended."""
ALIVE_SECONDS = 45
"""Seconds without a successful sweep after which the worker counts as broken."""
HEARD_SECONDS = 0.25
"""For how long another process has what it has queued to itself."""
LAST_SECONDS = 5
"""How long a stopping worker waits for messages on their way."""
LAST_TIMER_SECONDS = 1
"""How long it waits for all else; another process, or the next start, does it again."""
LETTING_GO_SECONDS = 0.5
"""Seconds that unfinished work may take to be cancelled when the worker stops."""
FIRST_WAIT = timedelta(seconds=5)
"""Before a timer whose handler has failed is tried again; each failure doubles the wait."""
LONGEST_WAIT = timedelta(hours=1)

UNREAD = "what is due could not be read; the next sweep tries again"

OUTSIDE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Faults of the way to Discord."""

Handler = Callable[[Claimed], Awaitable[None]]
"""Carries out a job and stores what came of it together with the end of the job. A timer whose handler raises is tried
again later; the handler of a message sees to that itself."""


class Limit(Protocol):
    """Decides how many jobs of a lane are carried out at once."""

    wait: timedelta
    """For so long jobs are left to other processes."""

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether another job may be claimed beside those of all lanes that are under way."""

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim as many jobs as may be carried out beside those that are under way."""


@dataclass
class AtMost:
    """Lets so many jobs of a lane be carried out at once."""

    lane: Lane
    most: int
    wait: timedelta = timedelta(0)

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether fewer are under way."""
        return self._room(under_way) > 0

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim those that have been due the longest."""
        return await jobs.claim(session, self.lane, limit=self._room(under_way), wait=self.wait)

    def _room(self, under_way: Collection[Claimed]) -> int:
        return self.most - sum(work.job.lane == self.lane for work in under_way)


class JobWorker:
    """Claim the jobs of some lanes and carry them out. Call `wake` after a commit that may have left some.

    The task that claims ends when nothing is due; every commit starts it again. A periodic sweep finds what a process
    that died has left. All that is claimed is being carried out.
    """

    def __init__(self, database: Database, *, heard_seconds: float = HEARD_SECONDS) -> None:
        """Let other processes have what they have queued to themselves for `heard_seconds`."""
        self.database = database
        self.limits: dict[Lane, Limit] = {}
        """Of the lanes that are served; `serve` adds to them."""
        self.handlers: dict[tuple[str, str], Handler] = {}
        """By lane and kind."""
        self.sweep = Periodic(SWEEP_SECONDS, self._sweep)
        self.claimed: dict[asyncio.Task[None], Claimed] = {}
        self._unknown: dict[str, Handler] = {}
        """What carries out jobs of kinds that have no handler, by lane."""
        self._heard_seconds = heard_seconds
        self._claiming: Sequence[Claimed] = ()
        """The jobs that are being claimed by a transaction that may not have been committed yet."""
        self._task: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        """When the worker looks next at the latest, besides sweeps."""
        self._woken = asyncio.Event()
        """Set when something may be due."""
        self._swept = monotonic()
        """When a sweep last succeeded."""
        self._looked = monotonic()
        """When due jobs could last be read."""

    def serve(
        self, lane: Lane, limit: Limit, handlers: Mapping[str, Handler], *, unknown: Handler | None = None
    ) -> None:
        """Have the jobs of a lane carried out by the handlers of their kinds.

        `unknown` carries out jobs of other kinds, which another version of the program may have left. Raises ValueError
        when the lane is served already.
        """
        if lane in self.limits:
            raise ValueError(f"the lane {lane} is served already")
        self.limits[lane] = limit
        self.handlers |= {(lane, kind): handler for kind, handler in handlers.items()}
        if unknown is not None:
            self._unknown[lane] = unknown

    def start(self) -> None:
        """Sweep from now on, and listen to other processes."""
        self.sweep.start()
        self._listening = asyncio.create_task(self.database.listen(self._heard), name="listening to other processes")

    async def stop(self, seconds: float = LAST_SECONDS) -> None:
        """Finish what is due; hand back what is not done in time, to be done by another process or the next start."""
        self.sweep.cancel()
        if self._listening is not None:
            self._listening.cancel()
        if self._alarm is not None:
            self._alarm.cancel()
        deadline = monotonic() + seconds
        await self._finish(min(seconds, LAST_TIMER_SECONDS))
        await self._break_off([lane for lane in self.limits if lane not in IN_ORDER])
        await self._finish(deadline - monotonic())
        if self.busy and self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=LETTING_GO_SECONDS)
        await self._break_off([*self.limits])

    def wake(self) -> None:
        """Have due jobs claimed soon; returns at once."""
        self._woken.set()
        if not self.busy:
            # A context of its own: what is known of the click that woke the worker is not true of what it does.
            self._task = asyncio.create_task(self._run(), name="job worker", context=Context())

    @property
    def busy(self) -> bool:
        """Return whether jobs are being claimed or carried out, or may be in a moment."""
        return self._task is not None and not self._task.done()

    async def idle(self) -> None:
        """Wait until all due jobs have been done."""
        while self._task is not None and not self._task.done():
            await self._task

    @property
    def running(self) -> bool:
        """Return whether the worker has been started and not been stopped."""
        return self.sweep.is_running()

    @property
    def alive(self) -> bool:
        """Return whether the last sweep and the last look succeeded not long ago."""
        return self.running and monotonic() - min(self._swept, self._looked) <= ALIVE_SECONDS

    @property
    def ailments(self) -> list[str]:
        """Return the names of what does not work; an empty list means that all is well."""
        if self.alive:
            return []
        return ["outbox"] * (Lane.MESSAGES in self.limits) + ["timer"] * bool(self.limits.keys() - {*IN_ORDER})

    # -- looking for jobs ----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Claim after each commit and each finished job, until nothing is due or being carried out."""
        while self._woken.is_set() or self.claimed:
            if self._woken.is_set():
                self._woken.clear()
                if await self._look():
                    self._looked = monotonic()
            if self.claimed:
                await self._woken.wait()

    async def _look(self) -> bool:
        """Begin the jobs that are due, as far as there is room for them; return whether they could be read."""
        try:
            async with self.database.reading() as session:
                outlook = await jobs.look(session)
            lanes = self._lanes_with_room(outlook)
        except Exception:
            log.exception(UNREAD, worker=NAME)
            return False
        is_read = True
        for lane in lanes:
            try:
                await self._claim(lane)
            except Exception:  # the other lanes go on
                log.exception(UNREAD, worker=NAME, lane=lane)
                is_read = False
        return is_read

    def _lanes_with_room(self, outlook: Outlook) -> list[Lane]:
        """Return the lanes of which jobs are to be claimed, and have the worker look when more will be due."""
        moments = [outlook.next] if outlook.next is not None else []
        lanes = list[Lane]()
        for lane, delay in outlook.due.items():
            limit = self.limits.get(lane)
            if limit is not None and delay < limit.wait:
                moments.append(limit.wait - delay)
            elif limit is not None and limit.has_room(self.claimed.values()):
                lanes.append(lane)
        # The next sweep looks for what is due later.
        if moments and self.running and min(moments).total_seconds() < SWEEP_SECONDS:
            self._wake_in(min(moments).total_seconds())
        return lanes

    async def _claim(self, lane: Lane) -> None:
        async with self.database.transaction() as session:
            self._claiming = await self.limits[lane].claim(session, self.claimed.values())
        for work in self._claiming:
            task = asyncio.create_task(self._carry_out(work), name=f"{work.job.kind} of table {work.job.game_id}")
            self.claimed[task] = work
            task.add_done_callback(self._done)
        self._claiming = ()

    def _heard(self) -> None:
        """Look a little later, once for all that is heard meanwhile, for what another process has no room for."""
        self._wake_in(self._heard_seconds)

    def _wake_in(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        moment = loop.time() + seconds
        if self._alarm is None or self._alarm.cancelled() or moment < self._alarm.when():
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = loop.call_at(moment, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.wake()

    async def _sweep(self) -> None:
        """Renew the claims, correct moments after a jump of the clock, and look for jobs."""
        async with self.database.transaction() as session:
            await jobs.renew(session, [work.job for work in self.claimed.values()])  # whatever the clock says
            await jobs.after_a_jump(session)
        self._swept = monotonic()
        self.wake()

    # -- doing them ----------------------------------------------------------------------------------------------------

    async def _carry_out(self, work: Claimed) -> None:
        """Carry out a job. A timer that fails is tried again, ever more rarely."""
        job = work.job
        bind_contextvars(table=job.game_id)
        handler = self.handlers.get((job.lane, job.kind)) or self._unknown.get(job.lane)
        if not job.is_timer:
            assert handler is not None
            bind_contextvars(server=work.server, entry=job.id)
            await handler(work)
            return
        bind_contextvars(timer=job.kind)
        try:
            if handler is None:
                raise LookupError(f"no handler is known for {job.kind}")
            await handler(work)
        except Exception as fault:  # noqa: BLE001 - whatever it is, the timer is tried again
            await self._postpone(job, fault)

    async def _postpone(self, timer: JobRow, fault: Exception) -> None:
        wait = FIRST_WAIT * min(2**timer.attempts, LONGEST_WAIT // FIRST_WAIT)  # a timedelta has an end
        if isinstance(fault, (*OUTSIDE, ProcessLost)):
            log.warning("what was due is put off", reason=f"{type(fault).__name__}: {fault}", wait=str(wait))
        else:
            log.error("what was due could not be done", wait=str(wait), exc_info=fault)
        async with self.database.transaction() as session:
            await jobs.retry_after_failure(session, timer, wait)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self.claimed[task]
        self._woken.set()  # there is room, and another message of the table may have waited for this one
        if not task.cancelled() and (fault := task.exception()):
            log.error("what became of work could not be stored", worker=NAME, exc_info=fault)

    async def _finish(self, seconds: float) -> None:
        if self.busy and self._task is not None:
            await asyncio.wait([self._task], timeout=max(seconds, 0))

    async def _break_off(self, lanes: Collection[Lane]) -> None:
        """Cancel and hand back the jobs of some lanes, which are served no more."""
        self.limits = {lane: limit for lane, limit in self.limits.items() if lane not in lanes}
        unfinished = {task: work for task, work in self.claimed.items() if work.job.lane in lanes}
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished, timeout=LETTING_GO_SECONDS)
        claiming = [work for work in self._claiming if work.job.lane in lanes]
        for work in [*unfinished.values(), *claiming]:  # one by one: who moves at a table has several of its jobs
            async with self.database.transaction() as session:
                await jobs.hand_back(session, work.job)
