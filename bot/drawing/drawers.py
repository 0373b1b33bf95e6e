"""Drawing processes, so that neither clicks nor messages wait for pictures."""

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
from bot.work.admission import place_freed
from bot.work.process_pool import ChildProcess, Job, Pool, ProcessLost
from render.kit import drawing_cache

log = structlog.get_logger()

PATIENCE_SECONDS = 60
"""Seconds for one picture; the slowest, the first of a game, takes about one second."""
FILM_SECONDS = 120
"""Seconds for a clip, which takes ten seconds on an idle machine."""
MOST_CACHED = 24
"""Cached pictures, for panels that are opened again. Each has about 250 KiB."""

DRAWING = Job(drawing_process.draw, niceness=5, prepare=drawing_process.return_memory)
"""Drawing has a lower priority than clicks; its processes return the memory of large pictures to the system."""
FILMING = Job(make_clip, niceness=15)
"""Filming has the lowest priority, since nobody waits for a clip."""

DrawerLost = ProcessLost
"""Raised when the process that drew a picture has died."""


class Drawers(Pool):
    """A pool of drawing processes, which draw the earliest due pictures first.

    Pictures that somebody waits for are due sooner than those of channels, which still have their turn.
    """

    def __init__(self, processes: int) -> None:
        # A second order waits in each process, so that it draws on while the bot takes its last picture.
        super().__init__(DRAWING, processes, depth=2)
        self._drawing: dict[bytes, asyncio.Task[bytes]] = {}
        self._cache: OrderedDict[bytes, bytes] = OrderedDict()
        self._held_bytes: dict[ChildProcess, int] = {}
        """Bytes of drawings that each process caches, as reported with its last picture."""

    async def draw(self, order: PictureOrder, patience: float | None = None) -> bytes:
        """Return the picture.

        A caller that is cancelled while waiting leaves the queue; a picture that was begun is finished and cached.

        Raises:
            DrawerLost: Two processes in a row died, or all end.
            TimeoutError: The picture is not ready within `patience` seconds. It is raised at once if the queue is too
                long for that.
            Exception: What drawing raised.
        """
        async with asyncio.timeout(patience):
            return await self._picture(order, patience)

    async def _picture(self, order: PictureOrder, patience: float | None) -> bytes:
        # The key does not depend on the time when the picture is due.
        timeless_order = replace(order, time_limit=0)
        key = pickle.dumps(timeless_order)
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        if key in self._drawing:
            return await asyncio.shield(self._drawing[key])
        deadline = asyncio.get_running_loop().time() + order.time_limit
        if patience is not None and self.expected(deadline) > patience:
            raise TimeoutError("others are drawn first")
        drawer = await self._acquire(rank=deadline)
        task = asyncio.create_task(self._draw(drawer, key, timeless_order), name=f"drawing {order.function}")
        self._drawing[key] = task
        task.add_done_callback(partial(self._finish, key))
        return await asyncio.shield(task)

    @property
    def cached_bytes(self) -> int:
        """The bytes that all processes cache for drawing."""
        return sum(self._held_bytes.values())

    async def _draw(self, drawer: ChildProcess, key: bytes, order: PictureOrder) -> bytes:
        try:
            try:
                picture = await self._ask(drawer, order)
            except DrawerLost:
                log.warning("a drawing process was lost", what=order.function)
                picture = await self._ask(drawer, order)
        finally:
            self._release(drawer)
        self._cache[key] = picture
        if len(self._cache) > MOST_CACHED:
            self._cache.popitem(last=False)
        return picture

    async def _ask(self, drawer: ChildProcess, order: PictureOrder) -> bytes:
        # Its cache size is unknown until it answers: it may have died, and a new process caches nothing yet.
        self._held_bytes.pop(drawer, None)
        picture: bytes
        picture, self._held_bytes[drawer] = await drawer.ask(order, PATIENCE_SECONDS)
        return picture

    def _finish(self, key: bytes, task: asyncio.Task[bytes]) -> None:
        if self._drawing.get(key) is task:
            del self._drawing[key]
        if not task.cancelled():
            # Callers that still wait get the exception; otherwise asyncio would log that nobody retrieved it.
            task.exception()

    async def _cancel_orders(self) -> None:
        """Cancel all drawing, before the pool kills its processes."""
        drawing = list(self._drawing.values())
        for task in drawing:
            task.cancel()
        await asyncio.gather(*drawing, return_exceptions=True)


_drawers: Drawers | None = None
_filming = asyncio.Lock()
_thread = ThreadPoolExecutor(1, thread_name_prefix="drawing")


async def draw(order: PictureOrder, patience: float | None = None) -> bytes:
    """Return the picture, drawn by the drawing processes, or without any by a thread. Raises as `Drawers.draw` does."""
    # A handler that waits for its picture needs no place among those at work: the next click is admitted meanwhile.
    with place_freed():
        if _drawers is not None:
            return await _drawers.draw(order, patience)
        async with asyncio.timeout(patience):
            return await asyncio.get_running_loop().run_in_executor(_thread, carry_out, order)


async def film(order: ClipOrder) -> bytes:
    """Return the clip of a game, made by a process of its own, one at a time.

    Raises:
        ProcessLost: The process died, or took longer than FILM_SECONDS.
        Exception: What making the clip raised.
    """
    async with _filming:
        filming = ChildProcess(FILMING)
        try:
            clip: bytes = await filming.ask(order, FILM_SECONDS)
            return clip
        finally:
            await filming.close()


def has_cache() -> bool:
    """Return whether drawn pictures are cached, so that drawing them in advance saves time later."""
    return _drawers is not None


def cached_bytes() -> dict[str, int]:
    """Return the bytes in the drawing cache of this process, and in those of all drawing processes together."""
    return {"bot": drawing_cache.used_bytes(), "drawing": _drawers.cached_bytes if _drawers is not None else 0}


@contextlib.asynccontextmanager
async def in_processes(number: int) -> AsyncIterator[None]:
    """Draw pictures in this number of processes until the end of the block; with 0 in a thread."""
    global _drawers  # noqa: PLW0603  # the processes are shared by everything that draws
    before = _drawers
    _drawers = drawers = Drawers(number) if number else None
    try:
        yield
    finally:
        _drawers = before
        if drawers is not None:
            await drawers.close()


__all__ = [
    "ClipOrder",
    "DrawerLost",
    "Drawers",
    "PictureOrder",
    "cached_bytes",
    "draw",
    "film",
    "has_cache",
    "in_processes",
]
