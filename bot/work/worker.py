"""Working off what is due in the database: each piece in a task of its own, several side by side."""

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
"""After so long without a sweep that found what is due, a worker is not at work."""
LETTING_GO_SECONDS = 0.5
"""How long what is not finished when the bot stops may take to be broken off."""

OUTSIDE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What may go wrong between here and Discord."""

T = TypeVar("T")


class Worker(ABC, Generic[T]):
    """Claims pieces of work and carries them out. ``wake`` after a commit that may have left some.

    The task that claims ends when nothing is due; every commit starts it, a loop sweeps up what was to come later or
    was left by a process that died. What is claimed is being carried out.
    """

    def __init__(self, database: Database, name: str, every: float = SWEEP_SECONDS) -> None:
        """``every``: seconds between two sweeps, and between two renewals of claims."""
        self.database = database
        self.name = name
        self.sweep = Periodic(every, self._sweep)
        self.renewal = Periodic(every, self._renew)
        self.claimed: dict[asyncio.Task[None], T] = {}
        self.claiming: Sequence[T] = ()
        """What is being claimed by a transaction that has not been committed yet."""
        self._task: asyncio.Task[None] | None = None
        self._woken, self._stirred = asyncio.Event(), asyncio.Event()
        """Something may be due; that, or something has been carried out."""
        self._again = False
        """Whether something may wait for what is being carried out, or for its place."""
        self._swept = self._looked = monotonic()
        """When a sweep last did all that it has to do, and when what is due could last be read."""

    # -- what there is to do, by the kind of worker --------------------------------------------------------------------

    @abstractmethod
    async def claim(self) -> Sequence[T]:
        """Takes what is due, as far as there is room for it; nobody else gets it for a while."""

    @abstractmethod
    async def carry_out(self, work: T) -> None:
        """Does it and stores what became of it. Raises nothing that has a remedy."""

    @abstractmethod
    async def renew(self, works: Sequence[T]) -> None:
        """These are still being carried out: their claims last longer."""

    @abstractmethod
    async def hand_back(self, works: Sequence[T]) -> None:
        """These were broken off: anybody may claim them."""

    @abstractmethod
    async def after_a_jump(self) -> None:
        """Nothing waits until a clock that was put back has caught up."""

    # -- doing it ------------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Sees to it that what is due now is done; returns at once."""
        self._again = self._again or bool(self.claimed)
        self._look()
        if not self.busy:
            # A context of its own: what is known of the click that woke the worker is not true of what it does.
            self._task = asyncio.create_task(self._run(), name=f"{self.name} worker", context=Context())

    def more_may_be_due(self) -> bool:
        """Whether the last claim may have left something that is due, or will be once what it took has been done."""
        return True

    def _look(self) -> None:
        self._woken.set()
        self._stirred.set()

    @property
    def busy(self) -> bool:
        """Whether something is being claimed or carried out, or may be in a moment."""
        return self._task is not None and not self._task.done()

    async def idle(self) -> None:
        """Returns when what was due has been done."""
        while self._task is not None and not self._task.done():
            await self._task

    @property
    def alive(self) -> bool:
        """Whether what is due is found: the last sweep, and the last look, succeeded not long ago."""
        return self.running and monotonic() - min(self._swept, self._looked) <= ALIVE_SECONDS

    @property
    def running(self) -> bool:
        """Whether it has been started and not been stopped."""
        return self.sweep.is_running()

    async def finish(self, seconds: float) -> None:
        """Sees through what is under way, for so long; what is not done by then is handed back."""
        if self._task is not None and not self._task.done():
            await asyncio.wait([self._task], timeout=seconds)
            self._task.cancel()
            await asyncio.wait([self._task], timeout=LETTING_GO_SECONDS)
        for loop in (self.sweep, self.renewal):
            loop.cancel()
        left = dict(self.claimed)
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=LETTING_GO_SECONDS)
        if back := [*left.values(), *self.claiming]:
            await self.hand_back(back)

    async def may_begin(self) -> None:
        """Returns when work may be claimed."""

    async def _sweep(self) -> None:
        renewed = await self._renew()  # claims of this process hold whatever the clock says
        await self.after_a_jump()
        if renewed:
            self._swept = monotonic()
        self.wake()

    async def _renew(self) -> bool:
        """Whether the claims hold."""
        try:
            if self.claimed:
                await self.renew(list(self.claimed.values()))
        except Exception:
            log.exception("claims could not be renewed", worker=self.name)
            return False
        return True

    async def _run(self) -> None:
        """Claims whenever something was committed or is finished, until nothing is due or being carried out."""
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
