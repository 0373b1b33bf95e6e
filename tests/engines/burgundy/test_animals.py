"""Animals score with their kind in the pasture (rules 9, test cases 4, 5)."""

from __future__ import annotations

import pytest

from engines.burgundy import box
from tests.engines.burgundy.moves import data, gains
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, player


@pytest.mark.parametrize("tile", [tile for tile in box.TILES if tile[:-1] in ("chicken", "sheep", "cow", "pig")])
def test_the_first_of_a_kind_scores_its_own_animals(tile: str) -> None:
    game = position(me={"storage": [tile], "covered": {"c3": "bank"}})
    events = gains(game, f"place {tile} c2 die 4", vp=int(tile[-1]))
    assert data(events, "animals") == [{"tile": tile, "points": int(tile[-1])}]
    assert player(game).earned == {"animals": int(tile[-1])}


def test_case_4_cows_score_again_with_every_further_cow() -> None:
    me = {"covered": {"c3": "bank", "c2": "cow3"}, "storage": ["cow4", "cow4"], "dice": (1, 2)}
    game = position(me=me)
    gains(game, "place cow4 b2 die 1", vp=7)
    gains(game, "place cow4 b1 die 2", vp=11)


def test_case_4_sheep_among_cows_score_with_sheep_alone() -> None:
    covered = {"c2": "cow3", "b2": "sheep3", "b1": "cow4"}
    game = position(me={"covered": covered, "storage": ["sheep2"], "dice": (5, 5)})
    gains(game, "place sheep2 c1 die 5", vp=5)


def test_adjacency_inside_the_pasture_is_irrelevant() -> None:
    covered = {"c2": "pig4", "b2": "cow2", "b1": "cow3"}
    game = position(me={"covered": covered, "storage": ["pig2"], "dice": (6, 6)})
    gains(game, "place pig2 a1 die 6", vp=2 + 4)


def test_equal_kinds_of_another_pasture_do_not_score() -> None:
    covered = {"c2": "sheep4", "b2": "sheep3", "e4": "bank", "e5": "market"}
    game = position(me={"covered": covered, "storage": ["sheep2"], "dice": (2, 2)})
    events = act(game, "place sheep2 e6 die 2")
    assert data(events, "animals") == [{"tile": "sheep2", "points": 2}]
    assert player(game).earned == {"animals": 2, "regions": 1 + 6}


def test_animals_of_others_do_not_score() -> None:
    game = position(
        me={"storage": ["sheep2"], "covered": {"c3": "bank"}}, others={1: {"covered": {"c2": "sheep4", "c3": "bank"}}}
    )
    gains(game, "place sheep2 c2 die 4", vp=2)


def test_case_5_knowledge_7_pays_for_every_scoring_tile() -> None:
    me = {"covered": {"c2": "sheep4"}, "knows": ["k7"], "storage": ["sheep3", "pig2"], "dice": (1, 2)}
    game = position(me=me)
    gains(game, "place sheep3 b2 die 1", vp=9)
    gains(game, "place pig2 b1 die 2", vp=3)


def test_a_pasture_that_is_completed_scores_as_a_region_too() -> None:
    covered = {"c2": "pig4", "b2": "cow2", "b1": "cow3", "c1": "cow4"}
    game = position(me={"covered": covered, "storage": ["pig2"], "dice": (6, 6)})
    gains(game, "place pig2 a1 die 6", vp=2 + 4 + 15 + 6)
