"""Persons from abt to handwerker, each under its name: use, limit, condition, interactions (rules 11.3, 11.4)."""

from __future__ import annotations

from typing import Any

from tests.engines.macao.moves import final, gains, next_round, once_a_round, owning, round_from, stock
from tests.engines.macao.positions import COLOURS, cubes, position
from tests.engines.playing import act, offered, player, refused, words


def cube_of(card: str, letter: str) -> None:
    """Assert that the card brings one cube of a fixed colour, once a round."""
    game = owning(card)
    gains(game, f"use {card}", remaining=letter)
    refused(game, f"use {card}")
    gains(next_round(game, stock=""), f"use {card}", remaining=letter)


def test_abt_spares_the_penalties_for_cards_left() -> None:
    game = owning("abt", turn=12, seat=2, me={"tableau": ["bank", "kran"], "penalties": 1})
    assert game.scores()[2].sources["penalties"] == -3
    act(game, "pass")
    assert game.scores()[2].sources["penalties"] == -3
    assert player(game, 2).penalties == 1
    assert final(owning("abt")) == 0
    unprotected = owning(turn=12, seat=2, me={"tableau": ["abt"]})
    assert unprotected.scores()[2].sources["penalties"] == -3


def test_amtsdiener_brings_a_gold_for_each_kind_of_office_used() -> None:
    kinds = ("zoll_1", "bau_1", "justiz_1", "verwaltung_1", "militaerwesen_1", "finanzen_1")
    game = owning("amtsdiener", *kinds, "zoll_2", stock="RRGBVKY")
    for office in kinds:
        gains(game, f"use {office}", gold=2)
    gains(game, "use zoll_2", gold=1)
    later = next_round(game, stock="RR")
    gains(later, "use zoll_2", gold=2)
    gains(later, "use zoll_1", gold=1)
    refused(later, "use amtsdiener")


def test_amtsdiener_pays_beside_an_office_bonus() -> None:
    game = owning("amtsdiener", "grenzposten", "zoll_1", stock="R")
    gains(game, "use zoll_1", "use grenzposten", gold=3)


def test_amtsdiener_pays_for_the_uses_before_its_activation() -> None:
    game = owning("zoll_1", "bau_1", "pfandleihe", stock="RGRGYY", me={"tableau": ["amtsdiener"]})
    act(game, "use zoll_1", "use bau_1")
    gains(game, "activate amtsdiener", gold=2)
    gains(next_round(game, stock="R"), "use zoll_1", gold=2)


def test_amtsleiter_brings_a_gold_to_who_has_3_offices() -> None:
    refused(owning("amtsleiter", "zoll_1", "bau_1", me={"tableau": ["zoll_2"]}), "use amtsleiter")
    once_a_round(owning("amtsleiter", "zoll_1", "zoll_2", "bau_1"), "use amtsleiter", gold=1)


def baronesa(card: str, second: str, third: str) -> None:
    """Assert that the card brings 3, 4 or 5 points for each, by how many of the three the player has activated."""
    assert final(owning(card)) == 3
    assert final(owning("turm", me={"tableau": [card]})) == 0
    assert final(owning(card, me={"tableau": [second]}, others={1: {"activated": [third]}})) == 3
    assert final(owning(card, second)) == final(owning(card, third)) == 8
    assert final(owning(card, second, third)) == 15
    assert final(owning(card, second, others={1: {"activated": [third]}})) == 8
    refused(owning(card), f"use {card}")


def test_baronesa_dois_scores_more_beside_the_other_baronesas() -> None:
    baronesa("baronesa_dois", "baronesa_tres", "baronesa_um")


def test_baronesa_tres_scores_more_beside_the_other_baronesas() -> None:
    baronesa("baronesa_tres", "baronesa_um", "baronesa_dois")


def test_baronesa_um_scores_more_beside_the_other_baronesas() -> None:
    baronesa("baronesa_um", "baronesa_dois", "baronesa_tres")


def test_baumeister_brings_2_gold_for_each_building_activated() -> None:
    game = owning("baumeister", stock="KBR", me={"tableau": ["turm", "brunnen", "goldsucher"]})
    gains(game, "activate turm", gold=2)
    gains(game, "activate brunnen", gold=2)
    gains(game, "activate goldsucher", gold=0)


