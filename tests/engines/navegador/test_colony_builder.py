"""Founding colonies (rules 7.4) and buying buildings (rules 7.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from tests.engines.navegador.moves import mat, offered, on, reach, seen, words
from tests.engines.navegador.positions import ROWS
from tests.engines.playing import act, refused

FACTORIES = [40, 70, 100, 130, 160, 190]
SHIPYARDS = [100, 150, 200, 250, 300, 350, 400, 450]
CHURCHES = [150, 200, 250, 300, 350, 400, 450, 500]
WORKERS = {"factory_sugar": 3, "factory_gold": 3, "factory_spice": 3, "shipyard": 4, "church": 5}


def k(workers: int, guine: int, money: int = 500) -> Game:
    """Return the colony example: one sugar token for 100 in Bahia, gold from 80 in Guiné, nobody in Rio."""
    return on(
        "colony",
        me={"workers": workers, "money": money, "fleet": {"bahia": 2, "guine": guine}},
        discovered=["guine", "bahia", "rio"],
        tokens={"bahia": [100], "guine": [80, 120]},
    )


def test_K1_ships_limit_the_colonies() -> None:
    game = k(workers=6, guine=1)
    assert words(game) == {"colony guine", "colony bahia", "done"}
    act(game, "colony bahia", "colony guine")
    assert mat(game).money == 320
    assert mat(game).colonies == {"sugar": 1, "gold": 1, "spice": 0}
    assert game.to_act == (1,)
    assert game.state.stacks["bahia"] == []
    assert game.state.stacks["guine"] == [120]
    assert (mat(game).workers, mat(game).fleet) == (6, {"bahia": 2, "guine": 1})


def test_K2_a_second_ship_in_guine_serves_a_third_colony() -> None:
    game = k(workers=6, guine=2)
    act(game, "colony guine", "colony bahia", "colony guine")
    assert mat(game).money == 200
    assert mat(game).colonies == {"sugar": 1, "gold": 2, "spice": 0}
    poor = k(workers=6, guine=2, money=290)
    act(poor, "colony guine", "colony bahia")
    assert mat(poor).money == 110
    assert poor.to_act == (1,)


def test_K3_three_workers_found_one_colony() -> None:
    game = k(workers=3, guine=2)
    act(game, "colony guine")
    assert mat(game).money == 420
    assert game.to_act == (1,)


def test_K4_without_a_ship_no_colony_is_founded() -> None:
    refused(k(workers=9, guine=2), "colony rio")


@pytest.mark.parametrize("workers", range(2, 10))
def test_two_workers_serve_one_colony(workers: int) -> None:
    game = on(
        "colony",
        me={"workers": workers, "money": 2000, "fleet": {"rio": 4, "bahia": 3}},
        discovered=["guine", "bahia", "rio"],
    )
    taken = 0
    while game.to_act == (0,):
        act(game, "colony rio" if "colony rio" in words(game) else "colony bahia")
        taken += 1
    assert taken == workers // 2
    assert mat(game).workers == workers


def test_the_cheapest_token_goes_first_and_money_must_suffice() -> None:
    game = on(
        "colony",
        me={"workers": 9, "money": 150, "fleet": {"guine": 3}},
        discovered=["guine"],
        tokens={"guine": [60, 90, 150]},
    )
    act(game, "colony guine")
    assert mat(game).money == 90
    act(game, "colony guine")
    assert mat(game).money == 0
    assert game.state.stacks["guine"] == [150]
    assert game.to_act == (1,)


def test_colonies_may_be_left() -> None:
    game = k(workers=6, guine=2)
    act(game, "colony guine", "done")
    assert mat(game).colonies == {"sugar": 0, "gold": 1, "spice": 0}
    assert game.to_act == (1,)
    game = k(workers=6, guine=2)
    act(game, "done")
    assert mat(game).money == 500


def test_an_empty_or_unknown_region_and_portugal_have_no_colonies() -> None:
    game = on(
        "colony",
        me={"workers": 9, "money": 2000, "fleet": {"portugal": 2, "guine": 1, "bahia": 1}},
        discovered=["guine", "bahia"],
        tokens={"bahia": []},
    )
    assert words(game) == {"colony guine", "done"}
    for region in ("portugal", "bahia", "rio"):
        refused(game, f"colony {region}")


def test_every_good_has_its_colonies() -> None:
    game = on(
        "colony",
        phase=2,
        me={"workers": 9, "money": 2000, "fleet": {"bahia": 1, "cabo": 1, "goa": 1}},
        discovered=["guine", "bahia", "angola", "cabo", "mocambique", "ormuz", "goa"],
    )
    act(game, "colony bahia", "colony cabo", "colony goa")
    assert mat(game).colonies == {"sugar": 1, "gold": 1, "spice": 1}


def test_without_a_possible_colony_the_action_passes() -> None:
    game = on("colony", me={"workers": 9, "money": 40, "fleet": {"guine": 3}}, discovered=["guine"])
    assert game.to_act == (1,)
    assert mat(game).money == 40


def test_ships_and_workers_serve_again_in_the_next_action() -> None:
    game = k(workers=2, guine=2)
    act(game, "colony guine")
    assert mat(game).ships == 4
    again = on("colony", me={"workers": 2, "money": 500, "fleet": {"guine": 1}}, discovered=["guine"])
    act(again, "colony guine")
    assert mat(again).colonies["gold"] == 1


# -- Builder -----------------------------------------------------------------------------------------------------------


def g1(**me: Any) -> Game:
    """Return the builder's example: seven workers, gold from 70, spice from 100, shipyards from 150."""
    return on(
        "builder",
        me={"workers": 7, "money": 1000} | me,
        buildings={"factory_gold": 5, "factory_spice": 4, "shipyard": 6},
    )


