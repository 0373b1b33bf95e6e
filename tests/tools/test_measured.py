"""What Discord would not take of the bot fails the test in which it was asked, on either stand-in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import BytesIO
from typing import Any

import discord
import pytest
from discord.http import Route
from discord.ui import Button, Select, View

from bot.client.portolan import Portolan
from storage.database import Database
from tests.bot import completed
from tests.bot.fake_discord import CHANNEL, connected
from tests.bot.room import open_room

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)

Spoil = Callable[[Portolan, discord.PartialMessageable], Awaitable[Any]]


def twice() -> View:
    view = View(timeout=None)
    for label in ("Your move", "Fair dice"):
        view.add_item(Button(label=label, custom_id="pt:m:1"))
    return view


def alike() -> View:
    view = View(timeout=None)
    options = [discord.SelectOption(label=label, value="rondel") for label in ("Ships", "Workers")]
    view.add_item(Select(custom_id="pt:s:1", options=options))
    return view


def described(words: str) -> discord.File:
    return discord.File(BytesIO(b"picture"), "board.png", description=words)


SPOILED: dict[str, Spoil] = {
    "nonce: ": lambda bot, channel: channel.send("x", nonce="1" * 30),
    "content of 2001 characters": lambda bot, channel: channel.send("x" * 2001),
    "an empty message": lambda bot, channel: channel.send(""),
    "custom id twice: pt:m:1": lambda bot, channel: channel.send("x", view=twice()),
    "value twice in a select: rondel": lambda bot, channel: channel.send("x", view=alike()),
    "attachments.0.description: ": lambda bot, channel: channel.send(file=described("d" * 1025)),
    "not among the operations": lambda bot, channel: bot.http.request(Route("GET", "/users/@me/guilds")),
    "name: ": lambda bot, channel: bot.http.start_thread_without_message(
        channel.id, name="x" * 101, auto_archive_duration=1440, type=11
    ),
}


async def spoil(bot: Portolan, channel: int, fault: str) -> None:
    with suppress(discord.HTTPException):  # which the simulated Discord refuses, too
        await SPOILED[fault](bot, bot.get_partial_messageable(channel))


@pytest.mark.parametrize("fault", SPOILED)
async def test_a_room_is_not_left_with_what_discord_would_not_take(database: Database, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        async with open_room(database) as room:
            await spoil(room.bot, room.channel.id, fault)


@pytest.mark.parametrize("fault", SPOILED)
async def test_nor_is_the_stand_in_on_sockets(database: Database, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    with pytest.raises(AssertionError, match=fault):
        async with connected(database, monkeypatch) as (_, bot):
            await spoil(bot, CHANNEL, fault)


async def test_what_a_stand_in_would_leave_out_is_noticed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(completed.MISSING, "user_payload", {})
    with pytest.raises(AssertionError, match='answered: author: "primary_guild" is a required property'):
        async with open_room(database) as room:
            await room.bot.get_partial_messageable(room.channel.id).send("x")
