"""/portolan: the state of the bot on a server, for people who manage it; and the privacy policy, for everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from math import isfinite

import discord
from discord import app_commands

from bot import __version__
from bot.delivery.illustrating import Attachment, files_of
from bot.features.table_option import everywhere
from bot.interactions.command_names import description, name
from bot.interactions.components import Component, on_press
from bot.interactions.controls import Number, page_of
from bot.interactions.error_codes import NO_ACCESS, NO_PERMISSION, UNKNOWN_CHANNEL, Scope, code_in, is_refusal, scope_of
from bot.interactions.links import board_link
from bot.interactions.permissions import NEEDED, SCOPES, allowed_in, invited, is_admin, lacking, permission_names
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import plain
from bot.wording.policies import POLICIES, policy, who_runs_it
from storage import overview
from storage.models import GameRow, JobRow, Status

REASONS = {
    UNKNOWN_CHANNEL: "deleted",
    NO_ACCESS: "hidden",
    NO_PERMISSION: "permission",
    50008: "kind",
    50024: "kind",
    200000: "automod",
    240000: "links",
}
"""The last part of the text id of a reason, by Discord's error code."""
REFUSED_LISTED = 3
"""The largest number of refused messages of a table that are listed; they differ in kind or reason."""
LISTED = 200
"""The largest number of tables on all pages."""


class StatusButton(Component, id="pt:status:{page}"):
    """The button to another page of the bot's state on the server."""

    page: Number


