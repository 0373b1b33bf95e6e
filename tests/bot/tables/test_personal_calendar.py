"""Waking time, reminders and deadlines: examples from the calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.tables.observers.reminders import reminder_moments
from bot.tables.personal_calendar import (
    after_waking,
    deadline_after,
    is_waking,
    next_waking,
    waking_time,
)
from bot.tables.player_preferences import Preferences, Remind

NIGHT = (23 * 60, 8 * 60)
BERLIN = Preferences(zone="Europe/Berlin", quiet=NIGHT)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def at(text: str, habits: Preferences = BERLIN, fold: int = 0) -> datetime:
    """A moment by somebody's clock; ``fold`` 1: the second time that the clock shows it."""
    shown = datetime.fromisoformat(text)
    return shown.replace(tzinfo=habits.clock(datetime.now(UTC)).tzinfo, fold=fold).astimezone(UTC)


def shown(moment: datetime, habits: Preferences = BERLIN) -> str:
    assert moment.tzinfo is UTC
    return habits.clock(moment).isoformat(" ", "minutes")[:16]


@pytest.mark.parametrize(
    ("moment", "waking"),
    [
        ("2026-11-23T22:59:59", True),
        ("2026-11-23T23:00", False),
        ("2026-11-24T00:00", False),
        ("2026-11-24T07:59:59", False),
        ("2026-11-24T08:00", True),
        ("2026-12-23T22:59", True),
        ("2026-12-24T12:00", False),
        ("2026-12-26T22:00", False),
        ("2026-12-27T00:00", False),
        ("2026-12-27T08:00", True),
    ],
)
def test_nobody_is_awake_in_quiet_hours_and_holidays(moment: str, waking: bool) -> None:
    habits = Preferences(zone="Europe/Berlin", quiet=NIGHT, holidays=((date(2026, 12, 24), date(2026, 12, 26)),))
    assert is_waking(at(moment), habits) is waking


def test_quiet_hours_may_lie_within_a_day_or_be_none() -> None:
    noon = Preferences(zone="Europe/Berlin", quiet=(12 * 60, 13 * 60 + 30))
    assert [is_waking(at(f"2026-11-23T{time}"), noon) for time in ("11:59", "12:00", "13:29", "13:30")] == [
        *(True, False, False, True)
    ]
    assert is_waking(at("2026-11-23T03:00"), Preferences(zone="Europe/Berlin"))
    assert waking_time(at("2026-11-23T03:00"), at("2026-11-25T04:00"), Preferences()) == 49 * HOUR


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("2026-11-23T09:00", "2026-11-23T12:30", 3.5),
        ("2026-11-23T22:00", "2026-11-24T09:00", 2),
        ("2026-11-23T23:30", "2026-11-24T07:00", 0),
        ("2026-11-23T09:00", "2026-11-30T09:00", 7 * 15),
        ("2026-11-24T09:00", "2026-11-23T09:00", 0),
    ],
)
def test_waking_time_leaves_out_the_nights(start: str, end: str, hours: float) -> None:
    assert waking_time(at(start), at(end), BERLIN) == hours * HOUR


def test_so_much_waking_time_later_is_always_a_waking_moment() -> None:
    for start, hours, end in (
        ("2026-11-23T09:00", 2, "2026-11-23 11:00"),
        ("2026-11-23T22:00", 2, "2026-11-24 09:00"),
        ("2026-11-23T22:00", 1, "2026-11-24 08:00"),
        ("2026-11-24T02:00", 0, "2026-11-24 08:00"),
        ("2026-11-23T08:00", 15 * 7, "2026-11-30 08:00"),
    ):
        assert shown(after_waking(at(start), hours * HOUR, BERLIN)) == end
    assert shown(next_waking(at("2026-11-24T02:00"), BERLIN)) == "2026-11-24 08:00"
    assert next_waking(at("2026-11-24T12:00:00.000001"), BERLIN) == at("2026-11-24T12:00:00.000001")


SHORT_NIGHT = Preferences(zone="Europe/Berlin", quiet=(60, 2 * 60 + 30))
"""From one to half past two: clocks go from two to three in spring, and from three to two in autumn."""


def test_quiet_hours_of_which_the_end_is_skipped_in_spring_end_with_the_skip() -> None:
    before = at("2027-03-28T00:30")
    after = at("2027-03-28T04:00")
    assert after - before == 2.5 * HOUR
    assert waking_time(before, after, SHORT_NIGHT) == 1.5 * HOUR
    assert shown(next_waking(at("2027-03-28T01:15"), SHORT_NIGHT)) == "2027-03-28 03:00"


def test_what_clocks_show_twice_in_autumn_is_quiet_twice() -> None:
    before = at("2026-10-25T00:30")
    after = at("2026-10-25T04:00")
    assert after - before == 4.5 * HOUR
    first = at("2026-10-25T02:15")
    second = at("2026-10-25T02:15", fold=1)
    assert second - first == HOUR
    assert not is_waking(first, SHORT_NIGHT)
    assert is_waking(first + HOUR / 2, SHORT_NIGHT)
    assert not is_waking(second, SHORT_NIGHT)
    assert waking_time(before, after, SHORT_NIGHT) == 2.5 * HOUR
    assert after_waking(before, HOUR, SHORT_NIGHT) == at("2026-10-25T02:30", fold=1)


def test_a_night_in_which_clocks_change_is_an_hour_shorter_or_longer() -> None:
    for night, quiet in (("2027-03-27", 8), ("2026-10-24", 10), ("2026-11-24", 9)):
        begin = at(f"{night}T23:00")
        assert next_waking(begin, BERLIN) - begin == quiet * HOUR


