"""Castles and effects inside one another, depth first (rules 7, test cases 26, 27, rulings A7, A8, A11)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from tests.engines.burgundy.moves import data, gains, offered
from tests.engines.burgundy.positions import EMPTY, FILL, position
from tests.engines.playing import act, kinds, player, refused, words


def castle(**changes: Any) -> Game:
    """Return a game in which a castle has just been placed on b3 with a 6; the 4 is left."""
    me = {"dice": (6, 4), **changes.pop("me", {})}
    me["storage"] = ["castle", *me.get("storage", [])]
    me["covered"] = {"c3": "church", **me.get("covered", {})}
    game = position(me=me, **changes)
    act(game, "place castle b3 die 6")
    return game


def test_a_castle_brings_an_action_with_any_number() -> None:
    game = castle(me={"storage": ["bank", "ship"], "goods": {"pink": 1, "orange": 2}})
    takes = {f"take {depot} {tiles[0]}" for depot, tiles in FILL.items()}
    places = {"place bank e4", "place ship d3", "place ship d5"}
    assert set(words(game)) == {*takes, *places, "sell pink", "sell orange", "workers"}
    refused(game, "pass", "end", "workers die 4", "take 4 ship die 4", "take black church", "buy black church")
    assert not game.prompt(0).optional


def test_the_castle_action_uses_no_die_and_no_worker() -> None:
    for line in ("take 1 watchtower", "place bank e4", "sell pink", "workers"):
        game = castle(me={"storage": ["bank"], "goods": {"pink": 1}, "workers": 5})
        assert player(game).unused == [4]
        act(game, line)
        assert player(game).unused == [4]
        assert player(game).workers == (7 if line == "workers" else 5)
        assert f"workers die {player(game).unused[0]}" in words(game)


def test_a_castle_may_take_a_tile() -> None:
    game = castle()
    act(game, "take 6 cow3")
    assert player(game).storage == ["cow3"]
    assert game.state.depots["6"] == []


def test_a_castle_action_never_needs_a_discard() -> None:
    game = castle(me={"storage": ["bank", "ship"]})
    act(game, "take 6 cow3")
    assert player(game).storage == ["bank", "ship", "cow3"]
    assert "discard" not in {line.split()[0] for line in words(game)}


def test_a_castle_may_place_sell_or_bring_workers() -> None:
    gains(castle(me={"storage": ["bank"]}), "place bank e4", silverlings=2)
    gains(castle(me={"goods": {"orange": 2}}), "sell orange", vp=6, silverlings=1)
    gains(castle(), "workers", workers=2)


def test_case_26_with_nothing_else_possible_a_castle_brings_workers() -> None:
    me = {"storage": ["castle"], "covered": {"c3": "church"}, "dice": (6,)}
    game = position(me=me, depots=EMPTY)
    gains(game, "place castle b3 die 6", workers=2)
    assert game.to_act == (1,)


def test_the_castle_action_cannot_be_declined() -> None:
    """Ruling A8."""
    refused(castle(), "pass", "end")


def test_nothing_is_bought_before_the_castle_action() -> None:
    """Ruling A7: in the first edition only outside actions."""
    game = castle(me={"silverlings": 4})
    assert not offered(game, "buy")
    act(game, "workers")
    assert offered(game, "buy")


def test_case_27_a_city_hall_places_a_castle_which_places_a_ship() -> None:
    me = {"storage": ["city_hall", "castle", "ship"], "covered": {"c4": "k16"}, "dice": (3, 1)}
    game = position(me=me, lying={"2": {"pink": 2}, "5": {"red": 1}})
    act(game, "place city_hall e4 die 3")
    assert {"place castle b3", "place ship d5", "place ship d3", "pass"} == set(words(game))
    act(game, "place castle b3")
    assert {"place ship d3", "place ship d5", "workers"} <= set(words(game))
    act(game, "place ship d5", "goods 2")
    assert player(game).goods == {"pink": 2}
    assert game.state.track.space(0) == 1
    assert player(game).unused == [1]
    assert game.to_act == (0,)


def test_two_castles_in_a_row_act_one_after_the_other() -> None:
    me = {"storage": ["castle", "castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    game = position(me=me)
    act(game, "place castle b3 die 6")
    assert {"place castle a2", "place castle a3"} <= set(words(game))
    act(game, "place castle a2", "workers")
    assert player(game).workers == 2
    assert player(game).unused == [4]


def test_castle_city_hall_and_castle_act_one_inside_the_other() -> None:
    """Every effect is resolved in full before the next die."""
    me = {"storage": ["castle", "city_hall", "castle"], "covered": {"c3": "church"}, "dice": (6, 4)}
    game = position(me=me)
    act(game, "place castle b3 die 6", "place city_hall e4", "place castle a3", "take 5 boarding_house")
    assert player(game).storage == ["boarding_house"]
    assert list(player(game).covered) == ["d4", "c3", "b3", "e4", "a3"]
    assert player(game).unused == [4]


def test_a_tile_taken_by_a_workshop_in_a_city_hall_is_not_placed_by_it() -> None:
    """A tile taken by an inner effect is there for the outer chain's next action only."""
    me = {"storage": ["city_hall", "carpenters_workshop"], "dice": (3, 4)}
    game = position(me=me)
    act(game, "place city_hall e4 die 3", "place carpenters_workshop e5")
    assert set(words(game)) == {"take 1 watchtower", "take 3 bank", "take 5 boarding_house", "pass"}
    act(game, "take 3 bank")
    assert player(game).storage == ["bank"]
    refused(game, "place bank f4", "place bank c3", "pass")
    assert player(game).unused == [4]


