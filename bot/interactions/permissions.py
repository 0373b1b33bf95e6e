"""Permissions that the bot needs on a server, with the reasons; and the check whether a person manages the server.

They are used by the invitation, the check before a table opens, the README and ``/portolan status``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts

NEEDED: Mapping[str, str] = {
    "view_channel": "permission.why.view_channel",
    "send_messages": "permission.why.send_messages",
    "send_messages_in_threads": "permission.why.send_messages_in_threads",
    "create_public_threads": "permission.why.create_public_threads",
    "attach_files": "permission.why.attach_files",
    "read_message_history": "permission.why.read_message_history",
}
"""The id of the text that says why the bot needs a permission, by discord.py's name of the permission."""

SCOPES = ("bot", "applications.commands")
"""The OAuth2 scopes of the invitation."""
TO_OPEN_THREADS = ("create_public_threads", "send_messages_in_threads")
"""What a table in a thread of its own needs beyond the others; it is checked only when a thread is to be opened."""
_NOT_FOR_CHANNELS = frozenset(TO_OPEN_THREADS)
"""What a table directly in a channel does without."""
_NOT_FOR_THREADS = frozenset(("send_messages", "create_public_threads"))
"""What a table in a thread that exists already does without."""
_NOT_TO_WRITE = frozenset(("read_message_history",))
"""What messages arrive without."""


def invited() -> discord.Permissions:
    """Return the permissions that an invitation asks for."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def allowed_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions | None:
    """Return the bot's permissions in a channel; None if the client does not know enough of the server."""
    try:
        return channel.permissions_for(channel.guild.me)
    except (discord.ClientException, AttributeError):  # the channel of a thread, a role or the bot's member is unknown
        return None


def lacking(allowed: discord.Permissions, channel: object, *, to_write: bool = False) -> list[str]:
    """Return the permissions that the bot needs for a table in a channel and does not have there.

    Args:
        allowed: The permissions that the bot has there.
        channel: The channel or thread.
        to_write: True to return only those without which the bot's messages do not arrive.
    """
    unneeded = _NOT_FOR_THREADS if isinstance(channel, discord.Thread) else _NOT_FOR_CHANNELS
    if to_write:
        unneeded |= _NOT_TO_WRITE
    return [name for name in NEEDED if name not in unneeded and not getattr(allowed, name)]


def missing_permissions(interaction: Interaction, table: Table | None = None, *, to_write: bool = False) -> list[str]:
    """Return the permissions that the bot lacks in the channel of an interaction, or in that of a table.

    Permissions that are not known count as given; in direct messages none is needed.

    Args:
        interaction: The interaction.
        table: The table whose channel is checked; None: the channel of the interaction.
        to_write: True to return only those without which the bot's messages do not arrive.
    """
    if table is not None and table.row.channel_id != interaction.channel_id:
        return _missing_there(interaction, table, to_write=to_write)
    if interaction.guild_id is None:
        return []
    return lacking(interaction.app_permissions, interaction.channel, to_write=to_write)


def _missing_there(interaction: Interaction, table: Table, *, to_write: bool) -> list[str]:
    """Return the permissions that the bot lacks in a table's channel; none if they are not known."""
    guild = interaction.client.get_guild(table.row.guild_id) if table.row.guild_id else None
    if services_of(interaction).hidden.hides_id(guild, table.row.channel_id):
        return ["view_channel"]
    channel = guild.get_channel_or_thread(table.row.channel_id) if guild else None
    if channel is None:  # the server is on another shard, or the channel is an archived thread
        return []
    allowed = allowed_in(channel)
    return [] if allowed is None else lacking(allowed, channel, to_write=to_write)


def permission_names(names: Iterable[str], texts: Texts) -> list[str]:
    """Return the names of permissions as Discord's settings show them."""
    return [texts.say(f"permission.{name}") for name in names]


def is_admin(interaction: Interaction) -> bool:
    """Return whether the person manages the server of the interaction, which need not be the one of a table.

    Use ``manages`` for the server of a table.
    """
    return interaction.permissions.manage_guild or interaction.permissions.administrator


def manages(interaction: Interaction, table: Table) -> bool:
    """Return whether the person manages the server of a table; only true inside that server."""
    return is_admin(interaction) and table.row.guild_id is not None and table.row.guild_id == interaction.guild_id


async def manages_table(interaction: Interaction, game_id: int) -> bool:
    """Return whether the person manages the server of a table, which is loaded by its number.

    Raises:
        Refused: There is no such table.
        TableBroken: The table cannot be read.
    """
    # Only for those who manage the present server does the table have to be loaded.
    return is_admin(interaction) and manages(interaction, await services_of(interaction).tables.table(game_id))


def require_permissions(interaction: Interaction, texts: Texts) -> None:
    """Raise Refused with the names of the permissions that the bot lacks in this channel, if there are any."""
    if permissions := missing_permissions(interaction):
        raise Refused("error.permissions", permissions=permission_names(permissions, texts))
