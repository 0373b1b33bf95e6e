"""Whose pieces are where an action leads: what people mean by "to the field where Ben is"."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines.navegador import board
from engines.players import greedy
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn


@pytest.mark.parametrize("key", engines.GAMES)
def test_company_are_always_others(key: str) -> None:
    rng = Random(3)
    game = engines.GAMES[key].new(3, seed=3)
    for _ in range(60):
        if not game.to_act:
            break
        seat = game.to_act[0]
        others = set(range(3)) - {seat}
        assert all(game.company(seat, action) <= others for action in game.legal(seat))
        game.play(seat, greedy(game, seat, rng))


def test_stones_share_a_field_of_the_rondel() -> None:
    game = engines.GAMES["navegador"].new(3, seed=1)
    first = game.to_act[0]
    game.play(first, ("rondel", "workers"))
    while game.to_act[0] == first:
        game.play(first, game.legal(first)[0])
    second = game.to_act[0]
    assert {field for field in board.RONDEL if game.company(second, ("rondel", field))} == {"workers"}
    assert game.company(second, ("rondel", "workers")) == {first}


def test_the_robber_meets_whoever_builds_there() -> None:
    carla = {"buildings": ["settlement n01"]}
    waits = [{"type": "Turn", "seat": 0}, {"type": "MoveFigure", "seat": 0, "figures": ["robber"]}]
    game = mmn.position(me={"buildings": ["city n12"]}, others={2: carla}, stack=waits)
    around = {game.geometry.hexes[number] for number in game.geometry.node_hexes[game.geometry.nodes.index("n01")]}
    assert {action[1] for action in game.legal(0) if 2 in game.company(0, action)} <= around
    assert all(game.company(0, ("robber", word)) == {2} for word in around)


def test_ships_lie_at_the_start() -> None:
    game = macao.position()
    assert game.company(0, ("ship", "start")) == set(range(1, game.state.seats))


@pytest.mark.parametrize("choice", ["together", "in_order"])
def test_dice_that_are_chosen_together_stay_hidden(choice: str) -> None:
    game = engines.GAMES["macao"].new(3, seed=2, dice=choice)
    while game.legal(game.to_act[0])[0][0] != "dice":
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    first = game.to_act[0]
    chosen = game.legal(first)[0]
    game.play(first, chosen)
    assert game.company(game.to_act[0], chosen) == ({first} if choice == "in_order" else set())
