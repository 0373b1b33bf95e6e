"""What is typed that makes sense only beside something else: which of several was meant, and two decisions at once."""

from __future__ import annotations

import pytest

import engines
from engines import Game
from tests.bot.language.test_typed_words import several_offices
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import Room
from tools.bench.phrases import played

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Before the first field of the rondel is chosen."""
    return engines.new("navegador", seats=3, seed=7)


def first(game: Game) -> int:
    return game.to_act[0]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_at_the_table_the_second_of_what_was_asked_is_played(room: Room) -> None:
    person = await seated(room, several_offices(), "nl")
    await room.ask(person, "play", move="TOL activeren")
    await room.ask(person, "play", move="de tweede")
    assert [move.words for move in await room.moves()] == ["activate zoll_4"]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.room("anna", "ben", "carla")
async def test_at_the_table_no_may_be_followed_by_what_is_wanted_instead(room: Room) -> None:
    person = await seated(room, several_offices(), "nl")
    await room.ask(person, "play", move="TOL activeren")
    answer = await room.ask(person, "play", move="nee, pas")
    assert "passen" in answer.content.lower()
    assert not answer.content.startswith("✗")


def dice_chosen() -> tuple[Game, int]:
    """Macao, where two dice are chosen."""
    for seed in range(20):
        for position in played("macao", seed):
            if ("dice", "red", "green") in position.game.legal(position.seat):
                return position.game, position.seat
    raise AssertionError
