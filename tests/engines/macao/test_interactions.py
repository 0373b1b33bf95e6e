"""Cards together, and what holds for all of them (rules 5.6, 11.4)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.macao.cards import CARDS
from tests.engines.macao.moves import final, gains, order, owning, stock
from tests.engines.macao.positions import cost, cubes
from tests.engines.playing import act, player, refused, words

USED = sorted(card for card in CARDS if CARDS[card].timing == "phase3_use" and card != "handwerker")
OFFICES = ("zoll", "bau", "justiz", "verwaltung", "finanzen", "militaerwesen")
MET = {
    "gold": 9,
    "prestige": 5,
    "hold": {"tea": 1},
    "quarters": ("q06", "q07", "q08", "q09"),
    "this_round": {"gold": 1, "prestige": 1, "steps": 2, "office_uses": dict.fromkeys(OFFICES, 1)},
}
COMPANY = [*(f"{kind}_4" for kind in OFFICES), "meister", "forscher", "professor", "bank", "schule", "schmiede"]
"""Offices, persons and buildings that meet the other conditions."""


@pytest.mark.parametrize("card", USED)
def test_a_card_just_activated_is_used_like_one_of_old(card: str) -> None:
    """The same uses are offered, ahead of the others and behind them, and they bring the same."""
    used = 0
    company = [other_card for other_card in COMPANY if other_card != card]
    for wall, prestige in (([0, 1, 2], 0), ([1, 2, 0], 9)):
        table: dict[str, Any] = {"order": wall, "others": {seat: {"prestige": prestige} for seat in (1, 2)}}
        old = owning(*company, card, stock="RRGGBBVVKKYY", me=MET, **table)
        new = owning(*company, stock="RRGGBBVVKKYY" + cost(card), me={**MET, "tableau": [card]}, **table)
        act(new, f"activate {card}")
        assert stock(new) == cubes("RRGGBBVVKKYY")
        assert words(new) == words(old)
        for line in words(old):
            if line.split()[:2] == ["use", card]:
                act(old_copy := old.copy(), line)
                act(new_copy := new.copy(), line)
                assert old_copy == new_copy
                used += 1
    assert used


@pytest.mark.parametrize(("payment", "helper"), [("cubes", ()), ("gold", ("graf",)), ("show", ("handwerker",))])
def test_the_tower_rises_whichever_way_it_was_paid(payment: str, helper: tuple[str, ...]) -> None:
    game = owning(*helper, stock="K", order=[1, 2, 0], me={"tableau": ["turm"]})
    act(game, "activate turm", *([payment] if helper else []))
    assert order(game) == [0, 1, 2]


def test_the_tower_rises_when_it_costs_nothing() -> None:
    game = owning("kran", order=[1, 2, 0], me={"tableau": ["turm"]})
    act(game, "activate turm")
    assert order(game) == [0, 1, 2]


def test_automatic_gains_come_before_the_decision() -> None:
    game = owning("botschaft", "gesandter", tribute=(1, 2))
    gains(game, "tribute", gold=-1, prestige=4)
    assert words(game)[0].startswith("gain ")
    game = owning("brunnen", "zimmermann", stock="V")
    gains(game, "quarter q04", gold=1)
    assert words(game) == ["step", "stay"]


@pytest.mark.parametrize("paid", ["gold", "cubes"])
def test_quarter_triggers_work_whichever_way_the_price_was_paid(paid: str) -> None:
    game = owning("herold", "zimmermann", "brunnen", stock="V")
    act(game, "quarter q04", paid, "step")
    assert player(game).gold == 5 + 1 - (3 if paid == "gold" else 0)
    assert player(game).this_round.gold == 1


def test_herald_and_speculator_are_alternatives() -> None:
    game = owning("herold", "spekulant", stock="GGKK")
    act(game, "quarter q09")
    assert sorted(words(game)) == ["gold", "waive black", "waive green"]
    gains(game, "gold", gold=-3, remaining="GGKK")


def test_a_scribe_that_is_buried_allows_no_further_second_use() -> None:
    game = owning("schreiber", "totengraeber", "zoll_1", "zoll_2", stock="RRRR")
    act(game, "use zoll_1", "use zoll_1", "use totengraeber schreiber")
    refused(game, "use zoll_1")
    gains(game, "use zoll_2", gold=1)
    refused(game, "use zoll_2")
    early = owning("schreiber", "totengraeber", "zoll_1", stock="RRRR")
    act(early, "use zoll_1", "use totengraeber schreiber")
    refused(early, "use zoll_1")


def test_a_night_watchman_that_is_buried_allows_no_second_quarter() -> None:
    game = owning("nachtwaechter", "totengraeber", stock="VKG")
    act(game, "quarter q04", "use totengraeber nachtwaechter")
    refused(game, "quarter q12")


def test_an_end_scoring_person_is_lost_when_buried() -> None:
    game = owning("gouverneur", "hebamme", "palast", "totengraeber", "baronesa_um", "baronesa_dois")
    assert final(game) == 7 + 5 + 2 * 5 + 8
    act(game, "use totengraeber baronesa_um")
    assert final(game) == 7 + 4 + 2 * 4 + 3


def test_gold_of_a_grave_counts_as_received() -> None:
    game = owning("totengraeber", "edler", "pfandleihe")
    act(game, "use totengraeber edler")
    gains(game, "use pfandleihe", gold=1)


def test_triggers_of_activations_count_as_received() -> None:
    game = owning("spital", "pfandleihe", stock="G", me={"tableau": ["edler"]})
    act(game, "activate edler")
    gains(game, "use pfandleihe", gold=1)


def test_gained_cubes_may_be_spent_at_once() -> None:
    game = owning("gelehrter", "zoll_1", "grenzposten")
    act(game, "use gelehrter", "gain red")
    gains(game, "use zoll_1", "use grenzposten", gold=2, remaining="")


def test_all_cards_that_look_at_one_office_pay_each_in_its_own_way() -> None:
    """Bonus, usher and scribe of one kind: each pays in its own way."""
    game = owning("zoll_1", "zoll_2", "grenzposten", "amtsdiener", "schreiber", "amtsstube", stock="RRRR")
    gains(game, "use zoll_1", "use zoll_1", "use zoll_2", "use grenzposten", gold=2 + 1 + 1 + 1, remaining="R")
    gains(game, "use amtsstube", prestige=1)
    refused(game, "use zoll_1", "use zoll_2", "use grenzposten", "use amtsstube")


def test_all_cards_that_look_at_deliveries_pay_together() -> None:
    me = {"ship": "london", "hold": {"tea": 3}}
    game = owning("teelager", "boettcherei", "leuchtturm", "kapelle", "pfandleihe", "schiffsjunge", me=me)
    refused(game, "use schiffsjunge", "use kapelle", "use pfandleihe")
    gains(game, "deliver 3", prestige=2 * 13 + 3, gold=3)
    gains(game, "use schiffsjunge", "use kapelle", "use pfandleihe", prestige=2, gold=1)
    assert player(game).hold == {}
    assert game.scores()[0].sources["wares"] + game.scores()[0].sources["cards"] == 2 * 13 + 3 + 2
