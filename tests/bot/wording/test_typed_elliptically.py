"""What a clause leaves unsaid is what the one before it said: "quarter 7, then 18" names two quarters."""

from __future__ import annotations

import pytest

from engines import Game
from storage.database import Database
from tests.bot.lobbies import sqlite
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import room
from tests.engines.macao import positions as macao


def rich() -> Game:
    return macao.position(me={"stock": "RRRRGGGGBBBBVVVVKKKK"})


QUARTERS = {
    "en": ("quarter 7 and 18", "quarter 7, then 18", "take quarter 7, then the 18", "quarter seven, then eighteen"),
    "de": ("erst Stadtteil 7, dann 18 und dann passen", "Stadtteil 7, dann die 18", "Stadtteil 7 und dann noch 18"),
    "nl": ("wijk 7, dan 18", "eerst wijk 7, dan nog 18 en dan passen", "wijk 7 en 18"),
}


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(("stock", "last"), [("RRRRRRRRRGGG", "✓ Sail to space 9"), ("RRRRRRRRG", "✗")])
async def test_a_digit_alone_is_gone_on_with_or_it_is_said_why_not(database: Database, stock: str, last: str) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, macao.position(me={"stock": stock}), "en")
        await here.ask(person, "play", move="sail to 18, then 9")
        told = (await here.ask(person, "play", move="7 red")).content
        assert told.splitlines()[1].startswith(last), told
