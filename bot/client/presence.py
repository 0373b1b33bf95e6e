"""In which servers the bot is: what Discord tells at the moment, and what changed while nobody listened."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.interactions.error_codes import NO_ACCESS, UNKNOWN_SERVER
from bot.tables import Tables
from bot.work.worker import OUTSIDE

SHARD_SHIFT = 22
"""Discord gives a server to the shard that the rest of ``id >> 22`` by their number names."""


def own_shards(client: discord.AutoShardedClient) -> Sequence[int]:
    """The shards of this process."""
    return client.shard_ids or range(client.shard_count or 1)


class Presence:
    """Tells the tables of the servers of this process's shards; other servers are the affair of other processes."""

    def __init__(self, client: discord.AutoShardedClient, tables: Tables) -> None:
        self.client = client
        self.servers = tables.servers
        self._order = asyncio.Lock()  # removed and invited again: the last word counts
        self._told: set[int] = set()
        """Servers that Discord has told of since their shard's session began."""
        self._compared: set[int] = set()
        self._known = asyncio.Event()

    async def joined(self, guild_id: int) -> None:
        self._told.add(guild_id)
        async with self._order:
            await self.servers.come_back(guild_id)

    def available(self, guild_id: int) -> None:
        self._told.add(guild_id)

    async def removed(self, guild_id: int) -> None:
        async with self._order:
            if self.client.get_guild(guild_id) is None:
                await self.servers.leave(guild_id)

    def session_began(self, shard_id: int) -> None:
        """Of what Discord does not tell again in this session nothing is known."""
        self._told -= self._of_shard(self._told, shard_id)

    async def session_complete(self, shard_id: int) -> None:
        """Discord has told of all servers of a shard: sees to those that were left or joined in between."""
        async with self._order:
            try:
                await self._compare(shard_id)
            finally:  # what could not be compared waits for the next session, the messages do not
                self._compared.add(shard_id)
                if self._compared.issuperset(own_shards(self.client)):
                    self._known.set()

    async def known(self) -> None:
        """Returns once all servers of this process's shards have been seen to."""
        await self._known.wait()

    async def _compare(self, shard_id: int) -> None:
        left, in_use = await self.servers.left_servers(), await self.servers.in_use()
        for server in self._of_shard(left, shard_id):
            if await self._is_in(server):
                await self.servers.come_back(server)
        for server in self._of_shard(in_use, shard_id):
            if not await self._is_in(server):
                await self.servers.leave(server)

    async def _is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a server of its shards; Discord is asked when it is known from an earlier session."""
        guild = self.client.get_guild(guild_id)
        if guild is None or guild.unavailable or guild_id in self._told:
            return guild is not None
        try:
            await self.client.fetch_guild(guild_id, with_counts=False)
        except discord.HTTPException as fault:
            return fault.code not in (UNKNOWN_SERVER, NO_ACCESS)  # else the next session tells
        except OUTSIDE:
            return True
        return True

    def _of_shard(self, servers: set[int], shard_id: int) -> set[int]:
        count = self.client.shard_count or 1
        return {server for server in servers if (server >> SHARD_SHIFT) % count == shard_id}
