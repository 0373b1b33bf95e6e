"""Processes of the bot's own for what would hold up everything else: each answers orders, one after the other.

A helper (``python -m MODULE``, which calls ``serve``) works for as long as its input is open, less urgently than the
bot, and one that dies is replaced. Orders and answers are pickled, each after the number of its bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from heapq import heappop, heappush
from itertools import count
from typing import Any

from bot.serving import HEADER


class HelperLost(Exception):
    """The process that worked on it is gone, and so is the answer."""


class Helper:
    """A process, started when something is first asked of it."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, order: bytes, seconds: float) -> Any:
        """Its answer. Raises what carrying the order out raised; HelperLost if the process died, took longer or
        answered what nobody can read: another one answers next time."""
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self._module, stdin=pipe, stdout=pipe
            )
        try:
            async with asyncio.timeout(seconds):
                found = await self._exchange(self._process, order)
        except asyncio.CancelledError:  # its answer would be taken for the next one's
            await self.close()
            raise
        except TimeoutError as fault:
            await self.close()
            raise HelperLost(f"no answer within {seconds:g} s") from fault
        except Exception as fault:  # whatever a damaged answer is read as
            await self.close()
            raise HelperLost(f"{type(fault).__name__}: {fault}") from fault
        if isinstance(found, Exception):
            raise found
        return found

    @staticmethod
    async def _exchange(process: asyncio.subprocess.Process, order: bytes) -> object:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(HEADER.pack(len(order)) + order)
        await process.stdin.drain()
        (size,) = HEADER.unpack(await process.stdout.readexactly(HEADER.size))
        return pickle.loads(await process.stdout.readexactly(size))

    async def close(self) -> None:
        """Ends the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """So many helpers. What is due first is done first, whoever asked first."""

    def __init__(self, module: str, number: int) -> None:
        self._all = [Helper(module) for _ in range(number)]
        self._free = self._all[:]
        self._closed = False
        self._waiting: list[tuple[float, int, asyncio.Future[Helper]]] = []
        """Who waits for a helper: a heap by the moment at which it is wanted, then by who asked first."""
        self._asked = count()

    async def _next(self, within: float = 0) -> Helper:
        """A helper that is free, to be released. Raises HelperLost when all end."""
        helper = self._free.pop() if self._free else await self._turn(within)
        if self._closed:
            self._free.append(helper)
            raise HelperLost("the processes end")
        return helper

    async def _turn(self, within: float) -> Helper:
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[Helper] = loop.create_future()
        heappush(self._waiting, (loop.time() + within, next(self._asked), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release(turn.result())
            raise

    def _release(self, helper: Helper) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # else nobody waits any more
                turn.set_result(helper)
                return
        self._free.append(helper)

    async def close(self) -> None:
        """Ends the processes, whatever they do; no other is begun."""
        self._closed = True
        for _, _, turn in self._waiting:
            if not turn.done():
                turn.set_exception(HelperLost("the processes end"))
        self._waiting.clear()
        await self._break_off()
        for helper in self._all:
            await helper.close()

    async def _break_off(self) -> None:
        """Ends what is to end before the processes."""
