"""One test for each ruling on what the rules leave open (rules 16)."""

from __future__ import annotations

from typing import Any

import engines
from tests.engines.navegador.moves import idle, mat, offered, on, rest_on, seen, words
from tests.engines.navegador.positions import CATEGORIES, FIELDS, ROWS, STACKS, position, up_to
from tests.engines.playing import act, refused


def test_ruling_01_a_third_ship_enters_or_passes_what_was_just_discovered() -> None:
    game = on("sailing", phase=2, me={"fleet": {"angola": 4}}, discovered=["guine", "bahia", "angola"])
    act(game, "discover rio angola angola")
    assert not offered(game, "sail rio")
    enters = game.copy()
    act(enters, "sail angola rio 1")
    assert mat(enters).fleet == {"angola": 1, "rio": 2}
    game = on("sailing", phase=2, me={"fleet": {"portugal": 3}}, discovered=["bahia", "rio", "angola"])
    refused(game, "sail portugal angola 1")
    act(game, "discover guine portugal portugal", "sail portugal angola 1")
    assert mat(game).fleet == {"guine": 1, "angola": 1}


def test_ruling_02_unmoved_ships_sail_after_the_tokens_are_seen() -> None:
    game = on("sailing", me={"fleet": {"portugal": 3}}, tokens={"guine": [50, 60, 70]})
    act(game, "discover guine portugal portugal")
    guine = next(region for region in seen(game).regions if region.id == "guine")
    assert guine.tokens == [50, 60, 70]
    assert words(game) == {"sail portugal guine 1", "done"}


def test_ruling_03_there_is_no_surplus_beyond_the_cheap_ones() -> None:
    recruits = on("workers", me={"money": 2000, "workers": 7, "churches": 2})
    assert words(recruits) == {"workers 1", "workers 2", "pass"}
    refused(recruits, "workers 3")
    ships = on("ships", me={"money": 2000, "fleet": {"portugal": 6}, "shipyards": 2})
    assert words(ships) == {"ships 1", "ships 2", "pass"}
    refused(ships, "ships 3")


def test_ruling_04_proceeds_pay_for_nothing_in_the_same_action() -> None:
    recruits = on("workers", me={"money": 50, "workers": 9, "churches": 3})
    assert words(recruits) == {"workers 1", "pass"}
    act(recruits, "workers 1")
    assert mat(recruits).money == 100
    assert recruits.to_act == (1,)
    ships = on("ships", me={"money": 90, "fleet": {"portugal": 7}, "shipyards": 3})
    assert words(ships) == {"ships 1", "pass"}


def test_ruling_05_the_gallery_is_refilled_when_the_phase_comes_into_force() -> None:
    nothing = dict.fromkeys(CATEGORIES, 0)
    game = on("sailing", me={"fleet": {"angola": 2, "guine": 1}}, discovered=up_to("angola"), gallery=nothing)
    act(game, "discover cabo angola angola")
    assert game.state.gallery == nothing
    act(game, "done")
    assert game.state.gallery == dict.fromkeys(CATEGORIES, 1)
    assert game.to_act == (1,)
    game = position(
        holder=0,
        me={"stone": "colony", "fleet": {"angola": 3}, "workers": 5},
        discovered=up_to("angola"),
        gallery=nothing,
    )
    act(game, "navegador", "discover cabo angola angola")
    assert game.state.gallery == nothing
    act(game, "done", "rondel privilege", "privilege explorer")
    assert mat(game).privileges["explorer"] == 1


def test_ruling_06_an_expiring_card_does_not_stop_the_action() -> None:
    game = position(holder=0, moved=7, mark=1, me={"stone": "sailing", "money": 500})
    act(game, "rondel workers")
    assert game.state.card.holder == 2
    act(game, "workers 2")
    assert mat(game).workers == 5


def test_ruling_07_a_use_of_the_card_moves_a_ship() -> None:
    game = position(holder=0, me={"fleet": {"portugal": 2}}, discovered=["guine", "bahia"])
    act(game, "navegador")
    assert not game.prompt(0).optional
    refused(game, "done")
    refused(game, "pass")
    refused(game, "rondel sailing")
    act(game, "sail portugal guine 1")
    assert "done" in words(game)
    for fleet in ({}, {"portugal": 1}):
        refused(position(holder=0, me={"fleet": fleet}), "navegador")


