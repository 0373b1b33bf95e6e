"""The health of the bot is judged by what it can write, and by what its workers find."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.work import monitor
from bot.work.worker import ALIVE_SECONDS, SWEEP_SECONDS, JobWorker
from storage import jobs
from storage.database import Database
from tests.bot.fake_discord import connected, until
from tests.bot.office import Office

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def fill_disk(database: Database) -> None:
    """Make the database readable only, as if the disk were full."""
    async with database.transaction() as session:
        for when in ("INSERT", "UPDATE"):
            full = "SELECT RAISE(ABORT, 'database or disk is full')"
            await (await session.connection()).execute(
                text(f"CREATE TRIGGER full_{when} BEFORE {when} ON kept BEGIN {full}; END")
            )


async def execute(database: Database, words: str) -> None:
    async with database.transaction() as session:
        await (await session.connection()).execute(text(words))


class Watch:
    """A clock that only moves when it is put forward."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Return the clock of workers that have been started."""
    watch = Watch()
    monkeypatch.setattr("bot.work.worker.monotonic", watch)
    monkeypatch.setattr(JobWorker, "running", True)
    return watch


async def test_what_can_be_read_and_not_written_ails(database: Database) -> None:
    async def failing_subsystems() -> list[str]:
        return await monitor.failing_subsystems(
            connected=True, database=database, worker=cast("JobWorker", SimpleNamespace(failing_subsystems=[]))
        )

    assert await failing_subsystems() == []
    assert await failing_subsystems() == [], "the same again"
    await fill_disk(database)
    assert await failing_subsystems() == ["database"]


@pytest.mark.parametrize(("broken", "ails"), [("job", True), ("vote", False)])
async def test_a_worker_that_finds_nothing_since_it_cannot_look_is_not_alive(
    database: Database, clock: Watch, broken: str, ails: bool
) -> None:
    worker = Office(database).worker
    await worker.sweep.run_once()
    await worker.idle()
    await execute(database, f"ALTER TABLE {broken} RENAME TO unreadable")
    with capture_logs():
        clock.now += ALIVE_SECONDS
        assert worker.alive
        for _ in range(2):
            clock.now += SWEEP_SECONDS
            await worker.sweep.run_once()
            await worker.idle()
    assert worker.alive is not ails
    await execute(database, f"ALTER TABLE unreadable RENAME TO {broken}")
    await worker.sweep.run_once()
    await worker.idle()
    assert worker.alive


async def test_a_worker_whose_claims_cannot_be_renewed_or_read_is_not_alive(
    database: Database, clock: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    for method in ("renew", "after_a_jump", "look", "claim"):
        office = Office(database)
        worker = office.worker
        if method == "claim":
            await office.begin()
        await worker.sweep.run_once()
        with monkeypatch.context() as broken, capture_logs() as logs:
            broken.setattr(jobs, method, fail)
            clock.now += ALIVE_SECONDS + 1
            await worker.sweep.run_once()
            worker.wake()
            await worker.idle()
            assert not worker.alive, method
        assert logs


@pytest.mark.usefixtures("plain_pictures")
async def test_the_file_is_there_as_soon_as_the_bot_is_connected(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.work.monitor.RETRY_SECONDS", 0.01)
    file = tmp_path / "health"
    async with connected(database, monkeypatch, late=0.05, health_file=file) as (_, bot):
        assert not file.exists() or bot.is_connected
        await until(file.exists)


async def test_while_all_is_well_the_file_is_touched_now_and_then(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    watch = Watch()
    ailing = list[str]()

    async def find_failures() -> list[str]:
        nonlocal calls
        calls += 1
        return ailing

    monkeypatch.setattr("bot.work.monitor.monotonic", watch)
    file = tmp_path / "health"
    beating = monitor.heartbeat(file, find_failures)
    for passed, asks in ((0, 1), (1, 1), (monitor.HEARTBEAT_SECONDS - 2, 1), (1, 2)):
        watch.now += passed
        await beating.run_once()
        assert calls == asks
    watch.now += monitor.HEARTBEAT_SECONDS
    ailing.append("database")
    file.unlink()
    for _ in range(3):
        watch.now += 1
        await beating.run_once()
    assert (calls, file.exists()) == (5, False)
    ailing.clear()
    await beating.run_once()
    assert file.exists()
