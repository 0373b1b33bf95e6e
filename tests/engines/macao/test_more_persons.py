"""Persons from hebamme to zimmermann, each under its name: use, limit, condition, interactions (rules 11.3, 11.4)."""

from __future__ import annotations

from tests.engines.macao.moves import final, gains, next_round, once_a_round, order, owning, space, stock
from tests.engines.macao.positions import cubes, position
from tests.engines.macao.test_buildings import office_bonus
from tests.engines.macao.test_persons import cube_of
from tests.engines.playing import act, offered, player, refused, words


def test_hebamme_scores_persons() -> None:
    assert final(owning("hebamme")) == 1
    assert final(owning("hebamme", "edler", "wirt", "turm", "zoll_1", me={"tableau": ["graf"]})) == 3


def test_heiler_spares_a_cube_of_every_person() -> None:
    game = owning("heiler", stock="GB", me={"tableau": ["spekulant", "ratsherr", "edler", "meister"]})
    refused(game, "activate spekulant")
    act(game, "activate edler", "activate meister")
    assert stock(game) == cubes("GB")
    act(game, "activate ratsherr")
    assert stock(game) == cubes("B")


def test_herold_lets_3_gold_pay_for_a_quarter() -> None:
    game = owning("herold", "nachtwaechter", me={"gold": 7})
    gains(game, "quarter q09", "gold", gold=-3)
    gains(game, "quarter q01", "gold", gold=-3)
    assert player(game).quarters == ["q09", "q01"]
    refused(owning("herold", me={"gold": 2}), "quarter q09")
    choice = owning("herold", stock="K", me={"gold": 3})
    act(choice, "quarter q12")
    assert sorted(words(choice)) == ["cubes", "gold"]
    gains(choice.copy(), "gold", gold=-3, remaining="K")
    gains(choice, "cubes", gold=0, remaining="")
    refused(owning("herold", me={"gold": 9, "tableau": ["turm"]}), "activate turm")


def test_kaemmerer_brings_a_gold_for_each_office_activated() -> None:
    game = owning("kaemmerer", stock="RGG", me={"tableau": ["zoll_1", "bau_1", "edler"]})
    gains(game, "activate zoll_1", gold=1)
    gains(game, "activate bau_1", gold=1)
    gains(game, "activate edler", gold=0)


def test_kanonier_brings_a_gold_to_who_is_last_on_the_wall() -> None:
    once_a_round(owning("kanonier", order=[1, 2, 0]), "use kanonier", gold=1)
    refused(owning("kanonier", order=[1, 0, 2]), "use kanonier")
    refused(owning("kanonier", order=[0, 1, 2]), "use kanonier")
    game = owning("kanonier", stock="R", order=[1, 2, 0])
    act(game, "wall 1")
    refused(game, "use kanonier")


def test_kapitaen_brings_a_point_once_the_ship_moved_2_spaces() -> None:
    game = owning("kapitaen", "segelmacherei", stock="R")
    refused(game, "use kapitaen")
    act(game, "use segelmacherei", "ship s01")
    refused(game, "use kapitaen")
    act(game, "ship start")  # a step back moves the ship as well
    gains(game, "use kapitaen", prestige=1)
    refused(game, "use kapitaen")
    later = next_round(game, stock="RR")
    refused(later, "use kapitaen")
    act(later, "ship s02")
    gains(later, "use kapitaen", prestige=1)


def test_kutscher_brings_a_gold_to_who_has_3_buildings() -> None:
    refused(owning("kutscher", "turm", "bank", "zoll_1", "edler"), "use kutscher")
    once_a_round(owning("kutscher", "turm", "bank", "laden"), "use kutscher", gold=1)


def test_lady_black_brings_a_black_cube_once_a_round() -> None:
    cube_of("lady_black", "K")


def test_madame_vert_brings_a_green_cube_once_a_round() -> None:
    cube_of("madame_vert", "G")


