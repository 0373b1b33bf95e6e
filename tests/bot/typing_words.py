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


async def type_sentences(channel_room: Room, game: Game, *sentences: str) -> str:
    """Type sentences as the person who has to decide, and return the last text of the panel."""
    await channel_room.open_table(game.key, order="joining")
    await channel_room.replace_game(game)
    person = await channel_room.person_at(0)
    last = ""
    for typed in sentences:
        last = (await channel_room.ask(person, "play", move=typed)).content
    return last
