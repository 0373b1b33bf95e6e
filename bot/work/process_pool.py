"""Pools of worker processes for CPU-bound work (drawing, computer players).

Each process is a `ProcessPoolExecutor` of its own, so that one that hangs or dies takes nothing else with it. The
standard library suffices: it starts the processes, packs orders and answers, and notices when a process dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from bot.work import worker_process
from bot.work.line import Groups, Line

NEWEST = 0.1
"""The weight of the newest answer in the mean time that an answer takes."""


class ProcessLost(Exception):
    """The process that worked on an order is gone, and so is the answer."""


class PoolClosed(ProcessLost):
    """All processes end, and no other will answer."""


@dataclass(frozen=True)
class Job:
    """What the processes of a pool do with each order, and how.

    `carry_out` is a function of a module, `niceness` tells how much less urgent it is than the bot, and `prepare` is
    called once in each process.
    """

    carry_out: Callable[[Any], Any]
    niceness: int
    prepare: Callable[[], object] | None = None


class ChildProcess:
    """A process, started with the first order. It carries out one order after the other."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._executor: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()
        self._answered = 0.0
        self.pid: int | None = None
        """The number of the process while one runs."""
        self.mean_seconds = 0.0
        """How long an answer took lately, without the time that the order waited for earlier ones."""

    async def ask(self, order: Any, seconds: float) -> Any:
        """Return what comes of an order.

        Raises what carrying it out raised, and ProcessLost if the process died, took longer, ran out of memory, or
        answered what cannot be read. The next order starts another process.
        """
        executor, future = await self._submit(order)
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                answer = await future
        except asyncio.CancelledError:
            await self._end(executor)
            raise
        except TimeoutError as fault:
            await self._end(executor)
            raise ProcessLost(f"no answer within {seconds:g} s") from fault
        except (BrokenProcessPool, MemoryError) as fault:
            await self._end(executor)
            raise ProcessLost(f"{type(fault).__name__}: {fault}") from fault
        self._note_time(asked_at)
        return answer

    async def close(self) -> None:
        """End the process, whatever it does."""
        if self._executor is not None:
            await self._end(self._executor)

    def _note_time(self, asked_at: float) -> None:
        began_at = max(asked_at, self._answered)
        self._answered = time.monotonic()
        self.mean_seconds += NEWEST * (self._answered - began_at - self.mean_seconds)

    async def _submit(self, order: Any) -> tuple[ProcessPoolExecutor, asyncio.Future[Any]]:
        """Give an order to the process; to another one if it has died since the last order."""
        executor = await self._start()
        try:
            future = executor.submit(worker_process.carry_out, self._job.carry_out, order)
        except (BrokenProcessPool, RuntimeError):  # RuntimeError: it is just being ended
            await self._end(executor)
            executor = await self._start()
            future = executor.submit(worker_process.carry_out, self._job.carry_out, order)
        return executor, asyncio.wrap_future(future)

    async def _start(self) -> ProcessPoolExecutor:
        """Return the running executor, or start one and learn the number of its process."""
        async with self._starting:
            if self._executor is not None:
                return self._executor
            # A file called bot.py in the folder where the bot was started is not to be run by the process.
            os.environ["PYTHONSAFEPATH"] = "1"
            executor = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=worker_process.begin,
                initargs=(self._job.niceness, self._job.prepare),
            )
            try:
                self.pid = await asyncio.wrap_future(executor.submit(os.getpid))
            except BaseException as fault:
                executor.shutdown(wait=False, cancel_futures=True)
                if isinstance(fault, BrokenProcessPool):
                    raise ProcessLost("it cannot be started") from fault
                raise
            self._executor = executor
            return executor

    async def _end(self, executor: ProcessPoolExecutor) -> None:
        """Kill the process of an executor, unless that has been done."""
        if self._executor is not executor or self.pid is None:
            return
        pid = self.pid
        self._executor = None
        self.pid = None
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(executor.shutdown)


class Pool:
    """Several processes for one job. The line (`bot.work.line`) decides whose order comes next.

    `depth` is the number of orders that a process is given at once; with two it finds the next order without having to
    wait until the bot has taken its answer.
    """

    def __init__(self, job: Job, number: int, *, depth: int = 1) -> None:
        self._all = [ChildProcess(job) for _ in range(number)]
        self._free = self._all * depth
        """A process for each order that it may still be given."""
        self._room = len(self._free)
        self._closed = False
        self._line: Line[ChildProcess] = Line()

    @property
    def pids(self) -> list[int]:
        """Return the numbers of the processes that run."""
        return [process.pid for process in self._all if process.pid is not None]

    async def _next(self, groups: Groups = (), rank: float = 0) -> ChildProcess:
        """Return a process that is free, to be released; for `groups` and `rank` see `Line`.

        Raises PoolClosed when all end.
        """
        if self._free:
            process = self._least_busy()
            self._line.serve(groups)
        else:
            process = await self._line.turn(groups, self._release, rank)
        if self._closed:
            self._free.append(process)
            raise PoolClosed("the processes end")
        return process

    def _least_busy(self) -> ChildProcess:
        process = max(self._free, key=self._free.count)
        self._free.remove(process)
        return process

    def expected(self, rank: float) -> float:
        """Return the seconds until an answer to an order of this rank is likely, judged by the last answers."""
        number = len(self._all)
        orders_before = self._room - len(self._free) + self._line.before(rank)
        mean_seconds = sum(process.mean_seconds for process in self._all) / number
        return (orders_before // number + 1) * mean_seconds

    def _release(self, process: ChildProcess) -> None:
        if not self._line.give(process):
            self._free.append(process)

    async def close(self) -> None:
        """End the processes, whatever they do, and start no other."""
        self._closed = True
        self._line.leave(lambda: PoolClosed("the processes end"))
        await self._break_off()
        for process in self._all:
            await process.close()

    async def _break_off(self) -> None:
        """End the tasks that must end before the processes."""
