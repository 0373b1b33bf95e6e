"""Every building but the stores, each under its name: use, limit, condition, interactions (rules 11.2, 11.4)."""

from __future__ import annotations

import pytest

from tests.engines.macao.moves import final, gains, next_round, once_a_round, order, owning, space, stock
from tests.engines.macao.positions import cubes, position
from tests.engines.playing import act, offered, player, refused, words

CUBE = {"zoll": "R", "bau": "G", "justiz": "B", "verwaltung": "V", "militaerwesen": "K", "finanzen": "Y"}


def office_bonus(card: str, kind: str) -> None:
    """Assert that the card brings a gold once a round after an office of the kind was used, however many were used."""
    other_kind = "bau" if kind != "bau" else "zoll"
    offices = (f"{kind}_1", f"{kind}_2", f"{other_kind}_1")
    game = owning(card, *offices, stock=CUBE[kind] * 3 + CUBE[other_kind])
    refused(game, f"use {card}")
    act(game, f"use {other_kind}_1")
    refused(game, f"use {card}")
    act(game, f"use {kind}_1", f"use {kind}_2")
    gains(game, f"use {card}", gold=1)
    refused(game, f"use {card}")
    later = next_round(game, stock=CUBE[kind] * 3)
    refused(later, f"use {card}")
    act(later, f"use {kind}_2")
    gains(later, f"use {card}", gold=1)


def office_count(card: str, kind: str) -> None:
    """Assert that the card brings a point for each activated office of the kind, once a round, counted when used."""
    other_kind = "bau" if kind != "bau" else "zoll"
    refused(owning(card, f"{other_kind}_1", me={"tableau": [f"{kind}_1"]}), f"use {card}")
    game = owning(
        card, f"{kind}_1", f"{other_kind}_1", f"{kind}_4", stock=CUBE[kind] * 4, me={"tableau": [f"{kind}_2"]}
    )
    after = game.copy()
    act(after, f"activate {kind}_2")
    gains(after, f"use {card}", prestige=3)
    once_a_round(game, f"use {card}", prestige=2)
    gains(owning(card, *(f"{kind}_{number}" for number in range(1, 5))), f"use {card}", prestige=4)


def test_amtsstube_brings_a_point_once_an_office_was_used() -> None:
    game = owning("amtsstube", "bau_1", stock="GG")
    refused(game, "use amtsstube")
    act(game, "use bau_1")
    gains(game, "use amtsstube", prestige=1)
    refused(game, "use amtsstube")
    later = next_round(game, stock="GG")
    refused(later, "use amtsstube")
    act(later, "use bau_1")
    gains(later, "use amtsstube", prestige=1)


def test_archiv_spares_a_cube_of_every_office() -> None:
    game = owning("archiv", stock="RR", me={"tableau": ["zoll_2", "bau_1", "zoll_1"]})
    act(game, "activate zoll_2", "activate bau_1", "activate zoll_1")
    assert stock(game) == cubes("R")


def test_bank_brings_2_gold_once_a_round() -> None:
    once_a_round(owning("bank"), "use bank", gold=2)


def test_botschaft_adds_2_points_to_each_purchase_of_prestige() -> None:
    game = owning("botschaft", "diplomat", tribute=(2, 3), me={"gold": 9})
    gains(game, "tribute", gold=-2, prestige=3 + 2)
    gains(game, "tribute", gold=-2, prestige=3 + 2)
    late = position(tribute=(2, 3), me={"gold": 9, "tableau": ["botschaft"], "stock": "VVKY"})
    gains(late, "tribute", "activate botschaft", gold=-2, prestige=3)


def test_boettcherei_adds_a_point_to_each_ware_delivered() -> None:
    game = owning("boettcherei", me={"ship": "london", "hold": {"tea": 3}})
    gains(game, "deliver 2", prestige=6 + 4 + 2)
    gains(game, "deliver 1", prestige=3 + 1)


