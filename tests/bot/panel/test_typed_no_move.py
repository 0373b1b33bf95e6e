"""What is typed at a table and is no move, or less than one: politeness, "not yet", questions, "anything but"."""

from __future__ import annotations

import pytest

from engines import Game
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import room
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.moves import on

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]

MARKET = {"factories": {"sugar": 3, "spice": 2, "joker": 1}}


async def said(database: Database, game: Game, language: str, *typed: str) -> tuple[str, list[str]]:
    """What the panel says last, and what was played."""
    async with room(database, "anna", "ben", "carla") as here:
        person, last = await seated(here, game, language), ""
        for each in typed:
            last = (await here.ask(person, "play", move=each)).content
        return last, [move.words for move in await here.moves()]


@pytest.mark.parametrize(
    ("language", "typed", "plain"),
    [
        ("en", "sugar, please", "run my sugar"),
        ("en", "sugar, ok", "run my sugar"),
        ("en", "sugar, no", "run my sugar"),
        ("de", "Zucker, bitte", "verarbeite Zucker"),
        ("nl", "suiker, graag", "verwerk suiker"),
    ],
)
async def test_politeness_behind_what_is_only_begun_costs_nothing(
    database: Database, language: str, typed: str, plain: str
) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, on("market1", me=MARKET), language)
        expected = (await here.ask(person, "play", move=plain)).content
        await here.put(on("market1", me=MARKET))
        assert (await here.ask(person, "play", move=typed)).content == expected
        assert not expected.startswith("✗")
        assert await here.moves() == []