@pytest.mark.parametrize(
    ("zone", "moment", "waking"),
    [
        ("Pacific/Kiritimati", "2026-11-22T18:00+00:00", True),  # 8 in the morning of the 23rd
        ("Pacific/Kiritimati", "2026-11-22T17:59+00:00", False),
        ("Pacific/Pago_Pago", "2026-11-23T09:59+00:00", True),  # nearly 11 in the evening of the 22nd
        ("Pacific/Pago_Pago", "2026-11-23T10:00+00:00", False),
        ("Asia/Kathmandu", "2026-11-23T02:15+00:00", True),  # 8 o'clock, 5 hours and 45 minutes ahead
        ("Asia/Kathmandu", "2026-11-23T02:14+00:00", False),
        (None, "2026-11-23T08:00+00:00", True),
    ],
)
def test_every_zone_has_its_own_morning(zone: str | None, moment: str, waking: bool) -> None:
    assert is_waking(datetime.fromisoformat(moment), Preferences(zone=zone, quiet=NIGHT)) is waking


def test_a_day_that_a_zone_has_skipped_takes_no_time() -> None:
    """Samoa went across the date line on 30 December 2011."""
    samoa = Preferences(zone="Pacific/Apia", holidays=((date(2011, 12, 30), date(2011, 12, 30)),))
    before = at("2011-12-29T20:00", samoa)
    after = at("2011-12-31T04:00", samoa)
    assert after - before == waking_time(before, after, samoa) == 8 * HOUR


def test_reminders_come_at_half_and_nine_tenths_of_the_waking_time() -> None:
    # awake for 5 and 10 hours
    start = at("2026-11-23T18:00")
    end = at("2026-11-24T18:00")
    assert [shown(moment) for moment in reminder_moments(start, end, BERLIN)] == [
        "2026-11-24 10:30",
        "2026-11-24 16:30",
    ]
    late = Preferences(zone="Europe/Berlin", quiet=NIGHT, remind=Remind.LATE)
    assert [shown(each) for each in reminder_moments(start, end, late)] == ["2026-11-24 16:30"]
    assert reminder_moments(start, end, Preferences(zone="Europe/Berlin", quiet=NIGHT, remind=Remind.NONE)) == []


def test_a_reminder_that_would_come_as_night_falls_comes_in_the_morning() -> None:
    # awake for 10 and 10 hours
    start = at("2026-11-23T13:00")
    end = at("2026-11-24T18:00")
    assert [shown(moment) for moment in reminder_moments(start, end, BERLIN)] == [
        "2026-11-24 08:00",
        "2026-11-24 16:00",
    ]


def test_nobody_is_reminded_of_what_cannot_be_done_awake() -> None:
    assert reminder_moments(at("2026-11-23T23:00"), at("2026-11-24T08:00"), BERLIN) == []
    assert reminder_moments(at("2026-11-24T12:00"), at("2026-11-23T12:00"), BERLIN) == []
    away = Preferences(holidays=((date(2026, 11, 20), date(2026, 11, 30)),))
    assert reminder_moments(at("2026-11-23T12:00", away), at("2026-11-24T12:00", away), away) == []


@pytest.mark.parametrize(
    ("start", "hours", "weekends_off", "end"),
    [
        ("2026-11-23T10:00", 12, False, "2026-11-23 22:00"),
        ("2026-11-23T10:00", 24, False, "2026-11-24 10:00"),
        ("2026-11-23T12:00", 12, False, "2026-11-24 09:00"),  # midnight: an hour after the night
        ("2026-11-23T11:00", 12, False, "2026-11-24 09:00"),  # 23:00, when the night begins
        ("2026-11-23T20:00", 12, False, "2026-11-24 08:00"),  # when it ends
        ("2026-11-27T18:00", 24, False, "2026-11-28 18:00"),
        ("2026-11-27T18:00", 24, True, "2026-11-30 18:00"),  # from Friday to Monday
        ("2026-11-28T12:00", 12, True, "2026-11-30 12:00"),  # from Saturday
        ("2026-11-27T00:00", 24, True, "2026-11-30 09:00"),  # used up as the weekend begins
        ("2026-11-27T11:30", 12, True, "2026-11-30 09:00"),  # in the night before it
        ("2026-11-23T10:00", 168, True, "2026-12-02 10:00"),
        ("2026-12-23T18:00", 24, False, "2026-12-27 18:00"),  # Christmas
    ],
)
def test_a_time_limit_ends_awake_and_leaves_out_weekends_and_holidays(
    start: str, hours: int, weekends_off: bool, end: str
) -> None:
    habits = Preferences(zone="Europe/Berlin", quiet=NIGHT, holidays=((date(2026, 12, 24), date(2026, 12, 26)),))
    assert shown(deadline_after(at(start), hours * HOUR, habits, weekends_off=weekends_off)) == end


def test_a_time_limit_is_of_real_hours_when_clocks_change() -> None:
    assert shown(deadline_after(at("2027-03-27T12:00"), DAY, BERLIN, weekends_off=False)) == "2027-03-28 13:00"
    assert shown(deadline_after(at("2026-10-24T12:00"), DAY, BERLIN, weekends_off=False)) == "2026-10-25 11:00"
    assert (
        shown(deadline_after(at("2027-03-26T12:00"), DAY, BERLIN, weekends_off=True)) == "2027-03-29 12:00"
    )  # the change is on Sunday
