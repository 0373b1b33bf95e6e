"""The worker that carries out due jobs of all tables (``storage.jobs``), several at the same time, each in a task."""

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
"""Name of the worker in the log."""
SWEEP_SECONDS = 5
"""Seconds between two sweeps. So claims are renewed several times before they end, and jobs of a process that died are
found soon after its claims have ended."""
ALIVE_SECONDS = 45
"""Seconds without a successful sweep after which the worker counts as broken."""
HEARD_SECONDS = 0.25
"""Seconds to wait after a notice that another process has queued jobs, so that it can claim them itself."""
LAST_SECONDS = 5
"""Seconds that a stopping worker waits for messages that are being sent."""
LAST_TIMER_SECONDS = 1
"""Seconds that it waits for other jobs; another process, or the next start, does them again."""
LETTING_GO_SECONDS = 0.5
"""Seconds that unfinished work may take to be cancelled when the worker stops."""
FIRST_WAIT = timedelta(seconds=5)
"""Time before a timer whose handler has failed is tried again; each failure doubles it."""
LONGEST_WAIT = timedelta(hours=1)
"""Longest time before a timer is tried again."""

UNREAD = "what is due could not be read; the next sweep tries again"
"""Log message."""

EXTERNAL_ERRORS = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors of Discord or of the network, which are no programming errors."""

Handler = Callable[[Claimed], Awaitable[None]]
"""A function that carries out a job and stores the result together with the end of the job. A timer whose handler
raises is tried again later; handlers of messages arrange that themselves."""


class Limit(Protocol):
    """A rule for the number of a lane's jobs that are carried out at once."""

    wait: timedelta
    """Time for which due jobs are left to other processes."""

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether another job may be claimed besides ``under_way``, the present jobs of all lanes."""

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim as many jobs as may be carried out besides ``under_way``."""


@dataclass
class AtMost:
    """A limit that allows ``limit`` jobs of a lane at once."""

    lane: Lane
    limit: int
    wait: timedelta = timedelta(0)

    def has_room(self, under_way: Collection[Claimed]) -> bool:
        """Return whether fewer than ``limit`` jobs are under way."""
        return self._room(under_way) > 0

    async def claim(self, session: AsyncSession, under_way: Collection[Claimed]) -> Sequence[Claimed]:
        """Claim the jobs that have been due for longest."""
        return await jobs.claim(session, self.lane, limit=self._room(under_way), wait=self.wait)

    def _room(self, under_way: Collection[Claimed]) -> int:
        return self.limit - sum(work.job.lane == self.lane for work in under_way)


