"""Moves typed in words: completed, understood anywhere in a game, and by what they were called before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engines
from bot.wording import LANGUAGES, texts_in
from bot.wording.completing import completions, sensible
from bot.wording.folding import folded
from bot.wording.lexicon import lexicon, stemmed
from bot.wording.typed import read, understand
from engines import Game
from engines.record import notation, parse
from tests.bot.typing_words import EVERY_LANGUAGE, NAMES, sailing
from tests.engines.burgundy import positions as burgundy
from tests.engines.mmn import positions as mmn
from tests.engines.mmn.asking import decisions
from tests.engines.mmn.moves import load_dice
from tests.engines.playing import act

HAND = {"hand": "5 wool 1 ore"}


def sevens() -> Game:
    """Seat 0 holds eight cards when a seven is rolled."""
    game = mmn.position(phase="roll", me={"hand": "5 wool 3 ore"})
    load_dice(game, 3, 4)
    act(game, "roll")
    return game


EXAMPLES: dict[str, tuple[Callable[[], Game], str, str]] = {
    "mmn.refuse.bank_words": (lambda: mmn.position(me=HAND), "", "bank 4 wool for ore"),
    "mmn.refuse.offer_words": (lambda: mmn.position(me=HAND), "offer ", "offer 2 wool 1 ore for 1 brick"),
    "mmn.refuse.discard_words": (sevens, "", "discard 2 wool 1 ore"),
    "mmn.refuse.dice_words": (lambda: decisions()["alchemist"], "", "dice 3 4"),
    "burgundy.refuse.which_die": (burgundy.position, "workers ", "workers die 3 workers 1"),
}


@pytest.mark.parametrize("typed", ["GUINE 2", "guiné: 2 schiffe", "segeln guin 2", "sail portugal guine 2"])
def test_moves_are_completed_without_case_and_accents(typed: str) -> None:
    game = sailing()
    found = [text for text, _ in completions(texts_in("de"), "navegador", game.legal(0), NAMES, typed)]
    assert "sail portugal guine 2" in found
    assert len(found) < len(game.legal(0))


@pytest.mark.parametrize("typed", ["ships if", "ships as"])
def test_a_short_word_with_which_nothing_begins_hides_no_proposal(typed: str) -> None:
    game = engines.new("navegador", seats=3, seed=1)
    found = completions(texts_in("en"), "navegador", game.legal(game.to_act[0]), NAMES, typed)
    assert [text for text, _ in found] == ["rondel ships"]


def test_what_costs_no_worker_is_proposed_first() -> None:
    game = burgundy.position(me={"dice": [2, 4], "workers": 1}, depots={"3": ["ship"]})
    found = completions(texts_in("en"), "burgundy", game.legal(0), NAMES, "grab a ship")
    assert [text for text, _ in found] == [
        "take 4 ship die 4",
        "take 3 ship die 2 workers 1",
        "take 3 ship die 4 workers 1",
    ]


@pytest.mark.parametrize("typed", ["GRÜN weiß", "gruen weiss", "grun WEISS"])
def test_umlauts_are_completed_in_two_ways(typed: str) -> None:
    assert completions(texts_in("de"), "tiny", [("grün", "Weiß"), ("grau", "weiß")], (), typed) == [
        ("grün Weiß", "grün Weiß")
    ]


@pytest.mark.parametrize(
    ("key", "typed", "read"),
    [
        ("macao", "Dice red BLUE", ("dice", "red", "blue")),
        ("mmn", "road n01-n04", ("road", "n01-n04")),
        ("navegador", "sell gold 3", ("sell", "gold", "3")),
        ("navegador", "dice red blue", None),
        ("macao", "dice red nowhere", None),
        ("macao", "", None),
        ("macao", "dice " * 300, None),
    ],
)
def test_what_makes_sense_anywhere_in_a_game(key: str, typed: str, read: tuple[str, ...] | None) -> None:
    assert sensible(texts_in("de"), key, typed) == read


@pytest.mark.parametrize(
    ("key", "language", "typed", "id"),
    [
        ("macao", "en", "gray", "gray"),
        ("macao", "en", "do without", "waive"),
        ("macao", "de", "erlassen", "waive"),
        ("macao", "de", "abwerfen", "discard"),
        ("burgundy", "en", "load", "keep"),
        ("mmn", "de", "Nahrung", "food"),
        ("mmn", "de", "Nahrungsmittel", "food"),
        ("mmn", "en", "coins", "coin"),
        ("navegador", "nl", "specerij", "spice"),
    ],
)
def test_words_of_before_and_of_a_number_are_understood(key: str, language: str, typed: str, id: str) -> None:
    meanings = lexicon(key, language).known[stemmed(folded(typed), language)]
    assert id in {meaning.value for meaning in meanings}


@pytest.mark.parametrize("typed", ["getalfiche 3", "getallenfiche 3"])
def test_a_number_chip_is_laid_under_its_dutch_name_of_before_too(typed: str) -> None:
    game = engines.new("mmn", 3, 5, number_chips="laid")
    assert understand(texts_in("nl"), game, game.to_act[0], NAMES[:3], typed).action == ("lay", "3")


@EVERY_LANGUAGE
def test_a_place_without_a_name_is_understood_by_what_lies_around_it(language: str) -> None:
    game = engines.new("mmn", 4, 5)
    seat = game.to_act[0]
    here = texts_in(language).at(game)
    for action in game.legal(seat):
        for typed in (notation(action), f"{here.word('mmn', action[0])} {here.word('mmn', action[1])}"):
            assert read(texts_in(language), game, seat, NAMES[:4], typed) == [action], typed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", EXAMPLES)
def test_the_example_in_a_refusal_is_in_the_words_of_the_person_and_read(reason: str, language: str) -> None:
    make, before, notated = EXAMPLES[reason]
    example = texts_in(language).say(reason, dice="3").split(": ")[1].split(".")[0]
    game = make()
    understood = understand(texts_in(language), game, 0, NAMES, before + example).action
    assert game.normal(0, understood) == game.normal(0, parse(notated))
    assert language == "en" or before + example != notated
