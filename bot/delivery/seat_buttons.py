"""Buttons about seats (such as leaving one or becoming a substitute) under announcements, and their removal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import discord
import msgspec

from bot.delivery.requests import in_time, takes_edit
from bot.delivery.sending import Delivered, Sending
from bot.interactions.components import Component, Sent, one_of
from bot.interactions.controls import MaybeUser, Number, Seat
from bot.interactions.limits import LABEL
from bot.tables import Table, announcement
from bot.tables.seating import is_still_offered, read_candidates
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from storage import deliveries

STYLES = {"back": discord.ButtonStyle.success, "take": discord.ButtonStyle.primary}
SEAT_VERBS = ("leave", "back", "hand", "take", "agree", "open", "away", "host", "pause", "resume")
"""The actions of seat buttons.

``leave`` the own seat for now, come ``back`` to it, or ``hand`` it back to its owner; ``take`` an offered seat as a
substitute; ``agree`` with a candidate for one; ``open`` a seat to substitutes; have a computer play for a player who is
``away``; make a player ``host``; ``pause`` and ``resume`` the game.
"""
NOTICE = "notice"
"""The kind of messages that have buttons about seats."""
MOST_MESSAGES = 30
"""Number of a table's messages, the newest ones, that are checked."""


class SeatButton(Component, id="pt:seat:{game_id}:{verb}:{seat}:{user}"):
    """A button for an action about a seat or about the whole table.

    Attributes:
        verb: the action.
        seat: the number of the seat.
        user: the candidate for the seat, for ``agree``; else None.
    """

    game_id: Number
    verb: Annotated[str, one_of(SEAT_VERBS)]
    seat: Seat
    user: MaybeUser


def seat_button(table: Table, texts: Texts, verb: str, seat: int = 0, user: int | None = None) -> Sent:
    """Return a button whose label says what it does and for whom."""
    name = texts.name_of(table.names, seat)
    if user is not None:
        candidate = read_candidates(table.seats[seat]).get(str(user))
        name = texts.person_name(candidate.name) if candidate else "…"
    label = unformatted(texts.say(f"button.seats.{verb}", name=name))
    style = STYLES.get(verb, discord.ButtonStyle.secondary)
    return SeatButton(table.row.id, verb, seat, user).button(within(label, LABEL), style)


def offered_buttons(table: Table, texts: Texts, requested: list[str]) -> Iterator[Sent]:
    """Yield the buttons of an announcement while the game runs; unreadable entries of ``requested`` are skipped.

    Each entry is a verb, a seat and, if need be, a user: "take:2", "agree:2:81384788765712384".
    """
    for offer in requested if table.is_running else ():
        verb, _, rest = offer.partition(":")
        seat, _, user = rest.partition(":")
        if verb in SEAT_VERBS and seat.isdecimal() and int(seat) < len(table.seats):
            yield seat_button(table, texts, verb, int(seat), int(user) if user.isdecimal() else None)


async def take_down(sending: Sending) -> Delivered:
    """Remove outdated buttons from the messages of a table. Raises discord.HTTPException if Discord refuses."""
    services = sending.services
    game_id = sending.job.game_id
    table = await services.tables.table(game_id)
    async with services.database.reading() as session:
        notices = await deliveries.sent_notices(session, game_id, NOTICE, limit=MOST_MESSAGES)
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
