"""Knowledge tiles 1 to 14, which change rules (rules 13, test cases 18 to 20, 22, rulings A4, A5)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.burgundy import box
from engines.contract import Game
from tests.engines.burgundy.moves import data, gains, offered
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act, kinds, player, refused, words

OPEN = {"c3": "bank", "d3": "ship", "d5": "ship", "e3": "mine", "e4": "watchtower"}
"""Everything around the centre but the knowledge hex."""


def owning(*knows: str, **me: Any) -> Game:
    return position(me={"knows": knows, **me})


def placing(tile: str, die: int, *knows: str, workers: int = 9) -> dict[str, int]:
    """Workers that each hex costs for a tile, two knowledge tiles being laid; the other die is used."""
    game = owning(*[*knows, "k16", "k17"][:2], storage=[tile], dice=(die,), workers=workers, covered=OPEN)
    found = {}
    for line in offered(game, "place"):
        _, hex, _, _, *spent = line.split()
        found[hex] = int(spent[1]) if spent else 0
    return found


def test_1_equal_buildings_may_be_repeated_in_a_city() -> None:
    """Test case 18."""
    game = owning("k1", covered={"e4": "bank", "e5": "bank"}, storage=["bank"], dice=(5, 3))
    assert offered(game, "place") == {"bank f4 die 5", "bank c3 die 3"}
    gains(game, "place bank f4 die 5", silverlings=2)


def test_1_serves_the_city_hall_too() -> None:
    game = owning("k1", covered={"e4": "bank"}, storage=["city_hall", "bank"], dice=(1, 3))
    act(game, "place city_hall e5 die 1")
    assert "place bank f4" in words(game)


def test_1_works_only_when_placed_and_only_for_its_owner() -> None:
    refused(position(me={"storage": ["k1", "bank"], "covered": {"e4": "bank"}, "dice": (1, 5)}), "place bank e5 die 1")
    others = {1: {"knows": ["k1"]}}
    me = {"storage": ["bank"], "covered": {"e4": "bank"}, "dice": (1, 5)}
    refused(position(me=me, others=others), "place bank e5 die 1")


def test_1_serves_from_the_moment_it_is_placed() -> None:
    game = position(me={"storage": ["k1", "bank"], "covered": {"e4": "bank"}, "dice": (1, 1)})
    act(game, "place k1 c4 die 1")
    gains(game, "place bank e5 die 1", silverlings=2)


def test_2_brings_workers_for_mines_only_at_the_end_of_a_phase() -> None:
    """Test case 20; a mine placed brings nothing at once."""
    game = owning("k2", storage=["mine"], dice=(4, 1))
    gains(game, "place mine e3 die 4")
    for turn, workers, silverlings in ((14, 2, 0), (15, 4, 2)):
        covered = {"e3": "mine", "f2": "mine"}
        game = position(turn=turn, seat=2, me={"knows": ["k2"], "covered": covered, "dice": (6,)})
        events = gains(game, "workers die 6", seat=2, workers=workers, silverlings=silverlings)
        income = [event for event in events if event.kind == "tile_workers"]
        assert [(event.seat, event.data) for event in income] == [(2, {"tile": "k2", "count": 2})] * (turn == 15)


def test_2_without_mines_brings_nothing() -> None:
    game = position(turn=15, seat=2, me={"knows": ["k2"], "dice": (6,)})
    gains(game, "workers die 6", seat=2, workers=2)


@pytest.mark.parametrize(("knows", "silverlings", "workers"), [("k3", 2, 0), ("k4", 1, 1), ("k3 k4", 2, 1)])
def test_3_and_4_pay_for_each_sale_not_each_tile(knows: str, silverlings: int, workers: int) -> None:
    game = owning(*knows.split(), goods={"pink": 4, "red": 1})
    gains(game, "sell pink die 3", vp=12, silverlings=silverlings, workers=workers)
    gains(game, "sell red die 4", vp=3, silverlings=silverlings, workers=workers)


def test_4_pays_for_the_other_die() -> None:
    game = owning("k4", goods={"pink": 1})
    act(game, "sell pink die 3", "take 5 boarding_house die 4 workers 1")
    assert player(game).workers == 0


def test_6_buys_from_seven_depots() -> None:
    game = owning("k6", silverlings=3)
    everything = {f"{depot} {tile}" for depot, tiles in FILL.items() for tile in tiles}
    assert offered(game, "buy") == everything | {"black pig4", "black church"}
    events = gains(game, "buy 3 bank", silverlings=-2)
    assert player(game).storage == ["bank"]
    assert game.state.depots["3"] == []
    assert data(events, "bought") == [{"tile": "bank", "depot": "3", "silverlings": 2}]


def test_6_case_22_there_is_still_one_purchase() -> None:
    game = owning("k6", silverlings=9)
    act(game, "buy 3 bank")
    assert not offered(game, "buy")
    refused(game, "buy black church", "buy 4 ship")
    act(game, "workers die 3")
    refused(game, "buy black church", "buy 4 ship")


def test_6_needs_two_silverlings_and_no_workers_will_do() -> None:
    refused(owning("k6", silverlings=1, workers=9), "buy 3 bank", "buy black church", "buy black church workers 1")
    refused(owning("k6", silverlings=0, workers=9), "hire 3 bank", "buy black church workers 2")


def test_6_with_full_storage_discards() -> None:
    game = owning("k6", silverlings=2, storage=["mine", "ship", "castle"])
    act(game, "buy 6 cow3", "discard castle")
    assert sorted(player(game).storage) == ["cow3", "mine", "ship"]


def test_6_bought_tiles_come_from_no_die() -> None:
    game = owning("k6", silverlings=2)
    act(game, "buy 6 cow3")
    assert player(game).unused == [3, 4]


def test_7_does_not_change_other_tiles() -> None:
    gains(owning("k7", storage=["watchtower"]), "place watchtower e4 die 3", vp=4)


@pytest.mark.parametrize(
    ("number", "tiles"),
    [(9, ["bank"]), (10, ["ship", "pig2"]), (11, ["castle", "mine", "k26"])],
)
@pytest.mark.parametrize("die", box.DICE)
def test_9_10_11_shift_by_one_for_nothing_for_their_colours_only(number: int, tiles: list[str], die: int) -> None:
    """Ruling A5: each kind of tile has one of the three."""
    everything = ["bank", "ship", "pig2", "castle", "mine", "k26"]
    for tile in everything:
        plain = placing(tile, die)
        shifted = placing(tile, die, f"k{number}")
        assert set(plain) == set(shifted) != set()
        assert shifted == {hex: max(0, cost - (tile in tiles)) for hex, cost in plain.items()}


@pytest.mark.parametrize("die", box.DICE)
def test_8_with_9_the_free_shift_is_one(die: int) -> None:
    """Ruling A4: one for nothing, then up to two for each worker."""
    plain = placing("bank", die)
    both = placing("bank", die, "k8", "k9")
    assert both == {hex: {0: 0, 1: 0, 2: 1, 3: 1}[cost] for hex, cost in plain.items()}
    assert placing("bank", die, "k8") == {hex: {0: 0, 1: 1, 2: 1, 3: 2}[cost] for hex, cost in plain.items()}


@pytest.mark.parametrize(("tile", "number"), [("ship", 10), ("pig2", 10), ("mine", 11), ("k26", 11), ("castle", 11)])
def test_8_with_10_or_11_places_one_away_free_and_two_further_for_a_worker(tile: str, number: int) -> None:
    for die in box.DICE:
        plain = placing(tile, die)
        both = placing(tile, die, "k8", f"k{number}")
        assert both == {hex: {0: 0, 1: 0, 2: 1, 3: 1}[cost] for hex, cost in plain.items()}


def test_9_is_free_in_both_directions_and_needs_no_worker() -> None:
    assert placing("bank", 2, "k9", workers=0) == {"c5": 0, "e5": 0}
    game = owning("k9", storage=["bank"], dice=(6, 2))
    refused(game, "place bank e5 die 2 workers 1")
    gains(game, "place bank e4 die 2", silverlings=2)


def test_9_serves_placing_only() -> None:
    refused(
        owning("k9", dice=(2, 2), goods={"pink": 1}), "take 3 bank die 2", "take 1 watchtower die 2", "sell pink die 2"
    )


def test_12_serves_taking_only() -> None:
    """Test case 2; the purchase, placing and selling are as before."""
    game = owning("k12", dice=(2, 2), goods={"pink": 1}, storage=["bank"])
    takes = {"1 watchtower die 2", "2 mine die 2", "3 bank die 2"}
    assert offered(game, "take") == takes
    refused(game, "sell pink die 2", "place bank e4 die 2", "place bank e5 die 2")


@pytest.mark.parametrize("die", box.DICE)
def test_8_with_12_takes_one_away_free_and_two_further_for_each_worker(die: int) -> None:
    game = owning("k8", "k12", dice=(die,), workers=9)
    costs = {line.split()[0]: int(line.split()[-1]) if "workers" in line else 0 for line in offered(game, "take")}
    assert costs == {str(depot): -(-max(0, min((die - depot) % 6, (depot - die) % 6) - 1) // 2) for depot in box.DICE}


def test_13_the_workers_action_pays_a_silverling() -> None:
    events = gains(owning("k13"), "workers die 3", workers=2, silverlings=1)
    assert data(events, "tile_silverlings") == [{"tile": "k13", "count": 1}]


def test_14_the_workers_action_pays_four() -> None:
    events = gains(owning("k14"), "workers die 3", workers=4)
    assert data(events, "workers") == [{"count": 4}]


def test_13_and_14_combine() -> None:
    """Test case 19."""
    gains(owning("k13", "k14"), "workers die 3", workers=4, silverlings=1)


def test_13_and_14_do_not_change_boarding_houses() -> None:
    """Test case 19."""
    gains(owning("k13", "k14", storage=["boarding_house"]), "place boarding_house e4 die 3", workers=4)


def test_13_and_14_do_not_change_sales_and_mines() -> None:
    """Knowledge 4 brings one worker for the sale, knowledge 2 one for each mine at the end of the phase."""
    gains(owning("k13", "k14", "k4", goods={"pink": 1}), "sell pink die 3", vp=3, silverlings=1, workers=1)
    me = {"knows": ["k13", "k14", "k2"], "covered": {"e3": "mine", "f2": "mine"}, "dice": (6,)}
    game = position(turn=15, seat=2, me=me)
    gains(game, "take 6 cow3 die 6", seat=2, silverlings=2, workers=2)


def test_13_a_silverling_of_the_first_die_buys() -> None:
    game = owning("k13", silverlings=1)
    act(game, "workers die 3", "buy black church")
    assert player(game).silverlings == 0


@pytest.mark.parametrize("number", range(1, 27))
def test_knowledge_in_storage_is_not_active(number: int) -> None:
    tile = f"k{number}"
    me: dict[str, Any] = {
        "storage": [tile, "bank"],
        "covered": {"e4": "bank", "e3": "mine", "c3": "church"},
        "dice": (2, 5),
    }
    me |= {"goods": {"purple": 2}, "silverlings": 2, "workers": 1, "sold": {"pink": 2}, "bonus": ["mine.large"]}
    game = position(me=me)
    plain = position(me=me | {"storage": ["k26" if number != 26 else "k25", "bank"]})
    assert [line.replace(tile, "K") for line in words(game)] == [
        line.replace("k26" if number != 26 else "k25", "K") for line in words(plain)
    ]
    assert game.scores()[0].sources == plain.scores()[0].sources
    gains(game.copy(), "sell purple die 2", vp=6, silverlings=1)
    gains(game.copy(), "workers die 2", workers=2)


@pytest.mark.parametrize("number", range(1, 27))
def test_knowledge_brings_nothing_by_being_placed(number: int) -> None:
    game = position(me={"storage": [f"k{number}"], "dice": (1, 2)})
    events = gains(game, f"place k{number} c4 die 1")
    assert kinds(events) == ["placed"]
    assert player(game).knowledge == [f"k{number}"]
