"""Drawing beside everything else: in processes of their own, so that neither clicks nor messages wait for pictures.

A drawing process (``python -m bot.drawing``) knows games and pictures, no Discord and no database. It works for as long
as its input is open, less urgently than the bot, and one that dies is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from heapq import heappop, heappush
from itertools import count

import structlog

from bot.drawing.order import HEADER, Order, carry_out

log = structlog.get_logger()

PATIENCE_SECONDS = 60
"""For one picture; the slowest, the first of a game, takes about one second."""
KEPT = 24
"""Pictures that are not drawn again: a panel is opened, left and opened anew. Each has about 250 KiB."""


class DrawerLost(Exception):
    """The process that drew is gone, and so is the picture."""


class Drawers:
    """So many processes. What is due first is drawn first: what somebody waits for comes before what a channel is told,
    but not for ever."""

    def __init__(self, processes: int) -> None:
        self._all = [_Drawer() for _ in range(processes)]
        self._free = self._all[:]
        self._closed = False
        self._waiting: list[tuple[float, int, asyncio.Future[_Drawer]]] = []
        """Who waits for a process: a heap by the moment at which it is wanted, then by who asked first."""
        self._asked = count()
        self._drawing: dict[bytes, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    async def draw(self, order: Order) -> bytes:
        """The picture. Raises what drawing it raised, DrawerLost if two processes in a row died of it or all end.

        Who is cancelled while waiting leaves the queue; a picture that has been begun is finished and kept.
        """
        wanted = pickle.dumps(replace(order, within=0))  # the same picture, however soon it is wanted
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if wanted in self._drawing:
            return await asyncio.shield(self._drawing[wanted])
        drawer = await self._next(order.within)
        if self._closed:
            self._free.append(drawer)
            raise DrawerLost("pictures are not drawn any more")
        task = asyncio.create_task(self._draw(drawer, wanted, order.what), name=f"drawing {order.what}")
        self._drawing[wanted] = task
        task.add_done_callback(partial(self._drawn, wanted))
        return await asyncio.shield(task)

    async def _draw(self, drawer: _Drawer, wanted: bytes, what: str) -> bytes:
        try:
            try:
                picture = await drawer.draw(wanted)
            except DrawerLost:
                log.warning("a drawing process was lost", what=what)
                picture = await drawer.draw(wanted)
        finally:
            self._release(drawer)
        self._kept[wanted] = picture
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture

    def _drawn(self, wanted: bytes, task: asyncio.Task[bytes]) -> None:
        if self._drawing.get(wanted) is task:
            del self._drawing[wanted]
        if not task.cancelled():
            task.exception()  # told to whoever waits, if anybody still does

    async def _next(self, within: float) -> _Drawer:
        if self._free:
            return self._free.pop()
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[_Drawer] = loop.create_future()
        heappush(self._waiting, (loop.time() + within, next(self._asked), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release(turn.result())
            raise

    def _release(self, drawer: _Drawer) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():  # else nobody waits any more
                turn.set_result(drawer)
                return
        self._free.append(drawer)

    async def close(self) -> None:
        """Ends the processes, whatever they draw; no other is begun."""
        self._closed = True
        for _, _, turn in self._waiting:
            if not turn.done():
                turn.set_exception(DrawerLost("pictures are not drawn any more"))
        self._waiting.clear()
        drawing = list(self._drawing.values())
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)
        for drawer in self._all:
            await drawer.close()


class _Drawer:
    """A process, started when the first picture is wanted."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def draw(self, order: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot.drawing", stdin=pipe, stdout=pipe
            )
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                found = await self._exchange(self._process, order)
        except (OSError, asyncio.IncompleteReadError) as fault:  # TimeoutError is an OSError
            await self.close()
            raise DrawerLost(str(fault)) from fault
        except asyncio.CancelledError:  # its answer would be taken for the next one's
            await self.close()
            raise
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, bytes)
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
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


_drawers: Drawers | None = None
_thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")


async def draw(order: Order) -> bytes:
    """The picture, drawn by the processes that are there, else by a thread of this one. Raises what drawing raised."""
    if _drawers is not None:
        return await _drawers.draw(order)
    return await asyncio.get_running_loop().run_in_executor(_thread, carry_out, order)


@contextlib.asynccontextmanager
async def in_processes(number: int) -> AsyncIterator[None]:
    """As long as this lasts, pictures are drawn by so many processes (0: by a thread)."""
    global _drawers
    before = _drawers
    _drawers = drawers = Drawers(number) if number else None
    try:
        yield
    finally:
        _drawers = before
        if drawers is not None:
            await drawers.close()


__all__ = ["DrawerLost", "Drawers", "Order", "draw", "in_processes"]
