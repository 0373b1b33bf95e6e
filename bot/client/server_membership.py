"""The servers that the bot is in: Discord's present events, and changes while the bot was disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.interactions.error_codes import NO_ACCESS, UNKNOWN_SERVER
from bot.tables import Tables
from bot.work.worker import EXTERNAL_ERRORS

SHARD_SHIFT = 22
"""Bits by which Discord shifts a server's id; the result modulo the number of shards is the server's shard."""


def own_shards(client: discord.AutoShardedClient) -> Sequence[int]:
    """Return the shards of this process."""
    return client.shard_ids or range(client.shard_count or 1)


class ServerMembership:
    """Keep the tables informed about the servers of this process's shards; other processes do so for their own."""

    def __init__(self, client: discord.AutoShardedClient, tables: Tables) -> None:
        self.client = client
        self.servers = tables.servers
        # If the bot is removed and invited again, the last event must be handled last.
        self._order = asyncio.Lock()
        self._announced: set[int] = set()
        """Servers that Discord has announced since their shard's session began."""
        self._compared: set[int] = set()
        """Shards whose servers have been compared with the stored ones."""
        self._all_compared = asyncio.Event()

    async def joined(self, guild_id: int) -> None:
        """Let the tables of a server go on that has invited the bot, perhaps again."""
        self._announced.add(guild_id)
        async with self._order:
            await self.servers.come_back(guild_id)

    def available(self, guild_id: int) -> None:
        """Note that Discord has announced a server, as it does at the beginning of a session and after an outage."""
        self._announced.add(guild_id)

    async def removed(self, guild_id: int) -> None:
        """Store that the bot has left a server, unless it was invited again while this event waited."""
        async with self._order:
            if self.client.get_guild(guild_id) is None:
                await self.servers.leave(guild_id)

    def begin_session(self, shard_id: int) -> None:
        """Forget which servers Discord has announced in the shard's last session."""
        self._announced -= self._of_shard(self._announced, shard_id)

    async def complete_session(self, shard_id: int) -> None:
        """Handle servers that were left or joined in between, once Discord has announced all servers of a shard."""
        async with self._order:
            try:
                await self._compare(shard_id)
            finally:
                # Servers that could not be compared wait for the next session, but messages do not.
                self._compared.add(shard_id)
                if self._compared.issuperset(own_shards(self.client)):
                    self._all_compared.set()

    async def wait_compared(self) -> None:
        """Return once the servers of all shards of this process have been compared."""
        await self._all_compared.wait()

    async def _compare(self, shard_id: int) -> None:
        left_servers = await self.servers.left_servers()
        used_servers = await self.servers.in_use()
        for server in self._of_shard(left_servers, shard_id):
            if await self._is_in(server):
                await self.servers.come_back(server)
        for server in self._of_shard(used_servers, shard_id):
            if not await self._is_in(server):
                await self.servers.leave(server)

    async def _is_in(self, guild_id: int) -> bool:
        """Return whether the bot is in a server; Discord is asked if only an earlier session has announced it."""
        guild = self.client.get_guild(guild_id)
        if guild is None or guild.unavailable or guild_id in self._announced:
            return guild is not None
        try:
            await self.client.fetch_guild(guild_id, with_counts=False)
        except discord.HTTPException as fault:
            return fault.code not in (UNKNOWN_SERVER, NO_ACCESS)  # after other faults the next session decides
        except EXTERNAL_ERRORS:
            return True
        return True

    def _of_shard(self, servers: set[int], shard_id: int) -> set[int]:
        count = self.client.shard_count or 1
        return {server for server in servers if (server >> SHARD_SHIFT) % count == shard_id}
