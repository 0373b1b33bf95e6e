"""Look-up of the table whose board a message shows, for context menus and buttons below boards."""

from __future__ import annotations

from typing import NamedTuple

import discord
from discord import app_commands

from bot.delivery.illustrating import PICTURE
from bot.interactions.components import read_all
from bot.interactions.controls import MoveButton, RematchButton
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from bot.tables.announcement import Unreadable, decode
from storage import deliveries, games
from storage.deliveries import SHOWING_BOARDS

ON_BOARDS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""The contexts of menus for boards: servers, and direct messages, since turn notifications have boards too."""


class ShownBoard(NamedTuple):
    """The board that a message shows."""

    game_id: int
    version: int | None
    """The version of the table; None: it is no longer stored."""


async def require_shown_board(interaction: Interaction, message: discord.Message) -> ShownBoard:
    """Return the board that a message shows.

    Raises:
        Refused: It is not a message of the bot with a board.
    """
    board = await find_shown_board(interaction, message)
    if board is None:
        raise Refused("error.no_board")
    return board


async def find_shown_board(interaction: Interaction, message: discord.Message) -> ShownBoard | None:
    """Return the board that a message shows; None if it is not a message of the bot with a board.

    The bot removes the buttons of a board when a newer one is posted, and forgets old messages after some time. The
    table of such a message is the one that was played in its channel when it was sent.
    """
    records = read_all(message)
    has_board_button = any(isinstance(record, MoveButton | RematchButton) for record in records)
    has_picture = any(file.filename == PICTURE for file in message.attachments)
    bot_user = interaction.client.user
    if bot_user is None or message.author.id != bot_user.id or not (has_board_button or has_picture):
        return None
    game_ids = (getattr(record, "game_id", None) for record in records)
    game_id = next((number for number in game_ids if isinstance(number, int)), None)
    async with services_of(interaction).database.reading() as session:
        channel = message.channel.id
        message_row = await deliveries.sent_as(session, message.id, SHOWING_BOARDS, game_id=game_id, channel_id=channel)
        if message_row is not None:
            return ShownBoard(message_row.game_id, _version(message_row.payload))
        if game_id is None:
            game_id = await games.played_at(session, channel, message.created_at)
        return None if game_id is None else ShownBoard(game_id, None)


def _version(payload: dict[str, object]) -> int | None:
    try:
        return decode(payload).version
    except Unreadable:
        return None
