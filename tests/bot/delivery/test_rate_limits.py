"""Discord lets a bot ask only so much at a time: what has to wait arrives all the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter
from structlog.testing import capture_logs

from bot.tables import Tables
from storage.database import Database
from tests.bot.client.tables_of_two import start_table_of_two
from tests.bot.fake_discord import CHANNEL, connected, until
from tests.discord.rate_limits import RateLimits

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MOVING = 20
SECOND = 6.0
"""A sixth of what Discord allows in it, for machines that are not fast enough to ask for more."""


@asynccontextmanager
async def count_outcomes() -> AsyncIterator[Counter[str]]:
    """Count what the bot's requests end with in the meantime."""
    outcomes: Counter[str] = Counter()
    plain = discord.http.HTTPClient.request
    answering = AsyncWebhookAdapter.request

    def with_count(request: Any) -> Any:
        async def count_outcome(*args: Any, **options: Any) -> Any:
            try:
                answer = await request(*args, **options)
            except BaseException as fault:
                outcomes[type(fault).__name__] += 1
                raise
            outcomes["answered"] += 1
            return answer

        return count_outcome

    with (
        mock.patch.object(discord.http.HTTPClient, "request", with_count(plain)),
        mock.patch.object(AsyncWebhookAdapter, "request", with_count(answering)),
    ):
        yield outcomes


@pytest.mark.slow
@pytest.mark.parametrize("number", [40, pytest.param(100, marks=pytest.mark.proof)])
async def test_many_tables_of_one_server_end_no_request_with_an_error(
    database: Database, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """All boards wait when the bot starts; then people move, several in the same moment."""
    channels = range(CHANNEL, CHANNEL + number)
    tables = [await start_table_of_two(Tables(database), channel_id=channel) for channel in channels]
    limits = RateLimits(second=SECOND)
    async with (
        count_outcomes() as outcomes,
        connected(database, monkeypatch, limits=limits, channels=channels) as (fake, bot),
    ):
        with capture_logs() as logs:
            await until(lambda: len(fake.seen("POST", "/channels/.*/messages")) == number, 120)
            await bot.worker.idle()
            for table in tables[:MOVING]:
                mover = table.user_at(table.game.to_act[0])
                assert mover is not None
                await fake.click(mover, f"pt:w:{table.row.id}:{table.row.version}:rondel.ships", flags=64)
            await until(lambda: len(fake.seen("PATCH", "/webhooks/.*")) == MOVING, 60)
            await asyncio.wait_for(bot.worker.idle(), 120)
        assert [entry for entry in logs if entry["log_level"] != "info"] == []
        assert list(outcomes) == ["answered"]
        assert limits.refused > 0, "it had to wait"
        assert len(limits.invalid) == limits.refused < 1000
        for table in tables:
            path = f"/channels/{table.row.channel_id}/messages"
            (posted,) = fake.seen("POST", path)
            contents = [edit.body["content"] for edit in fake.seen("PATCH", f"{path}/.*")]
            assert posted.files
            assert any("moves to **Ships**" in content for content in contents) == (table in tables[:MOVING])


async def test_what_is_to_be_said_waits_while_the_bot_is_shut_out(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is shut out after ten thousand requests that it should not have made."""
    monkeypatch.setattr("bot.interactions.send_pause.FIRST_PAUSE_SECONDS", 0.1)
    limits = RateLimits()
    async with connected(database, monkeypatch, limits=limits) as (fake, bot):
        with capture_logs() as logs:
            for _ in range(10_000):
                limits.answered(403)
            await start_table_of_two(bot.tables, channel_id=CHANNEL)
            await until(lambda: bot.services.send_pause.reason)
            assert fake.seen("POST", "/channels/.*") == []
            limits.invalid.clear()
            async with asyncio.timeout(10):
                while not fake.seen("POST", "/channels/.*"):
                    await asyncio.sleep(0.1)
                    bot.worker.wake()
        refusal = "Discord refuses the whole bot; nothing is sent for a while"
        assert {entry["event"] for entry in logs if entry["log_level"] == "error"} == {refusal}