@everywhere
class PortolanGroup(app_commands.Group):
    """The group /portolan: commands about the bot itself."""

    def __init__(self) -> None:
        super().__init__(name=name("portolan"), description=description("portolan"))

    @app_commands.command(name=name("status", "portolan.status"), description=description("portolan.status"))
    async def status(self, interaction: Interaction) -> None:
        await show_status(interaction, 0)

    @app_commands.command(name=name("privacy", "portolan.privacy"), description=description("portolan.privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        services = services_of(interaction)
        texts = await texts_for(interaction)
        operator = services.operator
        days = services.tables.retention.days
        operator_text = who_runs_it(texts, plain(operator.name), operator.contact)
        retention = texts.say("privacy.kept", n=days) if days else texts.say("privacy.kept_ever")
        lines = [
            texts.say("privacy.head"),
            texts.say("privacy.short"),
            retention,
            operator_text,
            texts.say("privacy.yours"),
        ]
        files = files_of(
            [
                Attachment(
                    f"{policy_name}.md",
                    policy(policy_name, texts, operator=operator.name, contact=operator.contact, days=days).encode(),
                )
                for policy_name in POLICIES
            ]
        )
        await answer(interaction, "\n".join(lines), files=files)


async def show_status(interaction: Interaction, number: int) -> None:
    """Show a page of the bot's state on a server.

    Raises:
        Refused: The person does not manage the server, or the command was used outside a server.
    """
    texts = await texts_for(interaction)
    guild = interaction.guild
    if guild is None:
        raise Refused("error.on_a_server")
    if not is_admin(interaction):
        raise Refused("error.not_admin")
    lines = [
        _head(interaction, texts),
        *_of_the_server(interaction, guild, texts),
        *await _tables(interaction, guild, texts),
    ]
    page = page_of(lines, number)
    view = discord.ui.View(timeout=None)
    page.add_buttons(view, StatusButton)
    await answer(interaction, page.text, view=view)


@on_press(StatusButton)
async def turn_status_page(interaction: Interaction, button: StatusButton) -> None:
    await show_status(interaction, button.page)


def _head(interaction: Interaction, texts: Texts) -> str:
    """Return the line about the whole bot: version, start and latency."""
    latency = interaction.client.latency
    return texts.say(
        "status.head",
        version=__version__,
        since=elapsed(services_of(interaction).started_at),
        ms=str(round(latency * 1000)) if isfinite(latency) else "-",
    )


async def _tables(interaction: Interaction, guild: discord.Guild, texts: Texts) -> list[str]:
    """Return the server's running tables with their obstacles, then the waiting messages of all other tables."""
    services = services_of(interaction)
    table_filter = overview.TableFilter(guild_id=guild.id, status=(Status.RUNNING,), limit=LISTED + 1)
    async with services.database.reading() as session:
        rows = await overview.listed(session, table_filter)
        unfinished = await overview.unfinished_in_server(session, guild.id)
    messages: defaultdict[int, list[JobRow]] = defaultdict(list)
    for message in unfinished:
        messages[message.game_id].append(message)
    lines = [] if rows else [texts.say("status.none")]
    for row in rows[:LISTED]:
        table = await services.tables.load_if_readable(row.id)
        lines.append(_table_line(row, table, texts))
        lines += [f"-# {line}" for line in await _channel_lines(interaction, guild, row.channel_id, texts)]
        lines += [f"-# {line}" for line in _message_lines(messages[row.id], texts)]
    if len(rows) > LISTED:
        lines.append("…")
    listed_ids = {row.id for row in rows[:LISTED]}
    other_lines = _message_lines([message for message in unfinished if message.game_id not in listed_ids], texts)
    return [*lines, *([texts.say("status.elsewhere"), *(f"-# {line}" for line in other_lines)] if other_lines else [])]


def _table_line(row: GameRow, table: Table | None, texts: Texts) -> str:
    title = texts.title(row.key)
    number = str(row.id)
    link = board_link(row)
    if table is None:
        return texts.say("games.broken", game=title, table=number, link=link)
    return texts.say(
        "status.table",
        game=title,
        table=number,
        turn=texts.turn_name(row.key, row.turn),
        players=[texts.player(table.names, seat) for seat in table.game.blocking_seats],
        since=elapsed(row.updated_at),
        link=link,
    )


async def _channel_lines(interaction: Interaction, guild: discord.Guild, channel_id: int, texts: Texts) -> list[str]:
    """Return lines about the obstacles to the bot's writing in a channel."""
    if services_of(interaction).hidden.hides_id(guild, channel_id):
        return [texts.say("status.hidden", permission=texts.say("permission.view_channel"))]
    channel: object = guild.get_channel_or_thread(channel_id)
    if channel is None:
        try:  # the client does not know archived threads
            channel = await guild.fetch_channel(channel_id)
        except discord.HTTPException as fault:
            return [texts.say("status.gone")] if scope_of(fault) is Scope.CHANNEL else []
        except discord.InvalidData:  # the channel has a type that discord.py does not know
            return []
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return []
    allowed = allowed_in(channel)
    if allowed is None:  # the channel of this thread is hidden
        return [texts.say("status.gone")]
    permissions = lacking(allowed, channel)
    return [texts.say("status.permissions", permissions=explained(permissions, texts))] if permissions else []


def explained(permissions: Sequence[str], texts: Texts) -> list[str]:
    """Return the names of permissions, each with the purpose for which it is needed."""
    names = permission_names(permissions, texts)
    return [
        texts.say("status.permission", name=name, why=texts.say(NEEDED[permission]))
        for permission, name in zip(permissions, names, strict=True)
    ]


def _of_the_server(interaction: Interaction, guild: discord.Guild, texts: Texts) -> list[str]:
    """Return lines about permissions that the bot lacks on the whole server, with an invitation that grants them."""
    allowed = guild.me.guild_permissions
    permissions = [permission for permission in NEEDED if not getattr(allowed, permission)]
    if not permissions:
        return []
    link = discord.utils.oauth_url(interaction.application_id, permissions=invited(), scopes=SCOPES)
    sentence = texts.say("status.lacking", permissions=explained(permissions, texts))
    return [sentence, texts.say("status.invitation", link=link)]


def _message_lines(messages: Sequence[JobRow], texts: Texts) -> list[str]:
    """Return lines about waiting messages, refused messages with their reasons, and dropped messages.

    ``messages`` are in the order of their creation.
    """
    waiting_messages = [message for message in messages if message.failed is None]
    refused = [message for message in messages if message.failed is not None and is_refusal(message.failed)]
    dropped = [message for message in messages if message.failed is not None and message not in refused]
    lines = []
    if waiting_messages:
        lines.append(
            texts.say("status.waiting", n=len(waiting_messages), since=elapsed(waiting_messages[0].created_at))
        )
    newest = {(message.kind, message.failed): message for message in refused}.values()
    for message in sorted(newest, key=lambda message: message.id)[-REFUSED_LISTED:]:
        kind = texts.say(f"status.message.{message.kind}")
        reason = reason_in_words(message.failed or "", texts)
        lines.append(texts.say("status.refused", message=kind, since=elapsed(message.created_at), reason=reason))
    if dropped:
        lines.append(texts.say("status.set_aside", n=len(dropped), since=elapsed(dropped[-1].created_at)))
    return lines


def reason_in_words(reason: str, texts: Texts) -> str:
    """Return a sentence for the stored reason of a refusal."""
    code = code_in(reason)
    if text_id := REASONS.get(code):
        return texts.say(f"status.reason.{text_id}")
    words = reason.partition(": ")[2].removeprefix(str(code)).strip()
    return texts.say("status.reason.other", code=str(code), text=plain(words))


def elapsed(moment: datetime) -> str:
    """Return Discord's markup for the time since a moment."""
    return f"<t:{int(moment.timestamp())}:R>"


GROUPS = (PortolanGroup,)
