"""The commands: registered when they have changed, by one process, without anybody waiting for it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from discord import app_commands
from sqlmodel import select

from bot.client import registration
from bot.client.portolan import Portolan
from bot.client.registration import fingerprint, fingerprint_key
from bot.interactions.command_names import Translator
from storage import named_values
from storage.database import Database
from storage.models import Kept
from tests.bot.fake_discord import FakeDiscord, connected, shorten_waits, until
from tools.bench.load.discord import ME

pytestmark = [pytest.mark.usefixtures("plain_pictures"), pytest.mark.parametrize("backend", ["sqlite"], indirect=True)]

COMMANDS = "/applications/30/commands"
NAME = fingerprint_key(int(ME["id"]))
SLOW_DOWN = {"message": "slow down", "retry_after": 3600.0, "global": False, "code": 0}
INVALID = {"message": "Invalid Form Body", "code": 50035, "errors": {}}


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Shorten the waits between attempts, and record the seconds that were asked for."""
    return shorten_waits(monkeypatch, registration)


async def stored_fingerprint(database: Database) -> str | None:
    async with database.reading() as session:
        return await named_values.value(session, NAME)


async def until_registered(fake: FakeDiscord, database: Database, times: int = 1) -> None:
    """Wait until Discord was told so often and the database knows it."""
    await until(lambda: len(fake.requests_to("PUT", COMMANDS)) == times)
    async with asyncio.timeout(10):
        while not await stored_fingerprint(database):
            await asyncio.sleep(0.005)


async def end_wait(database: Database) -> None:
    async with database.transaction() as session:
        row = (await session.exec(select(Kept))).one()
        assert row.claimed_until is not None
        row.claimed_until -= timedelta(hours=2)
        session.add(row)


async def test_unchanged_commands_are_registered_once(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with connected(database, monkeypatch) as (fake, bot):
        await until_registered(fake, database)
        assert await stored_fingerprint(database) == await fingerprint(bot.tree)
        (sent,) = fake.requests_to("PUT", COMMANDS)
        assert {command["name"] for command in sent.body} == {command.name for command in bot.tree.get_commands()}
        assert any(command["name_localizations"].get("de") for command in sent.body)
    async with connected(database, monkeypatch) as (fake, bot):
        await asyncio.wait_for(bot.registration.register(), 5)
        assert fake.requests_to("PUT", COMMANDS) == []


async def test_changed_commands_and_those_of_another_application_are_registered(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ((NAME, "that of an earlier version"), (fingerprint_key(31), "that of another bot")):
        async with database.transaction() as session:
            await named_values.claim(session, name, value, timedelta(0))
            await named_values.settle(session, name, value)
    async with connected(database, monkeypatch) as (fake, _):
        await until_registered(fake, database)
    async with database.reading() as session:
        assert await named_values.value(session, fingerprint_key(31)) == "that of another bot"


async def test_a_bot_that_is_told_so_registers_what_has_not_changed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    for registers_again, times in ((False, 1), (True, 1), (False, 0)):
        async with connected(database, monkeypatch, register_again=registers_again) as (fake, bot):
            await until_registered(fake, database, times)
            await asyncio.wait_for(bot.registration.register(), 5)
            assert len(fake.requests_to("PUT", COMMANDS)) == times


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [((429, SLOW_DOWN), 3600), ((400, INVALID), 60), ((403, {"message": "no", "code": 50001}), 60)],
)
async def test_a_refusal_ends_no_start_and_is_tried_again(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    short_waits: list[float],
    fault: tuple[int, Any],
    seconds: float,
) -> None:
    async with connected(database, monkeypatch, faults=[("PUT", COMMANDS, *fault)]) as (fake, bot):
        await until(lambda: fake.requests_to("PUT", COMMANDS))
        await fake.click(1, "pt:m:999")
        await until(lambda: fake.requests_to("PATCH", "/webhooks/.*"))  # buttons work meanwhile
        await until(lambda: len(short_waits) > 5)
        assert short_waits[0] == seconds
        assert len(fake.requests_to("PUT", COMMANDS)) == 1, "the wait is kept to, by every process"
        assert await stored_fingerprint(database) == named_values.UNFINISHED
        await end_wait(database)
        await until_registered(fake, database, 2)
        assert await stored_fingerprint(database) == await fingerprint(bot.tree)


async def test_who_stops_in_the_middle_leaves_it_to_the_next_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connected(database, monkeypatch, slow={COMMANDS: 30}) as (fake, _):
        await until(lambda: fake.requests_to("PUT", COMMANDS))
    assert await stored_fingerprint(database) == named_values.UNFINISHED
    async with connected(database, monkeypatch) as (fake, _):
        await until_registered(fake, database)


async def test_whatever_is_sent_counts(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Portolan(database).tree
    english = await fingerprint(tree)
    await tree.set_translator(Translator())
    localised = await fingerprint(tree)
    assert localised != english
    assert await fingerprint(tree) == localised
    command = tree.get_command("board")
    assert isinstance(command, app_commands.Command)
    monkeypatch.setattr(command, "description", "something else")
    assert await fingerprint(tree) != localised


async def test_the_numbers_of_the_commands_are_known_after_a_restart_that_tells_discord_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch, command_names: dict[str, int]
) -> None:
    async with connected(database, monkeypatch) as (fake, _):
        await until_registered(fake, database)
        await until(lambda: "game" in command_names)
    first_numbers = dict(command_names)
    command_names.clear()
    async with connected(database, monkeypatch) as (fake, _):
        await until(lambda: "game" in command_names)
        assert command_names == first_numbers
        assert fake.requests_to("PUT", COMMANDS) == []