def test_brunnen_grants_a_step_on_the_wall_for_each_quarter() -> None:
    game = owning("brunnen", "nachtwaechter", stock="VKRR", wall={4: [1, 0]})
    act(game, "quarter q04")
    assert sorted(words(game)) == ["stay", "step"]
    refused(game, "pass", "wall 1")
    act(game, "step")
    assert space(game) == 5
    act(game, "quarter q12", "stay")
    assert space(game) == 5
    act(game, "wall 1")
    assert space(game) == 6
    late = position(me={"tableau": ["brunnen"], "stock": "VB"})
    act(late, "quarter q04", "activate brunnen")
    assert space(late) == 1


def test_brunnen_step_ends_on_top() -> None:
    game = owning("brunnen", stock="V", wall={4: [0], 5: [1, 2]})
    act(game, "quarter q04", "step")
    assert order(game) == [0, 1, 2]


def test_exerzierplatz_brings_a_gold_once_a_military_office_was_used() -> None:
    office_bonus("exerzierplatz", "militaerwesen")


def test_festung_counts_military_offices() -> None:
    office_count("festung", "militaerwesen")


def test_gericht_counts_justice_offices() -> None:
    office_count("gericht", "justiz")


def test_grenzposten_brings_a_gold_once_a_customs_office_was_used() -> None:
    office_bonus("grenzposten", "zoll")


def test_kapelle_adds_a_point_to_a_round_that_brought_one() -> None:
    game = owning("kapelle", "bischof", me={"gold": 3, "prestige": 12})
    refused(game, "use kapelle")
    act(game, "use bischof")
    gains(game, "use kapelle", prestige=1)
    refused(game, "use kapelle")
    later = next_round(game)
    refused(later, "use kapelle")
    act(later, "use bischof")
    gains(later, "use kapelle", prestige=1)


@pytest.mark.parametrize("source", ["tribute", "deliver 1"])
def test_kapelle_counts_prestige_of_any_source(source: str) -> None:
    game = owning("kapelle", tribute=(0, 2), me={"ship": "london", "hold": {"tea": 1}})
    refused(game, "use kapelle")
    act(game, source)
    gains(game, "use kapelle", prestige=1)


def test_kapelle_is_not_used_after_a_purchase_of_nothing() -> None:
    game = owning("kapelle", me={"jokers": 1})
    act(game, "tribute")
    refused(game, "use kapelle")


def test_kathedrale_turns_cubes_of_different_colours_into_points() -> None:
    game = owning("kathedrale", stock="RRGBVKY")
    act(game, "use kathedrale")
    refused(game, "done", "pass")
    act(game, "return red")
    refused(game, "return red")
    assert "done" in words(game)
    act(game, "return green", "return gray", "done")
    assert player(game).prestige == 3
    assert stock(game) == cubes("RBVK")
    refused(game, "use kathedrale")
    later = next_round(game, stock="K")
    gains(later, "use kathedrale", prestige=1, remaining="")


def test_kathedrale_takes_up_to_six_colours() -> None:
    game = owning("kathedrale", stock="RGBVKYY")
    act(
        game,
        "use kathedrale",
        "return red",
        "return green",
        "return blue",
        "return violet",
        "return black",
        "return gray",
    )
    assert player(game).prestige == 6
    assert stock(game) == cubes("Y")


def test_kathedrale_needs_a_cube() -> None:
    refused(owning("kathedrale"), "use kathedrale")


def test_kloster_brings_a_point_to_who_has_more_than_all_others() -> None:
    once_a_round(owning("kloster", me={"prestige": 9}, others={1: {"prestige": 8}}), "use kloster", prestige=1)
    refused(owning("kloster", me={"prestige": 8}, others={1: {"prestige": 8}}), "use kloster")
    refused(owning("kloster", me={"prestige": 7}, others={2: {"prestige": 8}}), "use kloster")


def test_kran_spares_a_cube_of_every_building() -> None:
    game = owning("kran", stock="B", me={"tableau": ["turm", "schmiede", "laden"]})
    refused(game, "activate schmiede")
    act(game, "activate turm", "activate laden")
    assert stock(game) == cubes("B")
    assert player(game).activated == ["kran", "turm", "laden"]


