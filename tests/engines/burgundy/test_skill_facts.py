"""What hints name in The Castles of Burgundy instead of what is weighed: tiles, regions, goods."""

from __future__ import annotations

from typing import Any

import pytest

from engines import Message
from engines.players.skills import burgundy_facts
from tests.engines.burgundy.positions import position as of_burgundy

SEAT = 0


def burgundy(**changes: Any) -> Any:
    game = of_burgundy(me={"dice": (1, 2)})
    for name, value in changes.items():
        setattr(game.state.players[SEAT], name, value)
    return game


def test_a_tile_that_is_placed_is_no_advantage_to_have_still_in_storage() -> None:
    stored, placed = burgundy(storage=["mine"]), burgundy(covered={"d4": "castle", "e3": "mine"})
    assert burgundy_facts.used("stored mine", stored, placed, SEAT)
    assert not burgundy_facts.used("stored mine", stored, burgundy(), SEAT)
    assert not burgundy_facts.used("stored ship", stored, placed, SEAT)


def test_goods_that_have_been_sold_and_room_that_fewer_animals_leave_are_no_advantage() -> None:
    kept, sold = burgundy(goods={"red": 1}), burgundy(earned={"sales": 4})
    assert burgundy_facts.used("goods", kept, sold, SEAT)
    assert not burgundy_facts.used("goods", kept, burgundy(), SEAT)
    few, many = burgundy(covered={"d4": "castle"}), burgundy(covered={"d4": "castle", "c2": "cow3"})
    assert burgundy_facts.used("herds", few, many, SEAT)
    assert not burgundy_facts.used("herds", many, few, SEAT)


@pytest.mark.parametrize(
    ("covered", "storage", "name", "fact"),
    [
        (
            {},
            ["ship"],
            "stored ship",
            Message(
                "burgundy.fact.begins",
                {"tile": "ship", "size": 3, "hex": "d3", "lacking": 3, "points": 12, "phase": "C"},
            ),
        ),
        (
            {"d5": "ship"},
            ["ship"],
            "stored ship",
            Message(
                "burgundy.fact.fits", {"tile": "ship", "size": 3, "hex": "d6", "lacking": 2, "points": 12, "phase": "C"}
            ),
        ),
        (
            {"d5": "ship", "d6": "ship"},
            ["ship"],
            "stored ship",
            Message("burgundy.fact.completes", {"tile": "ship", "size": 3, "hex": "d7", "die": 1, "points": 12}),
        ),
        ({}, ["ship"], "stored mine", None),
        (
            {"d5": "ship", "d6": "ship"},
            [],
            "regions",
            Message("burgundy.fact.region", {"colour": "ship", "size": 3, "have": 2, "points": 12, "phase": "C"}),
        ),
        (
            {"d5": "ship", "d6": "ship"},
            [],
            "colours",
            Message("burgundy.fact.colour", {"colour": "ship", "n": 4, "points": 6}),
        ),
        ({"d5": "ship"}, [], "colours", None),
        ({}, [], "colours", None),
        ({}, [], "regions", None),
    ],
)
def test_a_tile_is_named_with_its_region_and_a_region_with_what_is_covered(
    covered: dict[str, str], storage: list[str], name: str, fact: Message | None
) -> None:
    castle = {"d4": "castle"}
    other = burgundy(covered={**castle, **(covered if storage else {})})
    richer = burgundy(covered={**castle, **covered}, storage=storage)
    assert burgundy_facts.fact(name, richer, other, SEAT) == fact


@pytest.mark.parametrize(
    ("turn", "to_come", "phase", "points"),
    [(10, True, "B", 14), (10, False, "C", 12), (9, False, "B", 14), (11, True, "C", 12), (25, True, "E", 8)],
)
def test_a_region_is_worth_what_it_brings_in_the_phase_in_which_it_can_be_complete(
    turn: int, to_come: bool, phase: str, points: int
) -> None:
    richer = burgundy(covered={"d4": "castle", "d5": "ship", "d6": "ship"})
    other = burgundy(covered={"d4": "castle"})
    for game in (richer, other):  # the seat's own turn of the round waits on the stack
        game.state.turn, game.state.stack = turn, game.state.stack if to_come else []
    named = burgundy_facts.fact("regions", richer, other, SEAT)
    assert named is not None
    assert (named.args["phase"], named.args["points"]) == (phase, points)


