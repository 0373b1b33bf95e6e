"""Which channels the bot may view, as far as Discord tells.

Of a channel that the bot may not view, Discord sends number, type, position and category, with a flag and nothing else
that is true; over HTTP it does not list it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord

HIDDEN = 1 << 17
"""The flag of a channel that is shown without its content. A visible channel may have any name, so no name tells."""

Place = discord.abc.GuildChannel | discord.Thread


def is_hidden(channel: Mapping[str, Any]) -> bool:
    """Return whether a channel's payload is that of a channel that the bot may not view."""
    flags = channel.get("flags")
    return isinstance(flags, int) and bool(flags & HIDDEN)


class HiddenChannels:
    """The channels of all servers of this process that the bot may not view."""

    def __init__(self) -> None:
        self._servers: dict[int, int] = {}
        """By channel the server that it belongs to."""

    def __contains__(self, channel_id: object) -> bool:
        return channel_id in self._servers

    def add(self, server: int, channel_id: int) -> None:
        """Note a channel that the bot may not view."""
        self._servers[channel_id] = server

    def remove(self, channel_id: int) -> None:
        """Note a channel that the bot may view, or that is gone."""
        self._servers.pop(channel_id, None)

    def replace(self, server: int, channels: Iterable[int] = ()) -> None:
        """Note all hidden channels of a server in place of those known so far."""
        self._servers = {channel: place for channel, place in self._servers.items() if place != server}
        self._servers |= dict.fromkeys(channels, server)

    def hides(self, place: object) -> bool:
        """Return whether a channel, or the channel of a thread, may not be viewed."""
        if isinstance(place, discord.Thread):
            return place.parent_id in self
        return isinstance(place, discord.abc.GuildChannel) and place.id in self

    def find(self, guild: discord.Guild | None, channel_id: int) -> Place | None:
        """Return a channel or thread of a server; None if it is unknown or may not be viewed."""
        place = guild.get_channel_or_thread(channel_id) if guild is not None else None
        return None if place is None or self.hides(place) else place

    def conceals(self, guild: discord.Guild | None, channel_id: int) -> bool:
        """Return whether it is known that the bot may not view a channel or thread."""
        if channel_id in self:
            return True
        place = guild.get_channel_or_thread(channel_id) if guild is not None else None
        return place is not None and self.hides(place)
