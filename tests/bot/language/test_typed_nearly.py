"""Typed moves of which only the beginnings of words were typed, or words with slips of the finger."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts_in
from engines import Game
from engines.record import notation
from storage.database import Database
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.parts import labels
from tests.bot.reading import read, understand
from tests.bot.room import open_room
from tests.bot.typing_words import sailing
from tests.engines.burgundy import positions as burgundy
from tests.engines.navegador.moves import on

NAMES = ("Anna", "Ben", "Carla", "Dora")


def understood(game: Game, typed: str, language: str = "en") -> list[str]:
    seat = game.to_act[0]
    return [notation(action) for action in read(texts_in(language), game, seat, NAMES[: game.state.seats], typed)]


def close(game: Game, typed: str, language: str = "en") -> list[str]:
    texts = texts_in(language)
    seat = game.to_act[0]
    names = NAMES[: game.state.seats]
    assert len(read(texts, game, seat, names, typed)) == 1
    return [notation(action) for action in understand(texts, game, seat, names, typed).asked]


@pytest.fixture
def start() -> Game:
    return engines.new("navegador", seats=3, seed=1)


@pytest.fixture
def depot() -> Game:
    return burgundy.position(me={"dice": [3, 3], "workers": 0}, depots={"3": ["chicken2", "sheep3"]})


@pytest.mark.parametrize(
    ("language", "typed", "action"),
    [
        ("en", "Colony · costs 1 ship", "rondel colony"),
        ("de", "Kolonie · kostet 1 Schiff", "rondel colony"),
        ("nl", "H · Kolonie · kost 1 schip", "rondel colony"),
    ],
)
def test_a_label_is_read_without_the_letters_before_and_the_note_behind(
    start: Game, language: str, typed: str, action: str
) -> None:
    assert understood(start, typed, language) == [action]


def test_a_note_that_could_be_an_action_is_none(depot: Game) -> None:
    assert understood(depot, "Take workers (die 3) · +2 workers") == ["workers die 3"]


def test_what_no_part_of_a_label_says_stays_as_it_was_typed(start: Game) -> None:
    assert understood(start, "zzz · yyy") == ["zzz · yyy"]


def test_a_letter_a_number_and_a_known_word_begin_nothing_else(start: Game) -> None:
    assert understood(start, "w") == ["w"]
    assert understood(sailing(), "sai portugal guine 2") == ["sail portugal guine 2"]
    assert understood(sailing(), "sai portugal guine 0") == ["sail portugal guine 0"]


@pytest.mark.parametrize(
    ("language", "typed", "actions"),
    [
        ("en", "wrokers", ["rondel workers"]),
        ("en", "shps", ["rondel ships"]),
        ("en", "bilder", ["rondel builder"]),
        ("de", "Arbieter", ["rondel workers"]),
        ("nl", "arbeidres", ["rondel workers"]),
    ],
)
def test_one_letter_may_be_wrong(start: Game, language: str, typed: str, actions: list[str]) -> None:
    assert understood(start, typed, language) == actions


@pytest.mark.parametrize("typed", ["xyzzy", "workers 1 2 3 4 5 6 7 8 9"])
def test_nothing_is_guessed_where_words_or_numbers_belong_to_nothing(start: Game, typed: str) -> None:
    assert close(start, typed) == []


def test_a_slip_is_guessed_where_the_rules_would_speak_of_something_else(depot: Game) -> None:
    assert understood(depot, "take chiken") == ["take 3 chicken2 die 3"]
    assert close(depot, "take 4 sheep3 die 3") == [], "the rules say what is wrong with it"


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_what_was_guessed_is_a_button(database: Database) -> None:
    async with open_room(database, "anna", "ben", "carla") as room:
        person = await seated(room, on("workers"), "en")
        question = await room.ask(person, "play", move="wrokres 1")
        assert question.content.startswith("I could not place *wrokres*.\nDid you mean **1 worker · 50 Cr**")
        assert labels(question) == ["1 worker · 50 Cr", "Back"]
        assert await room.moves() == []
        await person.click(question, label="1 worker · 50 Cr")
        assert [move.words for move in await room.moves()] == ["workers 1"]
