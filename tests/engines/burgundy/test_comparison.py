"""What two positions of The Castles of Burgundy differ in: tiles, regions, goods."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.players.skills import SKILLS
from tests.engines.burgundy.positions import position
from tests.engines.comparing import shown

CASTLE = {"d4": "castle"}


def burgundy(**changes: Any) -> Any:
    game = position(me={"dice": (1, 2)})
    for name, value in changes.items():
        setattr(game.state.players[0], name, value)
    return game


@pytest.mark.parametrize(
    ("covered", "id", "args"),
    [
        ({}, "fits", {"tile": "ship", "size": 3, "hex": "d3", "lacking": 3}),
        ({"d5": "ship"}, "fits", {"tile": "ship", "size": 3, "hex": "d6", "lacking": 2}),
        (
            {"d5": "ship", "d6": "ship"},
            "completes",
            {"tile": "ship", "size": 3, "hex": "d7", "die": 1, "points": 12, "phase": "C"},
        ),
    ],
)
def test_a_stored_tile_is_shown_with_the_region_that_it_fits(
    covered: dict[str, str], id: str, args: dict[str, Any]
) -> None:
    land = CASTLE | covered
    better = burgundy(covered=land, storage=["ship"])
    worse = burgundy(covered=land)
    assert shown("storage", better, worse) == Message(f"burgundy.reason.{id}", args)
    assert shown("storage", worse, better) is None


def test_a_stored_building_is_shown_with_what_it_does() -> None:
    land = CASTLE | {"c3": "church"}
    better = burgundy(storage=["bank"], covered=land)
    worse = burgundy(storage=["ship"], covered=land)
    building: dict[str, Any] = {"tile": "bank", "effect": "bank.short", "hex": "e4", "size": 5}
    assert shown("storage", better, worse) == Message("burgundy.reason.building", building)


def test_a_tile_that_the_other_position_has_placed_is_no_advantage_in_storage() -> None:
    both = burgundy(storage=["market", "church"], covered=CASTLE)
    placed = burgundy(storage=["ship"], covered=CASTLE | {"e3": "church"})
    thing = shown("storage", both, placed)
    assert thing is not None
    assert thing.args["tile"] == "market"
    assert shown("storage", burgundy(storage=["mine"]), burgundy(covered=CASTLE | {"e3": "mine"})) is None


def test_a_region_is_shown_with_what_is_covered_or_as_complete() -> None:
    two, three = (CASTLE | dict.fromkeys(hexes, "ship") for hexes in (("d5", "d6"), ("d5", "d6", "d7")))
    begun = burgundy(covered=two)
    complete = burgundy(covered=three)
    none = burgundy(covered=CASTLE)
    region: dict[str, Any] = {"colour": "ship", "size": 3}
    assert shown("regions", begun, none) == Message("burgundy.reason.region", region | {"have": 2})
    assert shown("regions", complete, none) == Message("burgundy.reason.completed", region)
    assert shown("regions", none, complete) is None
    twice = burgundy(covered=three | {"c3": "church"})
    assert shown("regions", twice, none) == Message("burgundy.reason.completed_more", {"n": 2})


def test_a_colour_is_near_its_bonus_tile_once_few_hexes_are_missing() -> None:
    near = burgundy(covered=CASTLE | {"d5": "ship", "d6": "ship"})
    far = burgundy(covered=CASTLE | {"d5": "ship"})
    colour = Message("burgundy.reason.colour", {"colour": "ship", "n": 4, "points": 6})
    assert shown("bonus", near, burgundy(covered=CASTLE)) == colour
    assert shown("bonus", far, burgundy(covered=CASTLE)) is None


def test_goods_are_counted_or_those_shown_that_sell_together_for_more() -> None:
    many = burgundy(goods={"brown": 3, "pink": 1})
    few = burgundy(goods={"brown": 1, "pink": 2})
    spread = burgundy(goods={"brown": 2, "pink": 2, "blue": 1})
    three = burgundy(goods={"brown": 2, "pink": 1})
    assert shown("goods", spread, three) == Message("burgundy.reason.goods", {"own": 5, "other": 3})
    mixed = burgundy(goods={"brown": 2, "pink": 2})
    sale = Message("burgundy.reason.sale", {"goods": "brown", "n": 3, "points": 9, "other": 6})
    assert shown("goods", many, mixed) == sale
    assert shown("goods", few, many) is None


def test_a_stored_tile_is_no_difference_where_the_other_position_has_one_for_the_same_hex() -> None:
    land = CASTLE | {"d5": "ship", "d6": "ship"}
    two = burgundy(covered=land, storage=["ship", "ship"])
    single = burgundy(covered=land, storage=["ship"])
    assert shown("storage", single, burgundy(covered=land)) is not None
    thing = shown("storage", two, single)
    assert thing is not None
    assert (thing.id, thing.args["hex"]) == ("burgundy.reason.fits", "d3"), "both have a ship for d7"


def test_stored_animals_are_shown_where_they_bring_most() -> None:
    """Rules 9: a new tile scores with those of its kind in the same pasture."""
    herd = burgundy(covered=CASTLE | {"c3": "church", "c2": "sheep4"}, storage=["sheep3"])
    thing = shown("storage", herd, burgundy(covered=CASTLE | {"c3": "church", "c2": "sheep4"}))
    assert thing == Message("burgundy.reason.herd", {"tile": "sheep3", "points": 7, "hex": "b1"})
    alone = burgundy(covered=CASTLE | {"c3": "church"}, storage=["sheep3"])
    pasture = shown("storage", alone, burgundy(covered=CASTLE | {"c3": "church"}))
    assert pasture is not None
    assert (pasture.id, pasture.args["points"]) == ("burgundy.reason.pasture", 3)


def test_silverlings_are_shown_with_the_price_of_the_black_depot_until_they_are_enough() -> None:
    none = burgundy(silverlings=0)
    enough = burgundy(silverlings=2)
    price = Message("burgundy.reason.purchase", {"own": 2, "other": 0, "price": 2})
    assert shown("silverlings", enough, none) == price
    plain = Message("burgundy.reason.silverlings", {"own": 3, "other": 2})
    assert shown("silverlings", burgundy(silverlings=3), enough) == plain
    enough.state.depots[box.BLACK] = []
    assert shown("silverlings", enough, none) == Message("burgundy.reason.silverlings", {"own": 2, "other": 0})


def test_silverlings_are_shown_with_workers_that_come_with_them() -> None:
    richer = burgundy(silverlings=4, workers=2)
    supplies = {"own": 4, "other": 3, "workers": 2, "fewer": 0}
    assert shown("silverlings", richer, burgundy(silverlings=3, workers=0)) == Message(
        "burgundy.reason.supplies", supplies
    )
    plain = Message("burgundy.reason.silverlings", {"own": 4, "other": 3})
    assert shown("silverlings", richer, burgundy(silverlings=3, workers=2)) == plain


def test_tiles_on_the_estate_are_shown_that_only_one_has_placed() -> None:
    wise = burgundy(covered=CASTLE | {"e3": "k14"})
    mine = burgundy(covered=CASTLE | {"e3": "mine"})
    on_estate = Message("burgundy.reason.on_estate", {"tile": "k14", "effect": "k14.short"})
    assert shown("knowledge", wise, mine) == on_estate
    assert shown("knowledge", mine, wise) is None
    assert shown("mines", mine, wise) == Message("burgundy.reason.mines", {"own": 1, "other": 0})
    cows = burgundy(covered=CASTLE | {"c2": "cow3"})
    assert shown("animals", cows, mine) == Message("burgundy.reason.placed", {"tile": "cow3"})


def test_a_tile_that_completes_a_region_is_shown_with_the_points_of_the_phase_and_of_a_bonus_tile() -> None:
    """Rules 10: the last tile of a colour brings the region, the phase and the large bonus tile."""
    mines = ESTATES[burgundy().state.players[0].board].by_colour["mine"]
    last = mines[-1]
    others = {hex.id: "mine" for hex in mines[:-1]}
    better = burgundy(covered=CASTLE | others | {"c3": "church"}, storage=["mine"])
    thing = shown("storage", better, burgundy(covered=CASTLE | others | {"c3": "church"}))
    assert thing is not None
    assert thing.id == "burgundy.reason.completes"
    region = next(region for region in ESTATES["1"].regions if last.id in region.hexes)
    assert thing.args["points"] == box.REGION_VP[len(region.hexes)] + box.PHASE_VP["C"] + box.bonus_vp("large", 3)


def test_points_that_other_tiles_bring_are_not_told_of_the_one_that_was_placed() -> None:
    """Rules 13: knowledge 22 counts banks, knowledge 17 watchtowers."""
    wise = CASTLE | {"e3": "k17"}
    bank = burgundy(covered=wise | {"c3": "bank", "d3": "k22"}, knowledge=["k17", "k22"])
    towers = burgundy(covered=wise | {"c3": "watchtower", "d3": "k9"}, knowledge=["k17", "k9"])
    none = burgundy(covered=wise, knowledge=["k17"])
    on_estate = Message("burgundy.reason.on_estate", {"tile": "k22", "effect": "k22.short"})
    assert shown("knowledge", bank, none) == on_estate
    assert shown("knowledge", towers, none) is None
    cows = burgundy(covered=CASTLE | {"c2": "cow3", "c1": "cow4"})
    assert shown("animals", cows, burgundy(covered=CASTLE)) is None, "two tiles share the points"


def test_room_is_shown_where_the_other_storage_is_full() -> None:
    empty = burgundy()
    full = burgundy(storage=["ship", "mine", "bank"])
    assert shown("room", empty, full) == Message("burgundy.subject.room")
    assert shown("room", full, empty) is shown("room", empty, empty) is None


def test_the_income_of_a_phase_is_no_gain_of_the_turn_before_it() -> None:
    before = burgundy(silverlings=0, covered=CASTLE | {"a1": "mine", "a2": "mine"})
    before.state.turn = box.ROUNDS
    after = before.copy()
    after.state.turn = box.ROUNDS + 1
    after.state.players[0].silverlings = 2
    compare = SKILLS["burgundy"].compare
    assert compare.points(after, before, 0) == {}
    after.state.players[0].silverlings = 3
    assert compare.points(after, before, 0) == {"silverlings": 1}
