"""The buttons about who decides for a seat, under messages that tell of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import discord

from bot.interactions.components import Component, Sent, one_of
from bot.interactions.controls import MaybeUser, Number, Seat
from bot.interactions.limits import LABEL
from bot.tables import Table
from bot.tables.seating import read_candidates
from bot.wording import Texts
from bot.wording.escaping import unformatted, within

STYLES = {"back": discord.ButtonStyle.success, "take": discord.ButtonStyle.primary}
SEAT_VERBS = ("leave", "back", "hand", "take", "agree", "open", "away", "host", "pause", "resume")


class SeatButton(Component, id="pt:seat:{game_id}:{verb}:{seat}:{user}"):
    """Something that may be done about a seat, or about the whole table. ``user``: the candidate it is about."""

    game_id: Number
    verb: Annotated[str, one_of(SEAT_VERBS)]
    seat: Seat
    user: MaybeUser


def seat_button(table: Table, texts: Texts, verb: str, seat: int = 0, user: int | None = None) -> Sent:
    """Return a button with what it does about whom."""
    name = texts.name_of(table.names, seat)
    if user is not None:
        candidate = read_candidates(table.seats[seat]).get(str(user))
        name = texts.person_name(candidate.name) if candidate else "…"
    label = unformatted(texts.say(f"button.seats.{verb}", name=name))
    style = STYLES.get(verb, discord.ButtonStyle.secondary)
    return SeatButton(table.row.id, verb, seat, user).button(within(label, LABEL), style)


def offered_buttons(table: Table, texts: Texts, wanted: list[str]) -> Iterator[Sent]:
    """Yield the buttons of an announcement as long as the game runs; what cannot be read is left out."""
    for offer in wanted if table.is_running else ():
        verb, _, rest = offer.partition(":")
        seat, _, user = rest.partition(":")
        if verb in SEAT_VERBS and seat.isdecimal() and int(seat) < len(table.seats):
            yield seat_button(table, texts, verb, int(seat), int(user) if user.isdecimal() else None)