def test_meister_shifts_the_cubes_of_a_die_to_a_neighbouring_field() -> None:
    start = position(phase="dice", rolled={"red": 3, "green": 5}, me={"activated": ["meister"], "rose": {1: "K"}})
    act(start, "dice red green")
    assert start.to_act == (0,)
    assert sorted(words(start)) == ["pass", "shift green down", "shift green up", "shift red down", "shift red up"]
    for line, fields in (
        ("pass", {2: "RRR", 4: "GGGGG"}),
        ("shift red down", {1: "RRR", 4: "GGGGG"}),
        ("shift red up", {3: "RRR", 4: "GGGGG"}),
        ("shift green down", {2: "RRR", 3: "GGGGG"}),
        ("shift green up", {2: "RRR", 5: "GGGGG"}),
    ):
        game = start.copy()
        act(game, line)
        rose = player(game).rose
        expected = {0: "K"} | fields
        assert [rose[field] for field in range(7)] == [cubes(expected.get(field, "")) for field in range(7)]
        assert game.to_act == (1,)


def test_meister_shifts_once_and_never_to_the_arrow_or_beyond_six() -> None:
    game = position(phase="dice", rolled={"red": 1, "green": 6}, me={"activated": ["meister"], "rose": {1: "K"}})
    act(game, "dice red green")
    assert sorted(words(game)) == ["pass", "shift green down", "shift red up"]
    refused(game, "shift red down", "shift green up", "shift blue up", "shift red", "shift")
    act(game, "shift red up")
    assert game.to_act == (1,)
    assert player(game).rose[1] == cubes("R")
    assert player(game).rose[5] == cubes("GGGGGG")


def test_miss_grey_brings_a_gray_cube_once_a_round() -> None:
    cube_of("miss_grey", "Y")


def test_muessiggaenger_need_not_take_a_card() -> None:
    game = position(
        phase="cards", me={"activated": ["muessiggaenger"]}, display=["zoll_3", "zoll_4", "tor", "bank", "kran"]
    )
    discarded = len(game.state.discard)
    assert "decline" in words(game)
    act(game, "decline")
    assert player(game).tableau == []
    assert game.to_act == (1,)
    refused(game, "decline")
    act(game, "take tor", "take bank")
    assert len(game.state.discard) == discarded + 3


def test_muessiggaenger_may_take_a_card_and_needs_to_be_activated() -> None:
    game = position(phase="cards", me={"activated": ["muessiggaenger"]}, display=["tor", "bank", "kran"])
    act(game, "take tor")
    assert player(game).tableau == ["tor"]
    refused(position(phase="cards", me={"tableau": ["muessiggaenger"]}, display=["tor", "bank", "kran"]), "decline")


def test_muessiggaenger_avoids_the_overflow() -> None:
    five = ["abt", "graf", "wirt", "turm", "laden"]
    game = position(
        phase="cards", me={"activated": ["muessiggaenger"], "tableau": five}, display=["tor", "bank", "kran"]
    )
    act(game, "decline")
    assert player(game).penalties == 0
    assert player(game).tableau == five


def test_nachtwaechter_allows_a_second_quarter() -> None:
    game = owning("nachtwaechter", stock="VKGY")
    act(game, "quarter q04")
    gains(game, "quarter q12", remaining="GY")
    refused(game, "quarter q18", "quarter q15", "use nachtwaechter")
    later = next_round(game, stock="GYR")
    act(later, "quarter q18", "quarter q15")
    refused(later, "quarter q22")


def test_nachtwaechter_activated_after_the_first_quarter_allows_a_second() -> None:
    game = position(me={"tableau": ["nachtwaechter"], "stock": "VVKVK"})
    act(game, "quarter q04")
    refused(game, "quarter q12")
    act(game, "activate nachtwaechter")
    act(game, "quarter q12")


def test_professor_brings_a_gold_for_each_chosen_die_that_shows_1() -> None:
    for rolled, gold in (({"red": 1, "green": 1}, 2), ({"red": 1, "green": 2}, 1), ({"red": 3, "green": 2}, 0)):
        game = position(phase="dice", rolled=rolled, me={"activated": ["professor"]}, others={1: {"gold": 0}})
        gains(game, "dice red green", gold=gold)
    act(game, "dice blue violet")
    assert player(game, 1).gold == 0


