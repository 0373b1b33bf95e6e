"""When the bot may view or write to a channel again, what could not be sent there is sent."""

from __future__ import annotations

from typing import Protocol

import discord

from bot.interactions.permissions import allowed_in
from bot.interactions.visibility import HiddenChannels


class MakeUpFor(Protocol):
    """Sends what was given up, or waits, in a server or a channel."""

    async def __call__(self, *, guild_id: int | None = None, channel_id: int | None = None) -> None: ...


class Access:
    """Follows what Discord tells of channels, roles and the bot's own membership.

    Discord sends updates of the bot's own member whatever the intents are, and hidden channels in full as soon as the
    bot may view them.
    """

    def __init__(self, hidden: HiddenChannels, make_up_for: MakeUpFor) -> None:
        self.hidden = hidden
        self.make_up_for = make_up_for

    async def channel_changed(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Make up for what was not sent if the channel can be written to since this change."""
        was_hidden = not before.name  # only hidden channels are kept without one
        if self._open(after) and (was_hidden or not _may_write(before)):
            await self.channel_shown(after)

    async def channel_shown(self, channel: discord.abc.GuildChannel) -> None:
        """Make up for what was not sent in a channel that Discord has just told of, and in its threads."""
        if not self._open(channel):
            return
        await self.make_up_for(guild_id=channel.guild.id, channel_id=channel.id)
        for thread in channel.guild.threads:
            if thread.parent_id == channel.id:
                await self.thread_shown(thread)

    async def thread_changed(self, before: discord.Thread, after: discord.Thread) -> None:
        """Make up for what was not sent in a thread that has been opened."""
        if (before.archived or before.locked) and not (after.archived or after.locked):
            await self.thread_shown(after)

    async def thread_shown(self, thread: discord.Thread) -> None:
        """Make up for what was not sent in a thread that Discord has just told of."""
        if not self.hidden.hides(thread):
            await self.make_up_for(guild_id=thread.guild.id, channel_id=thread.id)

    async def role_changed(self, before: discord.Role, after: discord.Role) -> None:
        """Make up for what was not sent in a server if a role of the bot has gained permissions."""
        gained = after.permissions.value & ~before.permissions.value
        own_member = after.guild.me
        if gained and (own_member is None or after in own_member.roles):
            await self.server_changed(after.guild)

    async def own_member_changed(self, before: discord.Member, after: discord.Member) -> None:
        """Make up for what was not sent in a server if the bot has other roles there, or may speak again."""
        if set(before.roles) != set(after.roles) or before.timed_out_until != after.timed_out_until:
            await self.server_changed(after.guild)

    async def server_changed(self, guild: discord.Guild) -> None:
        """Make up for what was not sent in a server."""
        await self.make_up_for(guild_id=guild.id)

    def _open(self, channel: discord.abc.GuildChannel) -> bool:
        return not self.hidden.hides(channel) and _may_write(channel) is not False


def _may_write(channel: discord.abc.GuildChannel) -> bool | None:
    """Return whether the bot may write; None if that is not known."""
    allowed = allowed_in(channel)
    return None if allowed is None else allowed.view_channel and allowed.send_messages
