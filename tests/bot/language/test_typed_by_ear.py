"""Sentences of people who know a board from its description: what is played, asked, and refused for which reason."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from itertools import islice

import pytest

from bot.wording import texts_in
from engines import Game, Message
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, NAMES, played_action, refusals, understand_fully
from tests.engines.mmn import positions as mmn
from tests.engines.mmn.positions import ENOUGH as ANY_PRICE
from tools.bench import phrases as bench

# -- Power, Magic and Food ---------------------------------------------------------------------------------------------

BUILT = {
    "en": ("build a settlement", "build a city", "build a road", "build a wall", "build a knight"),
    "de": ("eine Siedlung bauen", "eine Stadt bauen", "eine Straße bauen", "eine Mauer bauen", "einen Ritter bauen"),
    "nl": ("bouw een dorp", "bouw een stad", "bouw een straat", "bouw een muur", "bouw een ridder"),
}
PRICES: tuple[tuple[list[str], list[str]], ...] = (
    (["brick", "lumber", "wool", "grain"], ["wool"]),
    (["ore", "ore", "ore", "grain", "grain"], ["ore", "ore", "ore", "grain"]),
    (["brick", "lumber"], []),
    (["brick", "brick"], ["brick"]),
    (["wool", "ore"], ["wool", "ore"]),
)


@EVERY_LANGUAGE
def test_what_cannot_be_paid_is_refused_with_its_own_price_and_what_is_missing(language: str) -> None:
    me = {
        "hand": "1 brick 1 lumber 1 grain",
        "buildings": ["settlement n25", "city n01"],
        "roads": ["n25-n31", "n31-n37"],
    }
    game = mmn.position(me=me)
    texts = texts_in(language)
    places = {"settlement": "n37", "city": "n25", "road": "n37-n42", "wall": "n01", "knight": "n37"}
    for typed, place, (cards, missing) in zip(BUILT[language], places.values(), PRICES, strict=True):
        if not missing:
            continue
        reason = texts.message("mmn", reason_in_words(cards, missing), NAMES)
        assert refusals(game, language, typed) == [reason]
        at = texts.at(game).word("mmn", place)
        assert refusals(game, language, f"{typed}: {at}") == [reason], typed
    assert "n37" not in refusals(game, language, BUILT[language][0])[0]


def reason_in_words(cards: list[str], missing: list[str]) -> Message:
    return Message("mmn.refuse.cost", {"cards": cards, "missing": missing})


NUGGET = {
    "en": ("give the bank a nugget for wool", "trade 1 nugget for 1 wool with the bank", "bank: 1 nugget for wool"),
    "de": ("der Bank ein Nugget für Wolle geben", "Bank: 1 Nugget gegen Wolle", "1 Nugget bei der Bank gegen Wolle"),
    "nl": ("geef de bank een nugget voor wol", "bank: 1 nugget voor wol", "ruil 1 nugget bij de bank voor wol"),
}


@EVERY_LANGUAGE
def test_a_nugget_is_given_to_the_bank_and_what_for_in_one_sentence(language: str) -> None:
    game = mmn.position(me={"hand": "1 nugget 1 grain"})
    for typed in NUGGET[language]:
        assert played_action(game, language, typed) == "bank 1 nugget for wool", typed


OFFERS = {
    "en": ("offer 1 grain for 1 lumber", "offer Ben grain for lumber", "offer grain to Ben for lumber"),
    "de": ("biete 1 Getreide für 1 Holz", "Ben Getreide für Holz anbieten", "biete Getreide an Ben gegen Holz"),
    "nl": ("bied 1 graan aan voor 1 hout", "bied Ben graan voor hout", "bied graan aan Ben voor hout"),
}


@pytest.mark.parametrize("typed", ["grain for lumber", "trade grain for lumber"])
def test_a_trade_of_one_for_one_is_offered_unasked(typed: str) -> None:
    assert played_action(mmn.position(me={"hand": "1 grain"}), "en", typed) == "offer 1 grain for 1 lumber"


TRADED = {"en": "trade 1 nugget for 1 wool", "de": "1 Nugget gegen 1 Wolle tauschen", "nl": "ruil 1 nugget voor 1 wol"}


@EVERY_LANGUAGE
def test_a_trade_that_the_bank_would_make_is_asked_about_or_made(language: str) -> None:
    game = mmn.position(me={"hand": "1 nugget 1 grain"})
    reading = understand_fully(game, language, TRADED[language])
    assert parse("bank 1 nugget for wool") in [reading.action, *reading.asked]
    assert not reading.refused


RANKED = {
    "en": ("activate my basic knight", "promote my knight to a strong knight"),
    "de": ("meinen einfachen Ritter aktivieren", "meinen Ritter zum starken Ritter befördern"),
    "nl": ("activeer mijn gewone ridder", "bevorder mijn ridder tot sterke ridder"),
}


@EVERY_LANGUAGE
def test_the_rank_of_a_knight_is_no_hindrance(language: str) -> None:
    me = {"hand": ANY_PRICE, "buildings": ["settlement n25"], "roads": ["n25-n31"], "knights": ["n31 basic"]}
    game = mmn.position(me=me)
    for typed, verb in zip(RANKED[language], ("activate", "promote"), strict=True):
        reading = understand_fully(game, language, typed)
        assert reading.action == (verb, "n31"), typed
        assert not reading.refused


PAID = {
    "en": ("a store on {} for two ore", "put a store at my settlement, on {}, paying two ore"),
    "de": ("ein Rohstofflager auf {} für zwei Erz", "ein Rohstofflager auf {}, mit zwei Erz bezahlt"),
    "nl": ("een opslag op {} voor twee erts", "een opslag op {}, betaald met twee erts"),
}


OTHER_THAN_A_STORE = {
    "en": ("build a settlement", "where can I build a settlement"),
    "de": ("eine Siedlung bauen", "wo kann ich eine Siedlung bauen"),
    "nl": ("bouw een dorp", "waar kan ik een dorp bouwen"),
}
STORE_AT_ONE = {
    "en": "build a store at my settlement",
    "de": "ein Rohstofflager an meiner Siedlung bauen",
    "nl": "bouw een opslag bij mijn dorp",
}


@EVERY_LANGUAGE
def test_a_settlement_is_no_store_and_a_store_at_a_settlement_is_none_of_those(language: str) -> None:
    me = {"hand": "2 wool", "buildings": ["settlement n25"], "roads": ["n25-n31", "n31-n37"]}
    missing = ["brick", "lumber", "grain"]
    price = Message("mmn.refuse.cost", {"cards": ["brick", "lumber", "wool", "grain"], "missing": missing})
    for typed in OTHER_THAN_A_STORE[language]:
        assert refusals(mmn.position(me=me), language, typed) == [texts_in(language).message("mmn", price, NAMES)], (
            typed
        )
    reading = understand_fully(mmn.position(me=me), language, STORE_AT_ONE[language])
    assert {action[0] for action in reading.asked} == {"store"}
    poor = understand_fully(mmn.position(me={**me, "hand": ""}), language, STORE_AT_ONE[language])
    assert [why.id for why in poor.refused] == ["mmn.refuse.token"]


# -- The Castles of Burgundy -------------------------------------------------------------------------------------------


PLACED = {"en": "place the mine on {}", "de": "die Mine auf {} legen", "nl": "leg de mijn op {}"}


# -- every game --------------------------------------------------------------------------------------------------------


@cache
def positions_of(key: str) -> list[Game]:
    """Return the same positions for all languages, early and late in a game."""
    return [last(islice(bench.played(key, seed), 60 * seed)).copy() for seed in (3, 5)]


def last(played: Iterable[bench.Position]) -> Game:
    (position,) = deque(played, maxlen=1)
    return position.game