def test_church_takes_a_castle_that_the_next_die_places() -> None:
    me = {"storage": ["church"], "covered": {"c3": "church"}, "dice": (3, 6)}
    game = position(me=me, depots={"2": ["castle"]})
    act(game, "place church e4 die 3", "take 2 castle", "place castle b3 die 6", "workers")
    assert player(game).covered["b3"] == "castle"
    assert player(game).workers == 2


def test_a_market_placed_by_a_castle_placed_by_a_city_hall_takes_a_tile() -> None:
    me = {"storage": ["city_hall", "castle", "market"], "covered": {"c3": "church"}, "dice": (3, 1)}
    game = position(me=me)
    act(game, "place city_hall e4 die 3", "place castle b3", "place market e5")
    assert set(words(game)) == {"take 4 ship", "take 6 cow3", "pass"}
    act(game, "take 4 ship")
    assert player(game).storage == ["ship"]
    assert player(game).unused == [1]


def test_a_warehouse_placed_by_a_city_hall_sells() -> None:
    game = position(me={"storage": ["city_hall", "warehouse"], "goods": {"brown": 2}})
    act(game, "place city_hall e4 die 3", "place warehouse c3")
    gains(game, "sell brown", vp=6, silverlings=1)
    assert player(game).unused == [4]


def test_a_ship_in_a_city_hall_is_resolved_before_the_next_die() -> None:
    game = position(me={"storage": ["city_hall", "ship"]}, lying={"1": {"red": 1}, "3": {"pink": 1}})
    act(game, "place city_hall e4 die 3", "place ship d3")
    assert set(words(game)) == {"goods 1", "goods 3", "goods none"}
    act(game, "goods 3")
    assert player(game).goods == {"pink": 1}


def test_a_castle_placed_by_die_keeps_the_other_die_until_the_chain_is_over() -> None:
    game = castle(me={"storage": ["city_hall", "market"]})
    act(game, "place city_hall e4", "place market e5")
    refused(game, "workers die 4", "end")
    act(game, "pass")
    assert "workers die 4" in words(game)


def test_knowledge_placed_by_a_castle_counts_at_once() -> None:
    """Ruling A11: knowledge placed this turn serves the rest of it."""
    me = {"storage": ["castle", "k14"], "covered": {"c3": "church"}, "dice": (6, 4)}
    game = position(me=me)
    act(game, "place castle b3 die 6", "place k14 c4")
    gains(game, "workers die 4", workers=4)


def test_knowledge_of_a_city_hall_serves_the_castle_that_follows() -> None:
    """Ruling A11: also a castle action that follows."""
    me = {"storage": ["city_hall", "k13", "castle"], "covered": {"c3": "church", "e3": "mine"}, "dice": (3, 6)}
    game = position(me=me)
    act(game, "place city_hall e4 die 3", "place k13 c4", "place castle b3 die 6")
    gains(game, "workers", workers=2, silverlings=1)


@pytest.mark.parametrize(
    ("knows", "workers", "silverlings"), [(["k13"], 2, 1), (["k14"], 4, 0), (["k13", "k14"], 4, 1)]
)
def test_the_virtual_die_of_a_castle_counts_for_13_and_14(knows: list[str], workers: int, silverlings: int) -> None:
    game = castle(me={"knows": knows})
    gains(game, "workers", workers=workers, silverlings=silverlings)


def test_regions_score_before_effects() -> None:
    """Rules 7, ruling A10: tile, region, colour, effect."""
    game = position(me={"storage": ["watchtower"]})
    events = gains(game, "place watchtower c3 die 3", vp=1 + 6 + 4)
    assert kinds(events) == ["placed", "region", "watchtower"]
    game = position(me={"storage": ["city_hall", "bank"]})
    events = act(game, "place city_hall e4 die 3", "place bank c3")
    assert kinds(events) == ["placed", "placed", "region", "tile_silverlings"]
    assert data(events, "region") == [{"colour": "building", "size": 1, "points": 7}]


def test_the_workers_of_a_boarding_house_in_a_chain_pay_for_the_next_die() -> None:
    game = position(me={"storage": ["city_hall", "boarding_house"], "dice": (3, 4)})
    act(game, "place city_hall e4 die 3", "place boarding_house c3", "take 6 cow3 die 4 workers 2")
    assert player(game).storage == ["cow3"]
    assert player(game).workers == 2
