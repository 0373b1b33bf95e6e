"""A worker that carries out due work from the database, several pieces at the same time, each in its own task."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextvars import Context
from time import monotonic
from typing import Generic, TypeVar

import aiohttp
import discord
import structlog

from bot.work.periodic import Periodic
from storage.database import Database

log = structlog.get_logger()

SWEEP_SECONDS = 15
ALIVE_SECONDS = 45
"""Seconds without a successful sweep after which a worker counts as broken."""
LETTING_GO_SECONDS = 0.5
"""Seconds that unfinished work may take to be cancelled when the bot stops."""

OUTSIDE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Faults of the way to Discord."""

T = TypeVar("T")


class Worker(ABC, Generic[T]):
    """Claim due work and carry it out. Call `wake` after a commit that may have left some.

    The task that claims ends when nothing is due; every commit starts it again. A periodic sweep finds what has become
    due since, and what a process that died has left. All that is claimed is being carried out.
    """

    def __init__(self, database: Database, name: str, every: float = SWEEP_SECONDS) -> None:
        """Work every `every` seconds through what is due, and renew the claims as often."""
        self.database = database
        self.name = name
        self.sweep = Periodic(every, self._sweep)
        self.renewal = Periodic(every, self._renew)
        self.claimed: dict[asyncio.Task[None], T] = {}
        self.claiming: Sequence[T] = ()
        """The work that is being claimed by a transaction that has not been committed yet."""
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        """Set when something may be due."""
        self._stirred = asyncio.Event()
        """Set when something may be due, or has been carried out."""
        self._again = False
        """Whether something may wait for what is being carried out, or for its place."""
        self._swept = self._looked = monotonic()
        """When a sweep last succeeded, and when due work could last be read."""

    # -- what there is to do, by the kind of worker --------------------------------------------------------------------

    @abstractmethod
    async def claim(self) -> Sequence[T]:
        """Claim due work for a while, as far as there is room for it."""

    @abstractmethod
    async def carry_out(self, work: T) -> None:
        """Do a piece of work and store its result. Raises nothing that has a remedy."""

    @abstractmethod
    async def renew(self, works: Sequence[T]) -> None:
        """Extend the claims of work that is still being carried out."""

    @abstractmethod
    async def hand_back(self, works: Sequence[T]) -> None:
        """Release the claims of work that was cancelled."""

    @abstractmethod
    async def after_a_jump(self) -> None:
        """Make due what would wait until a clock that was put back has caught up."""

    # -- doing it ------------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Have due work claimed soon; returns at once."""
        self._again = self._again or bool(self.claimed)
        self._look()
        if not self.busy:
            # A context of its own: what is known of the click that woke the worker is not true of what it does.
            self._task = asyncio.create_task(self._run(), name=f"{self.name} worker", context=Context())

    def more_may_be_due(self) -> bool:
        """Return whether the last claim may have left due work, or work that will be due once the claimed is done."""
        return True

    def _look(self) -> None:
        self._woken.set()
        self._stirred.set()

    @property
    def busy(self) -> bool:
        """Return whether work is being claimed or carried out, or may be in a moment."""
        return self._task is not None and not self._task.done()

    async def idle(self) -> None:
        """Wait until all due work has been done."""
        while self._task is not None and not self._task.done():
            await self._task

    @property
    def alive(self) -> bool:
        """Return whether the last sweep and the last claim succeeded not long ago."""
        return self.running and monotonic() - min(self._swept, self._looked) <= ALIVE_SECONDS

    @property
    def running(self) -> bool:
        """Return whether the worker has been started and not been stopped."""
        return self.sweep.is_running()

    async def finish(self, seconds: float) -> None:
        """Wait for the work in progress, and hand back what is not done after `seconds`."""
        if self._task is not None and not self._task.done():
            await asyncio.wait([self._task], timeout=seconds)
            self._task.cancel()
            await asyncio.wait([self._task], timeout=LETTING_GO_SECONDS)
        for loop in (self.sweep, self.renewal):
            loop.cancel()
        unfinished = dict(self.claimed)
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished, timeout=LETTING_GO_SECONDS)
        if works := [*unfinished.values(), *self.claiming]:
            await self.hand_back(works)

    async def may_begin(self) -> None:
        """Wait until work may be claimed."""

    async def _sweep(self) -> None:
        renewed = await self._renew()  # claims of this process hold whatever the clock says
        await self.after_a_jump()
        if renewed:
            self._swept = monotonic()
        self.wake()

    async def _renew(self) -> bool:
        """Renew the claims, and return whether that succeeded."""
        try:
            if self.claimed:
                await self.renew(list(self.claimed.values()))
        except Exception:
            log.exception("claims could not be renewed", worker=self.name)
            return False
        return True

    async def _run(self) -> None:
        """Claim after each commit and each finished piece, until nothing is due or being carried out."""
        await self.may_begin()
        while self._woken.is_set() or self.claimed:
            if self._woken.is_set():
                self._woken.clear()
                try:
                    for work in await self.claim():
                        self._begin(work)
                    self._looked = monotonic()
                except Exception:
                    log.exception("what is due could not be read; the next sweep tries again", worker=self.name)
            if self.claimed:
                await self._stirred.wait()
                self._stirred.clear()

    def _begin(self, work: T) -> None:
        task = asyncio.create_task(self.carry_out(work), name=self.name)
        self.claimed[task] = work
        task.add_done_callback(self._done)
        if self.more_may_be_due():
            self._again = True
            self._look()

    def _done(self, task: asyncio.Task[None]) -> None:
        del self.claimed[task]
        if self._again:
            self._look()
            self._again = bool(self.claimed)
        self._stirred.set()
        if not task.cancelled() and (fault := task.exception()):
            log.error("what became of work could not be stored", worker=self.name, exc_info=fault)
