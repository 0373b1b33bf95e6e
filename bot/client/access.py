"""Regained access: messages that could not be sent are sent once the bot may view or write to a channel again."""

from __future__ import annotations

from typing import Protocol

import discord

from bot.interactions.permissions import allowed_in
from bot.interactions.visibility import HiddenChannels


class MakeUpFor(Protocol):
    """A function that sends the messages of a server or a channel that wait or were given up."""

    async def __call__(self, *, guild_id: int | None = None, channel_id: int | None = None) -> None: ...


class Access:
    """Watch Discord's events about channels, roles and the bot's own membership.

    Discord sends updates of the bot's own member whatever the intents are, and hidden channels in full as soon as the
    bot may view them.
    """

    def __init__(self, hidden: HiddenChannels, make_up_for: MakeUpFor) -> None:
        self.hidden = hidden
        self.make_up_for = make_up_for

    async def channel_changed(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Send the missing messages of a channel if the bot can write to it since this change."""
        was_hidden = not before.name  # only hidden channels are cached without a name
        if self._is_open(after) and (was_hidden or not _may_write(before)):
            await self.channel_shown(after)

    async def channel_shown(self, channel: discord.abc.GuildChannel) -> None:
        """Send the missing messages of a channel that Discord has just announced, and of its threads."""
        if not self._is_open(channel):
            return
        await self.make_up_for(guild_id=channel.guild.id, channel_id=channel.id)
        for thread in channel.guild.threads:
            if thread.parent_id == channel.id:
                await self.thread_shown(thread)

    async def thread_changed(self, before: discord.Thread, after: discord.Thread) -> None:
        """Send the missing messages of a thread that has been opened."""
        if (before.archived or before.locked) and not (after.archived or after.locked):
            await self.thread_shown(after)

    async def thread_shown(self, thread: discord.Thread) -> None:
        """Send the missing messages of a thread that Discord has just announced."""
        if not self.hidden.hides(thread):
            await self.make_up_for(guild_id=thread.guild.id, channel_id=thread.id)

    async def role_changed(self, before: discord.Role, after: discord.Role) -> None:
        """Send the missing messages of a server if a role of the bot has gained permissions."""
        gained = after.permissions.value & ~before.permissions.value
        own_member = after.guild.me
        if gained and (own_member is None or after in own_member.roles):
            await self.server_changed(after.guild)

    async def own_member_changed(self, before: discord.Member, after: discord.Member) -> None:
        """Send the missing messages of a server if the bot has other roles there, or its timeout has changed."""
        if set(before.roles) != set(after.roles) or before.timed_out_until != after.timed_out_until:
            await self.server_changed(after.guild)

    async def server_changed(self, guild: discord.Guild) -> None:
        """Send the missing messages of a server."""
        await self.make_up_for(guild_id=guild.id)

    def _is_open(self, channel: discord.abc.GuildChannel) -> bool:
        """Return whether the bot may write to a channel, or its permissions are not known: then the attempt shows."""
        return not self.hidden.hides(channel) and _may_write(channel) is not False


def _may_write(channel: discord.abc.GuildChannel) -> bool | None:
    """Return whether the bot may write, or None if its permissions are not known."""
    allowed = allowed_in(channel)
    return None if allowed is None else allowed.view_channel and allowed.send_messages