def test_bettler_brings_a_cube_to_who_has_fewer_points_than_all_others() -> None:
    trailing: dict[str, Any] = {"me": {"prestige": 3}, "others": {1: {"prestige": 4}, 2: {"prestige": 4}}}
    game = owning("bettler", **trailing)
    act(game, "use bettler")
    assert offered(game, "gain") == list(COLOURS)
    gains(game, "gain black", remaining="K")
    refused(game, "use bettler")
    gains(next_round(game, stock=""), "use bettler", "gain red", remaining="R")
    refused(owning("bettler", others={1: {"prestige": 4}}), "use bettler")
    refused(owning("bettler", me={"prestige": 5}, others={1: {"prestige": 4}, 2: {"prestige": 9}}), "use bettler")


def test_bischof_sells_2_points_for_a_gold() -> None:
    once_a_round(owning("bischof"), "use bischof", gold=-1, prestige=2)
    refused(owning("bischof", me={"gold": 0}), "use bischof")


def test_diplomat_allows_a_second_purchase_of_prestige() -> None:
    game = owning("diplomat", tribute=(2, 4), me={"gold": 7, "jokers": 1})
    gains(game, "tribute", gold=-2, prestige=4)
    gains(game, "tribute", gold=-2, prestige=4)
    refused(game, "tribute", "use diplomat")
    later = next_round(game, gold=9)
    act(later, "tribute", "tribute")
    refused(later, "tribute")


def test_diplomat_triggers_twice() -> None:
    game = owning("diplomat", "botschaft", "gesandter", tribute=(1, 1), me={"gold": 2})
    gains(game, "tribute", "gain red", gold=-1, prestige=3)
    gains(game, "tribute", "gain blue", gold=-1, prestige=3, remaining="RB")


def test_diplomat_activated_after_the_first_purchase_allows_a_second() -> None:
    game = position(tribute=(1, 2), me={"gold": 3, "tableau": ["diplomat"], "stock": "RRKK"})
    act(game, "tribute", "activate diplomat")
    gains(game, "tribute", gold=-1, prestige=2)


def test_donna_blu_brings_a_blue_cube_once_a_round() -> None:
    cube_of("donna_blu", "B")


def test_edler_brings_a_cube_for_every_2_gold_paid() -> None:
    game = owning("edler", me={"gold": 6})
    assert offered(game, "use edler") == ["1", "2", "3"]
    act(game, "use edler 3")
    assert player(game).gold == 0
    act(game, "gain red", "gain red", "gain gray")
    assert stock(game) == cubes("RRY")
    refused(game, "use edler 1")
    later = next_round(game, gold=2, stock="")
    gains(later, "use edler 1", "gain violet", gold=-2, remaining="V")
    refused(owning("edler", me={"gold": 1}), "use edler 1", "use edler", "use edler 0")


def test_forscher_adds_a_cube_to_each_die_chosen() -> None:
    game = position(phase="dice", rolled={"red": 2, "green": 6}, me={"activated": ["forscher"], "rose": {1: "K"}})
    act(game, "dice red green")
    rose = player(game).rose
    assert (rose[1], rose[5]) == (cubes("RRR"), cubes("GGGGGGG"))
    assert not any(rose[field] for field in (2, 3, 4, 6))


def test_forscher_acts_every_round_and_for_its_owner() -> None:
    game = position(phase="dice", others={1: {"activated": ["forscher"]}})
    act(game, "dice red green", "dice red green", "dice red green")
    assert [stock(game, seat) for seat in range(3)] == [cubes("RG"), cubes("RRGG"), cubes("RG")]
    round_from(game, until="dice")
    while game.to_act != (1,):
        act(game, words(game)[0])
    before = sum(sum(field.values()) for field in player(game, 1).rose)
    act(game, "dice red green")
    after = sum(sum(field.values()) for field in player(game, 1).rose)
    assert after - before == game.state.rolled["red"] + game.state.rolled["green"] + 2


def test_forscher_acts_from_the_next_round_on() -> None:
    game = position(me={"tableau": ["forscher"], "stock": "RVKY"})
    act(game, "activate forscher")
    refused(game, "use forscher")
    assert stock(game) == {}


