"""Tables on which something has happened since somebody's own last move."""

from __future__ import annotations

import discord
from simcord.actors import MemberActor

from bot.commands import look
from bot.tables import Table
from bot.tables.beside.knowing import Known
from bot.wording import texts
from tests.bot.english import english
from tests.bot.room import Room, shown

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
    knows = Known.always(table.seat_of(person.id))
    return look.log_lines(table, entries, texts("en").at(table.game), knows, after=version)
