"""Figures and health over HTTP."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from itertools import pairwise

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from bot.client.portolan import Portolan
from bot.drawing.drawers import draw, in_processes
from bot.drawing.picture_order import PictureOrder
from bot.work import metrics
from bot.work.monitor import PortUnusable, watched
from render.kit import drawing_cache
from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.models import JobRow
from tests.bot.command_line import portolan
from tests.bot.fake_discord import connected, until
from tests.bot.lobbies import BEN, on_both, open_lobby, start_table
from tests.bot.stubs import silent_database


@pytest.fixture
def port() -> int:
    """Return a port that is free."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number: int = taken.getsockname()[1]
        return number


async def get(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


def figures(text: str) -> dict[tuple[str, str], float]:
    """Return every sample by its name and its labels."""
    return {
        (sample.name, ",".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
async def service_database(database: Database, database_url: str) -> AsyncIterator[Database]:
    """Return the same database, as the service opens it."""
    async with Database.open(database_url, metrics.TRANSACTION.observe) as opened:
        yield opened


@on_both
async def test_the_figures_say_how_the_bot_is_doing(database: Database, service_database: Database, port: int) -> None:
    bot = Portolan(service_database)
    bot.tables.repository.committed = lambda: None
    async with watched(bot, "127.0.0.1", port):
        first = (await get(port, "/metrics"))[1]
        before = figures(first)
        table = await start_table(bot.tables, BEN, channel_id=1)
        await open_lobby(bot.tables, channel_id=2)
        async with database.transaction() as session:
            await session.exec(update(JobRow).values(created_at=utcnow() - timedelta(seconds=100)))
            failing = await jobs.enqueue(session, table.row.id, 1, "notice", {})
            await jobs.give_up(session, failing, "gone")
        user = table.user_at(table.game.to_act[0])
        assert user is not None
        await bot.tables.play.act(table.row.id, user, table.game.legal(table.game.to_act[0])[0])
        await asyncio.sleep(0.3)
        status, text = await get(port, "/metrics")
    now = figures(text)
    assert status == 200
    assert now["portolan_tables", "running"] == 1
    assert now["portolan_tables", "lobby"] == 1
    assert now["portolan_gateway_connected", ""] == 0
    assert now["portolan_outbox_waiting", ""] >= 1
    assert 100 <= now["portolan_outbox_oldest_seconds", ""] < 200
    assert now["portolan_outbox_set_aside", ""] == 1
    moved = ("portolan_moves_total", "navegador")
    assert now[moved] == before.get(moved, 0) + 1
    written = ("portolan_transaction_seconds_count", "")
    assert now[written] > before[written]
    assert now["portolan_loop_lag_seconds_count", ""] > before["portolan_loop_lag_seconds_count", ""]
    assert now["process_resident_memory_bytes", ""] > 10_000_000
    assert len(text) < len(first) + 10_000, "a table more has no figures of its own"


@pytest.mark.parametrize("ends", [metrics.QUICK, metrics.SLOW], ids=["quick", "slow"])
def test_every_bucket_has_room_for_a_length_of_time(ends: Sequence[float]) -> None:
    assert all(end > start for start, end in pairwise([0, *ends]))


async def test_the_figures_say_what_drawing_keeps(
    database: Database, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Portolan(database)
    order = PictureOrder("chart", "en", ("Ana",), before=([[0, 5]],), after=("points", "macao"))
    drawing_cache.clear()
    async with watched(bot, "127.0.0.1", port):

        async def held() -> tuple[float, float]:
            now = figures((await get(port, "/metrics"))[1])
            bot_bytes, drawing_bytes = (now["portolan_drawing_kept_bytes", process] for process in ("bot", "drawing"))
            return bot_bytes, drawing_bytes

        assert await held() == (0, 0)
        async with in_processes(1):
            await draw(order)
            bot_bytes, drawing_bytes = await held()
            assert bot_bytes == 0 < drawing_bytes < drawing_cache.BUDGET
        await draw(order)
        assert await held() == (drawing_bytes, 0)


async def test_no_figure_has_a_label_for_each_table_or_person(database: Database, port: int) -> None:
    bot = Portolan(database)
    async with watched(bot, "127.0.0.1", port):
        text = (await get(port, "/metrics"))[1]
    labels = {label for family in text_string_to_metric_families(text) for s in family.samples for label in s.labels}
    assert labels <= {"status", "game", "kind", "outcome", "picture", "process", "le"}


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_figures_that_the_database_does_not_tell_are_no_numbers(
    database: Database, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "reading", silent_database)
    monkeypatch.setattr("bot.work.monitor.DATABASE_SECONDS", 0.01)
    async with watched(Portolan(database), "127.0.0.1", port):
        status, text = await get(port, "/metrics")
    assert status == 200
    assert str(figures(text)["portolan_tables", "running"]) == "nan"


@pytest.mark.usefixtures("plain_pictures")
async def test_health_names_what_does_not_work(database: Database, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(database, monkeypatch) as (_, bot), watched(bot, "127.0.0.1", port):

        async def said() -> tuple[int, object]:
            status, text = await get(port, "/healthz")
            assert "\n" not in text
            return status, json.loads(text).get("failing")

        await until(lambda: bot.is_connected)
        assert await said() == (200, None)
        await bot.on_shard_disconnect(0)
        assert await said() == (503, ["discord"])
        await bot.on_shard_resumed(0)
        assert await said() == (200, None)
        with monkeypatch.context() as slow:
            slow.setattr(Database, "transaction", silent_database)
            slow.setattr("bot.work.monitor.WRITING_SECONDS", 0.01)
            assert await said() == (503, ["database"])
        bot.worker.sweep.cancel()
        await until(lambda: not bot.worker.alive)
        assert await said() == (503, ["outbox", "timer"])


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_without_a_port_nothing_listens_and_a_taken_one_is_named(database: Database, port: int) -> None:
    bot = Portolan(database)
    async with watched(bot, "127.0.0.1", 0) as nowhere:
        assert nowhere is None
    async with watched(bot, "127.0.0.1", port):
        with pytest.raises(PortUnusable, match=str(port)):
            async with watched(bot, "127.0.0.1", port):
                pass
    with pytest.raises(aiohttp.ClientConnectionError):
        await get(port, "/healthz")


@pytest.mark.usefixtures("clean_place")
def test_run_refuses_a_port_that_is_taken_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        result = portolan("run", DISCORD_TOKEN="x", METRICS_PORT=str(number))
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith(f"portolan: METRICS_PORT: 127.0.0.1:{number} ")
    assert "METRICS_PORT" in portolan("run", DISCORD_TOKEN="x", METRICS_PORT="100000").stderr
