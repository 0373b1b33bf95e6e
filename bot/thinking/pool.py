"""Who thinks: so many processes, started when there is something to think about and ended when there is not, else a
thread of the bot. A thinking process knows the games and their players alone.
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
"""For one decision; a player's own limit is five. Who takes longer is ended."""
REST_SECONDS = 60.0
"""Between two looks at whether a process is asked anything: one that is not ends, and gives its memory back."""


class Nonsense(Exception):
    """What a computer player answered is no action."""


class Unanswered(Exception):
    """What was asked has cost two processes. They think the same each time, so a third would fare no better."""


TURN, QUESTION = 0, 1
"""Ranks: a table waits for its computers, a person for an answer."""


class Thinkers(Pool):
    """Turns come before questions; among these it is every server's turn, in it every person's, one thing after the
    other."""

    job = Job(carry_out, NICENESS)

    def __init__(self, processes: int, *, limit: float = LIMIT_SECONDS, job: Job | None = None) -> None:
        super().__init__(job or self.job, processes)
        self._limit = limit
        self._asked = set[ChildProcess]()
        """Those that were asked something since the last round."""

    async def ask(self, order: DecisionOrder | Question | Errand, of: Groups = ()) -> object:
        """What came of it; ``of``: the server that asks, and who asks there. Raises what was raised; ProcessLost if the
        process died or took too long, PoolClosed if it ends."""
        process = await self._next(of, TURN if isinstance(order, DecisionOrder) else QUESTION)
        self._asked.add(process)
        try:
            return await process.ask(order, self._limit)
        finally:
            self._release(process)

    async def let_rest(self) -> None:
        """Ends the processes of which nobody has asked anything since the last round."""
        idle = [process for process in self._free if process not in self._asked]
        self._asked = {process for process in self._all if process not in self._free}
        for process in idle:
            await process.close()


_thinkers: Thinkers | None = None


async def decide(order: DecisionOrder, server: int | None = None) -> Action:
    """The player's action at a table of a server. Raises as ``ask``, and Nonsense for what is not words."""
    found = await ask(order, (server,))
    if not isinstance(found, tuple) or not all(isinstance(word, str) for word in found):
        raise Nonsense(f"{order.kind} answered a {type(found).__name__} that is no action")
    return found


async def ask(order: DecisionOrder | Question | Errand, of: Groups = ()) -> Any:
    """What comes of an order, thought of by the processes that are there, else in a thread, which cannot be ended.

    Raises what was raised there; ProcessLost as ``Thinkers.ask``.
    """
    return await (_thinkers.ask(order, of) if _thinkers is not None else asyncio.to_thread(carry_out, order))


async def answer(asked: Question, of: Groups = ()) -> Any:
    """The answer; a process that is lost is replaced, and asked once more. ``of``: the server that asks, and who there.

    Never by a thread where there are processes: what hangs there cannot be ended, and holds up all clicks. Raises what
    was raised there; Unanswered when the second process is lost, too; PoolClosed.
    """
    thinkers = _thinkers
    if thinkers is None:
        return await asyncio.to_thread(carry_out, asked)
    for _ in range(2):
        try:
            return await thinkers.ask(asked, of)
        except PoolClosed:
            raise
        except ProcessLost as fault:
            log.warning("a thought is lost with its process", function=asked.function.__name__, reason=str(fault))
    raise Unanswered(asked.function.__name__)


async def let_rest() -> None:
    """To be called again and again: processes of which nobody has asked anything since the last time end."""
    if _thinkers is not None:
        await _thinkers.let_rest()


def apart() -> bool:
    """Whether processes think, so that it costs the bot nothing."""
    return _thinkers is not None


@contextlib.asynccontextmanager
async def in_processes(thinkers: Thinkers | None) -> AsyncIterator[None]:
    """As long as this lasts, these think (None: a thread)."""
    global _thinkers
    before, _thinkers = _thinkers, thinkers
    try:
        yield
    finally:
        _thinkers = before
        if thinkers is not None:
            await thinkers.close()
