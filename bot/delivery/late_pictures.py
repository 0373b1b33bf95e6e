"""Pictures of boards that went out without theirs, because more was to be drawn than could be."""

from __future__ import annotations

import discord
from structlog.contextvars import bind_contextvars

from bot.delivery.pictures import Attachment, board_picture
from bot.services import Services
from bot.tables import announcement
from bot.tables.announcement import Announcement
from storage.models import OutboxRow


async def drawn(services: Services, row: OutboxRow) -> tuple[discord.PartialMessage, Attachment] | None:
    """The message and its picture; None: the table has moved on, and a newer message has a picture of its own."""
    what = announcement.decode(row.payload)
    table = await services.tables.table(row.game_id)
    if table.row.version != what.version:
        return None
    picture = await board_picture(table, await services.public_texts(table.row.guild_id), what.events)
    table = await services.tables.table(row.game_id)
    if table.row.version != what.version or table.row.live_message_id is None:
        return None
    bind_contextvars(version=what.version, picture=True)
    channel = services.channel(row.channel_id, table.row.guild_id)
    return channel.get_partial_message(table.row.live_message_id), picture


def wanted(what: Announcement, version: int) -> Announcement:
    """What is to be drawn of the board that ``what`` told of, now that the table has this version."""
    return Announcement(kind="picture", version=version, events=what.events if what.version == version else [])