def test_laden_turns_2_cubes_into_one_of_choice() -> None:
    game = owning("laden", stock="RRR")
    act(game, "use laden")
    assert offered(game, "gain") == ["red", "green", "blue", "violet", "black", "gray"]
    gains(game, "gain gray", remaining="RY")
    refused(game, "use laden")
    later = next_round(game, stock="RY")
    gains(later, "use laden", "gain blue", remaining="B")
    refused(owning("laden", stock="R"), "use laden")


def test_laden_lets_choose_what_is_returned() -> None:
    game = owning("laden", stock="RGG")
    act(game, "use laden")
    assert words(game)[0].startswith("pay ")
    act(game, "spend green")
    gains(game, "spend green", "gain gray", remaining="RY")


def test_leuchtturm_adds_a_gold_to_each_ware_delivered() -> None:
    game = owning("leuchtturm", me={"ship": "london", "hold": {"tea": 3}})
    gains(game, "deliver 2", prestige=10, gold=2)
    gains(game, "deliver 1", prestige=3, gold=1)


def test_magistrat_brings_a_gold_once_an_administration_office_was_used() -> None:
    office_bonus("magistrat", "verwaltung")


def test_miks_taverne_brings_a_gold_to_who_has_3_persons() -> None:
    refused(owning("miks_taverne", "edler", "wirt", "turm", "zoll_1"), "use miks_taverne")
    once_a_round(owning("miks_taverne", "edler", "wirt", "meister"), "use miks_taverne", gold=1)


def test_palast_scores_the_cards_that_score_at_the_end() -> None:
    assert final(owning("palast")) == 2
    assert final(owning("palast", "abt", "bank", "edler", "zoll_1")) == 2
    assert final(owning("palast", "statue", "ratsherr")) == 2 * 3  # two that score nothing count
    everything = (
        "baronesa_um", "baronesa_dois", "baronesa_tres", "gouverneur", "hebamme", "palast", "praefektur", "ratsherr",
        "residenz", "schmiede", "sitzungssaal", "statue", "vizegouverneur",
    )  # fmt: skip
    assert final(owning(*everything, turn=6)) == 26 + 15 + 7 + 7 + 6 + 4  # hebamme: 7 persons, residenz: 6 buildings


def test_pfandleihe_adds_a_gold_to_a_round_that_brought_one() -> None:
    game = owning("pfandleihe", "bank")
    refused(game, "use pfandleihe")
    act(game, "use bank")
    gains(game, "use pfandleihe", gold=1)
    refused(game, "use pfandleihe")
    later = next_round(game)
    refused(later, "use pfandleihe")
    act(later, "use bank")
    gains(later, "use pfandleihe", gold=1)


def test_pfandleihe_counts_gold_received_before_its_activation() -> None:
    game = owning("bank", stock="GGYY", me={"tableau": ["pfandleihe"]})
    act(game, "use bank", "activate pfandleihe")
    gains(game, "use pfandleihe", gold=1)


def test_praefektur_scores_offices() -> None:
    assert final(owning("praefektur")) == 0
    assert final(owning("praefektur", "zoll_1", "zoll_2", "bau_4", "bank")) == 3
    assert final(owning("praefektur", me={"tableau": ["zoll_1"]})) == 0


def test_rathaus_counts_administration_offices() -> None:
    office_count("rathaus", "verwaltung")


def test_residenz_scores_buildings() -> None:
    assert final(owning("residenz")) == 1
    assert final(owning("residenz", "bank", "turm", "edler", "zoll_1")) == 3


def test_schatzkammer_counts_finance_offices() -> None:
    office_count("schatzkammer", "finanzen")


def test_schmiede_scores_markers_in_the_city() -> None:
    assert final(owning("schmiede")) == 0
    assert final(owning("schmiede", me={"quarters": ["q01", "q12", "q13", "q30"]})) == 4


def test_schule_brings_a_gold_while_2_slots_are_free() -> None:
    free = {"tableau": ["bank", "abt", "tor"]}
    once_a_round(owning("schule", me=free), "use schule", gold=1)
    full = owning("schule", stock="K", me={"tableau": ["bank", "abt", "tor", "turm"]})
    refused(full, "use schule")
    act(full, "activate turm")
    gains(full, "use schule", gold=1)


