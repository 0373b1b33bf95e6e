"""The client: which events it listens to, how it starts and stops, and how it shows that it is alive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord import app_commands
from structlog.testing import capture_logs

from bot.client import portolan as client
from bot.client.portolan import NotDiscord, Portolan
from bot.delivery.message_jobs import Delivery
from bot.tables import Refused
from bot.tables.maintenance.result_backfill import ResultBackfill
from bot.tables.maintenance.retention import Retention
from bot.wording import texts_in
from bot.work.worker import JobWorker
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.room import open_room
from tests.bot.work.test_health import fill_disk

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


@pytest.mark.parametrize(
    ("ready", "closed", "beats"), [(True, False, True), (False, False, False), (True, True, False)]
)
async def test_the_health_file_is_touched_while_the_bot_is_ready(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ready: bool, closed: bool, beats: bool
) -> None:
    file = tmp_path / "health"
    bot = Portolan(database, health_file=file)
    monkeypatch.setattr(JobWorker, "alive", True)
    monkeypatch.setattr(bot, "is_ready", lambda: ready)
    monkeypatch.setattr(bot, "is_closed", lambda: closed)
    await bot.on_shard_connect(0)
    await bot.heartbeat.run_once()
    assert file.exists() is beats
    without = Portolan(database)
    monkeypatch.setattr(without, "is_ready", lambda: True)
    await without.on_shard_connect(0)
    await without.heartbeat.run_once()


@pytest.mark.parametrize("shards", [{"shard_count": 2}, {"shard_count": 9, "shard_ids": (4, 7)}])
async def test_the_health_file_is_left_alone_while_discord_is_gone_for_any_shard_of_this_process(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: dict[str, Any]
) -> None:
    monkeypatch.setattr("bot.work.monitor.HEARTBEAT_SECONDS", 0)
    file = tmp_path / "health"
    bot = Portolan(database, health_file=file, **shards)
    monkeypatch.setattr(JobWorker, "alive", True)
    monkeypatch.setattr(bot, "is_ready", lambda: True)  # discord.py says so even after the connection is lost
    first, second = shards.get("shard_ids", (0, 1))
    for event_name, shard, is_beating in (
        ("connect", first, False),
        ("connect", second, True),
        ("disconnect", first, False),
        ("resumed", first, True),
        ("disconnect", second, False),
        ("disconnect", first, False),
        ("connect", second, False),
        ("connect", first, True),
    ):
        await getattr(bot, f"on_shard_{event_name}")(shard)
        file.unlink(missing_ok=True)
        await bot.heartbeat.run_once()
        assert file.exists() is is_beating, (event_name, shard)


@pytest.mark.parametrize("ailing", ["database", "worker"])
async def test_the_health_file_is_left_alone_while_something_else_does_not_work(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ailing: str
) -> None:
    bot = Portolan(database, health_file=tmp_path / "health")
    monkeypatch.setattr(bot, "is_ready", lambda: True)
    monkeypatch.setattr(JobWorker, "alive", ailing != "worker")
    if ailing == "database":
        await fill_disk(database)
    await bot.on_shard_connect(0)
    await bot.heartbeat.run_once()
    assert not (tmp_path / "health").exists()
    assert await bot.failing_subsystems() == (["outbox", "timer"] if ailing == "worker" else [ailing])


@pytest.mark.parametrize(
    "description",
    [
        "<html>sign in</html>",
        {"shards": 1, "url": "wss://gateway.test"},
        {"url": "wss://gateway.test", "session_start_limit": {}},
        {"shards": None, "url": "wss://gateway.test", "session_start_limit": {}},
        {"shards": 0, "url": "wss://gateway.test", "session_start_limit": {}},
        {"shards": 1, "url": "", "session_start_limit": {}},
        {"shards": 1, "url": None, "session_start_limit": {}},
    ],
    ids=str,
)
async def test_a_gateway_that_discord_does_not_describe_is_none(
    description: object, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def describe(*_: object) -> object:
        return description

    bot = Portolan(database)
    monkeypatch.setattr(bot.http, "request", describe)
    with capture_logs() as logs, pytest.raises(NotDiscord):
        await bot.launch_shards()
    assert logs == []


async def test_the_bot_pings_nobody_by_default_and_listens_to_servers_alone(database: Database) -> None:
    bot = Portolan(database)
    mentions: Any = bot.allowed_mentions
    assert mentions.to_dict() == {"parse": []}
    assert [name for name, is_wanted in bot.intents if is_wanted] == ["guilds"]
    assert bot.http.max_ratelimit_timeout == client.RATE_LIMIT_SECONDS
    assert sorted(command.name for command in bot.tree.get_commands()) == sorted(
        [
            "Replay from here",
            "The board in words",
            "What happened since my last move",
            "Your move",
            "board",
            "card",
            "describe",
            "discards",
            "game",
            "games",
            "hand",
            "help",
            "hint",
            "language",
            "learn",
            "leaderboard",
            "log",
            "me",
            "note",
            "plan",
            "play",
            "portolan",
            "record",
            "replay",
            "review",
            "rules",
            "score",
            "seats",
            "settings",
            "stats",
            "tile",
            "try",
            "undo",
            "verify",
            "vote",
        ]
    )


async def test_a_commit_wakes_the_worker_of_the_same_tables(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = list[JobWorker]()

    def wake(worker: JobWorker) -> None:
        woken.append(worker)

    monkeypatch.setattr(JobWorker, "wake", wake)
    bot = Portolan(database)
    bot.tables.repository.committed()
    assert woken == [bot.worker]
    assert (bot.services.client, bot.services.tables, bot.services.database) == (bot, bot.tables, database)


async def test_what_a_command_raises_is_told_and_what_completion_raises_is_only_logged(database: Database) -> None:
    click: Any = Click(database, type=discord.InteractionType.application_command)
    command: Any = SimpleNamespace(name="board")
    wrapped = app_commands.CommandInvokeError(command, Refused("error.not_host"))
    await click.client.tree.on_error(click.given, wrapped)
    assert click.said == [texts_in("en").say("error.not_host")]
    typing: Any = Click(database, type=discord.InteractionType.autocomplete)
    typing.response.autocomplete = AsyncMock()
    with capture_logs() as logs:
        await typing.client.tree.on_error(typing.given, wrapped)
    assert typing.said == []
    typing.response.autocomplete.assert_awaited_once_with([])
    assert [(entry["event"], entry["exc_info"]) for entry in logs] == [("autocomplete failed", wrapped.original)]


async def test_whoever_starts_forgets_what_is_old_and_keeps_results_that_were_not(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    done_work = set[str]()

    def noting(work: str) -> Callable[..., Awaitable[None]]:
        async def note(*_: object) -> None:
            done_work.add(work)

        return note

    monkeypatch.setattr(Retention, "sweep", noting("moves"))
    monkeypatch.setattr(Delivery, "_tidy", noting("messages"))
    monkeypatch.setattr(ResultBackfill, "catch_up", noting("results"))
    async with open_room(database, sweeps=True):
        assert done_work == {"moves", "messages", "results"}
