"""Sailing (rules 7.3): plain moves. Discoveries have a module of their own."""

from __future__ import annotations

import pytest

from tests.engines.navegador.moves import mat, offered, on, words
from tests.engines.navegador.positions import STACKS, position, up_to
from tests.engines.playing import act, refused

SEAS = (
    ("portugal", "guine"),
    ("portugal", "bahia"),
    ("guine", "bahia"),
    ("guine", "angola"),
    ("bahia", "rio"),
    ("rio", "angola"),
    ("angola", "cabo"),
    ("cabo", "mocambique"),
    ("mocambique", "ormuz"),
    ("ormuz", "goa"),
    ("goa", "malaca"),
    ("malaca", "timor"),
    ("malaca", "macau"),
    ("timor", "macau"),
    ("macau", "nagasaki"),
)


def within(origin: str, steps: int) -> set[str]:
    """Return the regions that are 1 to ``steps`` borders away, all seas known."""
    reached = {origin}
    for _ in range(steps):
        reached |= {b for a, b in SEAS if a in reached} | {a for a, b in SEAS if b in reached}
    return reached - {origin}


@pytest.mark.parametrize("phase", [1, 2, 3])
@pytest.mark.parametrize("origin", ["portugal", *STACKS])
def test_a_ship_crosses_as_many_borders_as_the_phase_says(origin: str, phase: int) -> None:
    game = on("sailing", phase=phase, me={"fleet": {origin: 1}}, discovered=STACKS)
    assert words(game) == {f"sail {origin} {target} 1" for target in within(origin, phase)} | {"done"}


@pytest.mark.parametrize("origin", ["portugal", *STACKS])
def test_three_ships_sail_together_or_apart(origin: str) -> None:
    game = on("sailing", phase=3, me={"fleet": {origin: 3}}, discovered=STACKS)
    assert words(game) == {f"sail {origin} {target} {n}" for target in within(origin, 3) for n in (1, 2, 3)} | {"done"}


def test_unknown_seas_are_neither_entered_nor_passed() -> None:
    game = on("sailing", phase=2, me={"fleet": {"rio": 1}}, discovered=["guine", "rio", "angola"])
    assert words(game) == {"sail rio angola 1", "sail rio guine 1", "done"}
    refused(game, "sail rio bahia 1")
    refused(game, "sail rio portugal 1")
    longer = on("sailing", phase=3, me={"fleet": {"rio": 1}}, discovered=["guine", "rio", "angola"])
    assert "sail rio portugal 1" in words(longer)


def test_the_way_through_a_discovered_sea_is_shorter() -> None:
    game = on("sailing", phase=2, me={"fleet": {"rio": 1}}, discovered=["guine", "bahia", "rio", "angola"])
    assert offered(game, "sail rio") == {"bahia 1", "portugal 1", "guine 1", "angola 1"}


def test_a_red_border_counts_like_a_blue_one() -> None:
    game = on("sailing", phase=1, me={"fleet": {"angola": 1, "goa": 1}}, discovered=STACKS)
    assert {"sail angola cabo 1", "sail goa malaca 1"} <= words(game)


def test_ships_sail_back_to_portugal() -> None:
    game = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine"])
    act(game, "sail guine portugal 2")
    assert mat(game).fleet == {"portugal": 2}


def test_a_ship_moves_once_even_with_steps_left() -> None:
    game = on("sailing", phase=3, me={"fleet": {"portugal": 1, "nagasaki": 1}}, discovered=STACKS)
    act(game, "sail portugal guine 1")
    assert mat(game).fleet == {"guine": 1, "nagasaki": 1}
    refused(game, "sail guine angola 1")
    refused(game, "sail guine portugal 1")
    assert all(line.startswith("sail nagasaki") for line in words(game) - {"done"})


def test_moved_and_unmoved_ships_of_a_region_are_told_apart() -> None:
    game = on("sailing", me={"fleet": {"portugal": 2, "guine": 1}}, discovered=["guine", "bahia", "angola"])
    act(game, "sail portugal guine 2")
    assert mat(game).fleet == {"guine": 3}
    refused(game, "sail guine angola 2")
    act(game, "sail guine angola 1")
    assert mat(game).fleet == {"guine": 2, "angola": 1}
    assert game.to_act == (1,)


def test_a_fleet_sails_in_parts() -> None:
    game = on("sailing", me={"fleet": {"guine": 4}}, discovered=["guine", "bahia", "angola"])
    act(game, "sail guine angola 1", "sail guine bahia 2")
    assert words(game) == {"sail guine portugal 1", "sail guine bahia 1", "sail guine angola 1", "done"}
    refused(game, "sail guine bahia 2")
    act(game, "done")
    assert mat(game).fleet == {"guine": 1, "bahia": 2, "angola": 1}


def test_more_ships_than_there_are_do_not_sail() -> None:
    game = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine"])
    refused(game, "sail guine portugal 3")
    refused(game, "sail guine guine 1")
    refused(game, "sail portugal guine 1")


def test_the_sailing_ends_when_nothing_can_move_any_more() -> None:
    game = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine"])
    act(game, "sail guine portugal 1", "sail guine portugal 1")
    assert game.to_act == (1,)


def test_a_sailing_may_be_declined_at_once() -> None:
    game = on("sailing", me={"fleet": {"guine": 2}}, discovered=["guine"])
    assert game.prompt(0).optional
    act(game, "done")
    assert mat(game).fleet == {"guine": 2}
    assert game.to_act == (1,)


def test_every_sailing_starts_with_rested_ships() -> None:
    game = position(holder=0, me={"stone": "builder", "fleet": {"portugal": 1}}, discovered=["guine", "bahia"])
    act(game, "navegador", "sail portugal guine 1", "rondel sailing")
    assert "sail guine bahia 1" in words(game)


def test_ships_do_not_block_each_other() -> None:
    full = {"fleet": {"guine": 7}}
    game = on("sailing", me={"fleet": {"portugal": 7}}, others={1: full, 2: full}, discovered=["guine"])
    act(game, "sail portugal guine 7")
    assert [player.fleet for player in game.state.players] == [{"guine": 7}] * 3


def test_plain_moves_cost_and_bring_nothing_and_may_be_undone() -> None:
    game = on("sailing", phase=2, me={"fleet": {"angola": 2}, "money": 130}, discovered=up_to("mocambique"))
    events = act(game, "sail angola mocambique 1")
    assert mat(game).money == 130
    assert not any(event.barrier for event in events)
    assert game.state.phase == 2
    assert game.state.coming_phase is None
