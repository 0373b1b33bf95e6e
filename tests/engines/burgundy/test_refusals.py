"""A refusal says why, and nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import IllegalAction, Message
from tests.engines.burgundy.asking import decisions
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act


@pytest.mark.parametrize(
    ("decision", "line", "reason"),
    [
        ("turn", "take 9 bank die 3", "no_depot"),
        ("turn", "take 3 nonsense die 3", "no_tile"),
        ("turn", "take black church die 3", "only_bought"),
        ("turn", "sell gold die 3", "no_such_goods"),
        ("turn", "place nonsense e4 die 3", "no_tile"),
        ("turn", "buy 3 bank", "black_only"),
        ("turn", "buy black church workers 1", "silverlings_only"),
        ("turn", "hire 3 bank", "no_knowledge_6"),
        ("last", "take 4 ship die 4", "no_die"),
        ("later", "buy 4 ship", "black_only"),
        ("special", "hire 2 mine", "hire"),
        ("special", "hire black church", "hire"),
        ("church", "take 1 watchtower", "fetches"),
        ("market", "take 1 watchtower", "fetches"),
        ("market", "take 4 ship die 4", "no_die_needed"),
        ("warehouse", "sell brown", "not_stored"),
        ("city_hall", "buy black church", "not_inside"),
        ("castle", "buy black church", "not_inside"),
        ("castle", "pass", "castle_acts"),
        ("castle", "workers die 4", "no_die_needed"),
        ("discard", "discard church", "discard"),
        ("ship", "goods 6", "no_goods"),
        ("ship", "goods 1 2", "two_depots"),
        ("keep", "keep turquoise", "keep"),
        ("start", "start d1", "start"),
        ("board", "board 77", "board"),
    ],
)
def test_a_refusal_names_the_reason(decision: str, line: str, reason: str) -> None:
    game = decisions()[decision]
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, tuple(line.split()))
    assert refusal.value.reason.id == f"burgundy.refuse.{reason}"


@pytest.mark.parametrize("building", ["market", "church", "carpenters_workshop", "warehouse"])
def test_in_later_editions_too_nothing_is_bought_inside_a_building_that_takes_or_sells(building: str) -> None:
    me = {"storage": [building], "goods": {"pink": 2}, "silverlings": 4, "dice": (3, 4)}
    game = position(me=me, edition="2019", depots={**FILL, "1": ["watchtower", "k3"]})
    act(game, f"place {building} e4 die 3")
    with pytest.raises(IllegalAction) as refusal:
        game.check(0, ("buy", "black", "church"))
    assert refusal.value.reason.id == "burgundy.refuse.not_inside"


REASONS: dict[str, tuple[dict[str, Any], str, Message]] = {
    "the die is not there": (
        {},
        "take 4 ship die 5",
        Message("burgundy.refuse.no_such_die", {"die": 5, "dice": ["3", "4"]}),
    ),
    "the depot is empty": (
        {"depots": {"4": []}},
        "take 4 ship die 4",
        Message("burgundy.refuse.in_no_depot", {"tile": "ship"}),
    ),
    "the tile is elsewhere": (
        {"depots": {"4": ["castle"], "3": ["ship"]}},
        "take 4 ship die 4",
        Message("burgundy.refuse.not_in_depot", {"tile": "ship", "depot": "4"}),
    ),
    "too few workers": (
        {"me": {"workers": 1, "dice": (2, 4)}},
        "take 6 cow3 die 4 workers 2",
        Message("burgundy.refuse.out_of_reach_yet", {"die": 4, "n": 2, "workers": 1}),
    ),
    "too few workers for the last die": (
        {"me": {"workers": 1, "dice": (4,)}},
        "take 6 cow3 die 4 workers 2",
        Message("burgundy.refuse.out_of_reach", {"die": 4, "n": 2, "workers": 1}),
    ),
    "too few workers for one of two dice": (
        {"me": {"workers": 1, "dice": (2, 5)}},
        "take 6 cow3 die 2 workers 2",
        Message("burgundy.refuse.out_of_reach_for_one", {"die": 2, "n": 2, "workers": 1, "other": 5}),
    ),
    "no such goods": ({}, "sell red die 4", Message("burgundy.refuse.not_stored", {"goods": "red"})),
    "no neighbour": (
        {"me": {"storage": ["bank"], "dice": (1, 3)}},
        "place bank e5 die 1",
        Message("burgundy.refuse.apart", {"hex": "e5"}),
    ),
    "twice in a city": (
        {"me": {"storage": ["bank"], "covered": {"e4": "bank"}, "dice": (1, 3)}},
        "place bank e5 die 1",
        Message("burgundy.refuse.twice", {"tile": "bank"}),
    ),
    "wrong colour": (
        {"me": {"storage": ["bank"]}},
        "place bank e3 die 4",
        Message("burgundy.refuse.colour", {"hex": "e3", "colour": "mine"}),
    ),
    "wrong number": (
        {"me": {"storage": ["bank"], "dice": (4, 4)}},
        "place bank e4 die 4",
        Message("burgundy.refuse.out_of_reach_yet", {"die": 4, "n": 1, "workers": 0}),
    ),
    "another number of workers": (
        {"me": {"workers": 3, "dice": (1, 3)}},
        "take 4 ship die 1 workers 2",
        Message("burgundy.refuse.workers_needed", {"die": 1, "n": 3}),
    ),
    "workers where none are needed": (
        {"me": {"workers": 3}},
        "workers die 3 workers 1",
        Message("burgundy.refuse.workers_needed", {"die": 3, "n": 0}),
    ),
    "no die named": ({}, "take 4 ship", Message("burgundy.refuse.which_die", {"dice": ["3", "4"]})),
    "no die named, and none reaches it": (
        {"me": {"dice": (1, 2), "workers": 1}},
        "take 4 ship",
        Message("burgundy.refuse.out_of_reach_yet", {"die": 2, "n": 2, "workers": 1}),
    ),
    "no such die for workers": (
        {},
        "workers die 1",
        Message("burgundy.refuse.no_such_die", {"die": 1, "dice": ["3", "4"]}),
    ),
    "workers for the price that are not there": (
        {"me": {"silverlings": 2, "knows": ["k6"]}, "edition": "2019"},
        "buy black church workers 1",
        Message("burgundy.refuse.silverlings_only", {}),
    ),
    "covered": (
        {"me": {"storage": ["bank"], "covered": {"e4": "market"}}},
        "place bank e4 die 3",
        Message("burgundy.refuse.covered", {"hex": "e4"}),
    ),
    "not stored": ({}, "place bank e4 die 3", Message("burgundy.refuse.not_in_storage", {"tile": "bank"})),
    "no money": ({"me": {"silverlings": 1}}, "buy black church", Message("burgundy.refuse.silverlings", {"n": 1})),
    "bought already": (
        {"me": {"silverlings": 4, "purchased": True}},
        "buy black church",
        Message("burgundy.refuse.one_purchase"),
    ),
    "not for sale": (
        {"me": {"silverlings": 4}},
        "buy black ship",
        Message("burgundy.refuse.not_in_depot", {"tile": "ship", "depot": "black"}),
    ),
    "dice left": ({}, "end", Message("burgundy.refuse.dice_left", {"n": 2})),
}
"""What changes in the position, what is typed, and the whole reason."""


@pytest.mark.parametrize("name", REASONS)
def test_a_refusal_in_a_turn_says_why(name: str) -> None:
    changes, line, reason = REASONS[name]
    game = position(**changes)
    before = game.dump()
    with pytest.raises(IllegalAction) as refusal:
        game.play(0, tuple(line.split()))
    assert refusal.value.reason == reason
    assert game.dump() == before


def test_who_has_no_goods_is_told_so_whatever_goods_are_named() -> None:
    game = position(me={"goods": {}, "dice": (3, 4)})
    for line in ("sell", "sell gold die 3"):
        with pytest.raises(IllegalAction) as refusal:
            game.check(0, tuple(line.split()))
        assert refusal.value.reason.id == "burgundy.refuse.no_own_goods"


def test_of_own_goods_out_of_reach_those_are_told_that_need_the_fewest_workers() -> None:
    """Rules 6.4: turquoise is sold with a 1, pink with a 3."""
    game = position(me={"goods": {"turquoise": 1, "pink": 1}, "dice": (4, 5), "workers": 0})
    assert game.obstacle(0, ("sell",)) == Message("burgundy.refuse.out_of_reach_yet", {"die": 4, "n": 1, "workers": 0})
