"""What names a person in stored JSON."""

from __future__ import annotations

from typing import Any

import pytest

from storage.traces import Traces


@pytest.mark.parametrize(
    ("stored", "named"),
    [
        ({"player": "ben"}, True),
        ({"players": ["anna", "ben"]}, True),
        ({"move": {"names": ["ben"]}}, True),
        ({"ship": "ben"}, False),
        ("ben", False),
        ({"player": "benno"}, False),
        ({"say": "<@7> moves"}, True),
        ({"7": "anna"}, True),
        ({"say": "17 or 70"}, False),
        ({"user": 7}, True),
        ({"user": 70}, False),
    ],
)
def test_a_name_tells_of_a_person_where_names_stand_and_a_number_anywhere(stored: Any, named: bool) -> None:
    assert Traces(7, {"ben"}).names(stored) is named


def test_yes_is_nobody_s_number() -> None:
    assert not Traces(1).names({"public": True})
    assert Traces(1).taken_out({"public": True}) == {"public": True}
