"""``portolan think``: a process that decides for computer players and knows no Discord.

It claims the same timers as the bot and stores what it decides through the same code; whichever bot shares the database
tells the channel of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from time import monotonic
from typing import Any

import structlog

from bot.cli import logs
from bot.cli.refusal import PASSING, USAGE, refuse_in_log
from bot.cli.startup import signalled
from bot.settings import Settings
from bot.tables import Tables
from bot.tables.due import TimerWorker
from bot.thinking import pool
from bot.work.health import ailments, heartbeat
from bot.work.monitor import PortUnusable, watched
from storage import claims, notices
from storage.database import Database
from storage.errors import DatabaseUnreachable, DatabaseUnusable
from storage.models import TimerRow
from storage.timers import Kind, Lane

log = structlog.get_logger()


def think(settings: Settings) -> None:
    """Think until the process is told to stop; end the program with one line when it cannot start."""
    logs.configure(settings.log_level, settings.log_format)
    if settings.database_url.startswith("sqlite"):
        reason = "DATABASE_URL: `portolan think` needs PostgreSQL; with SQLite the bot alone thinks"
        refuse_in_log(settings.log_format, reason, USAGE)
    try:
        asyncio.run(_think(settings))
    except DatabaseUnusable as fault:
        refuse_in_log(settings.log_format, f"DATABASE_URL: {fault}", USAGE)
    except DatabaseUnreachable as fault:
        refuse_in_log(settings.log_format, f"DATABASE_URL: {fault}", PASSING)
    except PortUnusable as fault:
        refuse_in_log(settings.log_format, f"METRICS_PORT: {fault}", USAGE)
    except KeyboardInterrupt:
        pass


async def _think(settings: Settings) -> None:
    processes = max(settings.think_processes, 1)  # what hangs in a thread could not be ended
    async with Database.open(settings.database_url) as database:
        await database.migrate()
        await claims.free(database)
        thinker = Thinker(database, processes)
        beating = heartbeat(settings.health_file, thinker.ailments)
        with signalled() as told:
            async with (
                pool.in_processes(pool.Thinkers(processes)),
                thinker,
                watched(thinker, settings.metrics_host, settings.metrics_port),
            ):
                beating.start()
                log.info("computers may think here", processes=processes)
                await told.wait()
                beating.cancel()


class Thinker:
    """Works on computers' turns alone, as long as the block runs; so many at once."""

    def __init__(self, database: Database, processes: int) -> None:
        self.database = database
        self._tables = Tables(database, committed=self._wake)
        room = {Lane.COMPUTERS: processes + 1}  # one is thought about while another is stored
        self.worker = TimerWorker(database, held=self._tell, room=room)
        self.worker.register({Kind.COMPUTERS: self._think_aloud})
        self._tasks: set[asyncio.Task[None]] = set()

    def _wake(self, _left: Collection[notices.Left] = ()) -> None:
        self.worker.wake()

    async def __aenter__(self) -> Thinker:
        self.worker.start()
        self._begin(self.database.listen(self.worker.wake))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end()
        await self.worker.stop()
        await self._end()  # what was told meanwhile

    async def _end(self) -> None:
        for task in (left := list(self._tasks)):
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    def note_figures(self) -> None:
        """There are none that have to be read."""

    async def ailments(self) -> list[str]:
        """What does not work; empty: all is well."""
        return await ailments(connected=True, database=self.database, workers=[self.worker])

    async def _think_aloud(self, timer: TimerRow) -> None:
        """What was thought about, and for how long, is logged."""
        began = monotonic()
        await self._tables.computers.play_on(timer)
        log.info("computers have decided", duration_ms=round((monotonic() - began) * 1000))

    def _tell(self) -> None:
        """A message waits for no computer any longer: whoever sends messages is to look."""
        self._begin(self._notify())

    async def _notify(self) -> None:
        async with self.database.transaction() as session:
            await notices.tell(session)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
