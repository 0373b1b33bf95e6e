"""Positions in which something is typed."""

from __future__ import annotations

import pytest

from bot.wording import LANGUAGES
from engines import Game
from tests.bot.room import Room
from tests.engines.navegador.moves import on
from tests.engines.navegador.positions import up_to

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Émile Ñandú", "Finn_6")


EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def sailing() -> Game:
    return on("sailing", phase=3, me={"fleet": {"portugal": 5, "bahia": 2}}, discovered=up_to("timor"))


async def told(here: Room, game: Game, *said: str) -> str:
    """What the panel says last of some sentences of the one who is to decide."""
    await here.open_table(game.key, order="joining")
    await here.put(game)
    person, last = await here.at(0), ""
    for typed in said:
        last = (await here.ask(person, "play", move=typed)).content
    return last
