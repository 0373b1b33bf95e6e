"""Tables on which something has happened since somebody's own last move."""

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
from tests.bot.parts import shown
from tests.bot.room import Room

NAME = "What happened since my last move"


async def asked(here: Room, person: MemberActor, message: discord.Message, menu: str = NAME) -> str:
    """What the person is told of a message."""
    told = shown(await person.context_menu(here.channel, menu, message))
    assert told.flags.ephemeral
    return told.content


def head(what: str, table: Table) -> str:
    return english(f"since.{what}", game=english("navegador.title"), table=str(table.row.id))


async def lines_after(here: Room, table: Table, version: int, person: MemberActor) -> list[str]:
    entries = [entry for entry in await here.moves() if entry.game_id == table.row.id]
    knows = SeatKnowledge.always(table.seat_of(person.id))
    told = lines_by_entry(table, entries, texts_in("en").at(table.game), knows, after=version)
    return [line for _, lines in told for line in lines]


@pytest.fixture
def recaps(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Missed]]:
    """The turns that are drawn."""
    found = list[Sequence[Missed]]()

    def drawing(missed: Sequence[Missed], caption: render.Caption) -> bytes:
        found.append(missed)
        return grey_pixel()

    monkeypatch.setattr(render, "recap", drawing)
    return found
