"""/record: the file of a game that is over, which verifies."""

from __future__ import annotations

import pytest

import engines
from engines import record
from storage.database import Database
from tests.bot.english import english
from tests.bot.room import room, shown

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


async def test_the_file_of_the_last_game_here_verifies(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await here.open_table("navegador")
        mover, other = await here.deciding()
        await here.ask(mover, "play", move="rondel ships")
        await here.ask(mover, "vote draw")
        assert shown(await other.click(here.last, label="Agree"))
        stranger = here.guild.add_member(here.env.create_user("stranger"))
        told = await here.ask(stranger, "record")
        assert told.content == english("record.file", game="Navegador", table="1")
        (file,) = told.attachments
        kept = record.decode(await file.read())
        assert [move.words for move in kept.moves] == ["rondel ships"]
        assert record.verify(kept, engines.GAMES).state.turn >= 1


async def test_of_a_running_game_there_is_none(database: Database) -> None:
    async with room(database, "anna", "ben") as here:
        await here.open_table("navegador")
        told = await here.ask(here["anna"], "record")
        assert told.content == english("error.no_record_yet")
        assert told.attachments == []
