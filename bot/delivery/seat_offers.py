"""Removal of buttons about seats from messages when their offer is over."""

from __future__ import annotations

import discord
import msgspec

from bot.delivery.requests import in_time, takes_edit
from bot.delivery.seat_buttons import offered_buttons
from bot.delivery.sending import Delivered, Sending
from bot.tables import announcement
from bot.tables.seating import is_still_offered
from storage import deliveries

NOTICE = "notice"
"""The kind of messages that have buttons about seats."""
MOST_MESSAGES = 30
"""Number of a table's messages, the newest ones, that are checked."""


async def take_down(sending: Sending) -> Delivered:
    """Remove outdated buttons from the messages of a table. Raises discord.HTTPException if Discord refuses."""
    services = sending.services
    game_id = sending.job.game_id
    table = await services.tables.table(game_id)
    async with services.database.reading() as session:
        notices = await deliveries.sent_notices(session, game_id, NOTICE, most=MOST_MESSAGES)
    for notice in notices:
        try:
            notice_sent = announcement.decode(notice.payload)
        except announcement.Unreadable:
            continue
        offers = [button for button in notice_sent.buttons if is_still_offered(table, button)]
        if offers == notice_sent.buttons or notice.message_id is None:
            continue
        view = discord.ui.View(timeout=None)
        for button in offered_buttons(table, sending.server.texts, offers):
            view.add_item(button)
        channel = services.channel(notice.channel_id, table.row.guild_id)
        message = channel.get_partial_message(notice.message_id)
        await takes_edit(in_time(message.edit(view=view, allowed_mentions=discord.AllowedMentions.none())))
        async with services.database.transaction() as session:
            await deliveries.rewrite(session, notice, msgspec.structs.replace(notice_sent, buttons=offers).payload())
    return Delivered()
