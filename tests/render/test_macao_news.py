"""What has just changed is marked: everything the engine of Macao tells in games that were played."""

from __future__ import annotations

from functools import cache

import pytest

from bot.wording.languages import catalogue
from engines import Event
from engines.macao import board
from engines.macao.game import Macao
from render.macao.news import News
from tests.render.happenings import Happening, first_of_each_kind, is_marked
from tests.render.macao_positions import caption, in_phase

MARKED = (
    *("activated", "buried", "chose", "delivered", "drafted", "gained", "joker"),
    *("locked", "overflow", "paid", "penalty", "placed"),
    *("professor", "quarter", "received_cubes", "received_gold", "received_prestige", "returned", "revealed", "rolled"),
    *("shifted", "ship", "took", "tribute", "used", "wall"),
)
UNMARKED = ("declined", "final", "has_chosen", "looks_first", "over", "passed", "removed", "round")
"""What is gone, did not happen, or is marked by another event."""

RARE = (
    Event("locked", 0),
    Event("gained", 0, {"colour": "red"}),
    Event("professor", 0, {"gold": 1}),
    Event("received_prestige", 0, {"card": "bank", "prestige": 2}),
    Event("received_cubes", 0, {"card": "bank", "cubes": ["red"]}),
    Event("returned", 0, {"colours": ["red"]}),
    Event("shifted", 0, {"colour": "red", "to": 4}),
    Event("buried", 0, {"card": "bank"}),
    Event("has_chosen", 0),
    Event("looks_first", 0),
)


@cache
def happenings() -> dict[str, Happening]:
    """Return the first event of each kind in some games; what hardly ever comes is made up."""
    view = in_phase(2, 9, "actions").view(None)
    marks = first_of_each_kind((Macao.new(2, seed), player, seed) for player, seed in (("greedy", 7), ("random", 15)))
    return {event.kind: (view, event) for event in RARE} | marks


def test_every_kind_of_event_that_is_told_is_known_here() -> None:
    messages = [id.split(".") for id in catalogue("en").texts]
    kinds = {id[2] for id in messages if id[0] == "macao" and id[1] in ("event", "does")}
    assert kinds == {*MARKED, *UNMARKED}
    assert set(happenings()) == kinds


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    for kind in MARKED:
        assert is_marked(happenings()[kind], caption), kind


@pytest.mark.usefixtures("recorded")
def test_what_leaves_nothing_to_point_at_is_not_marked() -> None:
    for kind in UNMARKED:
        assert not is_marked(happenings()[kind], caption), kind


@pytest.mark.parametrize(("tile", "jokers", "wares"), [(board.JOKER, 1, set()), ("tea", 0, {(1, "tea")})])
def test_a_dark_quarter_brings_a_joker_and_others_a_ware(tile: str, jokers: int, wares: set[tuple[int, str]]) -> None:
    marks = News([Event("quarter", 1, {"quarter": "q08", "tile": tile, "how": "gold", "gold": 4})])
    assert marks.jokers[1] == jokers
    assert marks.holds == wares
    assert marks.gold[1] == -4


def chose(colours: str, first: int, second: int) -> Event:
    names = colours.split()
    return Event("chose", 0, {"first": names[0], "second": names[1], "first_value": first, "second_value": second})


@pytest.mark.parametrize(
    ("events", "fields"),
    [
        ([Event("placed", 0)], {1, 2}),
        ([chose("red blue", 3, 6)], {2, 5}),
        ([chose("red blue", 3, 6), Event("shifted", 0, {"colour": "red", "to": 4})], {3, 5}),
        ([Event("shifted", 0, {"colour": "red", "to": 4})], {3}),
        ([Event("placed", 0), chose("red blue", 3, 6), chose("red blue", 5, 6)], {0, 1, 4, 5}),
    ],
)
def test_the_fields_that_got_cubes_turn_with_the_rose(events: list[Event], fields: set[int]) -> None:
    assert News(events).fields == {(0, field) for field in fields}


def test_a_shift_leaves_the_mark_of_an_earlier_round_on_the_field_that_it_avoids() -> None:
    """In the first round cubes came to field 2, which is field 1 in the second, where red goes to 3, not to 2."""
    rounds = [chose("red blue", 3, 6), chose("red blue", 2, 4), Event("shifted", 0, {"colour": "red", "to": 3})]
    assert News(rounds).fields == {(0, field) for field in (1, 2, 3, 4)}
