"""The length of roads and the cards that change hands by it (rules 13.4, 13.5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import points, seen, sources, told
from tests.engines.mmn.positions import ENOUGH, Players, chain, position
from tests.engines.playing import act, kinds

GEOMETRY = board.SMALL.geometry
Edge = tuple[int, int]


def longest(edges: set[Edge], blocked: set[int]) -> int:
    """The longest trail, by trying every one: it may begin or end at a blocked intersection but not pass it."""

    def on(here: int, left: set[Edge]) -> int:
        ways = [edge for edge in left if here in edge]
        return max(
            (1 + (0 if far(edge, here) in blocked else on(far(edge, here), left - {edge})) for edge in ways), default=0
        )

    return max((on(node, edges) for edge in edges for node in edge), default=0)


def far(edge: Edge, here: int) -> int:
    return edge[0] + edge[1] - here


def network(rng: Random) -> set[Edge]:
    """Up to 15 roads, mostly connected and dense enough for circles."""
    edges = list(GEOMETRY.edges)
    found = {rng.choice(edges)}
    spread = rng.choice([0.0, 0.1, 0.4])
    middle = rng.randrange(GEOMETRY.node_count)
    near = sorted(edges, key=lambda edge: sum(distance(node, middle) for node in edge))[: rng.randint(17, 45)]
    while len(found) < rng.randint(3, 15):
        touching = [edge for edge in near if edge not in found and any(set(edge) & set(other) for other in found)]
        found.add(rng.choice(touching if touching and rng.random() > spread else edges))
    return found


def distance(one: int, other: int) -> int:
    (ax, ay), (bx, by) = GEOMETRY.node_points[one], GEOMETRY.node_points[other]
    return (ax - bx) ** 2 + (ay - by) ** 2


@pytest.mark.parametrize("seed", range(150))
def test_the_length_is_that_of_the_longest_trail(seed: int) -> None:
    rng = Random(seed)
    edges = network(rng)
    nodes = sorted({node for edge in edges for node in edge})
    rng.shuffle(nodes)
    places: dict[str, list[str]] = {"building": [], "knight": [], "own": [], "own knight": []}
    blocked: set[int] = set()
    houses: set[int] = set()
    for node in nodes[: rng.choice([0, 1, 2, 3])]:
        piece = rng.choice(list(places))
        if piece in ("building", "own") and houses & set(GEOMETRY.node_nodes[node]):
            continue
        word = GEOMETRY.nodes[node]
        if piece == "building" and len(places[piece]) < 4:
            places[piece].append(f"{rng.choice(['settlement', 'city'])} {word}")
            blocked.add(node)
            houses.add(node)
        elif piece == "knight" and len(places[piece]) < 2:
            places[piece].append(word + rng.choice([" active", ""]))
            blocked.add(node)
        elif piece == "own":
            places[piece].append(f"settlement {word}")
            houses.add(node)
        elif len(places["own knight"]) < 2:
            places["own knight"].append(word)
    paths = [GEOMETRY.paths[GEOMETRY.edge_at[edge]] for edge in sorted(edges)]
    length = longest(edges, blocked)
    game = position(
        me={"roads": paths, "buildings": places["own"], "knights": places["own knight"]},
        others={1: {"buildings": places["building"], "knights": places["knight"]}},
        longest_road=0 if length >= 5 else -1,
    )
    assert seen(game).players[0].road_length == length


MINE = chain("n04", "n01", "n05", "n02", "n06", "n03")
THEIRS = chain("n33", "n38", "n43", "n47", "n51", "n54")


def roads(
    mine: list[str],
    theirs: list[str],
    third: list[str] | None = None,
    *,
    holder: int,
    me: Any = None,
    other: Any = None,
) -> Mmn:
    """Seat 0 is to act."""
    others: Players = {1: {"roads": theirs, "hand": "1 wool"} | (other or {}), 2: {"roads": third or []}}
    return position(me={"roads": mine, "hand": ENOUGH} | (me or {}), others=others, longest_road=holder)


def test_the_first_road_of_five_takes_the_card() -> None:
    game = roads(MINE[:4], [], holder=-1)
    assert seen(game).players[0].road_length == 4
    events = act(game, "road n03-n06")
    assert game.state.longest_road == 0
    assert sources(game) == {"longest_road": 2}
    assert told(events, "award")[0].data == {"award": "longest_road", "points": 5}


def test_branches_do_not_add_up() -> None:
    game = roads([*MINE[:4], "n05-n09"], [], holder=-1)
    assert seen(game).players[0].road_length == 4
    assert kinds(act(game, "road n06-n10"), "award") == ["award"]


def test_a_tie_takes_nothing_and_more_does() -> None:
    game = roads(MINE[:4], THEIRS, holder=1)
    act(game, "road n03-n06")
    assert game.state.longest_road == 1
    events = act(game, "road n03-n07")
    assert game.state.longest_road == 0
    moved = told(events, "award_moved")[0]
    assert (moved.seat, moved.data["loser_seat"], moved.data["award"]) == (0, 1, "longest_road")


def breaking(third: list[str], theirs: list[str], me: Any, line: str, *, holder: int = 1) -> Mmn:
    """Seat 0 interrupts the road of seat 1 in the middle."""
    game = roads(me.get("roads", []), theirs, third, holder=holder, me=me)
    act(game, line)
    return game


SIX = chain("n33", "n38", "n43", "n47", "n51", "n54", "n50")
"""A road past n38 and n47, where seat 0 can break it."""
SIDE = {"roads": ["n42-n47"]}


@pytest.mark.parametrize("line", ["settlement n47", "knight n47"])
def test_building_or_knight_breaks_a_road_and_the_card_is_set_aside(line: str) -> None:
    game = breaking([], SIX, SIDE, line)
    assert seen(game).players[1].road_length == 3
    assert game.state.longest_road == -1
    assert points(game, 1) == 0


def test_a_moving_knight_breaks_a_road_and_leaving_mends_it() -> None:
    me = {"roads": chain("n46", "n42", "n47"), "knights": ["n46 active"]}
    game = roads([], SIX, holder=1, me=me)
    events = act(game, "move n46 n47")
    assert game.state.longest_road == -1
    assert told(events, "award_aside")[0].data["award"] == "longest_road"
    assert told(events, "award_aside")[0].seat == 1
    back = roads([], SIX, holder=-1, me={"roads": me["roads"], "knights": ["n47 active"]})
    act(back, "move n47 n46")
    assert back.state.longest_road == 1


def test_a_single_new_leader_takes_the_card_of_a_broken_road() -> None:
    assert breaking(MINE, SIX, SIDE, "settlement n47").state.longest_road == 2


def test_two_new_leaders_leave_the_card_aside() -> None:
    mine = chain("n12", "n17", "n23", "n18", "n24", "n30") + SIDE["roads"]
    game = breaking(MINE, SIX, {"roads": mine}, "settlement n47")
    assert game.state.longest_road == -1
    assert [seen(game).players[seat].road_length for seat in range(3)] == [5, 3, 5]


def test_a_former_holder_among_the_leaders_keeps_the_card() -> None:
    eight = chain("n27", "n33", "n38", "n43", "n47", "n51", "n54", "n50", "n53", "n49")
    game = breaking(MINE, eight, SIDE, "settlement n47")
    assert [seen(game).players[seat].road_length for seat in range(3)] == [1, 5, 5]
    assert game.state.longest_road == 1


def test_a_card_set_aside_waits_for_a_single_leader() -> None:
    game = roads(MINE, THEIRS, holder=-1, me={"knights": ["n40"]})
    act(game, "activate n40")
    assert game.state.longest_road == -1
    act(game, "road n03-n07")
    assert game.state.longest_road == 0


def test_own_pieces_do_not_interrupt() -> None:
    game = roads(MINE[:4], [], holder=-1, me={"buildings": ["settlement n05"], "knights": ["n02"]})
    act(game, "road n03-n06")
    assert game.state.longest_road == 0


def test_diplomat_moving_an_own_road_is_checked_after_it_is_replaced() -> None:
    """The holder's road falls to 5 and grows to 6 again while a rival has 6: had it been checked, he would take it."""
    mine = chain("n04", "n01", "n05", "n02", "n06", "n03", "n07")
    game = roads(mine, SIX, holder=0, me={"cards": ["diplomat"]})
    events = act(game, "play diplomat", "choose n03-n07")
    assert game.state.longest_road == 0
    events += act(game, "choose n04-n08")
    assert game.state.longest_road == 0
    assert kinds(events, "award", "award_moved", "award_aside") == []


def test_diplomat_taking_an_opponents_road_takes_his_card() -> None:
    game = roads(MINE, THEIRS, holder=1, me={"cards": ["diplomat"]})
    act(game, "play diplomat", "choose n33-n38")
    assert game.state.longest_road == 0
