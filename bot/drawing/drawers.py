"""Processes that draw, so that neither clicks nor messages wait for pictures."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import structlog

from bot.drawing import drawing_process
from bot.drawing.filming import ClipOrder
from bot.drawing.filming import film as make_clip
from bot.drawing.picture_order import PictureOrder, carry_out
from bot.work.admission import elsewhere
from bot.work.process_pool import ChildProcess, Job, Pool, ProcessLost
from render.kit import kept

log = structlog.get_logger()

PATIENCE_SECONDS = 60
"""For one picture; the slowest, the first of a game, takes about one second."""
FILM_SECONDS = 120
"""For a clip, which takes ten seconds on a machine that does nothing else."""
KEPT = 24
"""Pictures that are not drawn again: a panel is opened, left and opened anew. Each has about 250 KiB."""

DRAWING = Job(drawing_process.draw, niceness=5, prepare=drawing_process.give_back)
"""Clicks come before pictures."""
FILMING = Job(make_clip, niceness=15)
"""Nobody waits for a clip."""

DrawerLost = ProcessLost
"""The process that drew is gone, and so is the picture."""


class Drawers(Pool):
    """So many processes. What is due first is drawn first: what somebody waits for comes before what a channel is told,
    but not for ever."""

    def __init__(self, processes: int) -> None:
        super().__init__(DRAWING, processes, depth=2)
        self._drawing: dict[bytes, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._told: dict[ChildProcess, int] = {}
        """The bytes that each process said with its last picture it keeps of what it has drawn."""

    async def draw(self, order: PictureOrder, patience: float | None = None) -> bytes:
        """The picture. Raises what drawing it raised, DrawerLost if two processes in a row died of it or all end,
        TimeoutError when it is not there within ``patience`` seconds: at once where so much is drawn before it that it
        could not be.

        Who is cancelled while waiting leaves the queue; a picture that has been begun is finished and kept.
        """
        async with asyncio.timeout(patience):
            return await self._picture(order, patience)

    async def _picture(self, order: PictureOrder, patience: float | None) -> bytes:
        order_now = replace(order, within=0)  # the same picture, however soon it is wanted
        wanted = pickle.dumps(order_now)
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if wanted in self._drawing:
            return await asyncio.shield(self._drawing[wanted])
        due = asyncio.get_running_loop().time() + order.within
        if patience is not None and self.expected(due) > patience:
            raise TimeoutError("others are drawn first")
        drawer = await self._next(rank=due)
        task = asyncio.create_task(self._draw(drawer, wanted, order_now), name=f"drawing {order.what}")
        self._drawing[wanted] = task
        task.add_done_callback(partial(self._drawn, wanted))
        return await asyncio.shield(task)

    @property
    def held(self) -> int:
        """The bytes that all processes keep to draw with."""
        return sum(self._told.values())

    async def _draw(self, drawer: ChildProcess, wanted: bytes, order: PictureOrder) -> bytes:
        try:
            try:
                picture = await self._ask(drawer, order)
            except DrawerLost:
                log.warning("a drawing process was lost", what=order.what)
                picture = await self._ask(drawer, order)
        finally:
            self._release(drawer)
        self._kept[wanted] = picture
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return picture

    async def _ask(self, drawer: ChildProcess, order: PictureOrder) -> bytes:
        self._told.pop(drawer, None)  # until it answers: it may be gone, and a new one keeps nothing yet
        picture: bytes
        picture, self._told[drawer] = await drawer.ask(order, PATIENCE_SECONDS)
        return picture

    def _drawn(self, wanted: bytes, task: asyncio.Task[bytes]) -> None:
        if self._drawing.get(wanted) is task:
            del self._drawing[wanted]
        if not task.cancelled():
            task.exception()  # told to whoever waits, if anybody still does

    async def _break_off(self) -> None:
        drawing = list(self._drawing.values())
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)


_drawers: Drawers | None = None
_filming = asyncio.Lock()
_thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")


async def draw(order: PictureOrder, patience: float | None = None) -> bytes:
    """The picture, drawn by the processes that are there, else by a thread of this one. Raises what drawing raised, and
    TimeoutError: see ``Drawers.draw``."""
    with elsewhere():
        if _drawers is not None:
            return await _drawers.draw(order, patience)
        async with asyncio.timeout(patience):
            return await asyncio.get_running_loop().run_in_executor(_thread, carry_out, order)


async def film(order: ClipOrder) -> bytes:
    """The clip of a game, made by a process that ends with it; one at a time. Raises what making it raised, and
    ProcessLost where the process died or took longer than FILM_SECONDS."""
    async with _filming:
        filming = ChildProcess(FILMING)
        try:
            clip: bytes = await filming.ask(order, FILM_SECONDS)
            return clip
        finally:
            await filming.close()


def keeps() -> bool:
    """Whether a picture that is drawn is kept, so that drawing it ahead spares who wants it next the time."""
    return _drawers is not None


def held() -> dict[str, int]:
    """The bytes that drawing keeps, within what it may (``render.kit.kept``): in this process, and in all drawing
    processes together as far as they have told."""
    return {"bot": kept.held(), "drawing": _drawers.held if _drawers is not None else 0}


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


__all__ = ["ClipOrder", "DrawerLost", "Drawers", "PictureOrder", "draw", "film", "held", "in_processes", "keeps"]
