"""What each building does when it is placed (rules 7, test case 17, ruling A9)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Game
from tests.engines.burgundy.moves import data, gains, offered
from tests.engines.burgundy.positions import EMPTY, FILL, position
from tests.engines.playing import act, kinds, player, refused, words

ALL = {
    "1": ["watchtower", "k3", "ship"],
    "2": ["mine", "castle"],
    "3": ["bank", "k16"],
    "4": ["ship", "sheep2"],
    "5": ["boarding_house", "bank"],
    "6": ["cow3", "castle"],
}
BUILDINGS = {"1 watchtower", "3 bank", "5 boarding_house", "5 bank"}
SACRED = {"2 mine", "2 castle", "6 castle", "1 k3", "3 k16"}
TRADE = {"1 ship", "4 ship", "4 sheep2", "6 cow3"}
TAKES = {"carpenters_workshop": BUILDINGS, "church": SACRED, "market": TRADE}


def placed(building: str, **changes: Any) -> Game:
    """Return a game in which the building has just been placed on e4 with a 3; the 4 is left."""
    me = {**changes.pop("me", {})}
    me["storage"] = [building, *me.get("storage", [])]
    game = position(me=me, **changes)
    act(game, f"place {building} e4 die 3")
    return game


@pytest.mark.parametrize("building", TAKES)
def test_a_building_takes_its_colours_from_any_numbered_depot(building: str) -> None:
    game = placed(building, depots=ALL)
    assert set(words(game)) == {*(f"take {tile}" for tile in TAKES[building]), "pass"}
    assert game.prompt(0).optional
    others = set().union(*TAKES.values()) - TAKES[building]
    refused(game, *(f"take {tile}" for tile in sorted(others)), "take black church", "take black pig4", "end")
    for tile in sorted(TAKES[building]):
        copy = game.copy()
        events = gains(copy, f"take {tile}")
        depot, kind = tile.split()
        assert player(copy).storage == [kind]
        assert len(copy.state.depots[depot]) == len(ALL[depot]) - 1
        assert player(copy).unused == [4]
        assert data(events, "took") == [{"tile": kind, "depot": depot}]


@pytest.mark.parametrize("building", TAKES)
def test_taking_by_building_is_optional(building: str) -> None:
    game = placed(building, depots=ALL)
    before = game.dump()
    events = gains(game, "pass")
    assert data(events, "passed") == [{"tile": building}]
    assert game.state.depots == before["depots"]
    assert player(game).storage == []
    assert player(game).unused == [4]


@pytest.mark.parametrize("building", TAKES)
def test_case_17_an_effect_that_is_impossible_is_lost(building: str) -> None:
    """Even if the black depot holds a fitting tile."""
    black = ["ship", "pig4", "castle", "k7", "bank", "mine"]
    game = position(me={"storage": [building]}, depots={**EMPTY, "black": black, "4": unfit(building)})
    events = gains(game, f"place {building} e4 die 3")
    assert player(game).covered["e4"] == building
    assert data(events, "no_effect") == [{"tile": building}]
    assert game.state.depots["black"] == black


def unfit(building: str) -> list[str]:
    return {"carpenters_workshop": ["ship", "mine"], "church": ["ship", "bank"], "market": ["bank", "k3"]}[building]


@pytest.mark.parametrize("building", TAKES)
def test_a_taking_building_always_finds_an_empty_space(building: str) -> None:
    game = placed(building, me={"storage": ["mine", "k26"]}, depots=ALL)
    removed = list(game.state.removed)
    act(game, words(game)[0])
    assert len(player(game).storage) == 3
    assert game.state.removed == removed


def test_boarding_house_brings_four_workers() -> None:
    events = gains(position(me={"storage": ["boarding_house"]}), "place boarding_house e4 die 3", workers=4)
    assert data(events, "tile_workers") == [{"tile": "boarding_house", "count": 4}]


def test_bank_brings_two_silverlings() -> None:
    events = gains(position(me={"storage": ["bank"]}), "place bank e4 die 3", silverlings=2)
    assert data(events, "tile_silverlings") == [{"tile": "bank", "count": 2}]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_watchtower_brings_four_points(seats: int) -> None:
    game = position(seats=seats, me={"storage": ["watchtower"]})
    events = gains(game, "place watchtower e4 die 3", vp=4)
    assert data(events, "watchtower") == [{"points": 4}]
    assert player(game).earned == {"watchtowers": 4}


def test_city_hall_places_one_further_tile_whatever_its_number() -> None:
    game = placed("city_hall", me={"storage": ["bank", "ship"]})
    banks = {f"place bank {hex}" for hex in ("c3", "e5", "f4")}
    assert set(words(game)) == {*banks, "place ship d3", "place ship d5", "pass"}
    refused(game, "place ship d5 die 4", "place ship d2", "place bank b5", "place bank e4", "take 4 ship", "end")
    gains(game, "place bank f4", silverlings=2)
    assert player(game).unused == [4]
    assert player(game).storage == ["ship"]


def test_city_hall_keeps_the_other_rules_of_placing() -> None:
    game = placed("city_hall", me={"storage": ["bank", "city_hall"], "covered": {"e3": "mine"}})
    assert "place city_hall e5" not in words(game)
    assert "place city_hall c3" in words(game)
    game = placed("city_hall", me={"storage": ["bank"], "covered": {"e5": "bank"}})
    assert offered(game, "place") == {"bank c3"}


def test_city_hall_may_be_declined() -> None:
    game = placed("city_hall", me={"storage": ["bank"]})
    events = gains(game, "pass")
    assert data(events, "passed") == [{"tile": "city_hall"}]
    assert player(game).storage == ["bank"]
    assert player(game).covered == {"d4": "castle", "e4": "city_hall"}


@pytest.mark.parametrize("storage", [[], ["pig2"], ["castle"]])
def test_city_hall_with_nothing_to_place_has_no_effect(storage: list[str]) -> None:
    game = position(me={"storage": ["city_hall", *storage], "silverlings": 2})
    events = gains(game, "place city_hall e4 die 3")
    assert data(events, "no_effect") == [{"tile": "city_hall"}]
    assert player(game).unused == [4]


def test_building_effects_need_no_die() -> None:
    game = placed("market", me={"dice": (3,)}, depots=ALL)
    act(game, "take 6 cow3")
    assert game.to_act == (1,)
    assert player(game).storage == ["cow3"]


def test_nothing_is_bought_and_no_turn_ends_while_an_effect_waits() -> None:
    """Ruling A7."""
    for building in (*TAKES, "city_hall", "warehouse"):
        me = {"silverlings": 9, "workers": 9, "storage": ["ship"], "goods": {"pink": 1}, "knows": ["k6"]}
        game = placed(building, me=me, depots=FILL | {"1": ["watchtower", "k3"]})
        assert not offered(game, "buy")
        refused(game, "buy black church", "buy 4 ship", "end", "workers die 4", "take 4 ship die 4")


def test_a_knowledge_tile_has_no_effect_of_its_own_when_placed() -> None:
    game = position(me={"storage": ["k16"], "dice": (1, 4)})
    events = gains(game, "place k16 c4 die 1")
    assert kinds(events) == ["placed"]
    assert player(game).knowledge == ["k16"]
