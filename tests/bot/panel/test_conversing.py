"""Typed text that makes sense only together with something else: which of several was meant, two decisions at once."""

from __future__ import annotations

import pytest

import engines
from engines import Game
from tests.bot.language.test_typed_words import game_with_equal_offices
from tests.bot.panel.test_typed_words_at_the_table import open_position
from tests.bot.room import Room

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Return a game before the first field of the rondel is chosen."""
    return engines.new("navegador", seats=3, seed=7)


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_at_the_table_the_second_of_what_was_asked_is_played(room: Room) -> None:
    person = await open_position(room, game_with_equal_offices(), "nl")
    await room.ask(person, "play", move="TOL activeren")
    await room.ask(person, "play", move="de tweede")
    assert [move.words for move in await room.moves()] == ["activate zoll_4"]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_at_the_table_no_may_be_followed_by_what_is_wanted_instead(room: Room) -> None:
    person = await open_position(room, game_with_equal_offices(), "nl")
    await room.ask(person, "play", move="TOL activeren")
    answer = await room.ask(person, "play", move="nee, pas")
    assert "passen" in answer.content.lower()
    assert not answer.content.startswith("✗")
