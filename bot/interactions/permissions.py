"""What the bot may do on a server: which permissions it needs, and why. The invitation, what is checked before a table
opens, the README and ``/portolan status`` come from here."""

from __future__ import annotations

from collections.abc import Mapping

import discord

NEEDED: Mapping[str, str] = {
    "view_channel": "permission.why.view_channel",
    "send_messages": "permission.why.send_messages",
    "send_messages_in_threads": "permission.why.send_messages_in_threads",
    "create_public_threads": "permission.why.create_public_threads",
    "attach_files": "permission.why.attach_files",
    "read_message_history": "permission.why.read_message_history",
}
"""By permission (as discord.py names it) the text that says why."""

SCOPES = ("bot", "applications.commands")
"""What an invitation asks for beside them."""
TO_OPEN_THREADS = ("create_public_threads", "send_messages_in_threads")
_ONLY_IN_THREADS = frozenset(TO_OPEN_THREADS)
_NOT_IN_THREADS = frozenset(("send_messages", "create_public_threads"))
_TO_READ = frozenset(("read_message_history",))


def invited() -> discord.Permissions:
    """Those that an invitation asks for."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def allowed_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions | None:
    """Return what the bot may do in a channel; None if Discord has not told enough of the server to know."""
    try:
        return channel.permissions_for(channel.guild.me)
    except (discord.ClientException, AttributeError):  # the channel of a thread, a role or the bot's member is unknown
        return None


def lacking(allowed: discord.Permissions, channel: object, *, to_write: bool = False) -> list[str]:
    """Those that the bot needs for a table in this channel and lacks there; ``to_write``: only those without which what
    it says does not arrive."""
    elsewhere = _NOT_IN_THREADS if isinstance(channel, discord.Thread) else _ONLY_IN_THREADS
    spared = elsewhere | _TO_READ if to_write else elsewhere
    return [name for name in NEEDED if name not in spared and not getattr(allowed, name)]
