"""Channels that the bot may not view are never named; a table in one says so, and its messages come once it opens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from structlog.testing import capture_logs

from bot.client.portolan import Portolan
from bot.features.table_option import table_name
from bot.interactions.permissions import missing_permissions
from bot.interactions.services import Interaction
from bot.wording import texts_in
from storage.database import Database
from tests.bot.client.tables_of_two import start_announced_table
from tests.bot.fake_discord import CHANNEL, GUILD, MEMBER, FakeDiscord, logged_in, serving, until
from tools.bench.load.discord import ME, Json

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

FORUM = 41
VOICE = 42
CATEGORY = 43
STAGE = 44
NEWS = 45
TAG: Json = {"id": "1", "name": "x", "moderated": False, "emoji_id": None, "emoji_name": None}
KINDS: dict[int, Json] = {
    FORUM: {"type": 15, "available_tags": [TAG]},
    VOICE: {"type": 2, "bitrate": 64000, "user_limit": 0},
    CATEGORY: {"type": 4},
    STAGE: {"type": 13, "bitrate": 64000, "user_limit": 0},
    NEWS: {"type": 5},
}
ALL = str(discord.Permissions.all().value & ~discord.Permissions(administrator=True).value)
EVERYONE: Json = {"id": str(GUILD), "name": "@everyone", "permissions": ALL, "position": 0, "color": 0}
EVERYONE |= {"hoist": False, "managed": False, "mentionable": False, "flags": 0}
ROLE: Json = EVERYONE | {"id": "99", "name": "bots", "position": 1}
MESSAGES = f"/channels/{CHANNEL}/messages"


@asynccontextmanager
async def playing_bot(
    database: Database, monkeypatch: pytest.MonkeyPatch, *, hidden: tuple[int, ...] = ()
) -> AsyncIterator[tuple[FakeDiscord, Portolan]]:
    """Yield a bot in a server whose roles and members it knows."""
    async with serving(monkeypatch, FakeDiscord()) as fake:
        fake.channels = [CHANNEL, *KINDS]
        fake.kinds = KINDS
        fake.hidden = set(hidden)
        own_member = MEMBER | {"user": ME, "roles": [ROLE["id"]]}
        fake.odd_guild = {"roles": [EVERYONE, ROLE], "members": [own_member]}
        async with logged_in(database) as bot:
            await until(lambda: bot.is_connected)
            yield fake, bot


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what was refused once from being tried again by itself while a test lasts."""
    monkeypatch.setattr("bot.delivery.message_jobs.FIRST_WAIT", timedelta(hours=1))


def known_guild(bot: Portolan) -> discord.Guild:
    guild = bot.get_guild(GUILD)
    assert guild is not None
    return guild


