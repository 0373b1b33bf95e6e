"""Look back on what has happened since somebody's own last move."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import pytest
from simcord.actors import MemberActor

import render
from bot.features.log import lines_by_entry
from bot.tables import Table
from bot.tables.analysis.seat_knowledge import SeatKnowledge
from bot.wording import texts_in
from render import Missed
from tests.bot.english import english
from tests.bot.grey_pixels import grey_pixel
from tests.bot.parts import shown_message
from tests.bot.room import Room

NAME = "What happened since my last move"


async def use_menu(channel_room: Room, person: MemberActor, message: discord.Message, menu: str = NAME) -> str:
    """Use the context menu of a message, and return the text of the private answer."""
    message_shown = shown_message(await person.context_menu(channel_room.channel, menu, message))
    assert message_shown.flags.ephemeral
    return message_shown.content


def head(name: str, table: Table) -> str:
    return english(f"since.{name}", game=english("navegador.title"), table=str(table.row.id))


async def lines_after(channel_room: Room, table: Table, version: int, person: MemberActor) -> list[str]:
    entries = [entry for entry in await channel_room.moves() if entry.game_id == table.row.id]
    knows = SeatKnowledge.always(table.seat_of(person.id))
    entry_lines = lines_by_entry(table, entries, texts_in("en").at(table.game), knows, after=version)
    return [line for _, lines in entry_lines for line in lines]


@pytest.fixture
def recaps(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Missed]]:
    """Return a list that receives the turns of each recap that is drawn."""
    drawn_recaps = list[Sequence[Missed]]()

    def drawing(missed: Sequence[Missed], caption: render.Caption) -> bytes:
        drawn_recaps.append(missed)
        return grey_pixel()

    monkeypatch.setattr(render, "recap", drawing)
    return drawn_recaps