def test_goods_are_named_that_sell_together_for_more() -> None:
    many, few = burgundy(goods={"brown": 3, "pink": 1}), burgundy(goods={"brown": 1, "pink": 2})
    sale = Message("burgundy.fact.sale", {"goods": "brown", "n": 3, "points": 9, "other": 6})
    assert burgundy_facts.fact("goods", many, few, SEAT) == sale
    assert burgundy_facts.fact("goods", few, many, SEAT) is None
    assert burgundy_facts.fact("goods", burgundy(), many, SEAT) is None


def test_a_tile_in_storage_is_told_beside_the_one_of_its_kind_that_the_other_has_there() -> None:
    land = {"d4": "castle", "c3": "church"}
    chickens, cows, ship = (burgundy(storage=[tile], covered=land) for tile in ("chicken4", "cow3", "ship"))
    rather = Message("burgundy.fact.rather", {"tile": "chicken4", "other_tile": "cow3"})
    assert burgundy_facts.fact("stored animal", chickens, cows, SEAT) == rather
    bank, inn = (burgundy(storage=[tile], covered={"d4": "castle"}) for tile in ("bank", "boarding_house"))
    effects = {"effect": "bank.short", "other_effect": "boarding_house.short"}
    assert burgundy_facts.fact("stored building", bank, inn, SEAT) == Message(
        "burgundy.fact.rather_building", {"tile": "bank", "other_tile": "boarding_house", **effects}
    )
    begun = burgundy(storage=["bank"], covered=land)
    own = burgundy_facts.fact("stored building", begun, ship, SEAT)
    assert own == Message("burgundy.fact.building", {"tile": "bank", "effect": "bank.short", "hex": "e4", "size": 5})
    alone = burgundy_facts.fact("stored animal", chickens, ship, SEAT)
    assert alone is None or alone.id != rather.id


def test_of_points_to_come_in_burgundy_the_region_or_tile_is_named() -> None:
    castle, more = {"d4": "castle"}, {"d4": "castle", "d5": "ship", "d6": "ship", "d7": "ship"}
    scored = burgundy_facts.scored
    complete = burgundy(covered=more)
    assert scored("regions", complete, burgundy(covered=castle), SEAT) == Message(
        "burgundy.fact.completed", {"colour": "ship", "size": 3}
    )
    assert scored("regions", burgundy(covered=castle), complete, SEAT) is None
    wise = burgundy(covered=castle | {"e3": "k14"})
    named = Message("burgundy.fact.on_estate", {"tile": "k14", "effect": "k14.short"})
    assert scored("knowledge", wise, complete, SEAT) == named
    assert burgundy_facts.fact("knowledge", wise, complete, SEAT) == named
    assert burgundy_facts.fact("knowledge", complete, wise, SEAT) is None
    mine = burgundy(covered=castle | {"e3": "mine"})
    assert burgundy_facts.fact("mines", mine, wise, SEAT) == Message("burgundy.fact.mines", {"n": 1, "other": 0})
    assert burgundy_facts.fact("mines", wise, mine, SEAT) is None
    few, many = burgundy(covered=castle), burgundy(covered=castle | {"c3": "church"})
    assert burgundy_facts.fact("beside", many, few, SEAT) == Message("burgundy.fact.beside", {"n": 6, "other": 4})
    assert burgundy_facts.fact("beside", few, many, SEAT) is None
    assert scored("knowledge", complete, wise, SEAT) is scored("sales", wise, complete, SEAT) is None


def test_of_tiles_in_storage_one_that_the_other_has_placed_is_not_named() -> None:
    both = burgundy(storage=["market", "church"], covered={"d4": "castle"})
    placed = burgundy(storage=["ship"], covered={"d4": "castle", "e3": "church"})
    fact = burgundy_facts.fact("stored building", both, placed, SEAT)
    assert fact is not None
    assert fact.args["tile"] == "market"
    assert not burgundy_facts.used("stored building", both, placed, SEAT), "one of them is still there"
