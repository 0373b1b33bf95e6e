"""Processes of the bot's own for what would hold up everything else: each answers orders, one after the other.

A helper (``python -m MODULE``, which calls ``serve``) works for as long as its input is open, less urgently than the
bot, and one that dies is replaced. Orders and answers are pickled, each after the number of its bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
import time
from typing import Any, Self

from bot.work.line import Groups, Line
from bot.work.serving import HEADER

NEWEST = 0.1
"""How much the newest answer counts in how long one takes."""


class HelperLost(Exception):
    """The process that worked on it is gone, and so is the answer."""


class HelpersEnd(HelperLost):
    """All processes end, and no other will answer."""


class Helper:
    """A process, started when something is first asked of it. Answers come in the order of what is asked."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._running: _Running | None = None
        self._starting = asyncio.Lock()
        self.usual = 0.0
        """How many seconds it took for an answer lately, without what others waited for."""

    async def ask(self, order: bytes, seconds: float) -> Any:
        """Its answer. Raises what carrying the order out raised; HelperLost if the process died, took longer or
        answered what nobody can read: another one answers next time."""
        async with self._starting:
            if self._running is None or self._running.process.returncode is not None:
                self._running = await _Running.start(self._module)
            running = self._running
        try:
            async with asyncio.timeout(seconds):
                found, took = await running.exchange(order)
        except asyncio.CancelledError:  # its answer would be taken for the next one's
            await self._end(running)
            raise
        except TimeoutError as fault:
            await self._end(running)
            raise HelperLost(f"no answer within {seconds:g} s") from fault
        except Exception as fault:  # whatever a damaged answer is read as
            await self._end(running)
            raise HelperLost(f"{type(fault).__name__}: {fault}") from fault
        self.usual += NEWEST * (took - self.usual)
        if isinstance(found, Exception):
            raise found
        return found

    @property
    def process(self) -> asyncio.subprocess.Process | None:
        """The one that answers, if anything has been asked of it."""
        return self._running.process if self._running else None

    async def close(self) -> None:
        """Ends the process, whatever it does."""
        if self._running is not None:
            await self._end(self._running)

    async def _end(self, running: _Running) -> None:
        if self._running is running:
            self._running = None
        await running.end()


class _Running:
    """A process that answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._reading = asyncio.Lock()
        """Held by whoever reads an answer; the others follow in the order in which they asked."""
        self._ending = False
        self._answered = 0.0

    @classmethod
    async def start(cls, module: str) -> Self:
        pipe = asyncio.subprocess.PIPE
        # -P: a file called bot.py in the folder where the bot was started is not to be run instead.
        words = (sys.executable, "-P", "-m", module)
        return cls(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe))

    async def exchange(self, order: bytes) -> tuple[object, float]:
        """The answer, and how many seconds it took, counted from the answer before. Raises whatever may go wrong."""
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        asked = time.monotonic()
        process.stdin.write(HEADER.pack(len(order)) + order)
        async with self._reading:
            if self._ending:  # what can still be read may be the answer to somebody else
                raise BrokenPipeError("it ends")
            await process.stdin.drain()
            (size,) = HEADER.unpack(await process.stdout.readexactly(HEADER.size))
            found = pickle.loads(await process.stdout.readexactly(size))
            began, self._answered = max(asked, self._answered), time.monotonic()
            return found, self._answered - began

    async def end(self) -> None:
        self._ending = True
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


class Pool:
    """So many helpers. Who gets the next one that is free is as the line has it (``bot.work.line``).

    ``ahead``: how much is asked of a helper at once; with two it finds the next order without having to wait until the
    bot has taken its answer.
    """

    def __init__(self, module: str, number: int, *, ahead: int = 1) -> None:
        self._all = [Helper(module) for _ in range(number)]
        self._free = self._all * ahead
        """A helper for each order that it may still be given."""
        self._room = len(self._free)
        self._closed = False
        self._line: Line[Helper] = Line()

    async def _next(self, groups: Groups = (), rank: float = 0) -> Helper:
        """A helper that is free, to be released; ``groups``, ``rank``: see ``Line``. Raises HelpersEnd when all end."""
        if self._free:
            helper = self._least_busy()
            self._line.serve(groups)
        else:
            helper = await self._line.turn(groups, self._release, rank)
        if self._closed:
            self._free.append(helper)
            raise HelpersEnd("the processes end")
        return helper

    def _least_busy(self) -> Helper:
        helper = max(self._free, key=self._free.count)
        self._free.remove(helper)
        return helper

    def expected(self, rank: float) -> float:
        """After how many seconds there is likely to be an answer to what is as urgent, judged by the last ones."""
        before, number = self._room - len(self._free) + self._line.before(rank), len(self._all)
        return (before // number + 1) * sum(helper.usual for helper in self._all) / number

    def _release(self, helper: Helper) -> None:
        if not self._line.give(helper):
            self._free.append(helper)

    async def close(self) -> None:
        """Ends the processes, whatever they do; no other is begun."""
        self._closed = True
        self._line.leave(lambda: HelpersEnd("the processes end"))
        await self._break_off()
        for helper in self._all:
            await helper.close()

    async def _break_off(self) -> None:
        """Ends what is to end before the processes."""
