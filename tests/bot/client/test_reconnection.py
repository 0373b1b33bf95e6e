"""A gateway that closes, drops and confuses connections: pauses that grow, one line, the truth about health, and play
that goes on."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
from discord.gateway import KeepAliveHandler
from structlog.testing import capture_logs

from bot.cli import logs as log_settings
from bot.cli.startup import until_stopped
from bot.client import reconnection
from bot.client.portolan import Portolan
from bot.work import metrics
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import (
    CHANNEL,
    GUILD,
    Cut,
    FakeDiscord,
    connected,
    logged_in,
    serving,
    until,
    wait_until_ready,
)

pytestmark = [
    pytest.mark.usefixtures("plain_pictures", "no_session_pause"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MOMENTS = ("connect", "hello", "identify", "resume", "resumed")
CODES = (1000, 1001, 1006, 1011, 1012, 4000)
INVALID = '{"op": 9, "d": false}'
RECONNECT = '{"op": 7, "d": null}'
STORM_SECONDS = 4.0
MOST = 8
"""The most connections in a storm: three at once, then more after pauses of about 1 and 2 seconds."""


@asynccontextmanager
async def capture_lines(caplog: pytest.LogCaptureFixture) -> AsyncIterator[list[str]]:
    """Collect the lines of the bot and of discord.py in the meantime, as they are logged in service."""
    lines: list[str] = []
    caplog.set_level(logging.INFO)
    gateway = logging.getLogger("discord.gateway")
    gateway.addFilter(log_settings.is_not_replaced)
    record_count = len(caplog.records)
    try:
        with capture_logs() as own_lines:
            yield lines
        lines += [f"{line['event']}: {line.get('reason')}" for line in own_lines]
        records = [record for record in caplog.records[record_count:] if record.name.startswith("discord")]
        lines += [record.getMessage() for record in records]
    finally:
        gateway.removeFilter(log_settings.is_not_replaced)


def cut(moment: str, code: int, **options: Any) -> Cut:
    """Return a cut with a close code; 1006 is what a connection has that ends without one."""
    return Cut(moment, None if code == 1006 else code, **options)


def sampled(values: Sequence[Any]) -> list[Any]:
    """Return every moment with every value, of which each occurs once in the suite and all others in ``make proof``."""
    sample = {
        *zip(MOMENTS, itertools.cycle(values), strict=False),
        *zip(itertools.cycle(MOMENTS), values, strict=False),
    }
    return [
        pytest.param(*pair, marks=[] if pair in sample else [pytest.mark.proof])
        for pair in itertools.product(MOMENTS, values)
    ]


@pytest.mark.parametrize(("moment", "code"), sampled(CODES))
async def test_a_gateway_that_closes_at_once_is_tried_ever_more_rarely_and_tells_it_in_one_line(
    moment: str, code: int, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await until(lambda: bot.is_connected)
        fake.resumable = moment != "identify"
        fake.cuts.append(cut(moment, code))
        connection_count = len(fake.connections)
        async with capture_lines(caplog) as lines:
            await fake.sockets[0].close(code=4000)
            await asyncio.sleep(STORM_SECONDS / 2)
            assert moment == "resumed" or not bot.is_connected
            assert moment == "resumed" or await bot.failing_subsystems() == ["discord"]
        assert 2 <= len(fake.connections) - connection_count <= MOST
        assert lines == ["gateway connection lost: closed with 4000"]
        fake.cuts.clear()


@pytest.mark.parametrize(("moment", "message"), sampled((INVALID, RECONNECT)))
async def test_a_gateway_that_sends_everybody_away_is_tried_ever_more_rarely(
    moment: str, message: str, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(database, monkeypatch) as (fake, _):
        fake.resumable = moment != "identify"
        fake.cuts.append(Cut(moment, message=message))
        connection_count = len(fake.connections)
        async with capture_lines(caplog) as lines:
            await fake.sockets[0].close(code=4000)
            await asyncio.sleep(STORM_SECONDS / 2)
        assert len(fake.connections) - connection_count <= MOST
        assert lines == ["gateway connection lost: closed with 4000"]
        fake.cuts.clear()


@pytest.mark.parametrize("moment", ["connect", "hello", "identify"])
async def test_a_gateway_that_closes_at_the_start_is_tried_ever_more_rarely(
    moment: str, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.cuts.append(Cut(moment, 1011))
        bot = Portolan(database, guild_ready_timeout=0.05)
        running = asyncio.create_task(bot.start("token"))
        async with capture_lines(caplog) as lines:
            await asyncio.sleep(STORM_SECONDS / 2)
        gateway_lines = [line for line in lines if "gateway" in line]
        assert gateway_lines == ["gateway connection lost: closed with 1011"]
        assert 2 <= len(fake.connections) <= MOST
        assert not bot.is_connected
        fake.cuts.clear()
        await asyncio.wait_for(wait_until_ready(bot), 10)
        await bot.close()
        await asyncio.wait_for(running, 2)


async def test_a_start_that_pauses_can_be_stopped(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.cuts.append(Cut("connect", 1011))
        bot = Portolan(database)
        running = asyncio.create_task(bot.start("token"))
        await until(lambda: len(fake.connections) > 3)
        start = time.monotonic()
        await bot.close()
        await asyncio.wait_for(running, 2)
        assert time.monotonic() - start < 2


async def test_a_pause_of_a_minute_ends_when_the_bot_stops(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        bot = Portolan(database, guild_ready_timeout=0.05)
        running = asyncio.create_task(until_stopped(bot, "token"))
        await asyncio.wait_for(wait_until_ready(bot), 10)
        monkeypatch.setattr(reconnection, "pause_before", lambda *_: 60.0)
        await fake.sockets[0].close(code=1012)
        await until(lambda: not bot.is_connected)
        start = time.monotonic()
        await bot.close()
        await asyncio.wait_for(running, 5)
        assert time.monotonic() - start < 5


async def test_attempts_that_fail_leave_no_heartbeats_behind(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnection, "pause_before", lambda *_: 0.05)
    async with connected(database, monkeypatch) as (fake, _):
        fake.cuts.append(Cut("hello", 1011, times=20))
        connection_count = len(fake.connections)
        await fake.sockets[0].close(code=4000)
        await until(lambda: len(fake.connections) - connection_count > 20)
        await until(lambda: len(heartbeats()) <= 1)


def heartbeats() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler) and thread.is_alive()]


async def test_after_some_resumes_in_vain_another_session_is_begun(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnection, "pause_before", lambda *_: 0.01)
    async with connected(database, monkeypatch) as (fake, bot):
        fake.cuts.append(Cut("resume", 4000))
        await fake.sockets[0].close(code=4000)
        await until(lambda: len(fake.identified) == 2)
        assert len(fake.resumed) == reconnection.RESUMES
        await until(lambda: bot.is_connected)


@pytest.mark.parametrize("code", [4007, 4009])
async def test_a_session_that_discord_calls_over_is_not_resumed(
    code: int, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await fake.sockets[0].close(code=code)
        await until(lambda: len(fake.identified) == 2)
        await until(lambda: bot.is_connected)
        assert fake.resumed == []


@pytest.mark.parametrize("code", [4004, 4013])
@pytest.mark.parametrize("moment", ["start", "later"])
async def test_what_no_other_connection_mends_ends_the_bot(
    moment: str, code: int, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        if moment == "start":
            fake.cuts.append(Cut("identify", code))
        bot = Portolan(database, guild_ready_timeout=0.05)
        running = asyncio.create_task(bot.start("token"))
        if moment == "later":
            await asyncio.wait_for(wait_until_ready(bot), 10)
            await fake.sockets[0].close(code=code)
        with pytest.raises(discord.ConnectionClosed) as fault:
            await asyncio.wait_for(running, 10)
        assert fault.value.code == code
        await bot.close()


async def test_missing_intents_end_the_bot(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.cuts.append(Cut("identify", 4014))
        bot = Portolan(database)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await asyncio.wait_for(bot.start("token"), 10)
        await bot.close()


def lost_count() -> float:
    return metrics.REGISTRY.get_sample_value("portolan_gateway_lost_total") or 0


@pytest.mark.parametrize("ending", ["close", "drop", "op 7", "op 9", "op 9 again", "silence"])
async def test_a_lost_gateway_connection_logs_one_line(
    ending: str, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    patience: dict[str, Any] = {"heartbeat_timeout": 0.5} if ending == "silence" else {}
    async with connected(database, monkeypatch, **patience) as (fake, bot):
        await until(lambda: bot.is_connected)
        losses_before = lost_count()
        async with capture_lines(caplog) as lines:
            before = len(fake.connections)
            match ending:
                case "close":
                    await fake.sockets[0].close(code=1001)
                case "drop":
                    fake.drop()
                case "op 7":
                    await fake.send(RECONNECT)
                case "op 9":
                    await fake.send(INVALID)
                case "op 9 again":
                    await fake.send('{"op": 9, "d": true}')
            await until(lambda: len(fake.connections) > before)
            await until(lambda: bot.is_connected)
        assert len(lines) == 1
        assert lines[0].startswith("gateway connection lost: ")
        assert lost_count() > losses_before


async def test_a_steady_connection_is_told_after_a_storm_and_the_next_loss_is_the_first_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnection, "STEADY_SECONDS", 0.2)
    monkeypatch.setattr(reconnection, "pause_before", lambda *_: 0.01)
    async with connected(database, monkeypatch) as (fake, bot):
        await until(lambda: bot.is_connected)
        with capture_logs() as logs:
            fake.cuts.append(Cut("connect", 1011, times=4))
            await fake.sockets[0].close(code=4000)
            await until(lambda: [line for line in logs if "steady" in line["event"]])
            await fake.sockets[0].close(code=4000)
            await until(lambda: len(logs) == 3)
        events = [line["event"] for line in logs]
        assert events == ["gateway connection lost", "gateway connection is steady again", "gateway connection lost"]
        assert logs[2]["times"] == 1


async def test_one_shard_in_a_storm_does_not_hold_up_another(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(monkeypatch, FakeDiscord(shards=2)) as fake, logged_in(database) as bot:
        await until(lambda: bot.is_connected)
        fake.cuts.append(Cut("resume", 4000))
        await fake.sockets[0].close(code=4000)
        await until(lambda: len(fake.resumed) >= 3)  # the next attempt of the first shard comes after a pause
        fake.cuts.clear()
        resumed = len(fake.resumed)
        start = time.monotonic()
        await fake.sockets[1].close(code=4000)
        await until(lambda: len(fake.resumed) > resumed)
        assert time.monotonic() - start < 1, "the first shard waits for a second and a half"
        await until(lambda: 1 in bot.connected_shards)


@pytest.mark.parametrize("ending", ["close", "drop", "op 7", "op 9"])
async def test_a_connection_lost_in_the_middle_of_a_turn_loses_no_move_and_doubles_none(
    ending: str, database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await until(lambda: bot.is_connected)
        table = await start_announced_table(bot)
        mover = table.user_at(table.game.to_act[0]) or 0
        async with capture_lines(caplog) as lines:
            custom_id = f"pt:w:{table.row.id}:{table.row.version}:rondel.ships"
            if ending == "op 7":
                await fake.send(RECONNECT)
            if ending == "op 9":
                await fake.send(INVALID)
            if ending == "drop":
                fake.drop()
            if ending == "close":
                await fake.sockets[0].close(code=4000)
            if ending == "op 9":  # what happens between two sessions is told to nobody
                await until(lambda: len(fake.identified) == 2)
                await until(lambda: bot.is_connected)
            await fake.click(mover, custom_id, flags=64)
            await until(lambda: fake.requests_to("PATCH", "/webhooks/.*"))
            await until(lambda: bot.is_connected)
            await bot.worker.idle()
        current = await bot.tables.table(table.row.id)
        assert current.row.version == table.row.version + 1
        assert len(fake.requests_to("PATCH", "/webhooks/.*")) == 1
        assert (len(fake.resumed), len(fake.identified)) == ((0, 2) if ending == "op 9" else (1, 1))
        assert len([line for line in lines if "gateway" in line]) == 1
        assert bot.get_guild(GUILD) is not None
        assert len(fake.requests_to("POST", f"/channels/{CHANNEL}/messages")) == 1
