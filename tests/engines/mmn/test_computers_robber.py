"""Against whom computer players turn the robber."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.mmn import board
from engines.players import normal, strong
from tests.engines.mmn.positions import node
from tests.engines.mmn.test_seven import seven

CITIES = {1: "n10", 2: "n45"}


def around(where: str) -> set[str]:
    """Return the hexes at an intersection."""
    geometry = board.size(3).geometry
    return {geometry.hexes[hex] for hex in geometry.node_hexes[node(where)]}


@pytest.mark.parametrize("leader", CITIES)
@pytest.mark.parametrize("player", [normal, strong])
def test_the_robber_goes_to_the_leader_s_land(player: Any, leader: int) -> None:
    """Two others have a city each, and the same in hand; one of them leads."""
    others = {
        seat: {"buildings": [f"city {where}"], "hand": "2 ore", "defender": 5 if seat == leader else 0}
        for seat, where in CITIES.items()
    }
    game = seven({"buildings": ["city n25", "city n12"]}, others)
    offered = {hex for _, hex in game.legal(0)}
    assert all(around(where) <= offered for where in CITIES.values()), "either can be robbed"
    for chance in range(3):
        word, hex = player(game, 0, Random(chance))
        assert word == "robber"
        assert hex in around(CITIES[leader])
