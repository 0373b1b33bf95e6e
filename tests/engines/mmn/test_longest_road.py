"""The length of roads and the cards that change hands by it (rules 13.4, 13.5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from engines.mmn.scoring import holder_of
from tests.engines.mmn.moves import asked, building_at, events_of, knight_at, points, sail, seen, sources
from tests.engines.mmn.positions import ENOUGH, Players, chain, position
from tests.engines.mmn.reference import Reference
from tests.engines.playing import act, kinds, player
from tests.engines.replay import replayable


def check_network(seed: int) -> None:
    """Up to 15 roads, close enough for circles and cut by up to three pieces: the engine finds the longest trail."""
    rng = Random(seed)
    seats = (3, 5)[seed % 2]
    geometry = board.size(seats).geometry
    x, y = rng.choice(geometry.node_points)
    away = [
        sum((geometry.node_points[node][0] - x) ** 2 + (geometry.node_points[node][1] - y) ** 2 for node in edge)
        for edge in geometry.edges
    ]
    roads = rng.sample(
        sorted(range(geometry.edge_count), key=away.__getitem__)[: rng.randint(15, 40)], rng.randint(3, 15)
    )
    nodes = sorted({node for road in roads for node in geometry.edges[road]})
    pieces: list[dict[str, list[str]]] = [{"buildings": [], "knights": []} for _ in range(2)]
    for node in rng.sample(nodes, rng.randint(0, 3)):
        word = geometry.nodes[node]
        owner = rng.choice(pieces)
        if rng.random() < 0.5:
            owner["knights"].append(word)
        else:
            owner["buildings"].append(f"settlement {word}")
    me: dict[str, Any] = {"roads": [geometry.paths[road] for road in roads], **pieces[0]}
    game = position(seats=seats, me=me, others={1: pieces[1]}, sound=False)
    assert seen(game).players[0].road_length == Reference(game.dump()).road(0)


@pytest.mark.parametrize("seed", range(30))
@replayable
def test_the_length_is_that_of_the_longest_trail(seed: int) -> None:
    check_network(seed)


def test_two_circles_that_share_a_road_are_a_trail_of_eleven() -> None:
    rings = [board.SMALL.geometry.hex_nodes[number] for number in (9, 10)]
    words = [[board.SMALL.geometry.nodes[node] for node in ring] for ring in rings]
    roads = {road for ring in words for road in chain(*ring, ring[0])}
    game = position(me={"roads": sorted(roads)}, longest_road=0)
    assert (len(roads), seen(game).players[0].road_length) == (11, 11)


def test_a_circle_alone_is_a_trail_of_six() -> None:
    ring = [board.SMALL.geometry.nodes[node] for node in board.SMALL.geometry.hex_nodes[9]]
    game = position(me={"roads": [*chain(*ring, ring[0]), "n01-n04"]}, longest_road=0)
    assert seen(game).players[0].road_length == 6


@pytest.mark.parametrize(
    ("holder", "values", "after"),
    [
        *((-1, [4, 4, 3], -1), (-1, [5, 4, 3], 0), (-1, [5, 5, 3], -1), (0, [5, 5, 3], 0), (0, [5, 6, 3], 1)),
        *((0, [4, 6, 6], -1), (0, [4, 6, 5], 1), (0, [4, 4, 4], -1), (2, [7, 3, 7], 2)),
    ],
)
def test_longest_road_storage_and_autarky_change_hands_alike(holder: int, values: list[int], after: int) -> None:
    assert holder_of(holder, values, 5) == after


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
    assert events_of(events, "award")[0].data == {"award": "longest_road", "points": 5}


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
    moved = events_of(events, "award_moved")[0]
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
    assert events_of(events, "award_aside")[0].data["award"] == "longest_road"
    assert events_of(events, "award_aside")[0].seat == 1
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


def broken(**changes: Any) -> dict[str, Any]:
    """A player whose road of six a knight or city on n47 cuts to three."""
    return {"roads": SIX, "hand": ENOUGH} | changes


def test_an_assassinated_knight_mends_a_road() -> None:
    me = broken(cards=["assassin"])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "play assassin")
    assert game.state.longest_road == 0


def test_the_strike_mends_a_road() -> None:
    me = broken(levels={"power": 3}, buildings=["city n25"])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "strike n47")
    assert game.state.longest_road == 0


def test_a_deserter_mends_a_road() -> None:
    game = position(me=broken(cards=["deserter"]), others={1: {"knights": ["n47"]}})
    act(game, "play deserter", "done")
    assert game.state.longest_road == 0


def test_intrigue_mends_a_road_after_the_retreat() -> None:
    theirs = {"knights": ["n47"], "roads": ["n42-n47", "n37-n42"], "hand": "1 ore"}
    game = position(me=broken(cards=["intrigue"]), others={1: theirs})
    act(game, "play intrigue")
    assert game.state.longest_road == -1
    act(game, "retreat n37")
    assert game.state.longest_road == 0


def test_a_displaced_knight_that_leaves_mends_a_road() -> None:
    me = broken(knights=["n43 strong active"], roads=[*SIX, "n43-n47"][:6])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "move n43 n47")
    assert player(game, 1).knights == []
    assert game.state.longest_road == 0


def test_a_city_removed_by_the_barbarians_mends_a_road() -> None:
    five = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]
    others: Players = {1: {"buildings": [*five, "city n47"], "hand": "1 ore"}}
    game = position(phase="roll", me=broken(), others=others, ship=6)
    sail(game, 6, 6)
    assert building_at(game, "n47", 1) is None
    assert game.state.longest_road == 0


def test_a_conscripted_knight_breaks_a_road() -> None:
    me = {"roads": ["n42-n47"], "cards": ["conscription"], "hand": "1 ore"}
    game = position(me=me, others={1: {"roads": SIX}}, longest_road=1)
    act(game, "play conscription", "choose n47")
    assert game.state.longest_road == -1


def test_forced_march_and_teleport_break_roads() -> None:
    for card in ("forced_march", "teleport"):
        me = {"roads": ["n42-n47"], "knights": ["n42"], "cards": [card], "hand": "1 ore"}
        game = position(me=me, others={1: {"roads": SIX}}, longest_road=1)
        act(game, f"play {card}")
        assert (asked(game), knight_at(game, "n47").rank) == ("turn", 1)
        assert game.state.longest_road == -1, card
