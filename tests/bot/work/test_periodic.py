"""What is done again and again, whatever the time of day is said to be."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import discord.utils
import pytest
from discord.ext import tasks
from structlog.testing import capture_logs

from bot.client.portolan import Portolan
from bot.work.periodic import Periodic
from storage.database import Database


class Earlier(datetime.datetime):
    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.datetime.now(tz) - datetime.timedelta(hours=1)


class PutBack:
    """The module ``datetime`` where the clock shows an hour less than it did."""

    timedelta, time, timezone, datetime = datetime.timedelta, datetime.time, datetime.timezone, Earlier


async def test_work_goes_on_after_a_failure_and_after_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done = 0

    async def work() -> None:
        nonlocal done
        done += 1
        if done == 2:
            raise ValueError("once")
        if done == 4:
            monkeypatch.setattr(discord.utils, "datetime", PutBack)
            monkeypatch.setattr(tasks, "datetime", PutBack)

    with capture_logs() as logs:
        periodic = Periodic(0.01, work)
        periodic.start()
        async with asyncio.timeout(5):
            while done < 8:
                await asyncio.sleep(0.001)
        periodic.cancel()
    assert [entry["event"] for entry in logs] == ["periodic work failed"]


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_all_that_the_bot_does_again_and_again_is_of_this_kind(database: Database) -> None:
    bot = Portolan(database)
    worker = bot.outbox_worker
    for work in (bot.heartbeat, worker.sweep, worker.renewal, worker.tidy):
        assert isinstance(work, Periodic)