def test_G1_a_gold_factory_and_a_shipyard_cost_220() -> None:
    game = g1()
    act(game, "build factory_gold", "build shipyard")
    assert mat(game).money == 780
    assert (mat(game).factories["gold"], mat(game).shipyards) == (1, 2)
    assert game.to_act == (1,)


def test_G1_two_factories_may_be_built_of_one_kind_or_of_two() -> None:
    game = g1()
    act(game, "build factory_gold", "build factory_gold")
    assert mat(game).money == 830
    assert game.to_act == (1,)
    game = g1()
    act(game, "build factory_gold", "build factory_spice")
    assert mat(game).money == 830
    assert mat(game).factories == {"sugar": 0, "gold": 1, "spice": 1, "joker": 1}
    assert game.to_act == (1,)


def test_G1_two_shipyards_cannot_be_built() -> None:
    game = g1()
    act(game, "build shipyard")
    assert words(game) == {"build factory_sugar", "build factory_gold", "build factory_spice", "done"}
    refused(game, "build shipyard")


def test_G1_a_church_stands_alone() -> None:
    game = g1()
    act(game, "build church")
    assert mat(game).churches == 2
    assert mat(game).money == 850
    assert game.to_act == (1,)
    for row in ("factory_sugar", "factory_gold", "factory_spice", "shipyard"):
        game = g1()
        act(game, f"build {row}")
        assert "build factory_spice" in words(game)
        refused(game, "build church")


@pytest.mark.parametrize("workers", range(2, 10))
def test_each_building_needs_its_number_of_workers(workers: int) -> None:
    game = on("builder", me={"workers": workers, "money": 2000})
    expected = {f"build {row}" for row in ROWS if WORKERS[row] <= workers}
    if not expected:
        assert game.to_act == (1,)
        return
    assert words(game) == expected | {"done"}


