"""``portolan think``: other processes on the same PostgreSQL decide for computers; the bot does if none does."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot.cli import startup
from bot.cli.think_command import Thinker
from bot.client.portolan import Portolan
from bot.settings import Settings
from bot.tables import Table, Tables
from bot.tables.timers import LOOKING_SECONDS, PlayedTurns
from bot.thinking.pool import Thinkers, in_processes
from bot.work.worker import AtMost, JobWorker, Limit
from storage import jobs
from storage.database import Database
from storage.jobs import Kind, Lane
from tests.bot.command_line import portolan, refusal
from tests.bot.fake_discord import until
from tests.bot.lobbies import queued_announcements, run_table_jobs
from tests.bot.mad_thinkers import MAD
from tests.bot.tables.test_computers import computer_jobs, play_until_computers, table_with_computer
from tests.bot.timers import timer_worker
from tests.storage.postgresql import Server

AT_ONCE = 10.0
"""Seconds, for a busy machine; a sweep comes every 15."""
LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname = 'portolan' AND query LIKE 'LISTEN%'"

on_postgresql = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
on_sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


@asynccontextmanager
async def running_thinker(postgresql: Server, url: str) -> AsyncIterator[Thinker]:
    """Run another thinker, which has nothing to do yet."""
    async with Database.open(url) as database, Thinker(database, 1) as thinker:
        await until(lambda: postgresql.run(LISTENERS))
        await thinker.worker.idle()
        yield thinker


async def wait_for_computers(tables: Tables, table: Table) -> Table:
    """Return the table when its computers have decided, in whatever process."""
    async with asyncio.timeout(AT_ONCE):
        while (now := await tables.table(table.row.id)).is_computers_turn:
            await asyncio.sleep(0.01)
    return now


def worker_that_waits(tables: Tables, wait: timedelta = timedelta(hours=1)) -> JobWorker:
    return timer_worker(tables, computers_wait=wait)


@on_postgresql
async def test_another_process_hears_of_a_computers_turn_and_decides(
    database: Database, tables: Tables, database_url: str, postgresql: Server
) -> None:
    table = await table_with_computer(tables)
    with capture_logs(processors=[merge_contextvars]) as logs:
        async with running_thinker(postgresql, database_url):
            table = await play_until_computers(tables, table)
            bot = worker_that_waits(tables)
            bot.wake()
            after = await wait_for_computers(tables, table)
            await bot.stop()
    decisions = [line for line in logs if line["event"] == "computers have decided"]
    assert [line["table"] for line in decisions] == [table.row.id] * len(decisions)
    assert decisions
    assert 0 <= decisions[0]["duration_ms"] < 60_000
    assert after.row.version > table.row.version
    assert await computer_jobs(database, table.row.id) == []
    assert (await queued_announcements(database, table.row.id))[-1].ping, "the bot has something to send"


@on_postgresql
async def test_it_does_nothing_but_think(tables: Tables, database_url: str, postgresql: Server) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    async with running_thinker(postgresql, database_url) as thinker:
        async with tables.database.transaction() as session:
            await jobs.schedule(session, table.row.id, Kind.NUDGED)
        thinker.worker.wake()
        await thinker.worker.idle()
        assert await thinker.ailments() == []
    assert [timer.kind for timer in await computer_jobs(tables.database, table.row.id)] == [Kind.NUDGED]


async def test_what_nobody_has_begun_to_think_about_the_bot_thinks_about(database: Database, tables: Tables) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    bot = worker_that_waits(tables)
    bot.wake()
    await bot.idle()
    assert (await tables.table(table.row.id)).is_computers_turn
    database.ahead += timedelta(hours=2)
    bot.wake()
    await bot.idle()
    assert not (await tables.table(table.row.id)).is_computers_turn
    await bot.stop()


async def test_the_bot_begins_by_itself_when_it_has_waited(database: Database) -> None:
    tables = Tables(database)
    table = await play_until_computers(tables, await table_with_computer(tables))
    bot = worker_that_waits(tables, timedelta(seconds=0.5))
    bot.start()
    await wait_for_computers(tables, table)
    await bot.stop()


@on_postgresql
async def test_whoever_waits_for_a_computer_elsewhere_goes_on_when_it_has_decided(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.timers.PATIENCE_SECONDS", 60)
    tables = Tables(database)
    table = await play_until_computers(tables, await table_with_computer(tables))
    turns = PlayedTurns(database, other_processes=True)
    waiting = asyncio.create_task(turns.wait(table.row.id))
    await asyncio.sleep(2 * LOOKING_SECONDS)
    assert not waiting.done()
    async with Database.open(database_url) as second:
        await run_table_jobs(Tables(second), table.row.id)
    await asyncio.wait_for(waiting, AT_ONCE)


@on_postgresql
async def test_what_it_was_thinking_about_when_it_is_stopped_is_free_for_others(
    database: Database, tables: Tables, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    monkeypatch.setattr("bot.work.worker.LAST_SECONDS", 0)
    monkeypatch.setenv("MADNESS", "hangs")
    thinkers = Thinkers(1, job=MAD)
    (helper,) = thinkers._processes
    async with in_processes(thinkers), Database.open(database_url) as second, Thinker(second, 1):
        await until(lambda: helper.pid is not None)
    (timer,) = await computer_jobs(database, table.row.id)
    assert (timer.attempts, timer.claimed_until) == (0, None)
    assert not (await run_table_jobs(tables, table.row.id)).is_computers_turn


@pytest.mark.slow
@on_postgresql
async def test_the_command_thinks_tells_that_it_is_well_and_ends_when_told(
    tables: Tables, database_url: str, tmp_path: Path
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    health = tmp_path / "health"
    settings = {"DATABASE_URL": database_url, "HEALTH_FILE": str(health), "DISCORD_TOKEN": ""}
    line = [sys.executable, "-c", "from bot.cli import app; app()", "think"]
    process = await asyncio.create_subprocess_exec(*line, env=os.environ | settings)
    try:
        async with asyncio.timeout(60):
            while (await tables.table(table.row.id)).is_computers_turn or not health.exists():
                await asyncio.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def test_with_sqlite_the_command_says_in_a_line_that_it_is_of_no_use(tmp_path: Path) -> None:
    line = refusal(portolan("think", DATABASE_URL=f"sqlite:///{tmp_path / 'x.db'}"))
    assert line == "DATABASE_URL: `portolan think` needs PostgreSQL; with SQLite the bot alone thinks"
    assert list(tmp_path.iterdir()) == []


def test_with_sqlite_nothing_is_left_to_others() -> None:
    reason = refusal(portolan("run", DISCORD_TOKEN="token", DATABASE_URL="sqlite:///x.db", THINK_AFTER="20"))
    assert reason == "THINK_AFTER: other processes that think need PostgreSQL; with SQLite leave THINK_AFTER out"


@on_postgresql
async def test_the_bot_leaves_as_much_as_it_was_set(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[Limit] = []

    async def connected(client: Portolan, token: str) -> None:
        limits.append(client.worker.limits[Lane.COMPUTERS])

    monkeypatch.setattr(startup, "until_stopped", connected)
    monkeypatch.setattr(startup, "learn", lambda: None)
    for after, processes in ((0, 1), (20, 6)):
        settings = Settings(database_url=database_url, think_after=after, think_processes=processes, render_processes=0)
        await startup._serve(settings, register_again=False)
    assert limits == [
        AtMost(Lane.COMPUTERS, 4),
        AtMost(Lane.COMPUTERS, 6, timedelta(seconds=20)),
    ]


async def test_a_bot_that_stops_thinks_no_more(tables: Tables) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    bot = worker_that_waits(tables, timedelta(seconds=0.3))
    bot.start()
    bot.wake()
    await bot.idle()
    await bot.stop()
    await asyncio.sleep(0.4)
    assert (await tables.table(table.row.id)).is_computers_turn
