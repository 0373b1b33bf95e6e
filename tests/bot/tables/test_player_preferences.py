"""Preferences as they are stored: what is missing or damaged counts as not chosen."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from bot.tables.player_preferences import Call, Preferences, Remind, is_zone, read_preferences

BERLIN = Preferences(zone="Europe/Berlin", quiet=(23 * 60, 8 * 60))


def test_what_was_chosen_is_read() -> None:
    stored = {
        "zone": "Europe/Berlin",
        "quiet": [22 * 60, 7 * 60],
        "holidays": [["2026-12-24", "2026-12-26"]],
        "call": "both",
        "remind": "late",
        "unheard-of": 1,
    }
    holidays = ((date(2026, 12, 24), date(2026, 12, 26)),)
    assert read_preferences(stored) == Preferences("Europe/Berlin", (22 * 60, 7 * 60), holidays, Call.BOTH, Remind.LATE)


def test_the_night_is_quiet_where_the_zone_is_known_unless_it_was_chosen_otherwise() -> None:
    assert read_preferences({}) == Preferences()
    assert read_preferences({"zone": "Europe/Berlin"}) == BERLIN
    assert read_preferences({"zone": "Europe/Berlin", "quiet": []}).quiet is None
    assert read_preferences({"quiet": [60, 120]}).quiet == (60, 120)


DAMAGED: dict[str, list[Any]] = {
    "zone": [None, 7, "", "Europe", "Europe/Atlantis", "../passwd", "/etc/passwd", "a" * 999, "\x00", "\udcff", "."],
    "quiet": [None, "night", [60], [60, 60], [1, 2, 3], [-1, 60], [60, 1440], [1.5, 3]],
    "holidays": [
        *(None, "always", [["2026-12-24"]], [["2026-12-24", "2026-12-23"]], [["0001-01-01", "9999-12-31"]]),
        *([["2026-02-30", "2026-03-01"]], [[1, 2]]),
    ],
    "call": [None, "shout", 1],
    "remind": [None, "always", []],
    "phone": [None, "yes", 1],
}


@pytest.mark.parametrize(
    "stored",
    [
        *(None, 7, "Europe/Berlin", ["zone"], {"unreadable": True}),
        *({name: each} for name, wrong in DAMAGED.items() for each in wrong),
    ],
    ids=lambda stored: ascii(stored)[:40],
)
def test_what_is_damaged_is_as_if_it_had_not_been_chosen(stored: object) -> None:
    assert read_preferences(stored) == Preferences()


def test_holidays_have_bounds_also_when_stored() -> None:
    sixty = [["2026-01-01", "2026-03-01"], ["2026-01-01", "2026-03-02"]]
    assert read_preferences({"holidays": sixty}).holidays == ((date(2026, 1, 1), date(2026, 3, 1)),)
    assert len(read_preferences({"holidays": [["2026-01-01", "2026-01-01"]] * 11}).holidays) == 10


def test_zones_are_those_of_the_database() -> None:
    assert [is_zone(name) for name in ("UTC", "Etc/GMT-2", "America/Argentina/Buenos_Aires")] == [True] * 3