@pytest.mark.parametrize("first", ROWS)
@pytest.mark.parametrize("workers", range(5, 10))
def test_the_workers_must_suffice_for_all_buildings_together(workers: int, first: str) -> None:
    game = on("builder", me={"workers": workers, "money": 2000})
    act(game, f"build {first}")
    expected = {f"build {row}" for row in ROWS if WORKERS[row] <= workers - WORKERS[first]}
    assert mat(game).workers == workers
    if expected:
        assert words(game) == expected | {"done"}
    else:
        assert game.to_act == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_building_costs_the_next_price_of_its_row(seats: int) -> None:
    ladders = dict.fromkeys(ROWS[:3], FACTORIES)
    ladders |= {"shipyard": SHIPYARDS[: 10 - seats], "church": CHURCHES[: 10 - seats]}
    for row, ladder in ladders.items():
        for unsold in range(1, len(ladder) + 1):
            game = on("builder", seats=seats, me={"workers": WORKERS[row], "money": 600}, buildings={row: unsold})
            assert seen(game).buildings[row] == ladder[-unsold:]
            act(game, f"build {row}")
            assert mat(game).money == 600 - ladder[-unsold]
            assert game.state.buildings[row] == unsold - 1
            assert seen(game).buildings[row] == ladder[len(ladder) - unsold + 1 :]


def test_buildings_of_a_row_pay_successive_prices() -> None:
    game = on("builder", me={"workers": 9, "money": 210})
    act(game, "build factory_sugar", "build factory_sugar", "build factory_sugar")
    assert mat(game).money == 0
    assert mat(game).factories["sugar"] == 3
    assert game.state.buildings["factory_sugar"] == 3


def test_the_price_must_be_in_the_purse() -> None:
    game = on("builder", me={"workers": 9, "money": 140})
    assert words(game) == {"build factory_sugar", "build factory_gold", "build factory_spice", "build shipyard", "done"}
    refused(game, "build church")
    act(game, "build shipyard")
    assert mat(game).money == 40
    assert "build shipyard" not in words(game)
    act(game, "build factory_gold")
    assert mat(game).money == 0


def test_a_sold_out_row_is_not_offered() -> None:
    game = on("builder", me={"workers": 9, "money": 2000}, buildings={"church": 0})
    refused(game, "build church")
    assert seen(game).buildings["church"] == []


def test_building_may_be_declined() -> None:
    game = on("builder", me={"workers": 9, "money": 2000})
    act(game, "done")
    assert mat(game).money == 2000
    assert game.to_act == (1,)


@pytest.mark.parametrize(
    ("row", "price", "field", "line"),
    [
        ("church", 150, "workers", "workers 2"),
        ("shipyard", 100, "ships", "ships 2"),
        ("factory_gold", 40, "market1", "process gold 2"),
    ],
)
def test_a_new_building_works_from_then_on(row: str, price: int, field: str, line: str) -> None:
    """The remaining money buys two at 50 each; the joker alone processes one."""
    refused(on(field, me={"workers": 5, "money": 100}), line)
    game = on("builder", me={"workers": 5, "money": price + 100})
    act(game, f"build {row}")
    assert (game.to_act, mat(game).money) == ((1,), 100)
    reach(game, field)
    act(game, line)
    assert mat(game).money == (100 + 2 * 30 if row == "factory_gold" else 0)


def test_the_last_building_of_all_rows_triggers_the_end() -> None:
    last = dict.fromkeys(ROWS, 0)
    for row in ROWS:
        game = on("builder", me={"workers": 5, "money": 500}, buildings=last | {row: 1})
        assert words(game) == {f"build {row}", "done"}
        act(game, f"build {row}")
        assert game.state.trigger == "buildings"


def test_an_emptied_row_alone_triggers_nothing() -> None:
    rows = dict.fromkeys(ROWS, 0) | {"factory_sugar": 1, "church": 1}
    game = on("builder", me={"workers": 9, "money": 1000}, buildings=rows)
    act(game, "build church")
    assert game.state.trigger is None
    act(game, "build factory_sugar")
    assert game.state.trigger == "buildings"


def test_nothing_is_built_that_has_no_row() -> None:
    game = on("builder", me={"workers": 9, "money": 2000})
    for row in ("joker", "factory", "factory_joker", "sugar", "churches"):
        refused(game, f"build {row}")
    assert offered(game, "build") == set(ROWS)
