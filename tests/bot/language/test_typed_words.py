"""Moves typed in words of a language: their meanings, questions, and the usual refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from unicodedata import category, normalize

import pytest

import engines
from bot.language.read.possible_actions.refusals import example
from bot.wording import LANGUAGES, texts_in
from bot.wording.vocabulary import vocabulary
from bot.wording.word_forms import folded, joined, spellings
from engines import Action, Game
from engines.record import notation, parse
from tests.bot.reading import read, understand
from tests.bot.typing_words import NAMES, sailing
from tests.engines.macao import positions as macao
from tests.engines.mmn.asking import events_of_a_roll
from tests.engines.navegador.moves import on
from tests.engines.playing import act

OF_A_KIND = 6
"""Actions of one kind that are typed in a random game."""
MOST_CALLS = 100_000
"""Of functions, for whatever is typed."""
PARTS = 8
"""In so many runs everything is typed; ``make test`` has the first."""
EVERY_GAME = pytest.mark.parametrize("key", engines.GAMES)


def sampled_actions(key: str, seed: int, most: int = OF_A_KIND) -> Iterator[tuple[Game, int, Action]]:
    """Yield some legal actions of each kind in a random game; options and seats change with the seed."""
    kind = engines.GAMES[key]
    rng = Random(seed)
    times = Counter[tuple[str, int]]()
    options = {option.id: option.values[seed % len(option.values)] for option in kind.options}
    game = engines.new(key, seats=rng.choice(kind.seats), seed=seed, **options)
    while game.to_act:
        seat = rng.choice(game.to_act)
        legal = game.legal(seat)
        for action in rng.sample(legal, min(3, len(legal))):
            times[action[0], len(action)] += 1
            if times[action[0], len(action)] <= most:
                yield game, seat, action
        game.play(seat, rng.choice(legal))


def notations_read(game: Game, typed: str, language: str = "en", names: Sequence[str] = NAMES) -> list[str]:
    """Return the notations of what the first to act could mean."""
    actions = read(texts_in(language), game, game.to_act[0], names[: game.state.seats], typed)
    return [notation(action) for action in actions]


def capitals(text: str) -> str:
    """Return a text in capitals, without accents."""
    return "".join(letter for letter in normalize("NFKD", text.upper()) if category(letter) != "Mn")


def game_with_offices() -> Game:
    """Return a game with two equal offices that may be used, and one that may be activated."""
    return macao.position(
        me={"stock": "RRRRGG", "activated": ["zoll_1", "zoll_3", "bau_2"], "tableau": ["zoll_4", "edler"]}
    )


def game_with_equal_offices() -> Game:
    """Return a game with two offices of one name that may be activated."""
    return macao.position(me={"stock": "RRRRRR", "tableau": ["zoll_3", "zoll_4"]})


@EVERY_GAME
def test_notation_means_itself_whatever_the_language(key: str) -> None:
    for game, seat, action in sampled_actions(key, seed=5):
        for language in LANGUAGES:
            typed = f"  {notation(action).upper()} "
            assert read(texts_in(language), game, seat, NAMES[: game.state.seats], typed) == [action]


@EVERY_GAME
def test_no_word_of_a_game_has_capitals(key: str) -> None:
    """Otherwise it could not be typed, as notation is read in lower case."""
    assert {id for id in vocabulary(key).ids | vocabulary(key).actions if id != id.lower()} == set()
    assert [
        action for _, _, action in sampled_actions(key, seed=7) if notation(action) != notation(action).lower()
    ] == []


@pytest.mark.parametrize(
    ("text", "as_one"),
    [
        ("Große STRASSE", "grossestrasse"),
        ("Moçambique", "mocambique"),
        ("carpenter’s work-shop", "carpentersworkshop"),
        ("Cabo-da-Boa Esperança", "cabodaboaesperanca"),
        ("n54–n60", "n54n60"),
        ("longest_road", "longestroad"),
        ("2 2019", "2 2019"),
        ("depot 2 19", "depot2 19"),
        ("→ (…)!", ""),
        ("ﬁsh \u200bÆrø", "fishaero"),
    ],
)
def test_a_name_is_read_without_case_accents_blanks_and_punctuation(text: str, as_one: str) -> None:
    assert joined(folded(text)) == as_one


def test_umlauts_are_written_in_two_ways() -> None:
    assert spellings("Gewürze") == (("gewurze",), ("gewuerze",))
    assert spellings("Gewu\u0308rze") == spellings("gewürze")


def test_a_word_alone_means_the_field_that_is_called_so() -> None:
    game = engines.new("navegador", seats=3, seed=1)
    assert notations_read(game, "Arbeiter", "de") == notations_read(game, "WORKERS", "de") == ["rondel workers"]
    assert notations_read(game, "workers", "en") == ["rondel workers"]
    assert notations_read(game, "rondell SCHIFF", "de") == ["rondel ships"]
    assert notations_read(game, "Segeln", "de") == ["rondel sailing"]
    assert notations_read(game, "rondel", "de") == ["rondel"]


@pytest.mark.parametrize(("language", "office"), [("en", "customs"), ("de", "ZOLL"), ("nl", "tol")])
def test_cards_of_one_name_that_cost_different_cubes_are_asked_about(language: str, office: str) -> None:
    assert notations_read(game_with_equal_offices(), f"activate {office}", language) == [
        "activate zoll_3",
        "activate zoll_4",
    ]


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "let me take the ore"), ("de", "ich nehme das Erz"), ("nl", "ik neem het erts")]
)
@pytest.mark.parametrize(("asks", "action"), [("takeresources", "take ore"), ("refund", "refund ore")])
def test_a_word_for_what_is_asked_is_played_though_elsewhere_it_means_something_else(
    asks: str, action: str, language: str, typed: str
) -> None:
    game = events_of_a_roll()[asks]
    reading = understand(texts_in(language), game, game.to_act[0], NAMES[: game.state.seats], typed)
    assert (reading.action, reading.asked) == (parse(action), ())


def test_of_equal_cards_those_that_are_there_are_meant() -> None:
    game = game_with_offices()
    act(game, "use zoll_1", "use zoll_3")
    assert notations_read(game, "Karte nutzen Zoll", "de") == ["use zoll_1"], "used already; zoll_2 is not there"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_the_example_of_what_can_be_typed_is_played(key: str, language: str) -> None:
    game = engines.new(key, seats=3, seed=1)
    seat = game.to_act[0]
    texts = texts_in(language)
    legal = {game.gist(action) for action in game.legal(seat)}
    understood = understand(texts, game, seat, NAMES, example(texts, game, seat, NAMES))
    assert game.gist(understood.action) in legal
    assert (*understood.asked, *understood.refused, *understood.unknown) == ()
    assert understand(texts, game, seat, NAMES, "xyz").unknown


def test_what_is_a_set_is_typed_in_any_order() -> None:
    game = macao.position(phase="dice")
    assert notations_read(game, "wuerfel waehlen GRÜN rot", "de") == ["dice red green"]


@pytest.mark.parametrize(
    ("typed", "notation"),
    [("hire two of them", "workers 2"), ("please give me one of the workers", "workers 1")],
)
def test_whole_sentences_may_be_english_in_every_language(typed: str, notation: str) -> None:
    assert notations_read(on("workers"), typed, "de") == notations_read(on("workers"), typed, "nl") == [notation]


def test_names_of_the_other_languages_are_known_where_they_mean_nothing_else() -> None:
    assert notations_read(sailing(), "segeln portugal guine 2", "nl") == ["sail portugal guine 2"]
    assert notations_read(engines.new("navegador", seats=3, seed=1), "Werft", "en") == ["build shipyard"]