def test_professor_uses_the_value_not_the_field() -> None:
    for value, shift, gold in ((1, "up", 1), (2, "down", 0)):
        me = {"activated": ["professor", "meister"]}
        game = position(phase="dice", rolled={"red": value, "green": 4}, me=me)
        gains(game, "dice red green", f"shift red {shift}", gold=gold)


def test_ratsherr_scores_kinds_with_3_offices() -> None:
    assert final(owning("ratsherr", "zoll_1", "zoll_2", "bau_1", "bau_2")) == 0
    assert final(owning("ratsherr", "zoll_1", "zoll_2", "zoll_3", "bau_1", "bau_2", me={"tableau": ["bau_3"]})) == 6
    assert final(owning("ratsherr", "zoll_1", "zoll_2", "zoll_3", "zoll_4", "bau_1", "bau_2", "bau_3")) == 12


def test_richter_brings_a_gold_once_a_justice_office_was_used() -> None:
    office_bonus("richter", "justiz")


def test_schatzmeister_brings_a_gold_once_a_finance_office_was_used() -> None:
    office_bonus("schatzmeister", "finanzen")


def test_schiffsjunge_brings_a_point_while_at_most_2_wares_are_aboard() -> None:
    for hold in ({}, {"tea": 1}, {"tea": 1, "silk": 1}, {"tea": 2}):
        once_a_round(owning("schiffsjunge", me={"hold": hold}), "use schiffsjunge", prestige=1)
    for hold in ({"tea": 3}, {"tea": 1, "silk": 1, "rice": 1}):
        refused(owning("schiffsjunge", me={"hold": hold}), "use schiffsjunge")
    game = owning("schiffsjunge", me={"hold": {"tea": 3}, "ship": "london"})
    act(game, "deliver 1")
    gains(game, "use schiffsjunge", prestige=1)


def test_schreiber_lets_an_office_of_each_kind_be_used_twice() -> None:
    game = owning("schreiber", "zoll_1", "zoll_2", "bau_1", stock="RRRRGGG")
    for line in ("use zoll_1", "use zoll_2", "use zoll_1"):
        gains(game, line, gold=1)
    refused(game, "use zoll_1", "use zoll_2", "use schreiber")
    gains(game, "use bau_1", "use bau_1", gold=2, remaining="RG")
    refused(game, "use bau_1")
    later = next_round(game, stock="RRRR")
    for line in ("use zoll_2", "use zoll_2", "use zoll_1"):
        gains(later, line, gold=1)
    refused(later, "use zoll_1", "use zoll_2")


def test_schreiber_activated_after_the_first_use_allows_a_second() -> None:
    game = owning("zoll_1", stock="RRVVYY", me={"tableau": ["schreiber"]})
    act(game, "use zoll_1")
    refused(game, "use zoll_1")
    act(game, "activate schreiber")
    gains(game, "use zoll_1", gold=1, remaining="")


def test_senora_violetta_brings_a_violet_cube_once_a_round() -> None:
    cube_of("senora_violetta", "V")


def test_soldat_brings_a_gold_for_every_4_markers() -> None:
    quarters = ["q02", "q03", "q04", "q06", "q30"]
    once_a_round(owning("soldat", me={"quarters": quarters}), "use soldat", gold=1)
    refused(owning("soldat", me={"quarters": quarters[:3]}), "use soldat")


def test_spekulant_spares_a_cube_of_every_quarter() -> None:
    game = owning("spekulant", "nachtwaechter", stock="GK")
    refused(game, "quarter q09")
    act(game, "quarter q04")
    assert stock(game) == cubes("GK")
    act(game, "quarter q01")
    assert stock(game) == {}
    choice = owning("spekulant", stock="GGKK")
    act(choice, "quarter q09")
    assert sorted(words(choice)) == ["waive black", "waive green"]
    gains(choice, "waive green", remaining="G")
    refused(owning("spekulant", me={"tableau": ["turm"]}), "activate turm")


