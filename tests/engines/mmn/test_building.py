"""Costs, limits and places of what is built (rules 12, 13 and 20)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, bank, building_at, events_of, hand, knight_at, level, points, seen
from tests.engines.mmn.positions import COAST, ENOUGH, KINDS, chain, position
from tests.engines.playing import act, offered, player, refused, words

SITE: dict[str, Any] = {"buildings": ["settlement n09", "city n25"], "roads": chain("n09", "n14", "n10")}
TRACK_LEVELS = [("improve trade", {"levels": {"trade": level - 1}}, f"{level} cloth") for level in (1, 2, 3)]
PRICES: list[tuple[str, dict[str, Any], str]] = [
    ("road n09-n13", {}, "1 brick 1 lumber"),
    ("settlement n10", {}, "1 brick 1 lumber 1 wool 1 grain"),
    ("city n09", {}, "3 ore 2 grain"),
    ("wall n25", {}, "2 brick"),
    ("knight n14", {}, "1 wool 1 ore"),
    ("activate n14", {"knights": ["n14"]}, "1 grain"),
    ("promote n14", {"knights": ["n14"]}, "1 wool 1 ore"),
    ("promote n14", {"knights": ["n14 strong"], "levels": {"politics": 3}}, "1 wool 1 ore"),
    ("captain n14", {"knights": ["n14"]}, "1 nugget 1 jewel"),
    ("repair n25", {"buildings": ["city n25 sabotaged"]}, "1 lumber 1 ore"),
    ("end_famine", {"famine": True}, "1 grain 1 meat"),
    ("strike n42", {"levels": {"power": 3}}, "1 nugget 1 jewel"),
    *TRACK_LEVELS,
    ("improve food", {"levels": {"food": 3}}, "4 meat"),
    ("improve science", {"levels": {"science": 4}, "buildings": ["science n25"]}, "5 paper"),
    ("improve power", {}, "1 jewel"),
    ("improve magic", {}, "1 crystal"),
    ("improve politics", {}, "1 coin"),
]


def site(changes: dict[str, Any], cards: str) -> Mmn:
    """A turn of seat 0 with a bit of everything; seat 1 has a knight on n42."""
    return position(me=SITE | changes | {"hand": cards}, others={1: {"knights": ["n42"], "roads": ["n37-n42"]}})


def without(cards: str, kind: str) -> str:
    """One card less."""
    left = amounts(cards)
    left[kind] -= 1
    return " ".join(f"{number} {name}" for name, number in left.items() if number)


@pytest.mark.parametrize(("line", "changes", "cost"), PRICES, ids=lambda value: value if isinstance(value, str) else "")
def test_price_is_exact_and_goes_to_the_bank(line: str, changes: dict[str, Any], cost: str) -> None:
    game = site(changes, cost + " 1 cloth 1 lumber")
    before = {kind: bank(game, kind) for kind in KINDS}
    events = act(game, line)
    assert hand(game) == amounts("1 cloth 1 lumber")
    paid = amounts(cost)
    assert {kind: bank(game, kind) - before[kind] for kind in KINDS if bank(game, kind) != before[kind]} == paid
    told_cards = events_of(events, "paid")[0].data["cards"]
    assert isinstance(told_cards, list)
    assert sorted(told_cards) == sorted(kind for kind, number in paid.items() for _ in range(number))
    for kind in paid:
        extra = "1 wool 1 cloth" if kind not in ("wool", "cloth") else "1 paper"
        refused(site(changes, without(cost, kind) + " " + extra), line)


TOKENS: list[tuple[str, dict[str, Any], str]] = [
    ("store n25 h10", {}, "same_resource"),
    ("store n09 h01", {}, "same_resource"),
    ("hall n25", {"buildings": ["city n25 store h10"]}, "matching_pair"),
    ("large_store n25", {"buildings": ["city n25 hall h10"]}, "same_commodity"),
    ("serf", {}, "matching_pair"),
    ("servant n25 h10", {"serfs": 1}, "matching_pair"),
    ("journeyman n25 h10", {"buildings": ["city n25 servant h10"]}, "matching_pair"),
]


@pytest.mark.parametrize(
    ("line", "changes", "price", "place"), [(*token, place % 6) for place, token in enumerate(TOKENS + TOKENS[::-1])]
)
def test_24_07_two_equal_cards_or_a_matching_pair_of_any_kind_pay(
    line: str, changes: dict[str, Any], price: str, place: int
) -> None:
    """Any kind will do (rules 24.7); who has only one is asked all the same."""
    resource = KINDS[place]
    commodity = KINDS[place + 6]
    right = {
        "same_resource": f"2 {resource}",
        "matching_pair": f"1 {resource} 1 {commodity}",
        "same_commodity": f"2 {commodity}",
    }
    wrong = {
        "same_resource": f"1 {resource} 2 {commodity}",
        "matching_pair": f"2 {resource} 1 {KINDS[(place + 1) % 6 + 6]}",
        "same_commodity": f"2 {resource} 1 {commodity} 1 {KINDS[(place + 1) % 6 + 6]}",
    }
    game = site(changes, right[price])
    act(game, line)
    assert words(game) == [f"pay {commodity if price == 'same_commodity' else resource}"]
    act(game, *words(game))
    assert hand(game) == {}
    refused(site(changes, wrong[price]), line)


@pytest.mark.parametrize(("line", "changes", "price"), TOKENS)
def test_price_is_chosen_by_the_payer(line: str, changes: dict[str, Any], price: str) -> None:
    game = site(changes, ENOUGH)
    first = 6 if price == "same_commodity" else 0
    needed = 1 if price == "matching_pair" else 2
    kinds = [kind for kind in KINDS[first : first + 6] if amounts(ENOUGH)[kind] >= needed]
    act(game, line)
    assert game.prompt(0).message.args["price"] == price
    assert sorted(offered(game, "pay")) == sorted(kinds)
    refused(game, "pay", "pay nothing", "pass")
    act(game, f"pay {kinds[2]}")
    left = amounts(ENOUGH)
    left[kinds[2]] -= needed
    if price == "matching_pair":
        left[KINDS[KINDS.index(kinds[2]) + 6]] -= 1
    assert hand(game) == left


# -- limits ------------------------------------------------------------------------------------------------------------


def test_fifteen_roads_are_all() -> None:
    game = position(me={"roads": chain(*COAST[:16]), "hand": ENOUGH}, longest_road=0)
    assert offered(game, "road") == []
    refused(game, "road n50-n54")
    fewer = position(me={"roads": chain(*COAST[:15]), "hand": ENOUGH}, longest_road=0)
    act(fewer, "road n51-n54")
    assert seen(fewer).players[0].supply["road"] == 0


def test_five_settlements_are_all() -> None:
    five = [f"settlement {where}" for where in ("n01", "n12", "n22", "n16", "n43")]
    game = position(me={"roads": chain("n09", "n14", "n10"), "buildings": five, "hand": ENOUGH})
    assert offered(game, "settlement") == []
    refused(game, "settlement n10")
    act(game, "city n01")
    assert "settlement n10" in [f"settlement {where}" for where in offered(game, "settlement")]
    act(game, "settlement n10")
    assert (seen(game).players[0].supply["settlement"], seen(game).players[0].supply["city"]) == (0, 3)


def test_four_cities_are_all_metropolises_included() -> None:
    four = ["trade n01", "city n12", "city n22", "city n16", "settlement n43"]
    game = position(me={"buildings": four, "levels": {"trade": 4}, "hand": ENOUGH})
    assert offered(game, "city") == []
    refused(game, "city n43")


def test_three_walls_are_all_and_each_city_has_one() -> None:
    """Rules 13.3."""
    four = ["city n01 wall", "city n12 wall", "city n22", "city n16", "settlement n43"]
    game = position(me={"buildings": four, "hand": ENOUGH})
    assert sorted(offered(game, "wall")) == ["n16", "n22"]
    refused(game, "wall n01", "wall n43", "wall n30")
    act(game, "wall n16")
    refused(game, "wall n22")
    assert seen(game).players[0].hand_limit == 13


def test_a_wall_may_stand_under_a_metropolis_and_a_sabotaged_city() -> None:
    """Rules 13.3."""
    game = position(me={"buildings": ["trade n01", "city n12 sabotaged"], "levels": {"trade": 4}, "hand": ENOUGH})
    act(game, "wall n01", "wall n12")
    assert (building_at(game, "n01").wall, building_at(game, "n12").wall) == (True, True)
    assert building_at(game, "n12").sabotaged
    assert seen(game).players[0].hand_limit == 11


@pytest.mark.parametrize("rank", ["basic", "strong", "mighty"])
def test_two_knights_of_each_rank_are_all(rank: str) -> None:
    knights = {"basic": ["n14", "n10"], "strong": ["n14", "n10 strong", "n03 strong"], "mighty": ["n14 strong"]}[rank]
    if rank == "mighty":
        knights += ["n10 mighty", "n03 mighty"]
    me = {"roads": chain("n09", "n14", "n10"), "knights": knights, "hand": ENOUGH, "levels": {"politics": 3}}
    me["buildings"] = ["city n25"]
    game = position(me=me)
    refused(game, {"basic": "knight n09"}.get(rank, "promote n14"))


def test_two_captains_are_all() -> None:
    """Rules 14.6."""
    me = {"knights": ["n14 captain", "n10 captain strong", "n03"], "hand": ENOUGH}
    game = position(me=me)
    assert offered(game, "captain") == []
    refused(game, "captain n03", "captain n14")


# -- roads (rules 13.1) ------------------------------------------------------------------------------------------------


def test_a_road_touches_an_own_road_or_building() -> None:
    game = position(me={"buildings": ["settlement n25"], "roads": ["n09-n14"], "hand": ENOUGH})
    around = ["n05-n09", "n09-n13", "n10-n14", "n14-n19", "n19-n25", "n20-n25", "n25-n31"]
    assert sorted(offered(game, "road")) == around
    refused(game, "road n01-n05", "road n09-n14", "road n14-n09", "road n01-n54", "road n25", "road")


def test_a_road_touching_a_knight_only_is_not_connected() -> None:
    game = position(me={"knights": ["n30"], "roads": ["n09-n14"], "hand": ENOUGH})
    refused(game, "road n24-n30")


@pytest.mark.parametrize(
    "block", [{"buildings": ["settlement n14"]}, {"knights": ["n14"]}, {"knights": ["n14 active"]}]
)
def test_an_opponents_building_or_knight_ends_the_network(block: dict[str, Any]) -> None:
    game = position(me={"roads": ["n09-n14"], "hand": ENOUGH}, others={1: block})
    assert sorted(offered(game, "road")) == ["n05-n09", "n09-n13"]
    refused(game, "road n10-n14", "road n14-n19")


def test_an_own_building_behind_an_opponents_knight_connects_itself() -> None:
    game = position(me={"buildings": ["settlement n14"], "roads": ["n09-n14"], "hand": ENOUGH})
    assert {"n10-n14", "n14-n19"} <= set(offered(game, "road"))


def test_a_taken_path_is_not_built_again() -> None:
    game = position(me={"roads": ["n09-n14"], "hand": ENOUGH}, others={1: {"roads": ["n10-n14"]}})
    refused(game, "road n10-n14")
    assert "n14-n19" in offered(game, "road")


# -- settlements and cities (rules 13.2) -------------------------------------------------------------------------------


def test_a_settlement_keeps_its_distance_and_needs_an_own_road() -> None:
    me = {"roads": chain("n09", "n14", "n10", "n06"), "hand": ENOUGH}
    game = position(me=me, others={1: {"buildings": ["settlement n02"]}})
    assert sorted(offered(game, "settlement")) == ["n09", "n10", "n14"]
    refused(game, "settlement n06", "settlement n02", "settlement n13", "settlement n40")
    act(game, "settlement n09")
    assert offered(game, "settlement") == ["n10"]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_settlement_needs_an_intersection_without_knight(seat: int) -> None:
    """Rules 14.7."""
    knights: dict[int, dict[str, Any]] = {0: {"roads": chain("n09", "n14", "n10"), "hand": ENOUGH}, 1: {}}
    knights[seat] = knights[seat] | {"knights": ["n14"]}
    game = position(me=knights[0], others={1: knights[1]})
    assert sorted(offered(game, "settlement")) == ["n09", "n10"]
    refused(game, "settlement n14")


def test_knights_do_not_keep_distance_from_buildings() -> None:
    me = {"roads": chain("n09", "n14", "n10"), "hand": ENOUGH}
    game = position(me=me, others={1: {"knights": ["n13"]}})
    assert "n09" in offered(game, "settlement")
    act(game, "settlement n09", "knight n14", "pass")
    assert knight_at(game, "n14").rank == 1


def test_a_city_replaces_an_own_settlement() -> None:
    """Rules 15.4."""
    me = {"buildings": ["settlement n09 store h01 servant h02", "city n25"], "hand": ENOUGH, "serfs": 1}
    game = position(me=me, others={1: {"buildings": ["settlement n40"]}})
    refused(game, "city n25", "city n40", "city n10")
    before = points(game)
    act(game, "city n09")
    assert points(game) == before + 1
    city = building_at(game, "n09")
    assert (city.city, city.chip, city.chip_hex, city.servants) == (True, 1, 0, [1])
    assert seen(game).players[0].supply["settlement"] == 5


def test_several_levels_and_steps_may_be_bought_in_one_turn() -> None:
    """Rules 15.3."""
    game = position(me=SITE | {"hand": ENOUGH})
    act(game, "improve trade", "improve trade", "improve trade")
    assert level(game, "trade") == 3
    assert hand(game).get("cloth", 0) == 0
    act(game, "store n25 h10", "pay ore", "hall n25", "pay ore", "large_store n25", "pay meat")
    assert building_at(game, "n25").chip == 3
    assert building_at(game, "n25").chip_hex == 9
    assert player(game).serfs == 0


def test_a_path_is_named_from_either_end() -> None:
    game = position(me={"roads": ["n25-n31"], "hand": "1 brick 1 lumber", "cards": ["road_building"]})
    assert game.normal(0, ("road", "n25-n20")) == ("road", "n20-n25")
    act(game, "road n25-n20", "play road_building", "choose n20-n15", "choose n10-n15")
    assert {"n15-n20", "n10-n15", "n20-n25"} <= set(seen(game).players[0].roads)