class JobWorker:
    """Claims the jobs of some lanes and carries them out. ``wake`` has to be called after commits that may add jobs.

    The claiming task ends when nothing is due; ``wake`` starts it again. A periodic sweep finds jobs of processes that
    died. Each claimed job is carried out at once in a task of its own.
    """

    def __init__(self, database: Database, *, heard_seconds: float = HEARD_SECONDS) -> None:
        """Make a worker of a database; ``heard_seconds`` stands for ``HEARD_SECONDS`` in tests."""
        self.database = database
        self.limits: dict[Lane, Limit] = {}
        """The limits of the lanes that are served (``serve``)."""
        self.handlers: dict[tuple[str, str], Handler] = {}
        """The handlers by lane and kind of job."""
        self.sweep = Periodic(SWEEP_SECONDS, self._sweep)
        self.claimed: dict[asyncio.Task[None], Claimed] = {}
        """The jobs that are being carried out, by their tasks."""
        self._unknown: dict[str, Handler] = {}
        """The handlers for jobs of unknown kinds, by lane."""
        self._heard_seconds = heard_seconds
        self._claiming: Sequence[Claimed] = ()
        """The jobs that are being claimed, by a transaction that may not be committed yet."""
        self._task: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        """A call of ``wake`` at the time when the next job becomes due; None: only sweeps are scheduled."""
        self._woken = asyncio.Event()
        """Set when a job may be due."""
        self._swept = monotonic()
        """The monotonic time of the last successful sweep."""
        self._looked = monotonic()
        """The monotonic time when due jobs were last read successfully."""

    def serve(
        self, lane: Lane, limit: Limit, handlers: Mapping[str, Handler], *, unknown: Handler | None = None
    ) -> None:
        """Make the worker carry out the jobs of a lane.

        Args:
            lane: the lane.
            limit: the rule for the number of jobs at once.
            handlers: the handlers by kind of job.
            unknown: the handler of other kinds, which another version of the bot may have queued; None: such timers
                fail.

        Raises:
            ValueError: the lane is served already.
        """
        if lane in self.limits:
            raise ValueError(f"the lane {lane} is served already")
        self.limits[lane] = limit
        self.handlers |= {(lane, kind): handler for kind, handler in handlers.items()}
        if unknown is not None:
            self._unknown[lane] = unknown

    def start(self) -> None:
        """Start the sweeps, and listen to notices of other processes."""
        self.sweep.start()
        self._listening = asyncio.create_task(
            self.database.listen(self._on_notice), name="listening to other processes"
        )

    async def stop(self, seconds: float = LAST_SECONDS) -> None:
        """Finish jobs for at most ``seconds``, then release the others to another process or the next start."""
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
        """Start claiming due jobs; this returns at once."""
        self._woken.set()
        if not self.busy:
            # A new context, so that the log lines of jobs do not contain the interaction that woke the worker.
            self._task = asyncio.create_task(self._run(), name="job worker", context=Context())

    @property
    def busy(self) -> bool:
        """Return whether the worker claims or carries out jobs, or is about to."""
        return self._task is not None and not self._task.done()

    async def idle(self) -> None:
        """Wait until all due jobs have been done."""
        while self._task is not None and not self._task.done():
            await self._task

    @property
    def running(self) -> bool:
        """Return whether the worker was started and has not been stopped."""
        return self.sweep.is_running()

    @property
    def alive(self) -> bool:
        """Return whether the worker is running, and its last sweep and last reading of jobs succeeded not long ago."""
        return self.running and monotonic() - min(self._swept, self._looked) <= ALIVE_SECONDS

    @property
    def failing_subsystems(self) -> list[str]:
        """Return the names of the failing subsystems; an empty list means healthy."""
        if self.alive:
            return []
        return ["outbox"] * (Lane.MESSAGES in self.limits) + ["timer"] * bool(self.limits.keys() - {*IN_ORDER})

    # -- looking for jobs ----------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Claim jobs after each commit and each finished job, until none is due or being carried out."""
        while self._woken.is_set() or self.claimed:
            if self._woken.is_set():
                self._woken.clear()
                if await self._look():
                    self._looked = monotonic()
            if self.claimed:
                await self._woken.wait()

    async def _look(self) -> bool:
        """Claim and begin due jobs as far as there is room for them; return whether the queue could be read."""
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
        """Return the lanes from which jobs are to be claimed, and schedule the next look."""
        moments = [outlook.next] if outlook.next is not None else []
        lanes = list[Lane]()
        for lane, delay in outlook.due.items():
            limit = self.limits.get(lane)
            if limit is not None and delay < limit.wait:
                moments.append(limit.wait - delay)
            elif limit is not None and limit.has_room(self.claimed.values()):
                lanes.append(lane)
        # Jobs that become due after the next sweep are found by that sweep.
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

    def _on_notice(self) -> None:
        """React to a notice of another process: look a little later for jobs that it has had no room for.

        One look serves all notices that arrive until then.
        """
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
            # First, so that after a jump of the clock the claims of this worker are not among those that are ended.
            await jobs.renew(session, [work.job for work in self.claimed.values()])
            await jobs.after_a_jump(session)
        self._swept = monotonic()
        self.wake()

    # -- carrying out jobs ---------------------------------------------------------------------------------------------

    async def _carry_out(self, work: Claimed) -> None:
        """Carry out a job. A timer that fails is tried again, after longer and longer pauses."""
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
        except Exception as fault:  # noqa: BLE001 - the timer is tried again after any error
            await self._postpone(job, fault)

    async def _postpone(self, timer: JobRow, fault: Exception) -> None:
        # The factor is limited before multiplying, as a timedelta could overflow.
        wait = FIRST_WAIT * min(2**timer.attempts, LONGEST_WAIT // FIRST_WAIT)
        if isinstance(fault, (*EXTERNAL_ERRORS, ProcessLost)):
            log.warning("what was due is put off", reason=f"{type(fault).__name__}: {fault}", wait=str(wait))
        else:
            log.error("what was due could not be done", wait=str(wait), exc_info=fault)
        async with self.database.transaction() as session:
            await jobs.retry_after_failure(session, timer, wait)

    def _done(self, task: asyncio.Task[None]) -> None:
        del self.claimed[task]
        self._woken.set()  # there is room for another job, and a message of the same table may have waited for this one
        if not task.cancelled() and (fault := task.exception()):
            log.error("what became of work could not be stored", worker=NAME, exc_info=fault)

    async def _finish(self, seconds: float) -> None:
        if self.busy and self._task is not None:
            await asyncio.wait([self._task], timeout=max(seconds, 0))

    async def _break_off(self, lanes: Collection[Lane]) -> None:
        """Stop serving some lanes: cancel their jobs and release the claims."""
        self.limits = {lane: limit for lane, limit in self.limits.items() if lane not in lanes}
        unfinished = {task: work for task, work in self.claimed.items() if work.job.lane in lanes}
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished, timeout=LETTING_GO_SECONDS)
        claiming = [work for work in self._claiming if work.job.lane in lanes]
        for work in [*unfinished.values(), *claiming]:
            # One transaction each: a transaction with several jobs could end in a deadlock with a move at their table.
            async with self.database.transaction() as session:
                await jobs.hand_back(session, work.job)
