"""Internals of discord.py that the bot uses beyond its documentation: a version that moves them fails here."""

from __future__ import annotations

import inspect
import logging

import discord
from discord import gateway, shard, state

from bot.cli.logs import REPLACED_LINES, is_not_replaced
from bot.client.gateway import GatewayClient, GatewaySocket
from bot.client.portolan import Portolan
from storage.database import Database


def test_parsers_are_a_dictionary_that_each_connection_reads_from() -> None:
    client = GatewayClient(intents=discord.Intents(guilds=True))
    assert {"READY", "GUILD_CREATE", "INTERACTION_CREATE"} <= set(client.parsers)
    assert "ws._discord_parsers = client._connection.parsers" in inspect.getsource(gateway.DiscordWebSocket)
    assert "func = self._discord_parsers[event]" in inspect.getsource(gateway.DiscordWebSocket)


def test_what_is_overridden_exists() -> None:
    for name in ("identify", "resume", "poll_event", "received_message", "from_client", "close"):
        assert callable(getattr(gateway.DiscordWebSocket, name))
    assert issubclass(GatewaySocket, gateway.DiscordWebSocket)
    assert "await self.launch_shard(gateway, shard_id, initial=initial)" in inspect.getsource(
        shard.AutoShardedClient.launch_shards
    )


def test_a_session_that_stands_is_dispatched_with_its_shard() -> None:
    source = inspect.getsource(state.AutoShardedConnectionState)
    assert "self.dispatch('shard_connect', shard_id)" in source
    assert "self.dispatch('shard_resumed', data['__shard_id__'])" in source


def test_the_lines_of_discord_py_that_are_told_elsewhere_are_its_lines() -> None:
    source = inspect.getsource(gateway)
    for line in REPLACED_LINES:
        assert f"'{line}'" in source
        record = logging.LogRecord("discord.gateway", logging.INFO, "", 0, line, (0, ""), None)
        assert not is_not_replaced(record)


async def test_the_bot_reads_every_event_under_guard(database: Database) -> None:
    bot = Portolan(database)
    parsers = bot.parsers
    assert all(getattr(parser, "func", None) == bot.gateway_events.read for parser in parsers.values())
