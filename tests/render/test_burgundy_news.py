"""What has just changed is marked: everything the engine tells in games that were played."""

from __future__ import annotations

from copy import copy

import pytest

import render
from bot.wording.languages import catalogue
from engines import Event
from render.burgundy.news import News
from tests.render.burgundy_positions import MARKED, UNMARKED, caption, happenings, in_round
from tests.render.comparing import differ
from tests.render.happenings import is_marked

OF_EARLIER_VERSIONS = ("turned",)
"""Kinds of events that stand in old logs alone."""


def test_every_kind_of_event_that_is_told_is_known_here() -> None:
    assert set(happenings()) == {*MARKED, *UNMARKED}
    messages = [id.split(".") for id in catalogue("en").texts]
    kinds = {id[2] for id in messages if id[0] == "burgundy" and id[1] in ("event", "does")}
    assert kinds == {*happenings(), *OF_EARLIER_VERSIONS}


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked() -> None:
    for kind in MARKED:
        assert is_marked(happenings()[kind], caption), kind


@pytest.mark.usefixtures("recorded")
def test_what_leaves_nothing_to_point_at_is_not_marked() -> None:
    for kind in UNMARKED:
        assert not is_marked(happenings()[kind], caption), kind


@pytest.mark.usefixtures("recorded")
def test_what_has_just_changed_is_marked_in_the_own_picture_too() -> None:
    for kind in (
        *("board", "bonus", "bought", "bought_with_workers", "castle", "goods", "income", "placed", "rolled", "sold"),
        *("tile_silverlings", "tile_workers", "took", "turned_to", "workers"),
    ):
        public, event = happenings()[kind]
        assert event.seat is not None
        view = copy(public)
        view.viewer = event.seat
        assert render.hand(view, caption([event])) != render.hand(view, caption()), kind
        view.viewer = 1 - event.seat
        assert render.hand(view, caption([event])) == render.hand(view, caption()), kind


def test_a_purchase_marks_its_depot_and_the_tile_stored() -> None:
    for kind in ("took", "bought", "bought_with_workers"):
        event = happenings()[kind][1]
        assert event.seat is not None
        marks = News([event])
        assert marks.depots == {event.data["depot"]}
        assert marks.stored[event.seat] == {event.data["tile"]: 1}
        assert marks.purchased == (set() if kind == "took" else {event.seat})


def test_a_tile_that_came_and_went_is_no_news() -> None:
    took = Event("took", 0, {"tile": "ship", "depot": "1"})
    placed = Event("placed", 0, {"tile": "ship", "hex": "a1"})
    assert News([took, placed]).stored[0]["ship"] == 0
    assert News([placed, took]).stored[0]["ship"] == 1


@pytest.mark.usefixtures("recorded")
def test_unknown_events_and_strange_data_change_nothing() -> None:
    view = in_round(3, 4).view(None)
    plain = render.board(view, caption())
    for event in (
        Event("comet", 0, {"tile": "moon"}),
        Event("over"),
        Event("passed", 1, {"tile": "market"}),
        Event("placed", 1, {"hex": "z9"}),
        Event("took", 1, {}),
        Event("goods", None, {"depots": "7"}),
    ):
        assert not differ(plain, render.board(view, caption([event])))
