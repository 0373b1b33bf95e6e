"""The test cases of the rules page about single cards, each under its number (rules 13)."""

from __future__ import annotations

import pytest

from tests.engines.macao.moves import final, gains, order, owning, stock
from tests.engines.macao.positions import cost, position
from tests.engines.playing import act, offered, player, refused, words


@pytest.mark.parametrize(
    ("line", "gold", "remaining"),
    [("joker red gray", 0, "RY"), ("joker gold blue", 3, "B"), ("joker gold gold", 6, ""), ("joker red red", 0, "RR")],
)
def test_case_09_gaukler_doubles_what_a_joker_brings(line: str, gold: int, remaining: str) -> None:
    game = owning("gaukler", me={"jokers": 1})
    gains(game, line, gold=gold, remaining=remaining)
    assert player(game).jokers == 0
    refused(game, line)


def test_case_13_handwerker_is_not_offered_where_only_a_reduction_pays() -> None:
    assert cost("festung") == "GKK"
    game = owning("handwerker", "kran", stock="KK", me={"tableau": ["festung"]})
    act(game, "activate festung")
    assert "show" not in words(game)
    assert "festung" in player(game).activated
    assert stock(game) == {}
    refused(game, "show")


def test_case_14_amtsstube_counts_an_office_used_before_it() -> None:
    game = owning("zoll_1", stock="RRY", me={"tableau": ["amtsstube"]})
    act(game, "use zoll_1", "activate amtsstube")
    gains(game, "use amtsstube", prestige=1)


def test_case_15_pfandleihe_counts_gold_of_the_dice_phase() -> None:
    game = position(
        phase="dice", order=[1, 2, 0], seat=1, rolled={"red": 1}, others={0: {"activated": ["professor", "pfandleihe"]}}
    )
    act(game, "dice red black", "dice red black")
    gains(game, "dice red green", gold=2)
    act(game, "pass", "pass")
    gains(game, "use pfandleihe", gold=1)


def test_case_16_kapitaen_counts_spaces_sailed_before_it() -> None:
    game = position(me={"stock": "RRRBK", "tableau": ["kapitaen"]})
    act(game, "ship s01")
    act(game, "spend red")
    act(game, "activate kapitaen")
    refused(game, "use kapitaen")
    act(game, "ship s02")
    gains(game, "use kapitaen", prestige=1)


def test_case_17_segelmacherei_may_stop_to_deliver_and_sail_on() -> None:
    game = owning("segelmacherei", me={"ship": "s02", "hold": {"spices": 1}})
    act(game, "use segelmacherei", "ship lisboa")
    gains(game, "deliver 1", prestige=5)
    act(game, "ship s09")
    assert player(game).ship == "s09"
    refused(game, "ship lisboa")


def test_case_18_turm_rises_at_once_and_stays_on_top() -> None:
    game = position(wall={4: [1, 0]}, seats=3, me={"stock": "K", "tableau": ["turm"]}, others={2: {"stock": "RRRRR"}})
    assert order(game) == [1, 0, 2]
    act(game, "activate turm")
    assert order(game) == [0, 1, 2]
    act(game, "pass", "wall 3")
    assert order(game) == [0, 2, 1]


def test_case_19_gesandter_brings_a_cube_also_for_a_purchase_at_nothing() -> None:
    game = owning("gesandter", me={"gold": 0})
    gains(game, "tribute", "gain violet", remaining="V")
    refused(game, "tribute")


def test_case_20_edler_brings_a_cube_for_every_2_gold_paid() -> None:
    game = owning("edler", me={"gold": 5})
    assert offered(game, "use edler") == ["1", "2"]
    gains(game, "use edler 2", "gain red", "gain gray", gold=-4, remaining="RY")
    refused(game, "use edler 1")


def test_case_21_goldsucher_brings_a_gold_for_every_3_cubes() -> None:
    game = owning("goldsucher", stock="R" * 7)
    assert offered(game, "use goldsucher") == ["1", "2"]
    gains(game, "use goldsucher 2", gold=2, remaining="R")
    refused(game, "use goldsucher 1")


@pytest.mark.parametrize(("markers", "gold"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_case_22_soldat_brings_a_gold_for_every_4_markers(markers: int, gold: int) -> None:
    game = owning("soldat", me={"quarters": [f"q{number:02}" for number in range(6, 6 + markers)]})
    if gold:
        gains(game, "use soldat", gold=gold)
    else:
        refused(game, "use soldat")


@pytest.mark.parametrize(("third", "gold"), [((), 0), (("leuchtturm",), 1)])
def test_case_24_store_and_cooperage_pay_together_for_a_delivery(third: tuple[str, ...], gold: int) -> None:
    game = owning("jadelager", "boettcherei", *third, me={"ship": "marseille", "hold": {"jade": 1}})
    gains(game, "deliver 1", prestige=11, gold=gold)


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        (("baronesa_um",), 3),
        (("baronesa_dois",), 3),
        (("baronesa_tres",), 3),
        (("baronesa_um", "baronesa_tres"), 8),
        (("baronesa_um", "baronesa_dois", "baronesa_tres"), 15),
    ],
)
def test_case_25_baronesas_score_more_together(cards: tuple[str, ...], total: int) -> None:
    assert final(owning(*cards)) == total


@pytest.mark.parametrize(("card", "total"), [("ratsherr", 12), ("sitzungssaal", 6), ("praefektur", 9)])
def test_case_26_offices_score_at_the_end_by_card(card: str, total: int) -> None:
    offices = ["zoll_1", "zoll_2", "zoll_3", "justiz_1", "justiz_2", "justiz_3", "justiz_4", "finanzen_1", "finanzen_2"]
    assert final(owning(card, *offices)) == total


def test_case_32_triggers_do_not_look_back() -> None:
    game = position(me={"stock": "VRGY", "tableau": ["zimmermann"]})
    act(game, "quarter q04")
    gains(game, "activate zimmermann", gold=0)


def test_case_32_amtsdiener_looks_back() -> None:
    game = owning("zoll_1", "zoll_2", "justiz_1", "finanzen_1", stock="RRBRGYYY", me={"tableau": ["amtsdiener"]})
    act(game, "use zoll_1", "use zoll_2", "use justiz_1")
    gains(game, "activate amtsdiener", gold=2, remaining="Y")
    gains(game, "use finanzen_1", gold=1 + 1)
