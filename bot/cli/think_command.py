"""The command `portolan think`: a process that decides for computer players, without Discord.

It claims the same timers as the bot and stores decisions through the same code; a bot that shares the database
announces them.
"""

from __future__ import annotations

import asyncio
from time import monotonic

import structlog

from bot.cli import logs
from bot.cli.refusal import PASSING, USAGE, refuse_in_log
from bot.cli.schema_watch import stopped_when_outdated
from bot.cli.startup import stop_signal
from bot.settings import Settings
from bot.tables import Tables
from bot.tables.timers import PlayedTurns, serve_timers
from bot.thinking import pool
from bot.work.monitor import PortUnusable, failing_subsystems, heartbeat, watched
from bot.work.worker import JobWorker
from storage import jobs
from storage.database import Database
from storage.errors import DatabaseUnreachable, DatabaseUnusable
from storage.jobs import Kind
from storage.models import JobRow

log = structlog.get_logger()


def think(settings: Settings) -> None:
    """Think until the process is told to stop; end the program with one line if it cannot start."""
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
    processes = max(settings.think_processes, 1)  # a thread that hangs could not be ended
    async with Database.open(settings.database_url) as database:
        await database.migrate()
        await jobs.free(database)
        thinker = Thinker(database, processes)
        beating = heartbeat(settings.health_file, thinker.failing_subsystems)
        with stop_signal() as stopped:
            async with (
                pool.in_processes(pool.Thinkers(processes)),
                thinker,
                watched(thinker, settings.metrics_host, settings.metrics_port),
                stopped_when_outdated(database),
            ):
                beating.start()
                log.info("computers may think here", processes=processes)
                await stopped.wait()
                beating.cancel()


class Thinker:
    """Carry out computers' turns alone, until the end of the block."""

    def __init__(self, database: Database, processes: int) -> None:
        self.database = database
        self.worker = JobWorker(database, heard_seconds=0)
        self._tables = Tables(database, committed=self.worker.wake)
        # One turn is computed while another is stored.
        handlers = {Kind.COMPUTERS: self._think_and_log}
        serve_timers(self.worker, handlers, PlayedTurns(database), computers=processes + 1)

    async def __aenter__(self) -> Thinker:
        self.worker.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.worker.stop()

    def note_figures(self) -> None:
        """Do nothing, since no figures have to be read."""

    async def failing_subsystems(self) -> list[str]:
        """Return the names of the failing subsystems; an empty list means healthy."""
        return await failing_subsystems(connected=True, database=self.database, worker=self.worker)

    async def _think_and_log(self, timer: JobRow) -> None:
        """Let the computers of a table decide, and log the duration."""
        start = monotonic()
        await self._tables.computers.play_on(timer)
        log.info("computers have decided", duration_ms=round((monotonic() - start) * 1000))
