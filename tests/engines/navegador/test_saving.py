"""Dumps: what comes back from one, what is refused, what the audit says."""

from __future__ import annotations

from typing import Any

import pytest

import engines
from engines.contract import CorruptState
from tests.engines.navegador.asking import decisions
from tests.engines.navegador.moves import on, words
from tests.engines.navegador.positions import CATEGORIES, position, up_to
from tests.engines.playing import act, refused


def test_a_position_survives_dump_and_load() -> None:
    game = on("sailing", me={"fleet": {"portugal": 4}}, discovered=["guine"])
    act(game, "sail portugal guine 1")
    again = engines.load(game.dump())
    assert again == game
    assert words(again) == words(game)
    refused(again, "sail guine portugal 1")


@pytest.mark.parametrize(
    "damage",
    [
        {"game": "tabula"},
        {"seats": 6},
        {"seats": "3"},
        {"phase": "one"},
        {"phase": 4},
        {"players": []},
        {"market": {"sugar": 4, "gold": 4}},
        {"market": {"sugar": 0, "gold": 4, "spice": 4}},
        {"market": {"sugar": 11, "gold": 4, "spice": 4}},
        {"discovered": ["portugal", "atlantis"]},
        {"card": {"holder": 7}},
        {"stack": [{"type": "Nonsense"}]},
    ],
)
def test_a_damaged_dump_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(CorruptState):
        engines.load(position().dump() | damage)


@pytest.mark.parametrize(
    ("decision", "damage"),
    [
        ("rondel", {"seat": 3}),
        ("rondel", {"seat": -1}),
        ("card", {"card": False}),
        ("giveup", {"left": 0}),
        ("giveup", {"left": 5}),
        ("sailing", {"borders": 2}),
        ("sailing", {"moored": {"guine": 3}}),
        ("sailing", {"moored": {"guine": 0}}),
        ("sailing", {"moored": {"bahia": 1}}),
        ("colony", {"taken": {"guine": 4}}),
        ("colony", {"taken": {"atlantis": 1}}),
        ("colony", {"taken": {"guine": 0}}),
        ("builder", {"busy": 10}),
        ("builder", {"busy": -1}),
        ("market", {"traded": ["gold", "gold"]}),
        ("market", {"traded": ["silk"]}),
        ("workers", {"seat": 9}),
        ("privilege", {"seat": 9}),
    ],
)
def test_a_damaged_decision_is_refused(decision: str, damage: dict[str, Any]) -> None:
    dump = decisions()[decision].dump()
    engines.load(dump)
    dump["stack"][-1] |= damage
    with pytest.raises(CorruptState):
        engines.load(dump)


def test_a_colony_binds_two_workers() -> None:
    dump = on("colony", me={"workers": 3, "fleet": {"guine": 2}}, discovered=["guine"]).dump()
    dump["stack"][-1]["taken"] = {"guine": 2}
    with pytest.raises(CorruptState):
        engines.load(dump)


@pytest.mark.parametrize(
    "stack",
    [
        [],
        [{"type": "ChooseField", "seat": 0}],
        [{"type": "EndTurn", "seat": 3}],
        [{"type": "EndTurn", "seat": 0}, {"type": "Act", "seat": 4}],
        [{"type": "EndTurn", "seat": 0}, {"type": "PassCard", "seat": 1}],
    ],
)
def test_a_damaged_turn_is_refused(stack: list[dict[str, Any]]) -> None:
    with pytest.raises(CorruptState):
        engines.load(position(holder=0).dump() | {"stack": stack})


def test_an_action_needs_a_stone_on_its_field() -> None:
    dump = position(me={"stone": None}).dump()
    dump["stack"][-1] = {"type": "Act", "seat": 0}
    with pytest.raises(CorruptState):
        engines.load(dump)


@pytest.mark.parametrize(
    "damage",
    [
        {"money": -10},
        {"money": 295},
        {"workers": 1},
        {"workers": 10},
        {"stone": 8},
        {"fleet": {"portugal": 8}},
        {"fleet": {"atlantis": 1}},
        {"privileges": dict.fromkeys(CATEGORIES, 4)},
        {"privileges": {"church": 1}},
        {"colonies": {"gold": 1}},
        {"factories": {"sugar": 0, "gold": 0, "spice": 0}},
    ],
)
def test_a_damaged_mat_is_refused(damage: dict[str, Any]) -> None:
    """Rules 18."""
    dump = position().dump()
    dump["players"][1] |= damage
    with pytest.raises(CorruptState):
        engines.load(dump)


def test_the_audit_finds_what_was_lost() -> None:
    """Rules 18."""
    assert position(discovered=up_to("rio")).audit() == []
    for key, value in (("stacks", []), ("buildings", 1)):
        dump = position().dump()
        dump[key][{"stacks": "rio", "buildings": "church"}[key]] = value
        assert engines.load(dump).audit() != []
    dump = position().dump()
    dump["players"][0]["explorers"] = 1
    assert engines.load(dump).audit() != []
