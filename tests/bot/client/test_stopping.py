"""SIGTERM: what was clicked before is carried out or answered, and nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field

import pytest
from sqlmodel import col, select

from bot.client.portolan import ANSWER_SECONDS, CLOSE_SECONDS, FINISH_SECONDS, STOP_SECONDS, Portolan
from bot.tables import Table, Tables
from bot.wording import texts_in
from bot.work.worker import LETTING_GO_SECONDS
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import JobRow, MoveRow
from tests.bot.client.tables_of_two import start_table_of_two
from tests.bot.fake_discord import CHANNEL, FakeDiscord, connected, listening, until
from tests.bot.lobbies import sqlite
from tests.storage.messages import claimed_rows

MESSAGES = f"/channels/{CHANNEL}/messages"
ANSWERS = "/webhooks/.*"
ACKNOWLEDGEMENTS = "/interactions/.*"
GRACE = 10
"""Seconds that Docker gives by default before it kills."""
UNLEARNED = """
import runpy
from bot.cli import startup
startup.learn = lambda: None
runpy.run_module("tools.bench.load.bot_process", run_name="__main__")
"""
"""The bot of the load benchmark without the words of games: they take long to learn, and none is typed."""


@dataclass
class Running:
    """A bot in a process of its own, with a table whose board it has posted."""

    process: asyncio.subprocess.Process
    fake: FakeDiscord
    table: Table
    log_lines: list[str] = field(default_factory=list)
    """The lines of its log."""

    async def read(self) -> None:
        """Record the lines of its log until it ends."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.log_lines.append(line.decode())

    async def stop(self) -> None:
        """Tell it to stop, and return when it has heard that."""
        self.process.send_signal(signal.SIGTERM)
        await until(lambda: any("no new work is taken" in line for line in self.log_lines), 60)

    async def click(self, locale: str = "en-US") -> None:
        """Make a move for whoever must move, and return when the bot has acknowledged it."""
        mover = self.table.user_at(self.table.game.to_act[0])
        assert mover is not None
        custom_id = f"pt:w:{self.table.row.id}:{self.table.row.version}:rondel.ships"
        acknowledged = len(self.fake.seen("POST", ACKNOWLEDGEMENTS))
        await self.fake.click(mover, custom_id, flags=64, locale=locale)
        await until(lambda: len(self.fake.seen("POST", ACKNOWLEDGEMENTS)) > acknowledged)

    def answers(self) -> list[str]:
        """Return what people were told, the oldest first."""
        requests = [request for request in self.fake.requests if request.path.startswith("/webhooks/")]
        return [answer.body["content"] for answer in requests]

    async def ended(self) -> None:
        """Wait for a good end."""
        assert await self.process.wait() == 0


@asynccontextmanager
async def running(url: str) -> AsyncIterator[Running]:
    async with Database.open(url) as database:
        table = await start_table_of_two(Tables(database))
    fake = FakeDiscord()
    async with listening(fake) as address:
        line = [sys.executable, "-c", UNLEARNED, f"http://{address}", "--no-pictures"]
        process = await asyncio.create_subprocess_exec(
            *line,
            env=os.environ | {"DATABASE_URL": url, "DISCORD_TOKEN": "token", "LOG_LEVEL": "info"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        bot = Running(process, fake, table)
        reading = asyncio.create_task(bot.read())
        try:
            await until(lambda: fake.seen("POST", MESSAGES), 60)
            yield bot
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
            await reading


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Keep everybody else from writing to the database in the meantime."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


async def moves_of(url: str) -> list[str]:
    async with Database.open(url) as database, database.reading() as session:
        return [row.words for row in (await session.exec(select(MoveRow).order_by(col(MoveRow.version)))).all()]


@sqlite
@pytest.mark.slow
async def test_a_click_that_waits_is_carried_out_and_whoever_clicks_meanwhile_is_told_that_it_stops(
    database_url: str,
) -> None:
    async with running(database_url) as bot:
        with lock_database(database_url):
            await bot.click()
            await bot.stop()
            assert bot.process.returncode is None
            assert bot.answers() == []
            await bot.click("nl")
            refusal = bot.fake.seen("POST", ACKNOWLEDGEMENTS)[-1].body
            assert refusal["data"]["content"] == texts_in("nl").say("error.stopping")
        await bot.ended()
        (answer,) = bot.answers()
        assert answer.startswith("✓ Ships")
        assert await moves_of(database_url) == ["rondel ships"]
        assert "moves to **Ships**" in bot.fake.seen("PATCH", f"{MESSAGES}/.*")[-1].body["content"]


@sqlite
@pytest.mark.slow
async def test_a_click_that_cannot_be_carried_out_in_time_is_answered_in_the_language_of_the_person(
    database_url: str,
) -> None:
    async with running(database_url) as bot:
        with lock_database(database_url):
            await bot.click("de")
            await bot.stop()
            await until(bot.answers, 60)
            assert bot.answers() == [texts_in("de").say("error.cut_short")]
        await bot.ended()
        assert await moves_of(database_url) == []


@sqlite
@pytest.mark.slow
async def test_a_message_that_does_not_arrive_in_time_goes_out_at_the_next_start(database_url: str) -> None:
    async with running(database_url) as bot:
        bot.fake.slow[f"{MESSAGES}/.*"] = 600
        await bot.click()
        await until(lambda: bot.fake.seen("PATCH", f"{MESSAGES}/.*"))
        await bot.stop()
        await bot.ended()
    async with Database.open(database_url) as database, database.transaction() as session:
        (unsent_row,) = (await session.exec(select(JobRow).where(IS_MESSAGE, col(JobRow.sent_at).is_(None)))).all()
        assert unsent_row.claimed_until is None
        assert unsent_row.attempts == 0
        assert [row.id for row in await claimed_rows(session)] == [unsent_row.id]


def test_the_parts_of_stopping_leave_time_until_it_is_killed() -> None:
    assert FINISH_SECONDS + ANSWER_SECONDS < STOP_SECONDS
    assert STOP_SECONDS + 2 * LETTING_GO_SECONDS + CLOSE_SECONDS < GRACE


@pytest.fixture
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait as long as the test lasts for what does not come while it stops."""
    for name in ("STOP_SECONDS", "FINISH_SECONDS"):
        monkeypatch.setattr(f"bot.client.portolan.{name}", 600)


@sqlite
@pytest.mark.usefixtures("no_hurry")
async def test_a_bot_that_is_idle_stops_at_once_and_twice_is_as_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch) as (_, bot):
        await asyncio.gather(bot.close(), bot.close())
        await bot.close()
        assert bot.is_closed()


@sqlite
@pytest.mark.usefixtures("no_hurry")
async def test_a_bot_that_never_logged_in_stops(database: Database) -> None:
    bot = Portolan(database)
    await bot.close()
    assert bot.is_closed()
