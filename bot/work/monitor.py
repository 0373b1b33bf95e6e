"""Health of the bot, and a small HTTP server that tells it to supervisors, with metrics for Prometheus.

The server is off unless a port is configured.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from bot.work import metrics
from bot.work.periodic import Periodic
from bot.work.worker import JobWorker
from storage import named_values, overview
from storage.columns import utcnow
from storage.database import Database
from storage.games import OPEN

HEARTBEAT_SECONDS = 30
"""Seconds between two checks while the bot is healthy."""
RETRY_SECONDS = 1
"""Seconds between two checks while it is not, so that the file appears as soon as it is healthy again."""
DATABASE_SECONDS = 1
"""Seconds that the database may take to return figures."""
WRITING_SECONDS = 5
"""Seconds that a write may take, including the time in which it waits for other writers."""
PROBE = "written"
"""Name of the stored value (``storage.named_values``) that the check writes: the moment of the last check."""
SAMPLE_SECONDS = 0.25
"""Seconds between two measurements of the event loop's lag."""
CLOSING_SECONDS = 1
"""Seconds that open requests may take when the server stops."""


def heartbeat(file: Path | None, find_failures: Callable[[], Awaitable[list[str]]]) -> Periodic:
    """Return periodic work that touches a file, if there is one, while ``find_failures`` returns an empty list."""
    last_touch: float | None = None

    async def beat() -> None:
        nonlocal last_touch
        now = monotonic()
        if file is None or (last_touch is not None and now - last_touch < HEARTBEAT_SECONDS):
            return
        last_touch = None
        if not await find_failures():
            last_touch = now
            file.touch()

    return Periodic(RETRY_SECONDS, beat)


async def failing_subsystems(*, connected: bool, database: Database, worker: JobWorker) -> list[str]:
    """Return the failing subsystems of "discord", "database", "outbox" and "timer"; an empty list means healthy."""
    failing = [] if connected else ["discord"]
    if not await writes(database):
        failing.append("database")
    return failing + worker.failing_subsystems


async def writes(database: Database) -> bool:
    """Return whether a write to the database succeeds in time. Reading is no test, as it works even on a full disk."""
    try:
        async with asyncio.timeout(WRITING_SECONDS), database.transaction() as session:
            await named_values.remember(session, PROBE, utcnow().isoformat())
    except (SQLAlchemyError, OSError):  # TimeoutError is an OSError
        return False
    return True


class PortUnusable(Exception):
    """The server cannot listen at this address; the text is one line."""


class Watched(Protocol):
    """A process that reports its metrics and its health."""

    database: Database

    def note_figures(self) -> None:
        """Set the metrics that are not recorded continuously."""

    async def failing_subsystems(self) -> list[str]:
        """Return the names of the failing subsystems; an empty list means healthy."""


class Monitor:
    """The web application with the health and metrics of one process."""

    def __init__(self, process: Watched) -> None:
        self.process = process
        self.app = web.Application()
        self.app.router.add_get("/healthz", self.health)
        self.app.router.add_get("/metrics", self.figures)

    async def health(self, _request: web.Request) -> web.Response:
        """Answer 200, or 503 with the names of the failing subsystems."""
        failing = await self.process.failing_subsystems()
        if failing:
            return web.json_response({"status": "failing", "failing": failing}, status=503)
        return web.json_response({"status": "ok"})

    async def figures(self, _request: web.Request) -> web.Response:
        """Answer with all metrics."""
        self.process.note_figures()
        await self._read_database()
        body = generate_latest(metrics.REGISTRY)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _read_database(self) -> None:
        """Set the metrics of the database; NaN if it does not answer in time."""
        tables = dict.fromkeys(OPEN, math.nan)
        message_queue = (math.nan, math.nan, math.nan)
        with suppress(SQLAlchemyError, OSError):  # TimeoutError is an OSError
            async with asyncio.timeout(DATABASE_SECONDS), self.process.database.reading() as session:
                tables.update(await overview.open_tables(session))
                messages = await overview.message_queue(session)
            age = (utcnow() - messages.oldest).total_seconds() if messages.oldest else 0
            message_queue = (messages.waiting, max(age, 0), messages.set_aside)
        for status, number in tables.items():
            metrics.TABLES.labels(status.value).set(number)
        for gauge, figure in zip((metrics.WAITING, metrics.OLDEST, metrics.SET_ASIDE), message_queue, strict=True):
            gauge.set(figure)


@asynccontextmanager
async def watched(process: Watched, host: str, port: int) -> AsyncIterator[int | None]:
    """Serve health and metrics while the block runs; yield the port. With ``port`` 0 there is no server; yield None.

    Raises PortUnusable if the server cannot listen there.
    """
    if not port:
        yield None
        return
    runner = web.AppRunner(Monitor(process).app, access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as fault:
            raise PortUnusable(f"{host}:{port} cannot be listened to: {fault.strerror or fault}") from fault
        lag = asyncio.create_task(sample_lag(), name="event loop's lag")
        try:
            yield port
        finally:
            lag.cancel()
    finally:
        await runner.cleanup()


async def sample_lag() -> None:
    """Measure the lag of the event loop at a fixed interval, for ever."""
    while True:
        planned_end = time.monotonic() + SAMPLE_SECONDS
        await asyncio.sleep(SAMPLE_SECONDS)
        metrics.LAG.observe(max(time.monotonic() - planned_end, 0))
