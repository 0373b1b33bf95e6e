"""Completed regions and colours (rules 10, test cases 11, 12, 13, 24)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.contract import Game
from tests.engines.burgundy.moves import data, gains
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, kinds, player

SIZE = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
PHASE = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
KINDS = ["watchtower", "warehouse", "church", "market", "bank", "boarding_house", "carpenters_workshop", "city_hall"]


def nearly(board: str, size: int, phase: str) -> tuple[Game, str]:
    """Return a city in which one hex is missing, and the action that completes it."""
    estate = ESTATES[board]
    region = next(
        candidate for candidate in estate.regions if candidate.colour == "building" and len(candidate.hexes) == size
    )
    last = region.hexes[0]
    start = next(hex.id for hex in estate.by_colour["castle"])
    covered = dict(zip(region.hexes[1:], KINDS[1:], strict=False))
    if not set(estate.hexes[last].neighbours) & {start, *covered}:
        neighbour = next(hex for hex in estate.hexes[last].neighbours if estate.hexes[hex].colour in FILLER)
        covered[neighbour] = FILLER[estate.hexes[neighbour].colour]
    die = estate.hexes[last].die
    me = {"board": board, "start": start, "covered": covered, "storage": ["watchtower"], "dice": (die, die)}
    turn = 5 * "ABCDE".index(phase) + 2
    return position(me=me, turn=turn, depots={"1": ["ship"]}), f"place watchtower {last} die {die}"


FILLER = {"knowledge": "k26", "ship": "ship", "mine": "mine", "animal": "pig2", "castle": "castle"}
CITIES = [("1", 1), ("2", 2), ("1", 3), ("6", 4), ("1", 5), ("6", 6), ("7", 7), ("2", 8)]


@pytest.mark.parametrize(
    ("board", "size", "phase"),
    [*((*city, "B") for city in CITIES), *(("1", 3, phase) for phase in PHASE if phase != "B")],
)
def test_case_11_a_region_scores_by_its_size_and_the_phase(board: str, size: int, phase: str) -> None:
    game, line = nearly(board, size, phase)
    points = SIZE[size] + PHASE[phase]
    events = gains(game, line, vp=points + 4)
    assert data(events, "region") == [{"colour": "building", "size": size, "points": points}]
    assert player(game).earned == {"regions": points, "watchtowers": 4}


def test_case_11_regions_of_the_examples_score_by_size_and_phase() -> None:
    assert [box.REGION_VP[size] + box.PHASE_VP[phase] for size, phase in ((3, "A"), (3, "E"), (5, "C"), (8, "E"))] == [
        16,
        8,
        21,
        38,
    ]
    assert box.REGION_VP[1] + box.PHASE_VP["A"] == 11


@pytest.mark.parametrize(("turn", "points"), [(1, 10), (5, 10), (6, 8), (10, 8), (11, 6), (15, 6), (16, 4), (25, 2)])
def test_the_phase_of_the_round_counts(turn: int, points: int) -> None:
    game = position(turn=turn, me={"storage": ["bank"]})
    gains(game, "place bank c3 die 3", vp=1 + points, silverlings=2)


def test_an_open_region_scores_nothing() -> None:
    game = position(me={"storage": ["mine"], "covered": {"e3": "mine"}, "dice": (1, 4)})
    gains(game, "place mine f2 die 1")


def test_a_region_scores_once() -> None:
    game = position(me={"storage": ["bank", "ship"], "dice": (3, 2)})
    act(game, "place bank c3 die 3")
    events = act(game, "place ship d3 die 2")
    assert "region" not in kinds(events)


def test_case_12_the_last_mine_of_board_1_brings_19_points() -> None:
    """6 for the region, 8 for phase B, 5 for the large tile of two players."""
    me = {"covered": {"e3": "mine", "f2": "mine"}, "storage": ["mine"], "dice": (3, 1)}
    game = position(seats=2, turn=7, me=me)
    events = gains(game, "place mine g1 die 3", vp=19)
    assert player(game).bonus == ["mine.large"]
    assert player(game).earned == {"regions": 14, "bonus": 5}
    assert kinds(events) == ["placed", "region", "bonus"]
    assert data(events, "bonus") == [{"colour": "mine", "size": "large", "points": 5}]
    assert game.state.bonus["mine"] == ["small"]


@pytest.mark.parametrize(("seats", "large", "small"), [(2, 5, 2), (3, 6, 3), (4, 7, 4)])
def test_case_13_the_first_gets_the_large_tile_the_second_the_small_one_and_others_none(
    seats: int, large: int, small: int
) -> None:
    for others, points in (([], large), (["mine.large"], small), (["mine.large", "mine.small"], 0)):
        me: dict[str, Any] = {"covered": {"e3": "mine", "f2": "mine"}, "storage": ["mine"], "dice": (3, 1)}
        game = position(seats=seats, me=me, others={1: {"bonus": others}})
        gains(game, "place mine g1 die 3", vp=6 + 6 + points)
        assert len(player(game).bonus) == (points > 0)
        assert len(game.state.bonus["mine"]) == max(0, 1 - len(others))


def test_a_colour_of_several_regions_needs_all_of_them() -> None:
    """Board 1 has animals in two pastures."""
    pasture = {"c2": "pig4", "b2": "cow2", "b1": "cow3", "c1": "cow4"}
    game = position(me={"covered": pasture, "storage": ["pig2"], "dice": (6, 6)})
    act(game, "place pig2 a1 die 6")
    assert player(game).bonus == []
    whole = {**pasture, "a1": "pig2", "e4": "bank", "e5": "market"}
    game = position(me={"covered": whole, "storage": ["sheep2"], "dice": (2, 2)})
    gains(game, "place sheep2 e6 die 2", vp=2 + 1 + 6 + 6)
    assert player(game).bonus == ["animal.large"]


def test_case_24_a_region_of_three_with_the_start_castle_needs_two_more() -> None:
    game = position(me={"start": "a3", "storage": ["castle", "castle"], "dice": (5, 6)})
    events = gains(game, "place castle b3 die 6", "workers", vp=0, workers=2)
    assert data(events, "region") == []
    events = gains(game, "place castle a2 die 5", vp=6 + 6)
    assert data(events, "region") == [{"colour": "castle", "size": 3, "points": 12}]
    assert player(game).bonus == []


def test_the_start_castle_counts_towards_its_colour() -> None:
    """All castles of board 1: three placements and the start castle."""
    me = {"covered": {"c3": "bank", "b3": "castle", "a3": "castle"}, "storage": ["castle"], "dice": (5, 5)}
    game = position(me=me)
    act(game, "place castle a2 die 5")
    assert player(game).earned == {"regions": 12, "bonus": 6}
    assert player(game).bonus == ["castle.large"]


def test_ruling_A2_the_start_castle_alone_never_scores() -> None:
    game = position(me={"storage": ["mine"]})
    gains(game, "place mine e3 die 4")
    assert player(game).earned.get("regions", 0) == 0


def test_each_player_takes_one_bonus_of_a_colour() -> None:
    """The small tile stays for another player when the first has the large one."""
    mines = {"e3": "mine", "f2": "mine"}
    me = {"covered": mines, "storage": ["mine"], "dice": (3,)}
    others = {1: {"covered": mines, "storage": ["mine"], "dice": (3, 3)}}
    game = position(me=me, others=others)
    act(game, "place mine g1 die 3", "place mine g1 die 3")
    assert player(game, 0).bonus == ["mine.large"]
    assert player(game, 1).bonus == ["mine.small"]
    assert player(game, 0).earned["bonus"] == 6
    assert player(game, 1).earned["bonus"] == 3


@pytest.mark.parametrize("board", ESTATES)
def test_every_region_is_what_its_colour_connects(board: str) -> None:
    estate = ESTATES[board]
    for region in estate.regions:
        edge = {near for hex in region.hexes for near in estate.hexes[hex].neighbours} - set(region.hexes)
        assert all(estate.hexes[hex].colour == region.colour for hex in region.hexes)
        assert all(estate.hexes[hex].colour != region.colour for hex in edge)
    assert sorted(hex for region in estate.regions for hex in region.hexes) == sorted(estate.hexes)