def test_ruling_08_tokens_and_buildings_go_cheapest_first() -> None:
    mats: dict[str, Any] = {"workers": 9, "money": 1000, "fleet": {"guine": 3}}
    game = on("colony", me=mats, discovered=["guine"], tokens={"guine": [60, 100, 140]})
    assert offered(game, "colony") == {"guine"}
    for remaining, price in (([100, 140], 60), ([140], 100), ([], 140)):
        money = mat(game).money
        act(game, "colony guine")
        assert money - mat(game).money == price
        assert game.state.stacks["guine"] == remaining
    game = on("builder", me=mats, discovered=["guine"])
    for price in (40, 70, 100):
        money = mat(game).money
        act(game, "build factory_spice")
        assert money - mat(game).money == price


def test_ruling_09_a_stone_moves_no_more_than_eight_steps() -> None:
    game = position(me={"stone": "colony", "fleet": {"portugal": 7}})
    assert offered(game, "rondel") == set(FIELDS)
    assert len(words(game)) == 8
    act(game, "rondel privilege")
    assert mat(game).fleet == {"portugal": 7}


def test_ruling_10_joker_and_start_buildings_count() -> None:
    player = seen(position()).players[0]
    assert player.units == {"colony": 0, "factory": 1, "explorer": 0, "shipyard": 1, "church": 1}
    assert player.mat_points == 2 + 3 + 3
    for category, bonus in (("factory", 20), ("shipyard", 30), ("church", 30)):
        game = on("privilege", me={"money": 0})
        act(game, f"privilege {category}")
        assert mat(game).money == bonus
    recruits = on("workers", me={"money": 50})
    assert "workers 1" in words(recruits)
    ships = on("ships", me={"money": 50})
    assert "ships 1" in words(ships)


def test_ruling_11_the_royal_privilege_needs_a_free_slot() -> None:
    game = on(
        "privilege",
        royal="goa",
        phase=2,
        me={"fleet": {"goa": 1}, "churches": 5, "privileges": {"church": 3}},
        discovered=up_to("goa"),
    )
    refused(game, "royal church")
    assert offered(game, "royal") == {"colony", "factory", "explorer", "shipyard"}
    player = seen(position(me={"churches": 5, "privileges": {"church": 3}})).players[0]
    assert player.royal_best == "shipyard"


def test_ruling_12_the_owner_chooses_the_ships_that_pay() -> None:
    game = position(
        me={"stone": "sailing", "fleet": {"portugal": 2, "guine": 1, "nagasaki": 1}}, phase=3, discovered=STACKS
    )
    act(game, "rondel ships")
    assert words(game) == {"giveup portugal", "giveup guine", "giveup nagasaki"}
    act(game, "giveup nagasaki")
    assert words(game) == {"giveup portugal", "giveup guine"}
    act(game, "giveup portugal")
    assert mat(game).fleet == {"portugal": 1, "guine": 1}


def test_ruling_13_the_loss_is_not_asked() -> None:
    game = on("sailing", me={"fleet": {"guine": 1, "rio": 1}}, discovered=["guine", "bahia", "rio"])
    act(game, "discover angola guine rio")
    assert game.to_act == (1,)
    assert mat(game).fleet == {"angola": 1}


def test_ruling_14_the_card_works_in_the_last_round() -> None:
    game = position(holder=0, me={"fleet": {"portugal": 2}, "stone": "builder"}, trigger="buildings", turns_left=3)
    act(game, "navegador", "discover guine portugal portugal")
    assert mat(game).explorers == 1
    assert game.state.card.holder == 2
    idle(game)
    assert game.state.turns_left == 2
    idle(game)
    assert "navegador" in words(game)
    idle(game)
    assert game.state.over


