"""Places without a name are told by the code that pictures print on them, with what lies around them in brackets."""

from __future__ import annotations

from random import Random

import pytest

import engines
import render
from bot.wording import LANGUAGES, texts_in
from engines import Event, Game
from tests.bot.reading import understand

NAMES = ("Anna", "Ben", "Carla")
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def codes_of(game: Game) -> dict[str, str]:
    """What the pictures of this table print on its places."""
    return dict(render.marks(game.view(None), [(word,) for word in game.places()], NAMES))


@EVERY_LANGUAGE
def test_every_place_is_told_by_the_code_of_the_picture_with_its_fields_in_brackets(language: str) -> None:
    game = engines.new("mmn", 3, 4)
    coded = texts_in(language).at(game, NAMES)
    bare = texts_in(language).at(game)
    codes = codes_of(game)
    assert codes.keys() == game.places().keys()
    for word, code in codes.items():
        around = bare.word("mmn", word).partition(" (")[0]
        assert coded.word("mmn", word).startswith(f"{code} ({around}")


@EVERY_LANGUAGE
def test_the_log_tells_places_by_their_codes(language: str) -> None:
    game = engines.new("mmn", 3, 4)
    path = next(word for word in game.places() if "-" in word)
    for event, word in ((Event("settlement", 0, {"node": "n20"}), "n20"), (Event("road", 1, {"path": path}), path)):
        line = texts_in(language).at(game, NAMES).event("mmn", event, NAMES)
        assert f" {codes_of(game)[word]} (" in line


@EVERY_LANGUAGE
def test_what_the_panel_says_of_a_place_is_understood_when_it_is_typed(language: str) -> None:
    rng = Random(language)
    for seed in range(6):
        game = engines.new("mmn", 3, seed)
        for _ in range(40 * seed):
            seat = game.blocking_seats[0]
            game.play(seat, game.sample(seat, rng))
        seat = game.blocking_seats[0]
        texts = texts_in(language).at(game, NAMES)
        legal = [action for action in game.legal(seat) if not game.places().keys().isdisjoint(action)]
        for action in rng.sample(legal, min(len(legal), 5)):
            said = texts.answer("mmn", game, seat, action, NAMES)
            reading = understand(texts, game, seat, NAMES, said)
            assert reading.action == action, said


def test_a_game_whose_places_have_names_goes_on_saying_them() -> None:
    game = engines.new("navegador", 3, 4)
    assert texts_in("en").at(game, NAMES).word("navegador", "rio") == "Rio de Janeiro"
