"""Knowledge tiles 15 to 26, which score at the end (rules 13, test cases 8, 9, 10, 13)."""

from __future__ import annotations

import pytest

from tests.engines.burgundy.moves import data, final
from tests.engines.burgundy.positions import position
from tests.engines.playing import act

HONOURED = {
    16: "warehouse",
    17: "watchtower",
    18: "carpenters_workshop",
    19: "church",
    20: "market",
    21: "boarding_house",
    22: "bank",
    23: "city_hall",
}
CITIES = ["e4", "c3", "c5", "e2", "b5", "f1"]
SOLD = {"red": 4, "purple": 3, "pink": 3, "orange": 1}


def knowledge(*knows: str, **me: object) -> int:
    """Return the points of knowledge if the game ended now."""
    return final(position(me={"knows": knows, **me}))


def test_case_8_15_scores_3_for_every_type_sold() -> None:
    assert knowledge("k15", sold=SOLD) == 12
    assert knowledge("k15", sold=SOLD, goods={"brown": 2, "turquoise": 1}) == 12
    assert knowledge("k15") == 0
    assert knowledge("k15", sold={"red": 7}) == 3


def test_case_8_25_scores_1_for_every_tile_sold() -> None:
    assert knowledge("k25", sold=SOLD) == 11
    assert knowledge("k25", sold=SOLD, goods={"brown": 2}) == 11
    assert knowledge("k15", "k25", sold=SOLD) == 23


@pytest.mark.parametrize("number", HONOURED)
def test_16_to_23_score_for_their_building_only(number: int) -> None:
    for count in range(4):
        covered = dict(zip(CITIES, [HONOURED[number]] * count, strict=False))
        others = [building for building in HONOURED.values() if building != HONOURED[number]][:2]
        covered |= dict(zip(CITIES[4:], others, strict=True))
        assert knowledge(f"k{number}", covered=covered) == 4 * count


def test_case_9_two_watchtowers_and_four_banks_score_24() -> None:
    covered = dict(zip(CITIES, ["bank"] * 4 + ["watchtower"] * 2, strict=True))
    assert knowledge("k17", "k22", covered=covered) == 24


def test_buildings_in_storage_do_not_count() -> None:
    assert knowledge("k22", storage=["bank", "bank"]) == 0


def test_buildings_of_others_do_not_count() -> None:
    game = position(me={"knows": ["k22"]}, others={1: {"covered": {"e4": "bank"}}})
    assert final(game) == 0
    assert final(game, 1) == 0


def test_case_10_24_scores_4_for_every_kind_of_animal() -> None:
    sheep = {"c2": "sheep2", "b2": "sheep3", "c1": "sheep4"}
    assert knowledge("k24", covered={**sheep, "b1": "cow2", "a1": "chicken3"}) == 12
    assert knowledge("k24", covered=sheep) == 4
    assert knowledge("k24", covered={"c2": "sheep2", "b2": "cow3", "c1": "pig4", "e6": "chicken2"}) == 16
    assert knowledge("k24", storage=["sheep2"]) == 0


def test_24_counts_animals_of_all_pastures() -> None:
    assert knowledge("k24", covered={"c2": "sheep2", "e6": "sheep3"}) == 4


def test_case_13_26_scores_2_for_every_bonus_tile_large_or_small() -> None:
    assert knowledge("k26", bonus=["mine.large", "ship.small", "castle.large"]) == 6
    assert knowledge("k26") == 0


@pytest.mark.parametrize("number", range(1, 15))
def test_1_to_14_score_nothing_at_the_end(number: int) -> None:
    covered = {"c3": "bank", "c2": "sheep2", "e3": "mine"}
    assert knowledge(f"k{number}", covered=covered, sold=SOLD, bonus=["mine.large"]) == 0


def test_all_that_scores_adds_up() -> None:
    covered = {"e4": "market", "e5": "church", "c2": "pig2"}
    knows = ("k19", "k20", "k24", "k15", "k25", "k26")
    assert knowledge(*knows, covered=covered, sold={"red": 2}, bonus=["ship.small"]) == 4 + 4 + 4 + 3 + 2 + 2


def test_the_points_are_told_and_stay_when_the_game_ends() -> None:
    me = {"knows": ["k22", "k25"], "covered": {"e4": "bank", "c3": "bank"}, "sold": {"red": 3}, "dice": (6,)}
    game = position(turn=25, seats=2, seat=1, me=me)
    sold = sum(game.state.players[1].sold.values())
    events = act(game, "workers die 6")
    assert game.state.over
    points_by_tile = {event["tile"]: event["points"] for event in data(events, "knowledge")}
    assert points_by_tile == {"k22": 8, "k25": sold}
    assert final(game, 1) == 8 + sold