def test_segelmacherei_moves_the_ship_2_spaces_without_cubes() -> None:
    game = owning("segelmacherei")
    once_a_round(game.copy(), "use segelmacherei")
    act(game, "use segelmacherei")
    assert set(offered(game, "ship")) == {"s01", "s02", "s03", "s04", "s05", "s06"}
    gains(game, "ship s02", remaining="")
    assert player(game).free_steps == 0
    refused(game, "ship s01")


def test_segelmacherei_steps_go_first_and_further_ones_are_paid() -> None:
    game = owning("segelmacherei", stock="RR")
    act(game, "use segelmacherei")
    gains(game, "ship lisboa", remaining="R")
    assert player(game).this_round.steps == 3
    assert player(game).free_steps == 0


def test_sitzungssaal_scores_kinds_of_offices() -> None:
    kinds = ("zoll_1", "bau_1", "justiz_1", "verwaltung_1", "militaerwesen_1", "finanzen_1")
    for count in range(7):
        assert final(owning("sitzungssaal", *kinds[:count])) == 2 * count
    assert final(owning("sitzungssaal", *kinds, "zoll_2", "zoll_3")) == 12


def test_spital_brings_a_gold_for_each_person_activated() -> None:
    game = owning("spital", stock="GVB", me={"tableau": ["edler", "bettler", "meister"]})
    for card in ("edler", "bettler", "meister"):
        gains(game, f"activate {card}", gold=1)


def test_statue_scores_markers_in_dark_quarters() -> None:
    assert final(owning("statue", me={"quarters": ["q02", "q03"]})) == 0
    assert final(owning("statue", me={"quarters": ["q01", "q03", "q28", "q13"]})) == 9


def test_steinbruch_counts_construction_offices() -> None:
    office_count("steinbruch", "bau")


def test_tor_brings_a_point_to_who_is_first_on_the_wall() -> None:
    once_a_round(owning("tor", order=[0, 1, 2]), "use tor", prestige=1)
    refused(owning("tor", order=[1, 0, 2]), "use tor")
    game = owning("tor", stock="R", order=[1, 2, 0])
    refused(game, "use tor")
    act(game, "wall 1")
    gains(game, "use tor", prestige=1)


def test_turm_keeps_the_disc_on_top_of_its_stack() -> None:
    game = position(order=[1, 2, 0], me={"tableau": ["turm"], "stock": "K"})
    act(game, "activate turm")
    assert order(game) == [0, 1, 2]
    passing = owning("turm", wall={3: [0]}, others={1: {"stock": "RRR"}, 2: {"stock": "RRR"}})
    act(passing, "pass", "wall 2", "pass", "wall 2")
    assert order(passing) == [0, 2, 1]
    refused(passing, "use turm", seat=0)


def test_turm_that_rises_to_the_front_bars_kanonier_and_wachposten() -> None:
    game = position(order=[1, 2, 0], me={"activated": ["kanonier", "wachposten"], "tableau": ["turm"], "stock": "K"})
    before = game.copy()
    gains(before, "use kanonier", gold=1)
    act(game, "activate turm")
    refused(game, "use kanonier", "use wachposten")


def test_universitaet_brings_a_point_while_2_slots_are_free() -> None:
    once_a_round(owning("universitaet", me={"tableau": ["bank", "abt", "tor"]}), "use universitaet", prestige=1)
    refused(owning("universitaet", me={"tableau": ["bank", "abt", "tor", "kran"]}), "use universitaet")
    refused(owning("universitaet", me={"tableau": ["bank", "abt", "tor", "kran", "graf"]}), "use universitaet")


def test_wirtshaus_brings_a_gold_and_3_beside_the_wirt() -> None:
    once_a_round(owning("wirtshaus"), "use wirtshaus", gold=1)
    both = owning("wirtshaus", "wirt")
    gains(both, "use wirtshaus", "use wirt", gold=6)
    refused(both, "use wirtshaus", "use wirt")
    gains(owning("wirtshaus", me={"tableau": ["wirt"]}), "use wirtshaus", gold=1)


def test_zollstation_counts_customs_offices() -> None:
    office_count("zollstation", "zoll")
