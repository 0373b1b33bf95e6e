"""Stored states: what no game can continue from is refused, what has been lost or doubled is found (rules 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import engines
from engines.contract import CorruptState, Game
from tests.engines.burgundy.positions import position

Dump = dict[str, Any]


def sound() -> Game:
    me = {"storage": ["bank", "ship"], "goods": {"pink": 2}, "silverlings": 2, "workers": 3, "covered": {"e3": "mine"}}
    return position(me=me | {"knows": ["k3"]}, lying={"1": {"red": 1}})


def test_positions_made_for_tests_are_sound() -> None:
    assert sound().audit() == []
    assert engines.load(sound().dump()) == sound()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("players", 0, "workers"), -1),
        (("players", 0, "silverlings"), -1),
        (("players", 0, "silverlings"), "5"),
        (("players", 0, "board"), "10"),
        (("players", 0, "board"), ""),
        (("players", 0, "covered"), {"z9": "castle"}),
        (("players", 0, "covered"), {"d4": "atlantis"}),
        (("players", 0, "storage"), ["atlantis"]),
        (("players", 0, "storage"), ["bank", "ship", "mine", "mine"]),
        (("players", 0, "goods"), {"gold": 1}),
        (("players", 0, "goods"), {"pink": -1}),
        (("players", 0, "sold"), {"pink": -2}),
        (("players", 0, "sold"), {"gold": 1}),
        (("players", 0, "rolled"), [7, 1]),
        (("players", 0, "unused"), [0, 3]),
        (("players", 0, "unused"), [1, 2, 3]),
        (("players", 0, "bonus"), ["gold.large"]),
        (("players", 0, "bonus"), ["mine"]),
        (("players", 0, "earned"), {"luck": 5}),
        (("players",), []),
        (("seats",), 9),
        (("seats",), 2),
        (("game",), "macao"),
        (("turn",), 26),
        (("turn",), -1),
        (("white",), 7),
        (("order",), [0, 1]),
        (("order",), [0, 1, 1]),
        (("order",), [0, 1, 3]),
        (("track", "spaces"), [[0, 1]]),
        (("track", "spaces"), [[0, 1, 2, 2]]),
        (("track", "spaces"), [[0, 1, 7]]),
        (("depots", "1"), ["atlantis"]),
        (("depots",), {}),
        (("lying", "1"), {"gold": 1}),
        (("lying", "1"), {"pink": -1}),
        (("lying",), {}),
        (("coming",), ["gold"]),
        (("coming",), []),
        (("stacks",), []),
        (("supplies", "ship"), ["atlantis"]),
        (("supplies", "ship"), []),
        (("supplies", "black"), []),
        (("supplies",), {}),
        (("removed",), ["atlantis"]),
        (("bonus",), {}),
        (("bonus", "mine"), ["huge"]),
        (("options", "edition"), "1999"),
        (("options", "tie_break"), "none"),
        (("options",), {"weather": "fair"}),
        (("stack",), [{"type": "Nothing"}]),
        (("stack",), [{"type": "Turn", "seat": 9}]),
        (("stack",), [{"type": "Turn", "seat": -1}]),
        (("dice",), {"seed": "x", "count": 0}),
    ],
    ids=str,
)
def test_a_state_no_game_can_continue_from_is_named(path: tuple[Any, ...], value: object) -> None:
    dump = sound().dump()
    place: Any = dump
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != value
    place[path[-1]] = value
    game = type(sound())
    with pytest.raises(CorruptState) as fault:
        game.load(dump)
    assert "burgundy" in str(fault.value)


def faults(dump: Dump) -> list[str]:
    """Return the fault found on loading or, if there is none, those that the audit finds."""
    try:
        return engines.load(dump).audit()
    except CorruptState as fault:
        return [str(fault)]


def lose_a_tile(dump: Dump) -> None:
    dump["removed"].pop()


def double_a_stored_tile(dump: Dump) -> None:
    dump["players"][0]["storage"].append("bank")


def double_a_knowledge_tile(dump: Dump) -> None:
    dump["players"][1]["storage"].append("k3")


def lose_a_supply_tile(dump: Dump) -> None:
    dump["supplies"]["black"].pop()


def swap_a_tile_for_another(dump: Dump) -> None:
    dump["depots"]["1"] = ["market"]


def double_goods(dump: Dump) -> None:
    dump["players"][0]["goods"]["pink"] += 1


def lose_goods(dump: Dump) -> None:
    dump["lying"]["1"] = {}


def lose_unseen_goods(dump: Dump) -> None:
    dump["leftover"].pop()


def swap_unseen_goods(dump: Dump) -> None:
    dump["stacks"][0][0] = "pink" if dump["stacks"][0][0] != "pink" else "red"


def lose_a_placed_tile(dump: Dump) -> None:
    del dump["players"][0]["covered"]["e3"]


def lose_the_start_castle(dump: Dump) -> None:
    del dump["players"][1]["covered"]["d4"]


def four_types_of_goods(dump: Dump) -> None:
    dump["players"][2]["goods"] = {"pink": 1, "red": 1, "brown": 1, "orange": 1}


def a_bonus_twice(dump: Dump) -> None:
    dump["players"][0]["bonus"] = ["mine.large"]
    dump["players"][1]["bonus"] = ["mine.large"]


DAMAGE: list[Callable[[Dump], None]] = [
    lose_a_tile,
    double_a_stored_tile,
    double_a_knowledge_tile,
    lose_a_supply_tile,
    swap_a_tile_for_another,
    double_goods,
    lose_goods,
    lose_unseen_goods,
    swap_unseen_goods,
    lose_a_placed_tile,
    lose_the_start_castle,
    four_types_of_goods,
    a_bonus_twice,
]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: str(damage.__name__))
def test_damage_is_found_by_load_or_audit(damage: Callable[[Dump], None]) -> None:
    dump = sound().dump()
    damage(dump)
    assert dump != sound().dump()
    assert faults(dump) != []


WRONG: list[tuple[tuple[Any, ...], object]] = [
    (("players", 0, "covered"), {"d4": "castle", "e3": "ship", "c4": "k3"}),
    (("players", 0, "knowledge"), []),
    (("players", 0, "knowledge"), ["k4"]),
    (("players", 0, "unused"), [1, 2]),
    (("players", 0, "unused"), [4, 3]),
    (("players", 0, "bonus"), ["mine.small"]),
    (("white",), 0),
    (("coming",), ["pink"]),
    (("over",), True),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=str)
def test_contradictions_are_found_by_load_or_audit(path: tuple[Any, ...], value: object) -> None:
    dump = sound().dump()
    place: Any = dump
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != value
    place[path[-1]] = value
    assert faults(dump) != []


@pytest.mark.parametrize(
    "step",
    [
        {"type": "Store", "seat": 0, "depot": "1", "tile": "bank", "paid": None},
        {"type": "Store", "seat": 0, "depot": "7", "tile": "bank", "paid": None},
        {"type": "Store", "seat": 7, "depot": "3", "tile": "bank", "paid": None},
        {"type": "Discard", "seat": 0, "tile": "bank"},
        {"type": "Building", "seat": 0, "building": "bank"},
        {"type": "Building", "seat": 7, "building": "market"},
        {"type": "Castle", "seat": -1},
        {"type": "KeepGoods", "seat": 0, "depots": ["1"]},
        {"type": "KeepGoods", "seat": 0, "depots": ["black"]},
        {"type": "KeepGoods", "seat": 7, "depots": ["1"]},
        {"type": "MoveMarker", "seat": 7},
        {"type": "ChooseBoard", "seat": 7},
        {"type": "StartCastle", "seat": 0},
        {"type": "Turn", "seat": 0},
    ],
    ids=str,
)
def test_a_step_that_cannot_wait_here_is_named(step: Dump) -> None:
    dump = sound().dump()
    dump["stack"].append(step)
    with pytest.raises(CorruptState):
        engines.load(dump)
