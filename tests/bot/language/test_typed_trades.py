"""MMN's trades as people type them: two questions answered at once, and asked about where nobody said how many."""

from __future__ import annotations

import pytest

from bot.wording import LANGUAGES, texts_in
from engines import Action, Message
from engines.record import parse
from tests.bot.reading import understand
from tests.engines.mmn import positions as mmn

NAMES = ("Anna", "Ben", "Carla")
BANK = parse("bank 4 wool for ore")
OFFER = parse("offer 1 wool for 1 ore")
BARE = {"en": "wool for ore", "de": "Wolle gegen Erz", "nl": "wol voor erts"}
TRADE = {"en": "trade wool for ore", "de": "Wolle gegen Erz tauschen", "nl": "ruil wol voor erts"}


def trade_read(language: str, typed: str) -> tuple[Action, list[Action]]:
    """Return what is read where seat 0 holds five wool, and what is asked about."""
    game = mmn.position(me={"hand": "5 wool 1 ore"})
    reading = understand(texts_in(language), game, 0, NAMES, typed)
    assert not reading.refused
    assert not reading.unknown
    return reading.action, list(reading.asked)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", [BARE, TRADE])
def test_a_trade_without_a_number_is_asked_about(language: str, typed: dict[str, str]) -> None:
    assert trade_read(language, typed[language])[1] == [BANK, OFFER]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_only_the_bank_takes_says_that_it_is_the_banks(language: str) -> None:
    assert trade_read(language, f"4 {BARE[language]}") == (BANK, [])


def test_an_offer_of_one_is_no_risk() -> None:
    assert trade_read("en", "offer wool for ore") == (OFFER, [])


def test_the_bank_is_asked_for_where_it_was_named() -> None:
    assert trade_read("en", "swap wool for ore with the bank")[1] == [BANK]


@pytest.mark.parametrize("typed", ["trade 2 brick for a wool", "could I have a wool for two brick", "brick for wool"])
def test_what_nobody_can_offer_is_refused_before_anybody_asks_whether_it_is_meant(typed: str) -> None:
    reading = understand(texts_in("en"), mmn.position(me={"hand": "5 wool 1 ore"}), 0, NAMES, typed)
    assert [reason.id for reason in reading.refused] == ["mmn.refuse.not_in_hand"]
    assert not reading.asked


def test_where_nothing_of_two_can_be_given_the_first_is_refused_with_its_own_reason() -> None:
    reading = understand(texts_in("en"), mmn.position(me={"hand": "2 wool"}), 0, NAMES, "a brick or an ore for a grain")
    assert reading.action == parse("offer 1 brick for 1 grain")
    assert reading.refused == [Message("mmn.refuse.not_in_hand", {"cards": ["brick"]})]


@pytest.mark.parametrize(
    ("typed", "first_trade", "other_choices"),
    [
        ("four nuggets for a brick or a wool", "bank 4 nugget for brick", ["bank 4 nugget for wool"]),
        ("eight nuggets for a brick and a wool", "bank 4 nugget for brick", []),
        ("four nuggets for a brick", "bank 4 nugget for brick", []),
    ],
)
def test_a_number_is_the_price_of_each_card_of_a_choice_and_of_all_cards_that_are_wanted_together(
    typed: str, first_trade: str, other_choices: list[str]
) -> None:
    reading = understand(texts_in("en"), mmn.position(me={"hand": "8 nugget"}), 0, NAMES, typed)
    assert not reading.refused
    assert reading.action == parse(first_trade)
    assert [*reading.asked][1:] == [parse(words) for words in other_choices]


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "Bank: 4 wool for ore"), ("de", "Bank: 4 Wolle gegen Erz"), ("nl", "Bank: 4 wol voor erts")],
)
def test_a_trade_with_what_is_wanted_is_worded_and_read_back(language: str, label: str) -> None:
    assert texts_in(language).action("mmn", BANK, NAMES) == label
    assert trade_read(language, label) == (BANK, [])
