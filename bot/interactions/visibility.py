"""The channels that the bot may not view.

For such a channel the gateway sends id, type, position and category, and a flag; its other fields are fake. HTTP does
not list it at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import discord

HIDDEN = 1 << 17
"""The flag of a hidden channel. Its fake name cannot be recognised, since a visible channel may have the same."""

Place = discord.abc.GuildChannel | discord.Thread
"""A channel or thread, which a table may be in."""


def is_hidden(channel: Mapping[str, Any]) -> bool:
    """Return whether a channel's payload is that of a channel that the bot may not view."""
    flags = channel.get("flags")
    return isinstance(flags, int) and bool(flags & HIDDEN)


class HiddenChannels:
    """The channels of all servers of this process that the bot may not view."""

    def __init__(self) -> None:
        self._servers: dict[int, int] = {}
        """The server of each hidden channel, by channel."""

    def __contains__(self, channel_id: object) -> bool:
        return channel_id in self._servers

    def add(self, server: int, channel_id: int) -> None:
        """Note a channel that the bot may not view."""
        self._servers[channel_id] = server

    def remove(self, channel_id: int) -> None:
        """Note that the bot may view a channel, or that the channel was deleted."""
        self._servers.pop(channel_id, None)

    def replace(self, server: int, channels: Iterable[int] = ()) -> None:
        """Replace all hidden channels of a server."""
        self._servers = {channel: owner for channel, owner in self._servers.items() if owner != server}
        self._servers |= dict.fromkeys(channels, server)

    def hides(self, place: object) -> bool:
        """Return whether a channel may not be viewed; a thread may not if its channel may not."""
        if isinstance(place, discord.Thread):
            return place.parent_id in self
        return isinstance(place, discord.abc.GuildChannel) and place.id in self

    def find(self, guild: discord.Guild | None, channel_id: int) -> Place | None:
        """Return a channel or thread of a server; None if it is unknown or may not be viewed."""
        place = guild.get_channel_or_thread(channel_id) if guild is not None else None
        return None if place is None or self.hides(place) else place

    def hides_id(self, guild: discord.Guild | None, channel_id: int) -> bool:
        """Return whether a channel or thread is known to be hidden from the bot."""
        if channel_id in self:
            return True
        place = guild.get_channel_or_thread(channel_id) if guild is not None else None
        return place is not None and self.hides(place)
