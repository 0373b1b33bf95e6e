"""The longest road against every trail there is, on random networks cut by buildings and knights (rules 13.4, 13.5)."""

from __future__ import annotations

from random import Random

import pytest

from engines.mmn import board
from engines.mmn.awards import holder_of
from engines.mmn.game import Mmn
from engines.mmn.network import Network
from engines.mmn.state import Player
from engines.mmn.state_parts import Building, Knight
from tests.engines.mmn.positions import chain, corner, empty, knight, play, progress, ready, settlement


def longest(network: Network, seat: int) -> int:
    """Every trail from every intersection, one road at a time."""
    edges = network.geometry.edges

    def walk(node: int, used: frozenset[int]) -> int:
        if used and network.ends(seat, node):
            return len(used)
        steps = [edge for edge in network.players[seat].roads if edge not in used and node in edges[edge]]
        return max([len(used), *(walk(sum(edges[edge]) - node, used | {edge}) for edge in steps)])

    return max((walk(node, frozenset()) for node in range(network.geometry.node_count)), default=0)


@pytest.mark.parametrize("seed", range(150))
def test_random_networks(seed: int) -> None:
    rng, size = Random(seed), board.SMALL if seed % 2 else board.LARGE
    geometry = size.geometry
    players = [Player(), Player()]
    start = rng.randrange(geometry.node_count)
    nodes = [start]
    while len(players[0].roads) < rng.choice((6, 9, 12, 13)):
        edge, there = rng.choice(geometry.ways[rng.choice(nodes)])
        if edge not in players[0].roads:
            players[0].roads.append(edge)
            nodes.append(there)
    places = sorted(set(nodes))
    rng.shuffle(places)
    for node in places[: rng.randrange(4)]:
        owner = rng.choice(players)
        if rng.random() < 0.5:
            owner.knights.append(Knight(node=node))
        else:
            owner.buildings.append(Building(node=node))
    network = Network(geometry, players)
    assert network.length(0) == longest(network, 0)


def test_two_circles_joined_and_a_circle_alone() -> None:
    geometry = board.SMALL.geometry
    ring = [
        geometry.edge_at[a, b]
        for nodes in (geometry.hex_nodes[9],)
        for a, b in zip(nodes, [*nodes[1:], nodes[0]], strict=True)
    ]
    player = Player(roads=ring)
    assert Network(geometry, [player]).length(0) == 6
    other = [
        geometry.edge_at[a, b]
        for nodes in (geometry.hex_nodes[10],)
        for a, b in zip(nodes, [*nodes[1:], nodes[0]], strict=True)
    ]
    player = Player(roads=sorted({*ring, *other}))
    network = Network(geometry, [player])
    assert network.length(0) == longest(network, 0) == 11


def line(game: Mmn, seat: int, place: str, *sides: str) -> list[str]:
    nodes = [corner(game, place, side) for side in sides]
    chain(game, seat, *nodes)
    return nodes


def test_the_card_changes_hands_when_a_knight_interrupts_a_road() -> None:
    game = empty()
    nodes = line(game, 0, "h10", "N", "NE", "SE", "S", "SW", "NW")
    chain(game, 1, nodes[2], corner(game, "h11", "S"))
    progress(game, 0, "diplomat")
    game.state.players[1].hand[board.WOOL] = game.state.players[1].hand[board.ORE] = 1
    game.state.bank[board.WOOL] -= 1
    game.state.bank[board.ORE] -= 1
    game.state.longest_road = 0
    game = ready(game)
    assert game.road_length(0) == 5
    play(game, "pass")
    play(game, "roll")
    while game.state.longest_road == 0 and game.to_act:
        words = [" ".join(action) for action in game.legal(1)]
        if f"knight {nodes[2]}" in words:
            play(game, f"knight {nodes[2]}")
            break
        play(game, " ".join(game.default(game.to_act[0])))
    assert game.road_length(0) == 3
    assert game.state.longest_road == -1


def test_own_pieces_do_not_interrupt() -> None:
    game = empty()
    nodes = line(game, 0, "h10", "N", "NE", "SE", "S", "SW", "NW")
    settlement(game, 0, nodes[2])
    knight(game, 0, nodes[3])
    assert ready(game).road_length(0) == 5


def test_diplomat_moves_an_own_road_before_the_card_is_looked_at() -> None:
    game = empty()
    nodes = line(game, 0, "h10", "N", "NE", "SE", "S", "SW", "NW")
    settlement(game, 0, nodes[0])
    line(game, 1, "h16", "N", "NE", "SE", "S", "SW")
    progress(game, 0, "diplomat")
    game.state.longest_road = 0
    game = ready(game)
    last = "-".join(sorted(nodes[4:6]))
    play(game, "play diplomat", f"choose {last}")
    assert game.state.longest_road == 0
    again = "-".join(sorted((nodes[5], nodes[0])))
    play(game, f"choose {again}")
    assert game.road_length(0) == 5
    assert game.state.longest_road == 0


@pytest.mark.parametrize(
    ("holder", "values", "after"),
    [
        (-1, [4, 4, 3], -1),
        (-1, [5, 4, 3], 0),
        (-1, [5, 5, 3], -1),
        (0, [5, 5, 3], 0),
        (0, [5, 6, 3], 1),
        (0, [4, 6, 6], -1),
        (0, [4, 6, 5], 1),
        (0, [4, 4, 4], -1),
        (2, [7, 3, 7], 2),
    ],
)
def test_transfer(holder: int, values: list[int], after: int) -> None:
    """Rules 13.4, for Longest Road, Storage and Autarky alike."""
    assert holder_of(holder, values, 5) == after
