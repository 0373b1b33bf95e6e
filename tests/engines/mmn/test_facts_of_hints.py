"""What a hint names of a position that is better: what the land yields, the next place to build, tracks, knights, the
robber, the hand."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.mmn.game import Mmn
from engines.players.skills.mmn_facts import fact, used
from tests.engines.mmn.positions import place, position

HOME: dict[str, Any] = {"buildings": ["city n25", "settlement n12"], "roads": ["n25-n31", "n31-n37"]}
"""Brick 4, nugget 5, lumber 1 and their commodities by the city, wool 2 by the settlement: 22 cards in 36 rolls."""
OTHERS: dict[int, dict[str, Any]] = {
    1: {"buildings": ["city n10", "settlement n28"], "roads": ["n10-n15"]},
    2: {"buildings": ["city n45", "settlement n16"], "roads": ["n41-n45"]},
}


def at_home(other: dict[int, dict[str, Any]] | None = None, robber: str = "", **changes: Any) -> Mmn:
    fields: dict[str, Any] = {"robber": place(robber)} if robber else {}
    rivals = {seat: each | (other or {}).get(seat, {}) for seat, each in OTHERS.items()}
    return position(me=HOME | changes, others=rivals, **fields)


def with_settlement(where: str) -> Mmn:
    return at_home(buildings=[*HOME["buildings"], f"settlement {where}"])


def test_land_is_told_in_cards_of_36_rolls_and_with_what_comes_only_here() -> None:
    grain, lumber = with_settlement("n03"), with_settlement("n39")  # 4 and 1
    assert fact("land", grain, at_home(), 0) == Message(
        "mmn.fact.yields_new", {"kinds": ["grain"], "own": 26, "other": 22}
    )
    assert fact("land", lumber, at_home(), 0) == Message("mmn.fact.yields", {"own": 23, "other": 22})
    assert fact("land", at_home(), lumber, 0) is None
    assert fact("land", at_home(), at_home(), 0) is None


def test_of_land_that_yields_no_more_cards_the_kinds_are_told_that_are_new_or_more() -> None:
    ore, wool, brick = (with_settlement(where) for where in ("n27", "n43", "n53"))  # 5, 5 and 3
    assert fact("land", ore, wool, 0) == Message("mmn.fact.kinds", {"kinds": ["ore"]})
    assert fact("land", brick, wool, 0) == Message("mmn.fact.yields_of", {"kind": "brick", "own": 7, "other": 4})


def test_the_best_place_for_a_settlement_is_told_with_the_roads_that_are_missing() -> None:
    far = {**HOME, "roads": ["n25-n31"]}
    assert fact("sites", at_home(), at_home(**far), 0) == Message(
        "mmn.fact.site_reached", {"node": "n37", "cards": 8}
    ), "lumber 1, ore 2, wool 5"
    nearer, none = at_home(**far), at_home(roads=[])
    assert fact("sites", nearer, none, 0) == Message("mmn.fact.site", {"node": "n36", "cards": 11, "n": 1})
    poorer = at_home(roads=["n12-n17", "n17-n22"])  # seven cards at n23
    assert fact("sites", nearer, poorer, 0) == Message(
        "mmn.fact.site_of_more", {"node": "n36", "cards": 11, "n": 1, "other": 7}
    )
    reached = at_home(roads=["n12-n17", "n17-n23"])
    assert fact("sites", at_home(), reached, 0) == Message(
        "mmn.fact.site_reached_of_more", {"node": "n37", "cards": 8, "other": 7}
    )
    assert fact("sites", at_home(), at_home(), 0) is None


def test_a_harbour_is_named_that_only_the_one_has() -> None:
    assert fact("harbours", with_settlement("n01"), at_home(), 0) == Message("mmn.fact.harbour", {"harbour": "p1"})
    assert fact("harbours", at_home(), with_settlement("n01"), 0) is None


def test_the_tracks_that_are_further_are_told_and_how_far_the_metropolis_is_once_it_is_near() -> None:
    further = at_home(levels={"trade": 3})
    assert fact("levels", further, at_home(levels={"trade": 2}), 0) == Message(
        "mmn.fact.level", {"track": "trade", "own": 3, "other": 2}
    )
    assert fact("metropolis", further, at_home(), 0) == Message("mmn.fact.metropolis", {"track": "trade", "n": 1})
    assert fact("levels", at_home(), further, 0) is fact("metropolis", at_home(), further, 0) is None
    begun = Message("mmn.fact.level", {"track": "trade", "own": 1, "other": 0})
    assert fact("metropolis", at_home(levels={"trade": 1}), at_home(), 0) == begun, "three levels more are many"
    both = at_home(levels={"trade": 3, "politics": 1})
    assert fact("levels", both, at_home(), 0) == Message("mmn.fact.levels", {"tracks": ["trade", "politics"]})
    with_it = at_home(levels={"trade": 4}, buildings=["trade n25", "settlement n12"])
    there = Message("mmn.fact.level", {"track": "trade", "own": 4, "other": 3})
    assert fact("metropolis", with_it, further, 0) == there


def test_knights_are_told_by_what_becomes_of_the_city_else_by_their_strength() -> None:
    basic, awake = at_home(knights=["n31"]), at_home(knights=["n31 active"])
    rivals: dict[int, dict[str, Any]] = {1: {"knights": ["n15 strong active"]}, 2: {"knights": ["n41 active"]}}
    among, behind = at_home(rivals, knights=["n31 strong active"]), at_home(rivals, knights=["n31 active"])
    assert fact("knights", among, behind, 0) == Message("mmn.fact.defender"), "three cities, and they are beaten"
    assert fact("knights", behind, among, 0) is None
    assert fact("knights", awake, basic, 0) == Message("mmn.fact.spared"), "others lose their cities"
    assert fact("knights", at_home(knights=["n31 strong"]), basic, 0) == Message(
        "mmn.fact.strength", {"own": 2, "other": 1}
    )
    strong = at_home(knights=["n31 strong active"])
    assert fact("knights", strong, awake, 0) == Message("mmn.fact.strength", {"own": 2, "other": 1})
    two, one = at_home(knights=["n31 active", "n37 active"]), at_home(knights=["n31 active", "n37"])
    assert fact("knights", two, one, 0) == Message("mmn.fact.active", {"own": 2, "other": 1})


def test_a_place_that_the_other_has_built_on_is_no_advantage() -> None:
    assert used("sites", at_home(), with_settlement("n37"), 0)
    assert not used("sites", with_settlement("n37"), at_home(), 0)
    assert not used("land", at_home(), with_settlement("n37"), 0)


def test_how_often_knights_were_promoted_is_told_of_a_player() -> None:
    three = at_home(knights=["n31", "n37 strong", "n15 mighty active"])
    told = next(each.args for each in three.describe(0) if each.args.get("seat") == 0 and "knights" in each.args)
    assert (told["knights"], told["active"], told["promotions"]) == (3, 1, 3)


def test_a_robber_is_told_by_the_cards_that_it_keeps_from_others_or_from_the_strongest() -> None:
    on_both, on_own = at_home(robber="h06"), at_home(robber="h04")  # brick 9 at two cities; wool 11 at n12
    assert fact("robber", on_both, on_own, 0) == Message("mmn.fact.robber_keeps", {"own": 8, "other": 0})
    assert fact("robbed", on_own, on_both, 0) == Message("mmn.fact.robbed", {"own": 2, "other": 8})
    assert fact("robbed", on_both, on_own, 0) is None
    ahead: dict[int, dict[str, Any]] = {2: {"defender": 3}}
    leader, behind = at_home(ahead, robber="h18"), at_home(ahead, robber="h03")  # brick 10 of seat 2, grain 9 of seat 1
    assert fact("robber", behind, leader, 0) == Message("mmn.fact.robber_keeps", {"own": 8, "other": 6})
    assert fact("robber", leader, behind, 0) == Message(
        "mmn.fact.robber_leader", {"leader_seat": 2, "own": 6, "other": 0}
    )


def test_a_hand_is_told_by_its_cards_or_by_what_they_are_for() -> None:
    one, two = at_home(hand="1 ore"), at_home(hand="1 ore 1 wool")
    assert fact("hand", two, one, 0) == Message("mmn.fact.hand", {"n": 1})
    city, settlement = at_home(hand="2 ore 2 grain"), at_home(hand="1 lumber 1 wool 1 grain 1 ore")
    assert fact("hand", city, settlement, 0) == Message("mmn.fact.for_city", {"own": 4, "whole": 5, "other": 2})
    assert fact("hand", settlement, city, 0) == Message("mmn.fact.for_settlement", {"own": 3, "whole": 4, "other": 1})
    assert fact("hand", one, one, 0) is None


def test_a_seven_is_told_by_the_cards_that_it_takes() -> None:
    many, few = at_home(hand="9 wool"), at_home(hand="7 wool")
    assert fact("seven", few, many, 0) == Message("mmn.fact.seven", {"own": 0, "other": 4})
    walled = at_home(hand="9 wool", buildings=["city n25 wall", "settlement n12"])
    assert fact("seven", walled, many, 0) == Message("mmn.fact.seven", {"own": 0, "other": 4})
    assert fact("seven", many, few, 0) is None


@pytest.mark.parametrize("name", ["autarky", "road", "rival", "walls"])
def test_what_the_figures_tell_has_no_fact(name: str) -> None:
    assert fact(name, with_settlement("n03"), at_home(), 0) is None