def test_ruling_15_the_last_building_is_the_last_of_all_rows() -> None:
    for row in ROWS:
        for other_row in ROWS:
            if other_row == row:
                continue
            unsold = dict.fromkeys(ROWS, 0) | {row: 1, other_row: 1}
            game = on("builder", me={"workers": 5, "money": 1000}, buildings=unsold)
            act(game, f"build {row}")
            assert game.state.trigger is None
    game = on("builder", me={"workers": 5, "money": 1000}, buildings=dict.fromkeys(ROWS, 0) | {"shipyard": 1})
    act(game, "build shipyard")
    assert game.state.trigger == "buildings"


def test_ruling_16_units_cost_the_new_phase_after_the_card_started_it() -> None:
    for field in ("workers", "ships"):
        stone = (FIELDS.index(field) - 1) % 8
        game = position(
            holder=0, me={"stone": stone, "fleet": {"angola": 2}, "money": 1000}, discovered=up_to("angola")
        )
        act(game, "navegador", "discover cabo angola angola")
        money = mat(game).money
        act(game, f"rondel {field}", f"{field} 2")
        assert mat(game).money == money - 50 - 200


def test_ruling_17_an_action_without_options_passes() -> None:
    for field in ("sailing", "colony", "builder"):
        game = on(field, me={"fleet": {}, "money": 0})
        assert game.to_act == (1,)
        assert mat(game).stone == FIELDS.index(field)
    game = on("privilege", me={"workers": 2})
    assert game.to_act == (1,)


def test_ruling_18_a_privilege_for_nothing_pays_nothing() -> None:
    for category in ("colony", "explorer"):
        game = on("privilege", me={"money": 70})
        act(game, f"privilege {category}")
        assert mat(game).money == 70
        assert (mat(game).privileges[category], mat(game).workers) == (1, 2)


def test_ruling_19_a_colony_may_be_founded_where_the_card_has_just_discovered() -> None:
    game = position(
        holder=0,
        me={"stone": "market1", "fleet": {"portugal": 2}, "money": 0, "workers": 3},
        tokens={"guine": [60, 70, 80]},
    )
    act(game, "navegador", "discover guine portugal portugal", "rondel colony", "colony guine")
    assert mat(game).money == 0
    assert mat(game).colonies["gold"] == 1
    assert game.state.stacks["guine"] == [70, 80]
    rondel = on("sailing", me={"fleet": {"portugal": 2}, "money": 500})
    act(rondel, "discover guine portugal portugal")
    assert rondel.to_act == (1,)


def test_ruling_20_the_first_lap_counts_from_the_first_field() -> None:
    game = engines.new("navegador", seats=2, seed=4)
    first = game.to_act[0]
    last = 1 - first
    rest_on(game, "market1")
    rest_on(game, "colony")
    card = game.state.card
    assert (card.holder, card.mark, card.moved) == (last, 3, 0)
    for field, moved in (("market2", 3), ("workers", 6)):
        idle(game)
        rest_on(game, field)
        assert (game.state.card.holder, game.state.card.moved) == (last, moved)
    idle(game)
    rest_on(game, "colony")
    assert (game.state.card.holder, game.state.card.mark) == (first, mat(game, first).stone)


def test_ruling_21_bonuses_rise_from_slot_to_slot() -> None:
    for category in CATEGORIES:
        bonuses = [
            seen(position(me={"privileges": {category: taken}})).players[0].next_bonus[category] for taken in range(3)
        ]
        first = bonuses[0]
        assert first is not None
        assert bonuses == [first, first + 10, first + 20]


def test_ruling_22_a_ship_does_not_wait_for_a_discovery_with_steps_left() -> None:
    game = on("sailing", phase=2, me={"fleet": {"angola": 1, "cabo": 2}}, discovered=up_to("cabo"))
    act(game, "sail angola cabo 1", "discover mocambique cabo cabo")
    assert game.to_act == (1,)
    assert mat(game).fleet == {"cabo": 1, "mocambique": 1}
    patient = on("sailing", phase=2, me={"fleet": {"angola": 1, "cabo": 2}}, discovered=up_to("cabo"))
    act(patient, "discover mocambique cabo cabo", "sail angola mocambique 1")
    assert mat(patient).fleet == {"mocambique": 2}
