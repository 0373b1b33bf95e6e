"""Under Apps on any board's message: what has happened since the reader's own last decision."""

from __future__ import annotations

from typing import NamedTuple

import discord
from discord import app_commands

from bot.commands.look import log_lines
from bot.commands.naming import name
from bot.delivery.alt_texts import acting
from bot.delivery.compose import fit
from bot.delivery.pictures import PICTURE
from bot.delivery.posting import SHOWING_BOARDS
from bot.interactions.components import read
from bot.interactions.controls import MoveButton, RematchButton
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.announcement import Unreadable, decode
from bot.wording import Texts
from storage import games, moves, outbox


class Shown(NamedTuple):
    """Which table a message shows the board of, and at which version; None: that is not known any more."""

    game_id: int
    version: int | None


async def what_happened(interaction: Interaction, message: discord.Message) -> None:
    """Tells what happened since the person's own last decision at the table of a board; whoever never sat there, what
    happened since the message."""
    await acknowledge(interaction, ephemeral=True)
    shown = await game_shown_by(interaction, message)
    services, words = services_of(interaction), await texts_for(interaction)
    table, user = await services.tables.table(shown.game_id), interaction.user.id
    after, since = await _since(interaction, message, table, shown)
    if table.row.state is not None:
        words = words.at(table.game)
    entries = await services.tables.log(table.row.id)
    lines = log_lines(table, entries, words, table.seat_of(user), after=after)
    await answer(interaction, told(table, lines, words, since))


def told(table: Table, lines: list[str], words: Texts, since: str) -> str:
    """The lines below what they are about, as many of the last ones as there is room for; then who must act.
    ``since``: the id of what is said above."""
    head = words.say(since, game=words.title(table.row.key), table=str(table.row.id))
    now = [acting(table, words)] if table.row.state is not None else []
    return fit([head], [*(lines or [words.say("since.nothing")]), *now])


async def _since(interaction: Interaction, message: discord.Message, table: Table, shown: Shown) -> tuple[int, str]:
    """After which version something is told, and as since what."""
    user, game_id = interaction.user.id, table.row.id
    async with services_of(interaction).database.reading() as session:
        own = await moves.last_of_user(session, game_id, user)
        if own is not None:
            return own, "since.move"
        if user in table.company:
            return 0, "since.start"
        if shown.version is not None:
            return shown.version, "since.message"
        return await moves.version_at(session, game_id, message.created_at), "since.message"


async def game_shown_by(interaction: Interaction, message: discord.Message) -> Shown:
    """What board a message shows. Raises Refused where it is none of the bot's."""
    shown = await shown_by(interaction, message)
    if shown is None:
        raise Refused("error.no_board")
    return shown


async def shown_by(interaction: Interaction, message: discord.Message) -> Shown | None:
    """What board a message shows; None: none of the bot's.

    A board that another one has followed has no button any more; the message of long ago is not remembered either, and
    its table is the one that was played then in its channel.
    """
    records = [read(each.custom_id or "") for each in _components(message)]
    boards = any(isinstance(record, MoveButton | RematchButton) for record in records)
    pictured = any(file.filename == PICTURE for file in message.attachments)
    client = interaction.client.user
    if client is None or message.author.id != client.id or not (boards or pictured):
        return None
    named = next((number for each in records if isinstance(number := getattr(each, "game_id", None), int)), None)
    async with services_of(interaction).database.reading() as session:
        channel = message.channel.id
        sent = await outbox.sent_as(session, message.id, SHOWING_BOARDS, game_id=named, channel_id=channel)
        if sent is not None:
            return Shown(sent.game_id, _version(sent.payload))
        found = named or await games.played_at(session, channel, message.created_at)
        return Shown(found, None) if found else None


def _version(payload: dict[str, object]) -> int | None:
    try:
        return decode(payload).version
    except Unreadable:
        return None


def _components(message: discord.Message) -> list[discord.Button | discord.SelectMenu]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [each for row in rows for each in row.children if isinstance(each, discord.Button | discord.SelectMenu)]


ON_BOARDS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where boards are: calls by direct message have them, too."""
MENUS = (
    app_commands.ContextMenu(
        name=name("What happened since my last move", "since"), callback=what_happened, allowed_contexts=ON_BOARDS
    ),
)
