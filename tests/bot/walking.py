"""A room for callers without an event loop, such as Hypothesis' state machines."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest import mock

from storage import sqlite
from storage.database import Database
from tests.bot.room import Room, open_room
from tests.storage.databases import HASTY

T = TypeVar("T")
Work = Callable[[Room], Coroutine[Any, Any, T]]


class RoomRunner:
    """A room on a database of its own; what is asked of it is done in one task, one thing after the other.

    Args:
        template: a migrated SQLite file, which is copied.
        dealt: what the secrets of tables follow from.
        names: the people in the channel.
    """

    def __init__(self, template: Path, dealt: int, *names: str) -> None:
        self._template = template
        self._secrets = Random(dealt)
        self._names = names
        self._runner = asyncio.Runner()
        self._requests: asyncio.Queue[tuple[Work[Any], asyncio.Future[Any]] | None] = asyncio.Queue()
        self._living: asyncio.Task[None] | None = None

    def run(self, work: Work[T]) -> T:
        """Return what a coroutine function makes of the room; the first call opens the room."""
        return self._runner.run(self._ask(work))

    def close(self) -> None:
        """Leave the room. Raises what the room has against what happened in it."""
        try:
            self._runner.run(self._leave())
        finally:
            self._runner.close()

    async def _ask(self, work: Work[T]) -> T:
        if self._living is None:
            self._living = asyncio.create_task(self._live())
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        await self._requests.put((work, answer))
        ending: list[asyncio.Future[Any]] = [answer, self._living]
        await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            self._living.result()
        return await answer

    async def _leave(self) -> None:
        if self._living is not None and not self._living.done():
            await self._requests.put(None)
            await self._living

    async def _live(self) -> None:
        with (
            TemporaryDirectory() as folder,
            mock.patch.object(sqlite, "PRAGMAS", HASTY),
            mock.patch("bot.tables.lobby_lifecycle.secrets.randbits", self._secrets.getrandbits),
        ):
            file = shutil.copy(self._template, folder)
            async with Database.open(f"sqlite:///{file}") as database, open_room(database, *self._names) as opened:
                while (request := await self._requests.get()) is not None:
                    await self._carry_out(opened, *request)

    async def _carry_out(self, opened: Room, work: Work[T], answer: asyncio.Future[T]) -> None:
        try:
            answer.set_result(await work(opened))
        except Exception as fault:  # noqa: BLE001  # whoever asked gets it
            answer.set_exception(fault)
