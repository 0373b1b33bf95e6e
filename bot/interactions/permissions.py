"""What the bot may do on a server, which permissions it needs and why; and whether a person manages the server.

The invitation, what is checked before a table opens, the README and ``/portolan status`` come from here.
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
"""By permission (as discord.py names it) the text that says why."""

SCOPES = ("bot", "applications.commands")
"""What an invitation asks for beside them."""
TO_OPEN_THREADS = ("create_public_threads", "send_messages_in_threads")
_ONLY_IN_THREADS = frozenset(TO_OPEN_THREADS)
_NOT_IN_THREADS = frozenset(("send_messages", "create_public_threads"))
_TO_READ = frozenset(("read_message_history",))


def invited() -> discord.Permissions:
    """Return the permissions that an invitation asks for."""
    return discord.Permissions(**dict.fromkeys(NEEDED, True))


def allowed_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions | None:
    """Return what the bot may do in a channel; None if Discord has not told enough of the server to know."""
    try:
        return channel.permissions_for(channel.guild.me)
    except (discord.ClientException, AttributeError):  # the channel of a thread, a role or the bot's member is unknown
        return None


def lacking(allowed: discord.Permissions, channel: object, *, to_write: bool = False) -> list[str]:
    """Return the permissions that the bot needs for a table in this channel and lacks there.

    ``to_write``: only those without which what it says does not arrive.
    """
    elsewhere = _NOT_IN_THREADS if isinstance(channel, discord.Thread) else _ONLY_IN_THREADS
    spared = elsewhere | _TO_READ if to_write else elsewhere
    return [name for name in NEEDED if name not in spared and not getattr(allowed, name)]


def missing_permissions(interaction: Interaction, table: Table | None = None, *, to_write: bool = False) -> list[str]:
    """Return the permissions that the bot lacks where the interaction happened, or where a ``table`` is played.

    Those that are not known count as given; in direct messages there are none. ``to_write``: only those without which
    nothing arrives.
    """
    if table is not None and table.row.channel_id != interaction.channel_id:
        return _missing_there(interaction, table, to_write=to_write)
    if interaction.guild_id is None:
        return []
    return lacking(interaction.app_permissions, interaction.channel, to_write=to_write)


def _missing_there(interaction: Interaction, table: Table, *, to_write: bool) -> list[str]:
    """Return the permissions the bot lacks where a table is played; none if they are not known."""
    guild = interaction.client.get_guild(table.row.guild_id) if table.row.guild_id else None
    if services_of(interaction).hidden.conceals(guild, table.row.channel_id):
        return ["view_channel"]
    channel = guild.get_channel_or_thread(table.row.channel_id) if guild else None
    if channel is None:  # of another shard, or a thread that is archived
        return []
    allowed = allowed_in(channel)
    return [] if allowed is None else lacking(allowed, channel, to_write=to_write)


def permission_names(names: Iterable[str], texts: Texts) -> list[str]:
    """Permissions as Discord's settings name them."""
    return [texts.say(f"permission.{name}") for name in names]


def is_admin(interaction: Interaction) -> bool:
    """Return whether the person manages the server of the interaction; of a table ``manages`` is to be asked."""
    return interaction.permissions.manage_guild or interaction.permissions.administrator


def manages(interaction: Interaction, table: Table) -> bool:
    """Return whether the person manages the server where a table is."""
    return is_admin(interaction) and table.row.guild_id is not None and table.row.guild_id == interaction.guild_id


async def manages_table(interaction: Interaction, game_id: int) -> bool:
    """Return whether the person manages the server where the table of this number is, which is read for that.

    Raises Refused when there is no such table, TableBroken.
    """
    return is_admin(interaction) and manages(interaction, await services_of(interaction).tables.table(game_id))


def require_permissions(interaction: Interaction, texts: Texts) -> None:
    """Raise Refused, naming them, when the bot lacks permissions to play here."""
    if missing := missing_permissions(interaction):
        raise Refused("error.permissions", permissions=permission_names(missing, texts))
