"""What is typed that makes sense only beside something else: which of several was meant, and two decisions at once."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts
from bot.wording.conversing import TwoDecisions, in_two, which
from engines import Action, Game
from storage.database import Database
from tests.bot.room import room
from tests.bot.test_typed_words import sailing, several_offices
from tests.bot.test_typed_words_at_the_table import seated

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """Before the first field of the rondel is chosen."""
    return engines.new("navegador", seats=3, seed=7)


def first(game: Game) -> int:
    return game.to_act[0]


@pytest.mark.parametrize(
    ("language", "typed", "place"),
    [
        ("en", "1 ship", 0),
        ("en", "2", 1),
        ("en", "the second one", 1),
        ("de", "die erste bitte", 0),
        ("de", "das letzte", 1),
        ("nl", "de tweede", 1),
        ("nl", "2 schepen", 1),
    ],
)
def test_an_answer_chooses_among_what_was_asked(language: str, typed: str, place: int) -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail" and action[-1] in ("1", "2")][:2]
    assert which(texts(language), game, first(game), NAMES, typed, asked) == [asked[place]]


@pytest.mark.parametrize("typed", ["the fifth", "market", "zebra", "3 ships"])
def test_what_is_none_of_them_chooses_none(typed: str) -> None:
    game = sailing()
    asked = [action for action in game.legal(first(game)) if action[0] == "sail" and action[-1] in ("1", "2")][:2]
    assert which(texts("en"), game, first(game), NAMES, typed, asked) == []


@pytest.mark.parametrize(
    ("language", "typed", "field", "rest"),
    [
        ("en", "builder, spice factory", "builder", "spice factory"),
        ("de", "auf Baumeister und ne Gewürzfabrik kaufen", "builder", "ne Gewürzfabrik kaufen"),
        ("nl", "werven en dan 1 arbeider", "workers", "1 arbeider"),
    ],
)
def test_a_field_and_what_is_done_there_are_two_decisions(
    opening: Game, language: str, typed: str, field: str, rest: str
) -> None:
    seat, legal = first(opening), opening.legal(first(opening))
    found = in_two(texts(language), opening, seat, NAMES, typed)
    assert found == TwoDecisions(("rondel", field), rest)
    assert opening.legal(seat) == legal, "nothing was played"


@pytest.mark.parametrize("typed", ["builder, zebra", "builder and sailing", "builder"])
def test_what_cannot_follow_is_no_second_decision(opening: Game, typed: str) -> None:
    assert in_two(texts("en"), opening, first(opening), NAMES, typed) is None


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_at_the_table_the_first_is_played_and_the_second_asked_about(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        games = (engines.new("navegador", seats=3, seed=seed) for seed in range(20))
        person = await seated(here, next(game for game in games if first(game) == 0), "en")
        asked = await here.ask(person, "play", move="workers, 1 worker")
        assert [move.words for move in await here.moves()] == ["rondel workers"]
        assert asked.content.startswith("Did you mean **")
        await here.ask(person, "play", move="yes")
        moves: list[Action] = [tuple(move.words.split()) for move in await here.moves()]
        assert moves[1][:1] == ("workers",)


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_at_the_table_the_second_of_what_was_asked_is_played(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, several_offices(), "nl")
        await here.ask(person, "play", move="TOL activeren")
        await here.ask(person, "play", move="de tweede")
        assert [move.words for move in await here.moves()] == ["activate zoll_4"]