def test_frau_rot_brings_a_red_cube_once_a_round() -> None:
    cube_of("frau_rot", "R")


def test_gaukler_doubles_a_joker() -> None:
    game = owning("gaukler", me={"jokers": 3})
    gains(game, "joker gold gold", gold=6)
    gains(game, "joker gold red", gold=3, remaining="R")
    gains(game, "joker red green", remaining="RRG")
    assert player(game).jokers == 0
    refused(game, "joker gold gold", "joker gold", "use gaukler")
    single_joker = owning("gaukler", me={"jokers": 1})
    assert len(offered(single_joker, "joker")) == 1 + 6 + 21
    refused(single_joker, "joker gold", "joker red", "joker red gold gold", "joker pink red")
    assert single_joker.normal(0, ("joker", "green", "red")) == ("joker", "red", "green")
    gains(single_joker, "joker red gold", gold=3, remaining="R")


def test_geldverleiher_brings_a_gold_and_a_point_once_a_round() -> None:
    once_a_round(owning("geldverleiher"), "use geldverleiher", gold=1, prestige=1)


def test_gelehrter_brings_a_cube_of_choice_once_a_round() -> None:
    game = owning("gelehrter")
    act(game, "use gelehrter")
    assert offered(game, "gain") == list(COLOURS)
    refused(game, "pass", "gain gold", "use gelehrter")
    gains(game, "gain green", remaining="G")
    refused(game, "use gelehrter")
    gains(next_round(game, stock=""), "use gelehrter", "gain gray", remaining="Y")


def test_gesandter_adds_a_cube_to_each_purchase_of_prestige() -> None:
    game = owning("gesandter", tribute=(2, 1), me={"gold": 2})
    act(game, "tribute")
    assert offered(game, "gain") == list(COLOURS)
    gains(game, "gain gray", remaining="Y")
    refused(game, "use gesandter", "tribute")
    late = position(me={"tableau": ["gesandter"], "stock": "RV"})
    gains(late, "tribute", "activate gesandter", remaining="")
    gains(next_round(late, stock=""), "tribute", "gain red", remaining="R")


def test_goldschmied_brings_a_gold_for_a_cube_returned() -> None:
    game = owning("goldschmied", stock="RG")
    act(game, "use goldschmied")
    assert sorted(words(game)) == ["spend green", "spend red"]
    gains(game, "spend green", gold=1, remaining="R")
    refused(game, "use goldschmied")
    gains(next_round(game, stock="YY"), "use goldschmied", gold=1, remaining="Y")
    refused(owning("goldschmied"), "use goldschmied")


def test_goldsucher_brings_a_gold_for_every_3_cubes_returned() -> None:
    game = owning("goldsucher", stock="RRRR")
    gains(game, "use goldsucher 1", gold=1, remaining="R")
    refused(game, "use goldsucher 1")
    gains(next_round(game, stock="YYYYYYYYY"), "use goldsucher 3", gold=3, remaining="")
    refused(owning("goldsucher", stock="RR"), "use goldsucher 1", "use goldsucher", "use goldsucher 0")


def test_gouverneur_scores_7_points() -> None:
    assert final(owning("gouverneur")) == 7
    assert final(owning("turm", me={"tableau": ["gouverneur"]})) == 0


def test_graf_lets_4_gold_pay_for_a_card() -> None:
    game = owning("graf", me={"tableau": ["bank", "zoll_1", "meister"], "gold": 12})
    for card in ("bank", "zoll_1", "meister"):
        gains(game, f"activate {card}", "gold", gold=-4)
    refused(owning("graf", me={"tableau": ["bank"], "gold": 3}), "activate bank")
    refused(owning("graf", me={"gold": 9}), "quarter q12")
    itself = position(me={"tableau": ["graf"], "gold": 9})
    refused(itself, "activate graf")


def test_handwerker_activates_a_card_whose_cubes_are_only_shown() -> None:
    game = owning("handwerker", stock="KR", me={"tableau": ["turm", "laden"]})
    act(game, "activate turm")
    gains(game, "show", remaining="KR")
    gains(game, "activate laden", remaining="K")
    refused(game, "use handwerker")
    itself = position(me={"tableau": ["handwerker"], "stock": "RGKY"})
    gains(itself, "activate handwerker", remaining="")
