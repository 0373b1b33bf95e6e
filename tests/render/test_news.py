"""The vocabulary in which games declare what events change."""

from __future__ import annotations

import pytest

from engines import Event
from render.kit import news
from render.kit.news import belongings, each, fixed, flag, latest, minus, names, number, seats, tallies, totals, word


def _load(event: Event) -> dict[str, int]:
    return {word(event, "ware"): number(event, "count")}


class News(news.News):
    """One field of each sort."""

    begun = flag("round phase")
    movers = seats("sail march")
    places = names({"sail march": "to", "storm": fixed("harbour", "coast")})
    homes = belongings({"build": "place", "feast": fixed("hall")})
    purse = totals({"sale": "price", "build": minus("price"), "fine": each(-1)})
    cargo = tallies({"load": _load})
    course = latest("sail", lambda event: word(event, "to"))


SAIL = Event("sail", 1, {"to": "goa"})
MARCH = Event("march", 0, {"to": ["delhi", "agra"]})


@pytest.mark.parametrize(
    ("events", "field", "marks"),
    [
        ([], "begun", False),
        ([Event("phase")], "begun", True),
        ([SAIL, MARCH], "movers", {0, 1}),
        ([SAIL, MARCH, Event("storm", 2)], "places", {"goa", "delhi", "agra", "harbour", "coast"}),
        ([Event("build", 2, {"place": "hill"}), Event("feast", 0)], "homes", {(2, "hill"), (0, "hall")}),
        ([Event("sale", 1, {"price": 5}), Event("build", 1, {"price": 3}), Event("fine", 0)], "purse", {1: 2, 0: -1}),
        ([Event("load", 0, {"ware": "tea", "count": n}) for n in (3, -1)], "cargo", {0: {"tea": 2}}),
        ([SAIL, Event("sail", 1, {"to": "lisbon"})], "course", {1: "lisbon"}),
    ],
)
def test_a_field_has_what_its_table_says(events: list[Event], field: str, marks: object) -> None:
    assert getattr(News(events), field) == marks


def test_a_total_tells_nothing_that_changed_from_as_much_paid_as_came() -> None:
    spent = News([Event("sale", 0, {"price": 3}), Event("build", 0, {"price": 3}), Event("sale", 1, {"price": 0})])
    assert dict(spent.purse) == {0: 0}


@pytest.mark.parametrize(
    "event", [Event("comet", 0, {"to": "goa"}), Event("sail", 0), Event("sale"), Event("build", 0)]
)
def test_unknown_kinds_and_missing_data_change_nothing(event: Event) -> None:
    changed = News([event])
    assert not changed.places
    assert not changed.homes
    assert not changed.purse
