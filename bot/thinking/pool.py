"""The pool of thinking processes. Without one, a thread of the bot thinks.

They start when something is asked and end when nothing is, and know the games and their players alone.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import structlog

from bot.thinking.order import DecisionOrder, Errand, Question, carry_out
from bot.work.line import Groups
from bot.work.process_pool import ChildProcess, Job, Pool, PoolClosed, ProcessLost
from engines import Action

log = structlog.get_logger()

NICENESS = 10
"""Clicks come before pictures, and pictures before thoughts."""
LIMIT_SECONDS = 30.0
"""For one decision, after which its process is ended; a player's own limit is five."""
REST_SECONDS = 60.0
"""After so long without an order a process ends, and gives its memory back."""


class Nonsense(Exception):
    """A computer player has answered something that is no action."""


class Unanswered(Exception):
    """A question has cost two processes. They think the same each time, so a third would fare no better."""


TURN = 0
"""The rank of a decision: a table waits for its computers."""
QUESTION = 1
"""The rank of everything else: a person waits for an answer."""


class Thinkers(Pool):
    """Thinking processes: decisions come before questions; of these servers take turns, and people within a server."""

    job = Job(carry_out, NICENESS)

    def __init__(self, processes: int, *, limit: float = LIMIT_SECONDS, job: Job | None = None) -> None:
        super().__init__(job or self.job, processes)
        self._limit = limit
        self._busy = set[ChildProcess]()
        """Processes that got an order since ``let_rest`` was called last."""

    async def ask(self, order: DecisionOrder | Question | Errand, groups: Groups = ()) -> object:
        """Carry out an order for a server and a person there, the ``groups``.

        Raises whatever the order raises, ProcessLost if the process died or took too long, PoolClosed if it ends.
        """
        process = await self._next(groups, TURN if isinstance(order, DecisionOrder) else QUESTION)
        self._busy.add(process)
        try:
            return await process.ask(order, self._limit)
        finally:
            self._release(process)

    async def let_rest(self) -> None:
        """End the processes that got no order since this was called last."""
        idle = [process for process in self._free if process not in self._busy]
        self._busy = {process for process in self._all if process not in self._free}
        for process in idle:
            await process.close()


_thinkers: Thinkers | None = None


async def decide(order: DecisionOrder, server: int | None = None) -> Action:
    """Return the player's action at a table of a server. Raises as ``ask``, and Nonsense for what is not words."""
    action = await ask(order, (server,))
    if not isinstance(action, tuple) or not all(isinstance(word, str) for word in action):
        raise Nonsense(f"{order.kind} answered a {type(action).__name__} that is no action")
    return action


async def ask(order: DecisionOrder | Question | Errand, groups: Groups = ()) -> Any:
    """Carry out an order in a process, or without any in a thread, which cannot be ended.

    Raises as ``Thinkers.ask``.
    """
    return await (_thinkers.ask(order, groups) if _thinkers is not None else asyncio.to_thread(carry_out, order))


async def answer(question: Question, groups: Groups = ()) -> Any:
    """Answer a question; a process that is lost is replaced, and the new one is asked once more.

    Where there are processes no thread is asked: one that hangs cannot be ended, and holds up all clicks. Raises as
    ``Thinkers.ask``, but Unanswered when the second process is lost, too.
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


async def let_rest() -> None:
    """End the processes that got no order since this was called last; to be called every ``REST_SECONDS``."""
    if _thinkers is not None:
        await _thinkers.let_rest()


def apart() -> bool:
    """Return whether processes think, so that it costs the bot nothing."""
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