async def test_channels_hidden_at_the_start_cost_nothing_and_are_named_nowhere(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with capture_logs() as logs:
        async with playing_bot(database, monkeypatch, hidden=(CHANNEL, *KINDS)) as (_, bot):
            guild = known_guild(bot)
            assert {channel.id for channel in guild.channels} == {CHANNEL, *KINDS}
            assert all(bot.services.hidden.hides(channel) for channel in guild.channels)
            assert not [channel for channel in guild.channels if "hidden" in channel.name]
            assert not [channel for channel in guild.channels if channel.permissions_for(guild.me).view_channel]
    assert [line for line in logs if line["event"] == "event cannot be read"] == []


@pytest.mark.parametrize("channel", [CHANNEL, *KINDS])
async def test_a_channel_is_hidden_and_shown_while_the_bot_runs(
    channel: int, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        guild = known_guild(bot)
        await fake.hide(channel)
        await until(lambda: bot.services.hidden.hides_id(guild, channel))
        assert bot.services.hidden.find(guild, channel) is None
        await fake.show(channel)
        await until(lambda: bot.services.hidden.find(guild, channel) is not None)
        place = guild.get_channel(channel)
        assert place is not None
        assert place.name == "games"
        assert place.permissions_for(guild.me).view_channel


async def test_a_channel_that_is_really_called_hidden_is_visible(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        fake.kinds = KINDS | {CHANNEL: {"name": "___hidden___"}}
        await fake.show(CHANNEL)
        await until(lambda: getattr(known_guild(bot).get_channel(CHANNEL), "name", "") == "___hidden___")
        assert bot.services.hidden.find(known_guild(bot), CHANNEL) is not None


async def test_hidden_channels_created_and_deleted_are_known_and_forgotten(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        fake.hidden.add(60)
        created = fake.channel(60, GUILD) | {"type": 15, "available_tags": None}
        await fake.dispatch("CHANNEL_CREATE", 0, **created)
        await until(lambda: 60 in bot.services.hidden)
        await fake.dispatch("CHANNEL_DELETE", 0, **created)
        await until(lambda: 60 not in bot.services.hidden)
        await fake.hide(CHANNEL)
        await until(lambda: CHANNEL in bot.services.hidden)
        await fake.remove(GUILD)
        await until(lambda: CHANNEL not in bot.services.hidden)


@pytest.mark.usefixtures("patient")
async def test_what_could_not_be_posted_is_posted_once_the_channel_is_shown(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        await fake.hide(CHANNEL)
        await until(lambda: CHANNEL in bot.services.hidden)
        await start_announced_table(bot)
        attempts = len(fake.requests_to("POST", MESSAGES))
        await fake.show(CHANNEL)
        await until(lambda: len(fake.requests_to("POST", MESSAGES)) > attempts)


@pytest.mark.usefixtures("patient", "no_session_pause")
@pytest.mark.parametrize("reason", ["overwrite", "role", "role deleted", "own roles", "server available", "session"])
async def test_what_could_not_be_posted_is_posted_once_the_bot_may_write(
    reason: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        denial = {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(discord.Permissions(send_messages=True).value)}
        channel = fake.channel(CHANNEL, GUILD)
        await fake.dispatch("CHANNEL_UPDATE", 0, **channel | {"permission_overwrites": [denial]})
        await fake.dispatch("GUILD_ROLE_UPDATE", 0, guild_id=str(GUILD), role=ROLE | {"permissions": "0"})
        fake.faults.append(("POST", MESSAGES, 503, {"message": "no", "code": 0}))
        await start_announced_table(bot)
        assert len(fake.requests_to("POST", MESSAGES)) == 1
        match reason:
            case "overwrite":
                await fake.dispatch("CHANNEL_UPDATE", 0, **channel)
            case "role":
                await fake.dispatch("GUILD_ROLE_UPDATE", 0, guild_id=str(GUILD), role=ROLE)
            case "role deleted":
                await fake.dispatch("GUILD_ROLE_DELETE", 0, guild_id=str(GUILD), role_id=ROLE["id"])
            case "own roles":
                await fake.dispatch("GUILD_MEMBER_UPDATE", 0, **MEMBER | {"guild_id": str(GUILD), "user": ME})
            case "server available":
                await fake.outage(GUILD)
                await fake.dispatch("GUILD_CREATE", 0, **fake.guild(GUILD) | fake.odd_guild)
            case "session":
                await fake.send('{"op": 9, "d": false}')
        await until(lambda: len(fake.requests_to("POST", MESSAGES)) == 2)


async def test_a_channel_update_that_only_renames_makes_up_for_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        calls: list[Any] = []

        async def note(**arguments: Any) -> None:
            calls.append(arguments)

        monkeypatch.setattr(bot.access, "make_up_for", note)
        await fake.dispatch("CHANNEL_UPDATE", 0, **fake.channel(CHANNEL, GUILD) | {"name": "other"})
        await fake.dispatch("GUILD_ROLE_UPDATE", 0, guild_id=str(GUILD), role=ROLE | {"name": "other"})
        await fake.dispatch("CHANNEL_UPDATE", 0, **fake.channel(CHANNEL, GUILD) | {"name": "last"})
        await until(lambda: getattr(known_guild(bot).get_channel(CHANNEL), "name", "") == "last")
        assert calls == []


async def test_a_channel_that_was_unreadable_is_known_as_soon_as_it_can_be_read(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        channel = fake.channel(CHANNEL, GUILD) | {"id": "61"}
        await fake.dispatch("CHANNEL_UPDATE", 0, **channel)
        await until(lambda: known_guild(bot).get_channel(61) is not None)


async def test_answers_say_that_a_channel_is_hidden_and_no_completion_names_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing_bot(database, monkeypatch) as (fake, bot):
        table = await start_announced_table(bot)
        interaction = cast("Interaction", SimpleNamespace(client=bot, channel_id=1, guild_id=None))
        texts = texts_in("en")
        assert "games" in table_name(interaction, table.row, texts)
        await fake.hide(CHANNEL)
        await until(lambda: CHANNEL in bot.services.hidden)
        assert missing_permissions(interaction, table) == ["view_channel"]
        assert table_name(interaction, table.row, texts) == f"Navegador (table {table.row.id})"
