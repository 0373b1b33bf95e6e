"""Placing a tile: colour, die number, neighbourhood, cities (rules 6.3, test cases 3, 18)."""

from __future__ import annotations

import pytest

from engines.burgundy import box
from tests.engines.burgundy.moves import data, offered
from tests.engines.burgundy.positions import FILL, position
from tests.engines.playing import act, kinds, player, refused, words

PLAIN = {"building": "watchtower", "knowledge": "k26", "ship": "ship", "mine": "mine", "animal": "pig2"}


def test_case_3_the_first_tile_touches_the_start_castle() -> None:
    hexes = {"c3": ("building", 3), "c4": ("knowledge", 1), "d3": ("ship", 2)}
    hexes |= {"d5": ("ship", 5), "e3": ("mine", 4), "e4": ("building", 3)}
    for colour, tile in PLAIN.items():
        for die in box.DICE:
            game = position(me={"storage": [tile], "dice": (die, die)})
            expected = {f"{tile} {hex} die {die}" for hex, requirement in hexes.items() if requirement == (colour, die)}
            assert offered(game, "place") == expected


def test_a_placed_tile_leaves_storage_and_lies_on_the_hex() -> None:
    game = position(me={"storage": ["ship", "mine"]})
    events = act(game, "place mine e3 die 4")
    assert player(game).covered == {"d4": "castle", "e3": "mine"}
    assert player(game).storage == ["ship"]
    assert player(game).unused == [3]
    assert data(events, "placed") == [{"tile": "mine", "hex": "e3"}]
    assert kinds(events) == ["placed"]


def test_each_tile_opens_its_neighbours() -> None:
    game = position(me={"storage": ["mine", "mine"], "dice": (1, 4)})
    refused(game, "place mine f2 die 1")
    act(game, "place mine e3 die 4", "place mine f2 die 1")
    assert list(player(game).covered) == ["d4", "e3", "f2"]


def test_covered_hexes_stay_covered() -> None:
    game = position(me={"storage": ["mine"], "covered": {"e3": "mine"}, "dice": (4, 1)})
    refused(game, "place mine e3 die 4", "place mine d4 die 4")
    assert offered(game, "place") == {"mine f2 die 1"}


def test_wrong_colour_number_or_tile_is_refused() -> None:
    game = position(me={"storage": ["mine", "bank"], "workers": 0})
    refused(game, "place mine e4 die 3", "place bank e3 die 4", "place mine e3 die 3", "place bank e5 die 1")
    refused(game, "place ship d3 die 2", "place castle b3 die 6", "place mine f2 die 1", "place mine z9 die 4")
    refused(game, "place mine e3 die 3 workers 1", "place mine e3", "place mine", "place bank g4 die 3")


def test_only_tiles_of_the_own_storage_are_placed() -> None:
    game = position(me={"storage": []}, others={1: {"storage": ["mine"]}})
    refused(game, "place mine e3 die 4")


def test_both_dice_may_place_on_hexes_of_one_number() -> None:
    game = position(me={"storage": ["bank", "market"], "dice": (3, 3)})
    act(game, "place bank e4 die 3", "place market c3 die 3", "pass")
    assert player(game).covered["c3"] == "market"


def test_a_taken_tile_can_be_placed_at_once() -> None:
    game = position(me={"dice": (2, 4)})
    act(game, "take 2 mine die 2", "place mine e3 die 4")
    assert player(game).covered["e3"] == "mine"


@pytest.mark.parametrize("building", box.BUILDINGS)
def test_case_18_a_building_stands_once_in_a_city(building: str) -> None:
    city = {"covered": {"e4": building}, "storage": [building], "dice": (1, 3), "workers": 9}
    game = position(me=city)
    assert {line.split()[1] for line in offered(game, "place")} == {"c3"}
    refused(game, f"place {building} e5 die 1", f"place {building} f4 die 3 workers 2")


def test_case_18_the_whole_city_counts_not_only_neighbours() -> None:
    covered = {"e4": "market", "e5": "bank", "f5": "church"}
    game = position(me={"covered": covered, "storage": ["market", "bank", "church"], "dice": (3, 5)})
    assert {line for line in offered(game, "place") if " g4 " in line or " f4 " in line} == set()


def test_case_18_another_city_may_have_the_same_building() -> None:
    game = position(me={"covered": {"e4": "bank"}, "storage": ["bank"], "dice": (3, 6)})
    act(game, "place bank c3 die 3")
    assert player(game).covered["c3"] == "bank"


def test_different_buildings_share_a_city() -> None:
    game = position(me={"covered": {"e4": "bank"}, "storage": ["watchtower"], "dice": (1, 5)})
    assert offered(game, "place") == {"watchtower e5 die 1", "watchtower f4 die 5"}


def test_equal_animals_ships_and_mines_may_lie_together() -> None:
    covered = {"d3": "ship", "c2": "cow3", "e3": "mine"}
    game = position(me={"covered": covered, "storage": ["ship", "cow3", "mine"], "dice": (1, 1)})
    assert offered(game, "place") == {"ship d2 die 1", "cow3 b2 die 1", "mine f2 die 1"}


def test_equal_stored_tiles_are_offered_once() -> None:
    game = position(me={"storage": ["bank", "bank"], "dice": (3, 6)})
    assert offered(game, "place") == {"bank c3 die 3", "bank e4 die 3"}


def test_the_other_estates_are_not_touched() -> None:
    game = position(me={"storage": ["mine"]}, others={1: {"covered": {"e3": "mine"}}})
    act(game, "place mine e3 die 4")
    assert player(game, 1).covered == {"d4": "castle", "e3": "mine"}


def test_the_view_names_open_hexes() -> None:
    game = position(me={"storage": ["mine", "bank"], "dice": (3, 4)})
    view = game.view(0)
    assert view.players[0].open == {"c3": ["bank"], "e3": ["mine"], "e4": ["bank"]}  # type: ignore[attr-defined]


def test_a_full_colour_cannot_take_another_tile() -> None:
    covered = {"e3": "mine", "f2": "mine", "g1": "mine"}
    game = position(me={"covered": covered, "storage": ["mine"], "dice": (1, 4), "workers": 9})
    assert offered(game, "place") == set()


def test_words_are_stable_and_unique() -> None:
    game = position(
        me={"storage": ["mine", "bank", "bank"], "silverlings": 4, "goods": {"pink": 1}, "workers": 5},
        depots={**FILL, "3": ["bank", "bank"]},
    )
    assert words(game) == words(game.copy())
