"""/portolan: how the bot does on a server, for those who manage it; for everybody what is kept about them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from math import isfinite

import discord
from discord import app_commands

from bot import __version__
from bot.commands.about import everywhere
from bot.commands.look import LIMIT, link_to
from bot.commands.naming import description, name
from bot.delivery.illustrating import Attachment, files_of
from bot.interactions.permissions import NEEDED, SCOPES, invited, lacking
from bot.interactions.replies import acknowledge, answer, is_admin, permission_names, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import plain
from bot.wording.policies import POLICIES, policy, who_runs_it
from storage import overview
from storage.models import GameRow, OutboxRow, Status

LISTED = 25
"""Tables in the answer; a message does not hold many more."""


@everywhere
class PortolanGroup(app_commands.Group):
    """About the bot itself."""

    def __init__(self) -> None:
        super().__init__(name=name("portolan"), description=description("portolan"))

    @app_commands.command(name=name("status", "portolan.status"), description=description("portolan.status"))
    async def status(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True)
        texts, guild = await texts_for(interaction), interaction.guild
        if guild is None:
            raise Refused("error.on_a_server")
        if not is_admin(interaction):
            raise Refused("error.not_admin")
        lines = [
            _head(interaction, texts),
            *_of_the_server(interaction, guild, texts),
            *await _tables(interaction, guild, texts),
        ]
        shown = len(lines)
        while len("\n".join(lines[:shown])) > LIMIT - 2:
            shown -= 1
        await answer(interaction, "\n".join(lines[:shown] + ["…"] * (shown < len(lines))))

    @app_commands.command(name=name("privacy", "portolan.privacy"), description=description("portolan.privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True)
        services, texts = services_of(interaction), await texts_for(interaction)
        operator, days = services.operator, services.tables.retention.days
        who = who_runs_it(texts, plain(operator.name), operator.contact)
        kept = texts.say("privacy.kept", n=days) if days else texts.say("privacy.kept_ever")
        lines = [texts.say("privacy.head"), texts.say("privacy.short"), kept, who, texts.say("privacy.yours")]
        files = files_of(
            [
                Attachment(
                    f"{what}.md",
                    policy(what, texts, operator=operator.name, contact=operator.contact, days=days).encode(),
                )
                for what in POLICIES
            ]
        )
        await answer(interaction, "\n".join(lines), files=files)


def _head(interaction: Interaction, texts: Texts) -> str:
    """What there is to say of the whole bot."""
    latency = interaction.client.latency
    return texts.say(
        "status.head",
        version=__version__,
        since=since(services_of(interaction).started_at),
        ms=str(round(latency * 1000)) if isfinite(latency) else "-",
    )


async def _tables(interaction: Interaction, guild: discord.Guild, texts: Texts) -> list[str]:
    """The server's running tables, each with what keeps it from going on; then what else waits to be sent."""
    services = services_of(interaction)
    wanted = overview.Wanted(guild_id=guild.id, status=(Status.RUNNING,), limit=LISTED + 1)
    async with services.database.reading() as session:
        rows = await overview.listed(session, wanted)
        unfinished = await overview.unfinished_in_server(session, guild.id)
    messages: defaultdict[int, list[OutboxRow]] = defaultdict(list)
    for message in unfinished:
        messages[message.game_id].append(message)
    lines = [] if rows else [texts.say("status.none")]
    for row in rows[:LISTED]:
        table = await services.tables.readable(row.id)
        lines.append(_table_line(row, table, texts))
        lines += [f"-# {line}" for line in await _channel_lines(guild, row.channel_id, texts)]
        lines += [f"-# {line}" for line in _message_lines(messages.pop(row.id, ()), texts)]
    if len(rows) > LISTED:
        lines.append("…")
    elsewhere = _message_lines([message for found in messages.values() for message in found], texts)
    return [*lines, *([texts.say("status.elsewhere"), *(f"-# {line}" for line in elsewhere)] if elsewhere else [])]


def _table_line(row: GameRow, table: Table | None, texts: Texts) -> str:
    title, number, link = texts.title(row.key), str(row.id), link_to(row)
    if table is None:
        return texts.say("games.broken", game=title, table=number, link=link)
    return texts.say(
        "status.table",
        game=title,
        table=number,
        turn=texts.when(row.key, row.turn),
        players=[texts.player(table.names, seat) for seat in table.game.blocking_seats],
        since=since(row.updated_at),
        link=link,
    )


async def _channel_lines(guild: discord.Guild, channel_id: int, texts: Texts) -> list[str]:
    """What the bot lacks in a channel."""
    channel: object = guild.get_channel_or_thread(channel_id)
    if channel is None:
        try:  # a thread that is archived is not known until it is asked for
            channel = await guild.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return [texts.say("status.gone")]
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return []
    try:
        allowed = channel.permissions_for(guild.me)
    except discord.ClientException:  # the channel of this thread is hidden
        return [texts.say("status.gone")]
    missing = lacking(allowed, channel)
    return [texts.say("status.permissions", permissions=explained(missing, texts))] if missing else []


def explained(missing: Sequence[str], texts: Texts) -> list[str]:
    """Permissions, each with what it is needed for."""
    names = permission_names(missing, texts)
    return [
        texts.say("status.permission", name=name, why=texts.say(NEEDED[each]))
        for each, name in zip(missing, names, strict=True)
    ]


def _of_the_server(interaction: Interaction, guild: discord.Guild, texts: Texts) -> list[str]:
    """What the bot lacks everywhere on a server, and the invitation that gives it."""
    allowed = guild.me.guild_permissions
    missing = [each for each in NEEDED if not getattr(allowed, each)]
    if not missing:
        return []
    link = discord.utils.oauth_url(interaction.application_id, permissions=invited(), scopes=SCOPES)
    told = texts.say("status.lacking", permissions=explained(missing, texts))
    return [told, texts.say("status.invitation", link=link)]


def _message_lines(messages: Sequence[OutboxRow], texts: Texts) -> list[str]:
    """What has not been sent, and what never will be."""
    waiting = [message for message in messages if message.failed is None]
    given_up = [message for message in messages if message.failed is not None]
    lines = []
    if waiting:
        lines.append(texts.say("status.waiting", n=len(waiting), since=since(waiting[0].created_at)))
    if given_up:
        lines.append(texts.say("status.set_aside", n=len(given_up), since=since(given_up[-1].created_at)))
    return lines


def since(moment: datetime) -> str:
    """A moment as each person's Discord tells how long ago it was."""
    return f"<t:{int(moment.timestamp())}:R>"
