"""Stores, halls, large stores, clearings and emergency clearings (rules 8 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import building_at, events_of, points, seen
from tests.engines.mmn.positions import ENOUGH, position
from tests.engines.playing import act, kinds, offered, refused


def mine(*buildings: str, **changes: Any) -> Mmn:
    return position(me={"buildings": buildings, "hand": ENOUGH} | changes)


# -- chips -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["settlement", "city", "trade"])
def test_a_store_lies_on_any_land_slot_of_any_building(kind: str) -> None:
    """Rules 15.1."""
    game = mine(f"{kind} n25", levels={"trade": 4} if kind == "trade" else {})
    assert offered(game, "store n25") == ["h06", "h10", "h11"]
    refused(game, "store n25 h05", "store n25", "store n20 h06")


def test_each_building_has_room_for_one_chip() -> None:
    """Rules 15.2."""
    game = mine("city n25 store h11", "settlement n42")
    assert offered(game, "store") == ["n42 h15", "n42 h16", "n42 h19"]
    refused(game, "store n25 h06", "store n25 h11")


def test_two_buildings_may_use_the_same_hex() -> None:
    """Rules 15.1."""
    game = position(
        me={"buildings": ["city n25", "city n26 store h11"], "hand": ENOUGH},
        others={1: {"buildings": ["settlement n37 store h11"]}},
    )
    assert "n25 h11" in offered(game, "store")


def test_halls_and_large_stores_are_built_only_at_cities_and_from_the_step_before() -> None:
    buildings = ["settlement n01 store h01", "city n25 store h11", "city n42 hall h15", "city n40"]
    me = {"buildings": [*buildings, "trade n03 store h03"], "levels": {"trade": 4}, "hand": ENOUGH}
    game = position(me=me, storage_card=0)
    assert sorted(offered(game, "hall")) == ["n03", "n25"]
    assert offered(game, "large_store") == ["n42"]
    refused(game, "hall n01", "hall n42", "hall n40", "large_store n25", "large_store n40", "large_store n01")


def test_an_upgrade_keeps_the_slot_and_returns_the_store_chip() -> None:
    """Rules 15.3."""
    game = mine("city n25 store h11")
    act(game, "hall n25", "pay brick")
    assert (building_at(game, "n25").chip, building_at(game, "n25").chip_hex) == (2, 10)
    assert (seen(game).players[0].supply["store"], seen(game).players[0].supply["hall"]) == (4, 2)
    act(game, "large_store n25", "pay cloth")
    assert seen(game).players[0].supply["hall"] == 2
    assert seen(game).players[0].storage_points == 3


def test_nothing_is_upgraded_at_a_sabotaged_city() -> None:
    """Rules 15.7."""
    game = mine("city n25 sabotaged store h11", "city n42 sabotaged hall h15", "city n03 sabotaged")
    refused(game, "hall n25", "large_store n42")
    assert offered(game, "hall") == offered(game, "large_store") == []
    assert "n03 h03" in offered(game, "store")


def test_repair_brings_the_hall_back() -> None:
    """Rules 15.7."""
    game = mine("city n42 sabotaged hall h15", "city n25 hall h11", "settlement n03 store h03")
    assert seen(game).players[0].storage_points == 4
    events = act(game, "repair n42")
    assert seen(game).players[0].storage_points == 5
    assert kinds(events, "repaired", "award") == ["repaired", "award"]
    assert game.state.storage_card == 0


def test_no_store_is_built_without_a_chip() -> None:
    stores = ["settlement n01 store h01", "settlement n03 store h03", "settlement n12 store h04", "city n25 store h11"]
    game = mine(*stores, "city n42")
    assert offered(game, "store") == []
    refused(game, "store n42 h15")
    act(game, "hall n25", "pay ore")
    assert offered(game, "store") == ["n42 h15", "n42 h16", "n42 h19"]


def test_storage_points_are_no_victory_points() -> None:
    assert points(mine("settlement n25 store h11", "city n42 hall h15")) == 3


# -- the card (rules 15.5) ---------------------------------------------------------------------------------------------


FIVE_POINTS = ["city n18 large_store h05", "city n25 hall h11"]


def test_T7_the_first_with_five_takes_the_storage_card() -> None:
    me = {
        "buildings": ["city n18 large_store h05", "settlement n25 store h11", "settlement n42"],
        "hand": "2 wool 1 ore",
    }
    game = position(me=me)
    events = act(game, "store n42 h15", "pay wool")
    assert game.state.storage_card == 0
    assert points(game) == 2 + 1 + 1 + 2
    assert events_of(events, "award")[0].data["award"] == "storage"


def rivals(buildings: list[str], mine: list[str], third: list[str] | None = None) -> Mmn:
    """Return a game in which seat 0 holds the card and seat 1 is to act."""
    return position(
        seat=1,
        me={"buildings": buildings, "hand": ENOUGH},
        others={0: {"buildings": mine}, 2: {"buildings": third or []}},
        storage_card=0,
    )


def test_T7_equal_points_take_nothing_and_more_points_do() -> None:
    theirs = ["city n40 large_store h13", "city n36 store h15", "settlement n29"]
    game = rivals(theirs, FIVE_POINTS)
    act(game, "store n29 h08", "pay wool")
    assert game.state.storage_card == 0
    events = act(game, "hall n36", "pay ore")
    assert game.state.storage_card == 1
    assert events_of(events, "award_moved")[0].data["loser_seat"] == 0
    assert points(game, 1) == 2 + 2 + 1 + 2


def sabotage(third: list[str]) -> Mmn:
    """Let seat 0 with 5 sabotage the large store of seat 1, who holds the card with 6."""
    game = position(
        me={"buildings": FIVE_POINTS, "cards": ["saboteur"], "hand": "1 ore"},
        others={1: {"buildings": ["city n40 large_store h13", "city n36 large_store h15"]}, 2: {"buildings": third}},
        storage_card=1,
    )
    act(game, "play saboteur", "choose n40")
    return game


def test_T7_sabotage_gives_the_card_back() -> None:
    assert sabotage([]).state.storage_card == 0


def test_T7_sabotage_with_two_leaders_sets_the_card_aside() -> None:
    game = sabotage(["city n11 large_store h07", "city n51 hall h19"])
    assert game.state.storage_card == -1
    assert [points(game, seat) for seat in range(3)] == [4, 4, 4]


def test_T8_thirteen_points_are_the_most() -> None:
    """Rules 15.3."""
    stores = ["settlement n01 store h01", "settlement n03 store h03", "settlement n12 store h04"]
    large = ["city n18 large_store h05", "city n25 large_store h11", "city n42 large_store h15", "city n40 store h13"]
    game = position(me={"buildings": [*stores, *large, "settlement n16"], "hand": ENOUGH}, storage_card=0)
    assert seen(game).players[0].storage_points == 13
    assert offered(game, "store") == offered(game, "hall") == offered(game, "large_store") == []
    refused(game, "store n16 h07", "hall n40", "large_store n40")