def test_steuermann_moves_the_ship_4_spaces_for_a_gold() -> None:
    game = owning("steuermann", me={"gold": 2, "hold": {"spices": 1}})
    gains(game, "use steuermann", gold=-1)
    refused(game, "use steuermann", "ship london")
    act(game, "ship lisboa")
    gains(game, "deliver 1", prestige=5)
    act(game, "ship s09")
    assert player(game).free_steps == 0
    refused(game, "ship lisboa")
    gains(next_round(game), "use steuermann", gold=-1)
    refused(owning("steuermann", me={"gold": 0}), "use steuermann")


def test_steuermann_and_segelmacherei_add_up() -> None:
    game = owning("steuermann", "segelmacherei", stock="R")
    act(game, "use steuermann", "use segelmacherei", "ship hamburg")
    assert player(game).ship == "hamburg"
    assert stock(game) == {}
    assert player(game).this_round.steps == 7


def test_totengraeber_turns_another_person_into_2_gold() -> None:
    game = owning("totengraeber", "edler", "hebamme", "turm", "zoll_1")
    assert sorted(offered(game, "use totengraeber")) == ["edler", "hebamme"]
    refused(game, "use totengraeber totengraeber", "use totengraeber turm", "use totengraeber", "use totengraeber abt")
    assert final(game) == 3
    gains(game, "use totengraeber edler", gold=2)
    assert game.state.discard[-1] == "edler"
    assert player(game).activated == ["totengraeber", "hebamme", "turm", "zoll_1"]
    assert final(game) == 2
    refused(game, "use totengraeber hebamme", "use edler 1")
    gains(next_round(game), "use totengraeber hebamme", gold=2)
    refused(owning("totengraeber", "turm", others={1: {"activated": ["edler"]}}), "use totengraeber edler")


def test_totengraeber_buries_a_used_person_and_a_modifier_stops_at_once() -> None:
    game = owning("totengraeber", "diplomat", "bischof", tribute=(1, 1), me={"gold": 9, "jokers": 1})
    act(game, "use bischof", "tribute", "use totengraeber diplomat")
    refused(game, "tribute")
    game = owning("totengraeber", "bischof")
    act(game, "use bischof")
    gains(game, "use totengraeber bischof", gold=2)
    tavern = owning("totengraeber", "miks_taverne", "edler", "wirt")
    gains(tavern.copy(), "use miks_taverne", gold=1)
    act(tavern, "use totengraeber wirt")
    refused(tavern, "use miks_taverne")


def test_vermesser_brings_a_gold_once_a_construction_office_was_used() -> None:
    office_bonus("vermesser", "bau")


def test_vizegouverneur_scores_4_points() -> None:
    assert final(owning("vizegouverneur")) == 4
    assert final(owning("turm", me={"tableau": ["vizegouverneur"]})) == 0


def test_wachposten_grants_a_step_on_the_wall_to_who_is_not_first() -> None:
    game = owning("wachposten", stock="RRR", wall={3: [1, 2], 2: [0]})
    act(game, "wall 2")
    assert (space(game), order(game)) == (4, [0, 1, 2])
    refused(game, "use wachposten")
    game = owning("wachposten", stock="R", wall={5: [1, 2], 2: [0]})
    act(game, "use wachposten")
    assert (space(game), order(game)) == (3, [1, 2, 0])
    refused(game, "use wachposten")
    act(game, "wall 1")
    assert space(game) == 4
    later = next_round(game)
    act(later, "use wachposten")
    assert order(later) == [0, 1, 2]
    refused(later, "use wachposten")


def test_wirt_brings_a_gold_and_3_beside_the_wirtshaus() -> None:
    once_a_round(owning("wirt"), "use wirt", gold=1)
    both = owning("wirt", "wirtshaus")
    once_a_round(both, "use wirt", gold=3)
    gains(owning("wirt", others={1: {"activated": ["wirtshaus"]}}), "use wirt", gold=1)


def test_zimmermann_brings_a_gold_for_each_quarter_taken() -> None:
    game = owning("zimmermann", "nachtwaechter", stock="VK")
    gains(game, "quarter q04", gold=1)
    gains(game, "quarter q12", gold=1)
    refused(game, "use zimmermann")
