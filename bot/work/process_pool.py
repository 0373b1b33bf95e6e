"""Pools of worker processes for CPU-bound work (drawing, computer players).

Each process is a ``ProcessPoolExecutor`` of its own, so that a process that hangs or dies does not affect the others.
The executor starts the process, pickles orders and answers, and notices when the process dies.
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
from bot.work.fair_queue import FairQueue, Groups

NEWEST_WEIGHT = 0.1
"""Weight of the newest answer in the moving average of an answer's duration."""


class ProcessLost(Exception):
    """The process that worked on an order has ended without an answer."""


class PoolClosed(ProcessLost):
    """The pool was closed; all its processes end."""


@dataclass(frozen=True)
class Job:
    """The work of the processes of a pool.

    Attributes:
        carry_out: carries out an order; a function of a module, as it is pickled by name.
        niceness: by how much the priority of the processes is lower than that of the bot.
        prepare: called once in each process; None: nothing is.
    """

    carry_out: Callable[[Any], Any]
    niceness: int
    prepare: Callable[[], object] | None = None


class ChildProcess:
    """A worker process, which is started with its first order and carries out one order after the other."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._executor: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()
        self._last_answer = 0.0
        """Moment of the last answer on the monotonic clock."""
        self.pid: int | None = None
        """The id of the running process; None: none is running."""
        self.mean_seconds = 0.0
        """Moving average of an answer's duration, without the time in which the order waits for earlier ones."""

    async def ask(self, order: Any, seconds: float) -> Any:
        """Return the answer to an order.

        Args:
            order: the order.
            seconds: the longest time that it may take.

        Raises:
            ProcessLost: the process died, took too long, ran out of memory, or sent an unreadable answer. The next
                order starts another process.
            Exception: what carrying out the order raised.
        """
        executor, future = await self._submit(order)
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(seconds):
                answer = await future
        except asyncio.CancelledError:
            await self._kill(executor)
            raise
        except TimeoutError as fault:
            await self._kill(executor)
            raise ProcessLost(f"no answer within {seconds:g} s") from fault
        except (BrokenProcessPool, MemoryError) as fault:
            await self._kill(executor)
            raise ProcessLost(f"{type(fault).__name__}: {fault}") from fault
        self._note_time(asked_at)
        return answer

    async def close(self) -> None:
        """Kill the process."""
        if self._executor is not None:
            await self._kill(self._executor)

    def _note_time(self, asked_at: float) -> None:
        began_at = max(asked_at, self._last_answer)
        self._last_answer = time.monotonic()
        self.mean_seconds += NEWEST_WEIGHT * (self._last_answer - began_at - self.mean_seconds)

    async def _submit(self, order: Any) -> tuple[ProcessPoolExecutor, asyncio.Future[Any]]:
        """Give an order to the process, or to a new one if it has died since the last order."""
        executor = await self._start()
        try:
            future = executor.submit(worker_process.carry_out, self._job.carry_out, order)
        except (BrokenProcessPool, RuntimeError):  # RuntimeError: the executor is being shut down
            await self._kill(executor)
            executor = await self._start()
            future = executor.submit(worker_process.carry_out, self._job.carry_out, order)
        return executor, asyncio.wrap_future(future)

    async def _start(self) -> ProcessPoolExecutor:
        """Return the running executor, or start one and ask for the id of its process."""
        async with self._starting:
            if self._executor is not None:
                return self._executor
            # Otherwise the process would import a file bot.py from the folder in which the bot was started.
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

    async def _kill(self, executor: ProcessPoolExecutor) -> None:
        """Kill the process of an executor, unless that was done already."""
        if self._executor is not executor or self.pid is None:
            return
        pid = self.pid
        self._executor = None
        self.pid = None
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        await asyncio.to_thread(executor.shutdown)


class Pool:
    """Several processes for one job; a fair queue (``bot.work.fair_queue``) decides whose order comes next.

    ``depth`` is the number of orders that a process may have at once. With two, it goes on with the next order while
    the bot takes its last answer.
    """

    def __init__(self, job: Job, number: int, *, depth: int = 1) -> None:
        self._processes = [ChildProcess(job) for _ in range(number)]
        self._free = self._processes * depth
        """The free processes; each is listed once for every order that it may still be given."""
        self._capacity = len(self._free)
        """Number of orders that the processes may have at once."""
        self._closed = False
        self._queue: FairQueue[ChildProcess] = FairQueue()

    @property
    def pids(self) -> list[int]:
        """Return the ids of the running processes."""
        return [process.pid for process in self._processes if process.pid is not None]

    async def _acquire(self, groups: Groups = (), rank: float = 0) -> ChildProcess:
        """Wait for a free process and return it; the caller has to call ``_release``.

        ``groups`` and ``rank`` are those of ``FairQueue.wait_turn``. Raises PoolClosed if the pool is closed.
        """
        if self._free:
            process = self._least_busy()
            self._queue.record_turn(groups)
        else:
            process = await self._queue.wait_turn(groups, self._release, rank)
        if self._closed:
            self._free.append(process)
            raise PoolClosed("the processes end")
        return process

    def _least_busy(self) -> ChildProcess:
        process = max(self._free, key=self._free.count)
        self._free.remove(process)
        return process

    def expected(self, rank: float) -> float:
        """Return the expected seconds until the answer to a new order of this rank, estimated from recent answers."""
        number = len(self._processes)
        orders_before = self._capacity - len(self._free) + self._queue.count_before(rank)
        mean_seconds = sum(process.mean_seconds for process in self._processes) / number
        return (orders_before // number + 1) * mean_seconds

    def _release(self, process: ChildProcess) -> None:
        if not self._queue.give(process):
            self._free.append(process)

    async def close(self) -> None:
        """Kill the processes, and refuse all further orders."""
        self._closed = True
        self._queue.fail_all(lambda: PoolClosed("the processes end"))
        await self._cancel_orders()
        for process in self._processes:
            await process.close()

    async def _cancel_orders(self) -> None:
        """End tasks that use the processes before these are killed; for subclasses."""
