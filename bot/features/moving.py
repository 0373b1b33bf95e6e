"""/game move: moves a table into the channel of the command, if all its players can read that channel."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.error_codes import UNKNOWN_MEMBER, UNKNOWN_USER
from bot.interactions.faults import RefusedByRules
from bot.interactions.limits import CHOICES
from bot.interactions.permissions import is_admin, permission_names, require_permissions
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from engines import Message


@completion
async def complete_movable_table(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the running tables of this server where the person sits and which they may move."""
    texts = await texts_for(interaction)
    own_rows = [row for row, _, _ in await services_of(interaction).tables.tables_of_user(interaction.user.id)]
    choices = [
        (f"#{row.id} {texts.title(row.key)}", row.id)
        for row in own_rows
        if row.guild_id == interaction.guild_id and (row.host_id == interaction.user.id or is_admin(interaction))
    ]
    return [app_commands.Choice(name=title, value=id) for title, id in choices if typed.lower() in title.lower()][
        :CHOICES
    ]


@app_commands.command(name=name("move", "game.move"), description=description("game.move"))
@app_commands.rename(table=name("table"))
@app_commands.describe(table=description("table"))
@app_commands.autocomplete(table=complete_movable_table)
async def move(interaction: Interaction, table: int) -> None:
    texts = await texts_for(interaction)
    require_permissions(interaction, texts)
    assert interaction.channel_id is not None
    play = services_of(interaction).tables.play
    user = interaction.user.id
    admin = is_admin(interaction)
    await check_readers(interaction, await play.load_movable(table, interaction.guild_id, user, admin=admin))
    await play.move_to(table, interaction.guild_id, interaction.channel_id, user, admin=admin)
    await answer(interaction, texts.say("reply.moved"))


async def check_readers(interaction: Interaction, table: Table) -> None:
    """Check that all players of a table, also those who may come back to it, can read the interaction's channel.

    People who have left the server do not count: they could not read the old channel either.

    Raises:
        Refused: The channel is not in a server, or the bot may not view it.
        RefusedByRules: Some players cannot read it; the refusal names them.
    """
    guild = interaction.guild
    channel = interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        raise Refused("error.other_server")
    if services_of(interaction).hidden.hides(channel):  # its permissions are unknown, and so are its readers
        names = permission_names(["view_channel"], await texts_for(interaction))
        raise Refused("error.permissions", permissions=names)
    shut_out = []
    seated = [(seat.number, user) for seat in table.seats for user in table.users_of(seat.number)]
    for seat, user_id in seated:
        try:
            member = await guild.fetch_member(user_id)  # the cache of members is stale without the privileged intent
        except discord.NotFound as fault:
            if fault.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
                raise
            continue
        if not await can_read(member, channel):
            shut_out.append(str(seat))
    if shut_out:
        raise RefusedByRules(
            Message("error.cannot_read", {"seats": shut_out, "n": len(shut_out)}), table.row.key, table.names
        )


async def can_read(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return whether a member sees a channel and its old messages; for a private thread, whether they are in it."""
    allowed = channel.permissions_for(member)
    if not (allowed.view_channel and allowed.read_message_history):
        return False
    if not isinstance(channel, discord.Thread) or not channel.is_private() or allowed.manage_threads:
        return True
    try:
        await channel.fetch_member(member.id)
    except discord.NotFound as fault:
        if fault.code != UNKNOWN_MEMBER:
            raise
        return False
    return True


GAME_COMMANDS: tuple[AnyCommand, ...] = (move,)
