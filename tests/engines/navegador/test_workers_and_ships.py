"""Recruiting workers and building ships (rules 7.1 and 7.2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.navegador.moves import mat, on, words
from tests.engines.playing import act, refused


def cost(number: int, cheap: int, phase: int) -> int:
    return sum(50 if unit < cheap else 100 * phase for unit in range(number))


def allowed(have: int, cap: int, cheap: int, phase: int, money: int) -> list[int]:
    """Return every number that may be bought (rules 7.1)."""
    return [n for n in range(1, 30) if (n <= cheap or have + n <= cap) and cost(n, cheap, phase) <= money]


def test_W1_two_churches_recruit_two_workers_for_100() -> None:
    game = on("workers", phase=1, me={"money": 200, "workers": 3, "churches": 2})
    act(game, "workers 2")
    assert (mat(game).money, mat(game).workers) == (100, 5)
    assert game.to_act == (1,)


def test_W2_a_worker_beyond_the_churches_costs_200_in_phase_2() -> None:
    game = on("workers", phase=2, me={"money": 300, "workers": 3, "churches": 2})
    act(game, "workers 3")
    assert (mat(game).money, mat(game).workers) == (0, 6)


def test_W3_surplus_workers_are_sold() -> None:
    game = on("workers", me={"money": 150, "workers": 8, "churches": 3})
    act(game, "workers 3")
    assert (mat(game).money, mat(game).workers) == (200, 9)


def test_W4_the_money_must_be_there_first() -> None:
    """Rules 7."""
    game = on("workers", me={"money": 100, "workers": 9, "churches": 3})
    assert words(game) == {"workers 1", "workers 2", "pass"}
    refused(game, "workers 3")
    act(game, "workers 2")
    assert (mat(game).money, mat(game).workers) == (200, 9)


def test_W5_only_workers_of_churches_may_be_surplus() -> None:
    game = on("workers", me={"money": 500, "workers": 8, "churches": 1})
    assert words(game) == {"workers 1", "pass"}
    refused(game, "workers 2")
    act(game, "workers 1")
    assert (mat(game).money, mat(game).workers) == (450, 9)


def test_B1_three_shipyards_build_four_ships_for_250() -> None:
    game = on("ships", phase=1, me={"money": 250, "shipyards": 3, "fleet": {}})
    act(game, "ships 4")
    assert (mat(game).money, mat(game).fleet) == (0, {"portugal": 4})


def test_B2_surplus_ships_are_sold() -> None:
    game = on("ships", me={"money": 150, "shipyards": 3, "fleet": {"guine": 6}}, discovered=["guine"])
    act(game, "ships 3")
    assert (mat(game).money, mat(game).fleet) == (200, {"guine": 6, "portugal": 1})


@pytest.mark.parametrize(("phase", "price"), [(1, 100), (2, 200), (3, 300)])
def test_the_price_beyond_churches_and_shipyards_rises_with_the_phase(phase: int, price: int) -> None:
    recruits = on("workers", phase=phase, me={"money": 1000})
    act(recruits, "workers 3")
    assert mat(recruits).money == 1000 - 50 - 2 * price
    ships = on("ships", phase=phase, me={"money": 1000})
    act(ships, "ships 3")
    assert mat(ships).money == 1000 - 50 - 2 * price


@pytest.mark.parametrize("churches", range(1, 6))
def test_nine_workers_earn_fifty_for_each_church(churches: int) -> None:
    game = on("workers", phase=3, me={"money": 500, "workers": 9, "churches": churches})
    assert words(game) == {f"workers {n}" for n in range(1, churches + 1)} | {"pass"}
    act(game, f"workers {churches}")
    assert (mat(game).money, mat(game).workers) == (500 + 50 * churches, 9)


@pytest.mark.parametrize("shipyards", range(1, 6))
def test_seven_ships_earn_fifty_for_each_shipyard(shipyards: int) -> None:
    game = on("ships", phase=3, me={"money": 500, "fleet": {"portugal": 7}, "shipyards": shipyards})
    assert words(game) == {f"ships {n}" for n in range(1, shipyards + 1)} | {"pass"}
    act(game, f"ships {shipyards}")
    assert (mat(game).money, mat(game).fleet) == (500 + 50 * shipyards, {"portugal": 7})


def test_fewer_may_be_taken_and_none() -> None:
    game = on("workers", me={"money": 500, "churches": 2})
    assert words(game) == {f"workers {number}" for number in range(1, 7)} | {"pass"}
    act(game, "pass")
    assert (mat(game).money, mat(game).workers) == (500, 3)
    assert game.to_act == (1,)


def test_workers_on_the_track_are_not_for_sale() -> None:
    game = on("workers", me={"money": 500, "workers": 9, "churches": 1})
    assert words(game) == {"workers 1", "pass"}


def test_churches_build_no_ships_and_shipyards_recruit_nobody() -> None:
    ships = on("ships", me={"money": 300, "churches": 5})
    act(ships, "ships 2")
    assert mat(ships).money == 150
    recruits = on("workers", me={"money": 300, "shipyards": 5})
    act(recruits, "workers 2")
    assert mat(recruits).money == 150


def test_nothing_affordable_passes_by_itself() -> None:
    for field in ("workers", "ships"):
        game = on(field, me={"money": 40})
        assert game.to_act == (1,)
        assert (mat(game).money, mat(game).workers, mat(game).fleet) == (40, 3, {"portugal": 2})


def test_new_ships_appear_in_portugal() -> None:
    game = on("ships", me={"money": 500, "fleet": {"guine": 1, "portugal": 1}}, discovered=["guine"])
    act(game, "ships 2")
    assert mat(game).fleet == {"guine": 1, "portugal": 3}


def test_the_others_are_untouched() -> None:
    game = on("workers", me={"money": 500})
    before = game.dump()["players"][1:]
    act(game, "workers 2")
    assert game.dump()["players"][1:] == before


@settings(max_examples=80)
@given(
    workers=st.integers(2, 9),
    churches=st.integers(1, 8),
    phase=st.integers(1, 3),
    money=st.integers(0, 150).map(lambda tens: 10 * tens),
    data=st.data(),
)
def test_recruiting_follows_the_formula(
    workers: int, churches: int, phase: int, money: int, data: st.DataObject
) -> None:
    game = on("workers", phase=phase, me={"money": money, "workers": workers, "churches": churches})
    numbers = allowed(workers, 9, churches, phase, money)
    if not numbers:
        assert game.to_act == (1,)
        return
    assert words(game) == {f"workers {n}" for n in numbers} | {"pass"}
    number = data.draw(st.sampled_from(numbers))
    act(game, f"workers {number}")
    surplus = max(0, workers + number - 9)
    assert mat(game).workers == min(9, workers + number)
    assert mat(game).money == money - cost(number, churches, phase) + 100 * surplus


@settings(max_examples=80)
@given(
    home=st.integers(0, 4),
    away=st.integers(0, 3),
    shipyards=st.integers(1, 8),
    phase=st.integers(1, 3),
    money=st.integers(0, 150).map(lambda tens: 10 * tens),
    data=st.data(),
)
def test_ship_building_follows_the_formula(
    home: int, away: int, shipyards: int, phase: int, money: int, data: st.DataObject
) -> None:
    fleet = {region: ships for region, ships in (("portugal", home), ("guine", away)) if ships}
    game = on("ships", phase=phase, me={"money": money, "fleet": fleet, "shipyards": shipyards}, discovered=["guine"])
    numbers = allowed(home + away, 7, shipyards, phase, money)
    if not numbers:
        assert game.to_act == (1,)
        return
    assert words(game) == {f"ships {n}" for n in numbers} | {"pass"}
    number = data.draw(st.sampled_from(numbers))
    act(game, f"ships {number}")
    surplus = max(0, home + away + number - 7)
    assert mat(game).ships == min(7, home + away + number)
    assert mat(game).fleet.get("guine", 0) == away
    assert mat(game).money == money - cost(number, shipyards, phase) + 100 * surplus
