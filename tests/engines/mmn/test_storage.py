"""Stores, halls, large stores, clearings and emergency clearings (rules 8 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, hand, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, Players, position
from tests.engines.playing import act, kinds, offered, refused

QUIET = (4, 6)
FIVE = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]


def mine(*buildings: str, **changes: Any) -> Mmn:
    return position(me={"buildings": buildings, "hand": ENOUGH} | changes)


# -- chips -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["settlement", "city", "trade"])
def test_a_store_lies_on_any_land_slot_of_any_building(kind: str) -> None:
    game = mine(f"{kind} n25", levels={"trade": 4} if kind == "trade" else {})
    assert offered(game, "store n25") == ["h06", "h10", "h11"]
    refused(game, "store n25 h05", "store n25", "store n20 h06")


def test_one_chip_for_each_building() -> None:
    game = mine("city n25 store h11", "settlement n42")
    assert offered(game, "store") == ["n42 h15", "n42 h16", "n42 h19"]
    refused(game, "store n25 h06", "store n25 h11")


def test_a_slot_holds_a_figure_or_a_chip() -> None:
    game = mine("city n25 servant h11 journeyman h06")
    assert offered(game, "store n25") == ["h10"]
    refused(game, "store n25 h11", "store n25 h06")


def test_two_buildings_may_use_the_same_hex() -> None:
    game = position(
        me={"buildings": ["city n25", "city n26 store h11"], "hand": ENOUGH},
        others={1: {"buildings": ["settlement n37 store h11"]}},
    )
    assert "n25 h11" in offered(game, "store")


def test_halls_and_large_stores_only_at_cities_and_from_the_step_before() -> None:
    buildings = ["settlement n01 store h01", "city n25 store h11", "city n42 hall h15", "city n40"]
    me = {"buildings": [*buildings, "trade n03 store h03"], "levels": {"trade": 4}, "hand": ENOUGH}
    game = position(me=me, storage_card=0)
    assert sorted(offered(game, "hall")) == ["n03", "n25"]
    assert offered(game, "large_store") == ["n42"]
    refused(game, "hall n01", "hall n42", "hall n40", "large_store n25", "large_store n40", "large_store n01")


def test_an_upgrade_keeps_the_slot_and_returns_the_store_chip() -> None:
    game = mine("city n25 store h11")
    act(game, "hall n25", "pay brick")
    assert (building_at(game, "n25").chip, building_at(game, "n25").chip_hex) == (2, 10)
    assert (seen(game).players[0].supply["store"], seen(game).players[0].supply["hall"]) == (4, 2)
    act(game, "large_store n25", "pay cloth")
    assert seen(game).players[0].supply["hall"] == 2
    assert seen(game).players[0].storage_points == 3


def test_no_upgrade_at_a_sabotaged_city() -> None:
    game = mine("city n25 sabotaged store h11", "city n42 sabotaged hall h15", "city n03 sabotaged")
    refused(game, "hall n25", "large_store n42")
    assert offered(game, "hall") == offered(game, "large_store") == []
    assert "n03 h03" in offered(game, "store")


def test_repair_brings_the_hall_back() -> None:
    game = mine("city n42 sabotaged hall h15", "city n25 hall h11", "settlement n03 store h03")
    assert seen(game).players[0].storage_points == 4
    events = act(game, "repair n42")
    assert seen(game).players[0].storage_points == 5
    assert kinds(events, "repaired", "award") == ["repaired", "award"]
    assert game.state.storage_card == 0


def test_no_store_without_a_chip() -> None:
    stores = ["settlement n01 store h01", "settlement n03 store h03", "settlement n12 store h04", "city n25 store h11"]
    game = mine(*stores, "city n42")
    assert offered(game, "store") == []
    refused(game, "store n42 h15")
    act(game, "hall n25", "pay ore")
    assert offered(game, "store") == ["n42 h15", "n42 h16", "n42 h19"]


def test_storage_points_are_no_victory_points() -> None:
    assert points(mine("settlement n25 store h11", "city n42 hall h15")) == 3


# -- clearing (8) ------------------------------------------------------------------------------------------------------


def cleared(me: Any, others: Players | None = None, *, ship: int = 2, **changes: Any) -> Mmn:
    game = position(phase="roll", me={"hand": "1 ore"} | me, others=others, ship=ship, **changes)
    sail(game, *QUIET)
    return game


@pytest.mark.parametrize("ship", range(7))
def test_a_clearing_when_the_ship_reaches_space_three_only(ship: int) -> None:
    game = cleared({"buildings": ["settlement n25 store h11"]}, ship=ship, storage=["wool"])
    assert hand(game).get("wool", 0) == (1 if ship == 2 else 0)


def test_no_clearing_while_the_ship_stays_on_three() -> None:
    game = position(phase="roll", me={"buildings": ["settlement n25 store h11"], "hand": "1 ore"}, ship=3)
    assert kinds(roll(game, *QUIET), "clearing") == []


@pytest.mark.parametrize(
    ("resource", "commodity"),
    [
        ("brick", "crystal"),
        ("lumber", "paper"),
        ("wool", "cloth"),
        ("grain", "meat"),
        ("ore", "coin"),
        ("nugget", "jewel"),
    ],
)
def test_the_storage_card_names_resource_and_commodity(resource: str, commodity: str) -> None:
    me = {"buildings": ["settlement n25 store h11", "city n42 hall h15"], "hand": ""}
    others = {1: {"buildings": ["city n03 large_store h03"]}, 2: {"buildings": ["city n40"]}}
    game = cleared(me, others, storage=[resource])
    assert hand(game, 0) == {resource: 1, commodity: 1}
    assert hand(game, 1) == {resource: 1, commodity: 1}
    assert hand(game, 2) == {}
    assert seen(game).storage_used == [resource]
    assert seen(game).storage_left == 5


def test_sabotaged_halls_and_large_stores_give_as_stores() -> None:
    game = cleared(
        {"buildings": ["city n25 sabotaged hall h11", "city n42 sabotaged large_store h15"], "hand": ""},
        storage=["wool"],
    )
    assert hand(game) == amounts("2 wool")


def test_neither_robber_nor_curse_nor_famine_stops_a_store() -> None:
    game = cleared(
        {"buildings": ["settlement n25 store h11"], "hand": "", "famine": True},
        storage=["wool"],
        robber=10,
        curses=[{"hex": 9, "seat": 1}],
    )
    assert hand(game) == amounts("1 wool")


def test_the_card_is_turned_up_even_if_nobody_stores() -> None:
    game = cleared({"buildings": ["settlement n25"]}, storage=["wool"])
    assert seen(game).storage_used == ["wool"]


def test_after_six_clearings_all_cards_are_shuffled() -> None:
    used = ["wool", "ore", "brick", "lumber", "grain"]
    game = cleared({"buildings": ["settlement n25 store h11"], "hand": ""}, storage_used=used, storage=["nugget"])
    assert hand(game) == amounts("1 nugget")
    assert (seen(game).storage_left, seen(game).storage_used) == (6, [])
    assert sorted(game.state.storage) == sorted([*used, "nugget"])


# -- emergency clearing (15.6) -----------------------------------------------------------------------------------------


def pillaged(*buildings: str, others: Players | None = None, **changes: Any) -> Mmn:
    return cleared({"buildings": buildings, "hand": ""}, others, **({"ship": 6} | changes))


def test_no_card_is_turned_without_a_refund() -> None:
    game = pillaged("city n25 store h11")
    assert seen(game).storage_used == []
    assert pillaged("city n25").state.storage_used == []
    assert building_at(game, "n25").chip == 1


def test_the_emergency_card_goes_under_the_stack() -> None:
    game = pillaged("city n25 hall h11", storage=["wool"])
    assert asked(game) == "refund"
    args = game.prompt(0).message.args
    assert (args["kind"], args["commodity"]) == ("wool", "cloth")
    assert sorted(offered(game, "refund")) == ["cloth", "wool"]
    refused(game, "refund ore", "refund", "pass")
    assert building_at(game, "n25").city, "the refund comes before anything is torn down"
    act(game, "refund cloth")
    assert seen(game).storage_used == ["wool"]
    assert (hand(game), building_at(game, "n25").chip) == (amounts("1 cloth"), 1)
    assert building_at(game, "n25").chip_hex == 10


def test_one_card_serves_all_victims_and_choices_go_clockwise() -> None:
    others = {1: {"buildings": ["city n42 large_store h15"]}, 2: {"buildings": ["city n40 hall h13"]}}
    game = pillaged("city n25 hall h11", others=others, storage=["grain"])
    for seat, choice in ((0, "grain"), (1, "meat"), (2, "meat")):
        assert game.to_act == (seat,)
        act(game, f"refund {choice}")
    assert (hand(game, 0), hand(game, 1), hand(game, 2)) == (amounts("1 grain"), amounts("2 meat"), amounts("1 meat"))
    assert seen(game).storage_used == ["grain"]


def test_choices_come_first_and_then_each_stack_is_checked_for_all() -> None:
    others: Players = {1: {"buildings": ["city n42 large_store h15"]}, 2: {"buildings": ["city n40 hall h13"]}}
    game = pillaged("city n25 hall h11", others=others, storage=["grain"], bank="5 grain 2 meat", seats=4)
    act(game, "refund meat", "refund meat", "refund grain")
    assert (hand(game, 0), hand(game, 1), hand(game, 2)) == ({}, {}, amounts("1 grain"))


def test_a_large_store_falls_to_a_store() -> None:
    game = pillaged("city n25 large_store h11", storage=["grain"])
    act(game, "refund grain")
    assert hand(game) == amounts("1 grain 1 meat")
    assert building_at(game, "n25").chip == 1


def test_a_removed_plain_store_refunds_one_resource() -> None:
    game = pillaged(*FIVE, "city n25 store h11", storage=["grain"])
    assert hand(game) == amounts("1 grain")
    assert building_at(game, "n25") is None


STORES = [
    "settlement n01 store h01",
    "settlement n03 store h03",
    "settlement n12 store h04",
    "settlement n16 store h07",
]


@pytest.mark.parametrize(
    ("chip", "choice", "refund"),
    [("hall", "grain", "2 grain"), ("hall", "meat", "1 grain 1 meat"), ("large_store", "meat", "1 grain 2 meat")],
)
def test_without_a_store_chip_everything_is_destroyed_and_refunded(chip: str, choice: str, refund: str) -> None:
    game = pillaged(*STORES, f"city n25 {chip} h11", storage=["grain"], storage_card=0)
    act(game, f"refund {choice}")
    assert hand(game) == amounts(refund)
    left = building_at(game, "n25")
    assert (left.city, left.chip, left.chip_hex) == (False, 0, -1)


def test_the_last_store_chip_replaces_a_hall() -> None:
    game = pillaged(*STORES[:3], "city n25 hall h11", storage=["grain"], storage_card=0)
    act(game, "refund grain")
    assert (hand(game), building_at(game, "n25").chip) == (amounts("1 grain"), 1)
    assert seen(game).players[0].supply["store"] == 0


@pytest.mark.parametrize("chip", ["hall", "large_store"])
def test_at_a_sabotaged_city_nothing_is_refunded_for_hall_and_large_store(chip: str) -> None:
    game = pillaged(f"city n25 sabotaged {chip} h11", storage=["grain"])
    assert hand(game) == {}
    assert building_at(game, "n25").chip == 1
    assert seen(game).storage_used == []


def test_the_emergency_card_counts_for_the_shuffle() -> None:
    used = ["wool", "ore", "brick", "lumber", "grain"]
    game = pillaged("city n25 hall h11", storage=["nugget"], storage_used=used)
    events = act(game, "refund jewel")
    assert (seen(game).storage_left, seen(game).storage_used) == (6, [])
    assert hand(game) == amounts("1 jewel")
    assert told(events, "received")[0].data["why"] == "emergency"


def test_a_lost_large_store_loses_the_storage_card() -> None:
    game = pillaged("city n25 large_store h11", "settlement n42 store h15", "settlement n03 store h03", storage_card=0)
    assert seen(game).players[0].storage_points == 5
    events = act(game, f"refund {game.prompt(0).message.args['kind']}")
    assert game.state.storage_card == -1
    assert told(events, "award_aside")[0].data["award"] == "storage"


def test_at_a_sabotaged_city_without_a_store_chip_the_store_is_refunded() -> None:
    game = pillaged(*STORES, "city n25 sabotaged hall h11", storage=["grain"])
    assert hand(game) == amounts("1 grain")
    assert building_at(game, "n25").chip == 0


def test_the_option_for_single_claimants_does_not_concern_clearings() -> None:
    me = {"buildings": ["settlement n25 store h11", "settlement n42 store h15"], "hand": ""}
    options = {"shortage_single_claimant_gets_rest": "on"}
    assert hand(cleared(me, storage=["wool"], bank="1 wool", options=options)) == {}
