"""The pool of thinking processes, which carry out orders. Without a pool, a thread of the bot does.

A process starts with its first order, and ends when there was none for a while. It imports nothing of Discord.

| Entry point | For | If its process is lost |
|---|---|---|
| ``decide`` | a decision of a computer player | ProcessLost; the caller tries again later |
| ``ask_twice`` | hints, reviews, lessons | a new process is asked, then Unanswered |
| ``ask`` | anything else | ProcessLost |
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import structlog

from bot.thinking.order import DecisionOrder, Order, Question, carry_out
from bot.work.fair_queue import Groups
from bot.work.process_pool import ChildProcess, Job, Pool, PoolClosed, ProcessLost
from engines import Action

log = structlog.get_logger()

NICENESS = 10
"""Niceness of a process: clicks come before pictures, and pictures before thoughts."""
LIMIT_SECONDS = 30.0
"""Seconds for one order, after which its process is ended; a player's own limit is five."""
UNUSED_SECONDS = 60.0
"""Seconds without an order after which a process is ended, and gives its memory back."""
DECISION_RANK = 0
"""Rank of a decision in the queue: a table waits for its computers."""
QUESTION_RANK = 1
"""Rank of everything else: a person waits for an answer."""


class NoAction(Exception):
    """A computer player has answered something that is no action."""


class Unanswered(Exception):
    """A question has cost two processes.

    The first may have been lost by accident (memory, a signal). After the second it is the question itself, and a
    deterministic search would fail a third time.
    """


class Thinkers(Pool):
    """Thinking processes. Servers take turns, and so do the people of a server; decisions come before questions."""

    job = Job(carry_out, NICENESS)

    def __init__(self, processes: int, *, limit: float = LIMIT_SECONDS, job: Job | None = None) -> None:
        super().__init__(job or self.job, processes)
        self._limit = limit
        self._busy = set[ChildProcess]()
        """Processes that got an order since ``end_unused`` was called last."""

    async def ask(self, order: Order, groups: Groups = ()) -> object:
        """Carry out an order for a server and a person there, the ``groups``.

        Raises whatever the order raises, ProcessLost if its process died or took too long, PoolClosed if the bot stops.
        """
        process = await self._acquire(groups, DECISION_RANK if isinstance(order, DecisionOrder) else QUESTION_RANK)
        self._busy.add(process)
        try:
            return await process.ask(order, self._limit)
        finally:
            self._release(process)

    async def end_unused(self) -> None:
        """End the processes that got no order since this was called last."""
        unused = [process for process in self._free if process not in self._busy]
        self._busy = {process for process in self._processes if process not in self._free}
        for process in unused:
            await process.close()


_thinkers: Thinkers | None = None


async def decide(order: DecisionOrder, server: int | None = None) -> Action:
    """Return the player's action at a table of a server. Raises as ``ask``, and NoAction if the answer is no action."""
    action = await ask(order, (server,))
    if not isinstance(action, tuple) or not all(isinstance(word, str) for word in action):
        raise NoAction(f"{order.player} answered a {type(action).__name__} that is no action")
    return action


async def ask(order: Order, groups: Groups = ()) -> Any:
    """Carry out an order in a process, or without any in a thread, which cannot be ended.

    Raises as ``Thinkers.ask``.
    """
    return await (_thinkers.ask(order, groups) if _thinkers is not None else asyncio.to_thread(carry_out, order))


async def ask_twice(question: Question, groups: Groups = ()) -> Any:
    """Return the answer to a question; if its process is lost, a new one is asked once more.

    After that no thread is asked: one that hangs cannot be ended, and would slow down all clicks from then on, since
    the threads of the bot compute by turns (the GIL). Raises as ``Thinkers.ask``, but Unanswered when the second
    process is lost, too.
    """
    thinkers = _thinkers
    if thinkers is None:
        return await asyncio.to_thread(carry_out, question)
    for _ in range(2):
        try:
            return await thinkers.ask(question, groups)
        except PoolClosed:
            raise
        except ProcessLost as fault:
            log.warning("a thought is lost with its process", function=question.function.__name__, reason=str(fault))
    raise Unanswered(question.function.__name__)


async def end_unused() -> None:
    """End the processes that got no order since this was called last; to be called every ``UNUSED_SECONDS``."""
    if _thinkers is not None:
        await _thinkers.end_unused()


def has_processes() -> bool:
    """Return whether processes do the thinking (a thread would slow the bot down)."""
    return _thinkers is not None


@contextlib.asynccontextmanager
async def in_processes(thinkers: Thinkers | None) -> AsyncIterator[None]:
    """Let these processes think (None: a thread), and close them at the end."""
    global _thinkers  # noqa: PLW0603  # the processes are shared by everything that thinks
    before, _thinkers = _thinkers, thinkers
    try:
        yield
    finally:
        _thinkers = before
        if thinkers is not None:
            await thinkers.close()
