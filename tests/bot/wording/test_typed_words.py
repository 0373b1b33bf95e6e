"""Moves typed in words of a language: what they mean, when somebody is asked, and what is refused as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from unicodedata import category, normalize

import pytest

import engines
from bot.language.read.refusals import example
from bot.wording import LANGUAGES, texts_in
from bot.wording.folding import folded, joined, spellings
from bot.wording.vocabulary import vocabulary
from engines import Action, Game
from engines.record import notation, parse
from tests.bot.reading import read, understand
from tests.bot.typing_words import EVERY_LANGUAGE, NAMES, sailing
from tests.engines.burgundy import positions as burgundy
from tests.engines.contract_suite import mutations
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
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


def met(key: str, seed: int, most: int = OF_A_KIND) -> Iterator[tuple[Game, int, Action]]:
    """Some legal actions of each kind in a random game; options and seats change with the seed."""
    kind, rng, times = engines.GAMES[key], Random(seed), Counter[tuple[str, int]]()
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


def meant(game: Game, typed: str, language: str = "en", names: Sequence[str] = NAMES) -> list[str]:
    """The notations of what the first to act could mean."""
    found = read(texts_in(language), game, game.to_act[0], names[: game.state.seats], typed)
    return [notation(action) for action in found]


def shouted(text: str) -> str:
    """In capitals, without accents."""
    return "".join(letter for letter in normalize("NFKD", text.upper()) if category(letter) != "Mn")


def offices() -> Game:
    """Two equal offices that may be used, and one that may be activated."""
    return macao.position(
        me={"stock": "RRRRGG", "activated": ["zoll_1", "zoll_3", "bau_2"], "tableau": ["zoll_4", "edler"]}
    )


def several_offices() -> Game:
    """Two offices of one name that may be activated."""
    return macao.position(me={"stock": "RRRRRR", "tableau": ["zoll_3", "zoll_4"]})


@pytest.mark.parametrize("most", [2, pytest.param(12, marks=pytest.mark.proof)])
@EVERY_LANGUAGE
@EVERY_GAME
def test_what_the_catalogue_says_of_an_action_is_read_as_that_action(key: str, language: str, most: int) -> None:
    several = Counter[bool]()
    for game, seat, action in met(key, seed=LANGUAGES.index(language), most=most):
        texts = texts_in(language).at(game)
        names = NAMES[: game.state.seats]
        legal = game.legal(seat)
        for say in (texts.words, texts.action):
            said = say(key, action, names)
            for typed in (shouted(said), said.lower()):
                found = read(texts, game, seat, names, typed)
                assert action in found, f"{typed!r} is read as {found}"
                alike = [other for other in legal if say(key, other, names) == said]
                assert len(found) <= len(alike), f"{typed!r} is read as {found}, and only {alike} are called so"
                several[len(found) > 1] += 1
    assert several[False] > 20 * several[True]


@EVERY_GAME
def test_notation_means_itself_whatever_the_language(key: str) -> None:
    for game, seat, action in met(key, seed=5):
        for language in LANGUAGES:
            typed = f"  {notation(action).upper()} "
            assert read(texts_in(language), game, seat, NAMES[: game.state.seats], typed) == [action]


@EVERY_GAME
def test_illegal_notation_means_itself_unless_something_legal_is_worded_so(key: str) -> None:
    rng = Random(1)
    for game, seat, action in met(key, seed=6, most=1):
        names = NAMES[: game.state.seats]
        for wrong in mutations(action, rng):
            typed = notation(wrong).lower()
            wrong = parse(typed)
            found = read(texts_in("nl"), game, seat, names, typed)
            if found == [wrong] or not all(word in vocabulary(key).ids for word in wrong):
                continue
            for other in found:
                assert other in game.legal(seat) or other[0] == wrong[0], f"{typed!r} is read as {found}"


@EVERY_GAME
def test_no_word_of_a_game_has_capitals(key: str) -> None:
    """Else it could not be typed: notation is read in lower case."""
    assert {id for id in vocabulary(key).ids | vocabulary(key).actions if id != id.lower()} == set()
    assert [action for _, _, action in met(key, seed=7) if notation(action) != notation(action).lower()] == []


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


@pytest.mark.parametrize(
    ("language", "typed", "notations"),
    [
        ("de", "SEGELN portugal guine 2", ["sail portugal guine 2"]),
        ("de", "segeln Portugal, Guiné: 2", ["sail portugal guine 2"]),
        ("de", "Portugal → Guiné: 2 Schiffe", ["sail portugal guine 2"]),
        ("nl", "zeil portugal rio-de-janeiro 1", ["sail portugal rio 1"]),
        ("nl", "zeilen bahia cabo da boa esperanca 1", ["sail bahia cabo 1"]),
        ("de", "sail Bahia rio 1", ["sail bahia rio 1"]),
        ("de", "segeln", ["sail"]),
        ("de", "segel Bahia", ["sail bahia"]),
        ("en", "Finished", ["done"]),
        ("de", "segeln portugal guine 99", ["sail portugal guine 99"]),
    ],
)
def test_words_of_a_language_mean_what_is_legal_now(language: str, typed: str, notations: list[str]) -> None:
    assert meant(sailing(), typed, language) == notations


def test_a_word_alone_means_the_field_that_is_called_so() -> None:
    game = engines.new("navegador", seats=3, seed=1)
    assert meant(game, "Arbeiter", "de") == meant(game, "WORKERS", "de") == ["rondel workers"]
    assert meant(game, "workers", "en") == ["rondel workers"]
    assert meant(game, "rondell SCHIFF", "de") == ["rondel ships"]
    assert meant(game, "Segeln", "de") == ["rondel sailing"]
    assert meant(game, "rondel", "de") == ["rondel"]


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("de", "Hühner 2 aus Depot 3 nehmen (Würfel 3)"),
        ("de", "take 3 huehner 2 Wuerfel 3"),
        ("de", "Plättchen nehmen 3 HUHN 2 wurfel 3"),
        ("nl", "neem 3 kip2 die 3"),
        ("nl", "tegel nemen 3 kip 2, dobbelstenen 3"),
        ("nl", "take 3 chickens 2 die 3"),
        ("en", "Take a tile: 3 chicken 2 die 3"),
    ],
)
def test_tiles_are_taken_in_the_singular_and_the_plural(language: str, typed: str) -> None:
    game = burgundy.position(me={"dice": [3, 3]}, depots={"3": ["chicken2", "sheep3"]})
    assert meant(game, typed, language) == ["take 3 chicken2 die 3"]


@pytest.mark.parametrize(("language", "office"), [("en", "customs"), ("de", "ZOLL"), ("nl", "tol")])
def test_of_equal_cards_the_first_is_used_unless_another_is_named(language: str, office: str) -> None:
    game = offices()
    assert meant(game, f"use {office}", language) == ["use zoll_1"]
    assert meant(game, f"activate {office}", language) == ["activate zoll_4"]
    assert meant(game, "use zoll 3", language) == ["use zoll_3"]


@pytest.mark.parametrize(("language", "office"), [("en", "customs"), ("de", "ZOLL"), ("nl", "tol")])
def test_cards_of_one_name_that_cost_different_cubes_are_asked_about(language: str, office: str) -> None:
    assert meant(several_offices(), f"activate {office}", language) == ["activate zoll_3", "activate zoll_4"]


def test_names_of_players_stand_for_their_seats_where_a_seat_fits() -> None:
    names = ("Anna", "Gräfin Zoë", "grain")
    game = mmn.position(me={"hand": "1 wool"})
    assert meant(game, "offer 1 wool for 1 grain", names=names) == ["offer 1 wool for 1 grain"]
    game = events_of_a_roll()["rob"]
    assert game.legal(0) == [("rob", "seat2"), ("rob", "seat3")]
    assert meant(game, "berauben GRAEFIN zoe", "de", names) == ["rob seat2"]
    assert meant(game, "grafin zoe berauben", "de", names) == ["rob seat2"]
    assert meant(game, "Anna berauben", "de", names) == ["rob seat1"], "which is refused for its own reason"
    assert meant(game, "rob grain", "nl", names) == ["rob seat3"]
    assert meant(game, "rob Twin", "nl", ("Anna", "twin", "TWIN")) == ["rob seat2", "rob seat3"]
    assert meant(game, "rob 🚢🚢", "nl", ("Anna", "שלום", "🚢🚢")) == ["rob seat3"]
    assert meant(game, "rob שלום", "nl", ("Anna", "שלום", "🚢🚢")) == ["rob seat2"]


@pytest.mark.parametrize(
    ("typed", "names", "asked"),
    [
        ("rob A", ("Zoe", "Anna", "Анна"), ["rob seat2", "rob seat3"]),
        ("rob O", ("Zoe", "Omar", "Ольга"), ["rob seat2", "rob seat3"]),
        ("rob Anna", ("Zoe", "Anna", "\u0410nn\u0430"), ["rob seat2", "rob seat3"]),
        ("rob Ａｎｎａ", ("Zoe", "Anna", "Ben"), ["rob seat2"]),
        ("rob 𝓐nna", ("Zoe", "Anna", "Ben"), ["rob seat2"]),
        ("rob anna", ("Zoe", "Ａｎｎａ", "Ben"), ["rob seat2"]),
        ("rob Анна", ("Zoe", "Anna", "Анна"), ["rob seat3"]),
        ("rob r", ("Zoe", "Ben", "ランナ"), ["rob seat3"]),
        ("rob ランナ", ("Zoe", "Ben", "ランナ"), ["rob seat3"]),
        ("rob player 3", ("Zoe", "Ben", "\u3164"), ["rob seat3"]),
        ("rob player 3", ("Zoe", "Ben", "ランナ"), ["rob seat3"]),
        ("rob B", ("Zoe", "Ben", "B"), ["rob seat2", "rob seat3"]),
    ],
)
def test_a_typed_name_means_whoever_looks_so_and_is_asked_about_where_two_do(
    typed: str, names: tuple[str, ...], asked: list[str]
) -> None:
    assert meant(events_of_a_roll()["rob"], typed, names=names) == asked


@pytest.mark.parametrize(
    ("typed", "names", "asked"),
    [
        ("offer 2 wool for 1 ore to A", ("Zoe", "Anna", "Анна"), ["to seat2", "to seat3"]),
        ("would O give me 1 ore for 2 wool", ("Zoe", "Omar", "Ольга"), ["to seat2", "to seat3"]),
        ("offer 2 wool for 1 ore to Анна", ("Zoe", "Anna", "Анна"), ["to seat3"]),
        ("offer 2 wool for 1 ore to player 3", ("Zoe", "Anna", "ランナ"), ["to seat3"]),
        ("offer 2 wool for 1 ore to player 2", ("Zoe", "Anna", "Анна"), ["to seat2"]),
    ],
)
def test_an_offer_to_whom_two_names_may_mean_is_asked_about(
    typed: str, names: tuple[str, ...], asked: list[str]
) -> None:
    game = mmn.position(me={"hand": "2 wool"})
    assert meant(game, typed, names=names) == [f"offer 2 wool for 1 ore {whom}" for whom in asked]


def test_letters_of_the_pictures_stand_for_seats_unless_another_may_be_meant() -> None:
    game = events_of_a_roll()["rob"]
    assert meant(game, "rob B") == meant(game, "berauben b", "de") == ["rob seat2"]
    assert meant(game, "rob C", names=("C", "B", "c")) == ["rob seat3"]
    assert meant(game, "rob b", names=("Anna", "Ben", "B")) == ["rob seat2", "rob seat3"]
    assert meant(game, "rob m", names=("Anna", "Max", "Moritz")) == ["rob seat2", "rob seat3"]
    assert meant(game, "rob a") == ["rob seat1"], "which is refused, since nobody robs himself"
    assert meant(game, "rob F") == ["rob f"]
    assert meant(game, "rob é", names=("Zoë", "Émile", "Max")) == ["rob seat2"]
    assert meant(game, "rob e", names=("Zoë", "Émile", "Max")) == ["rob seat2"]
    assert meant(game, "rob M", names=("Zoë", "Émile", "Max")) == ["rob seat3"]
    assert meant(game, "rob b", names=("Zoë", "Émile", "Max")) == ["rob b"]
    assert meant(game, "rob b", names=("Max", "Moritz", "Zoë")) == ["rob seat2"]
    assert meant(game, "please rob seat3") == ["rob seat3"]
    game = mmn.position(me={"hand": "2 wool"})
    assert meant(game, "offer 2 wool for 1 ore to B") == ["offer 2 wool for 1 ore to seat2"]
    assert meant(game, "angebot 2 wolle gegen 1 erz an c", "de") == ["offer 2 wool for 1 ore to seat3"]
    assert meant(game, "offer 2 wool for 1 ore to a") == ["offer 2 wool for 1 ore to seat1"], "never to everybody"


def test_what_joins_the_goods_of_an_offer_is_understood_in_the_language_and_in_english() -> None:
    game, offer = mmn.position(me={"hand": "2 wool 1 lumber"}), "offer 1 lumber 2 wool for 1 ore 1 jewel"
    assert game.normal(0, tuple(offer.split())) == tuple(offer.split())
    assert meant(game, "angebot 2 wolle und 1 holz für 1 erz und 1 juwel", "de") == [offer]
    assert meant(game, "Angebot 2 Wolle, 1 Holz fuer 1 Erz and 1 Juwel", "de") == [offer]
    assert meant(game, "offer 2 wool and 1 lumber against 1 ore and 1 jewel") == [offer]
    assert meant(game, "offer 2 wool for 1 ore und 1 jewel") == ["offer 2 wool for 1 ore und 1 jewel"]
    assert meant(game, "offer 2 wool for") == ["offer 2 wool for"], "something is missing"


def test_verbs_of_one_name_mean_what_is_asked() -> None:
    games = events_of_a_roll()
    assert meant(games["refund"], "Nehmen", "de") == meant(games["refund"], "take") == ["refund"]
    assert meant(games["refund"], "TAKE ore") == meant(games["refund"], "neem erts", "nl") == ["refund ore"]
    assert meant(games["keepone"], "nehmen 2", "de") == ["pick 2 famine"]
    assert meant(games["takeresources"], "Holz nehmen", "de") == ["take lumber"]
    assert meant(games["rob"], "Nehmen", "de") == ["nehmen"], "none of them: what was typed is refused"


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "let me take the ore"), ("de", "ich nehme das Erz"), ("nl", "ik neem het erts")]
)
@pytest.mark.parametrize(("asks", "action"), [("takeresources", "take ore"), ("refund", "refund ore")])
def test_a_word_for_what_is_asked_is_played_though_elsewhere_it_means_something_else(
    asks: str, action: str, language: str, typed: str
) -> None:
    game = events_of_a_roll()[asks]
    found = understand(texts_in(language), game, game.to_act[0], NAMES[: game.state.seats], typed)
    assert (found.action, found.asked) == (parse(action), ())


def test_what_is_illegal_is_refused_for_its_own_reason() -> None:
    game = on("workers")
    assert meant(game, "Arbeiter 40", "de") == ["workers 40"]
    assert meant(game, "VERKAUFEN gold 3", "de") == ["sell gold 3"], "not now, but clear"
    assert meant(game, "verkauf gold 3", "de") == ["sell gold 3"]
    assert meant(game, "verkaufe das gold", "de") == ["sell gold 1"]
    assert meant(game, "verkaufe das zebra", "de") == ["verkaufe das zebra"], "what nobody knows stays as it was typed"
    assert meant(offices(), "Karte nutzen Verwaltung", "de") == ["use verwaltung_1"], "they are all refused alike"
    assert meant(offices(), "liefern 9", "de") == ["deliver 9"]
    poor = macao.position(me={"tableau": ["zoll_3"]})
    assert meant(poor, "Zoll aktivieren", "de") == meant(poor, "Tol activeren", "nl") == ["activate zoll_3"]


def test_of_equal_cards_those_that_are_there_are_meant() -> None:
    game = offices()
    act(game, "use zoll_1", "use zoll_3")
    assert meant(game, "Karte nutzen Zoll", "de") == ["use zoll_1"], "used already; zoll_2 is not there"


def test_of_readings_that_are_all_refused_the_reasons_are_told_and_nothing_is_asked() -> None:
    game = macao.position(me={"tableau": ["zoll_3", "zoll_4"]})
    understood = understand(texts_in("en"), game, 0, NAMES, "activate customs")
    assert understood.asked == ()
    said = [texts_in("en").message("macao", reason, NAMES) for reason in understood.refused]
    assert len(said) == 2
    assert all(text.startswith("That costs ") for text in said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", engines.GAMES)
def test_the_example_of_what_can_be_typed_is_played(key: str, language: str) -> None:
    game = engines.new(key, seats=3, seed=1)
    seat, texts = game.to_act[0], texts_in(language)
    legal = {game.gist(action) for action in game.legal(seat)}
    understood = understand(texts, game, seat, NAMES, example(texts, game, seat, NAMES))
    assert game.gist(understood.action) in legal
    assert (*understood.asked, *understood.refused, *understood.unknown) == ()
    assert understand(texts, game, seat, NAMES, "xyz").unknown


def test_what_is_a_set_is_typed_in_any_order() -> None:
    game = macao.position(phase="dice")
    assert meant(game, "wuerfel waehlen GRÜN rot", "de") == ["dice red green"]


@pytest.mark.parametrize(
    ("typed", "notation"),
    [("hire two of them", "workers 2"), ("please give me one of the workers", "workers 1")],
)
def test_whole_sentences_may_be_english_in_every_language(typed: str, notation: str) -> None:
    assert meant(on("workers"), typed, "de") == meant(on("workers"), typed, "nl") == [notation]


def test_names_of_the_other_languages_are_known_where_they_mean_nothing_else() -> None:
    assert meant(sailing(), "segeln portugal guine 2", "nl") == ["sail portugal guine 2"]
    assert meant(engines.new("navegador", seats=3, seed=1), "Werft", "en") == ["build shipyard"]
