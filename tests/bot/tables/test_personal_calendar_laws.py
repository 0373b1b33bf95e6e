"""What holds for everybody's time, whatever they have chosen: drawn at random, much of it near changes of clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.observers.reminders import reminder_moments
from bot.tables.personal_calendar import (
    after_waking,
    deadline_after,
    is_waking,
    next_waking,
    waking_time,
)
from bot.tables.player_preferences import Preferences, Remind

ZONES = (
    *(None, "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca"),
    *("Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Apia", "America/Nuuk", "Etc/GMT-2"),
)
CHANGES = (
    *("2027-03-28T01:00", "2026-10-25T01:00", "2027-03-14T07:00", "2026-11-01T06:00", "2026-10-03T15:30"),
    *("2026-04-04T15:00", "2011-12-30T10:00", "2026-02-15T02:00", "2026-03-22T02:00", "2026-12-31T23:59"),
)
"""When clocks change somewhere, in UTC; and a year's end."""

near = st.builds(
    lambda change, away: datetime.fromisoformat(change).replace(tzinfo=UTC) + away,
    st.sampled_from(CHANGES),
    st.timedeltas(timedelta(days=-4), timedelta(days=4)),
)
anywhen = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(UTC))
moments = near | anywhen
amounts = st.timedeltas(timedelta(), timedelta(days=8)) | st.integers(0, 200).map(lambda hours: timedelta(hours=hours))
bounds = st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda pair: pair[0] != pair[1])


@st.composite
def periods(draw: st.DrawFn) -> tuple[date, date]:
    change = datetime.fromisoformat(draw(st.sampled_from(CHANGES))).date()
    first = change + timedelta(days=draw(st.integers(-6, 6)))
    return first, first + timedelta(days=draw(st.integers(0, 9)))


people = st.builds(
    Preferences,
    zone=st.sampled_from(ZONES),
    quiet=st.none() | st.just((1380, 480)) | bounds,
    holidays=st.lists(periods(), max_size=3).map(tuple),
    remind=st.sampled_from(Remind),
)


def awake(moment: datetime, habits: Preferences) -> bool:
    """By what the clock on the wall and the calendar beside it show, worked out from text."""
    day, clock = habits.clock(moment).strftime("%Y-%m-%d %H:%M").split()
    if any(str(first) <= day <= str(last) for first, last in habits.holidays):
        return False
    if habits.quiet is None:
        return True
    begin, end = (f"{minute // 60:02}:{minute % 60:02}" for minute in habits.quiet)
    return not (begin <= clock < end if begin < end else clock >= begin or clock < end)


@given(people, moments)
def test_a_moment_is_waking_by_the_clock_on_the_wall(habits: Preferences, moment: datetime) -> None:
    assert is_waking(moment, habits) == awake(moment, habits)


@given(people, near, st.integers(1, 30))
def test_waking_time_is_the_sum_of_waking_minutes(habits: Preferences, moment: datetime, hours: int) -> None:
    start = moment.replace(second=0, microsecond=0)
    minutes = [start + timedelta(minutes=each) for each in range(hours * 60)]
    awake_for = timedelta(minutes=sum(awake(minute, habits) for minute in minutes))
    assert waking_time(start, start + timedelta(hours=hours), habits) == awake_for


@given(people, moments, amounts, amounts)
def test_waking_time_adds_up_and_never_exceeds_time(
    habits: Preferences, start: datetime, one: timedelta, other: timedelta
) -> None:
    between = start + one
    end = start + one + other
    first = waking_time(start, between, habits)
    second = waking_time(between, end, habits)
    assert waking_time(start, end, habits) == first + second
    assert timedelta() <= first <= one


@given(people, moments, amounts)
def test_so_much_later_is_the_inverse_of_the_time_between(
    habits: Preferences, start: datetime, amount: timedelta
) -> None:
    end = after_waking(start, amount, habits)
    assert waking_time(start, end, habits) == amount
    assert awake(end, habits)
    assert after_waking(start, waking_time(start, start + amount, habits), habits) == next_waking(
        start + amount, habits
    )


@given(people, moments, amounts, amounts)
def test_more_time_ends_later_and_so_does_a_later_start(
    habits: Preferences, start: datetime, amount: timedelta, more: timedelta
) -> None:
    end = after_waking(start, amount, habits)
    assert start <= end
    assert after_waking(end, more, habits) == after_waking(start, amount + more, habits)
    assert after_waking(start, amount, habits) <= after_waking(start + more, amount, habits)


@given(people, moments)
def test_the_next_waking_moment_follows_nothing_but_rest(habits: Preferences, moment: datetime) -> None:
    waking = next_waking(moment, habits)
    assert waking >= moment
    assert awake(waking, habits)
    assert (waking == moment) == awake(moment, habits)
    assert waking_time(moment, waking, habits) == timedelta()


@given(people, moments, amounts)
def test_reminders_are_few_in_order_awake_and_in_time(habits: Preferences, start: datetime, limit: timedelta) -> None:
    end = start + limit
    due = reminder_moments(start, end, habits)
    wanted = {Remind.BOTH: 2, Remind.LATE: 1, Remind.NONE: 0}[habits.remind]
    assert len(due) == (wanted if waking_time(start, end, habits) else 0)
    assert due == sorted(due)
    assert all(start <= each < end and awake(each, habits) for each in due)


@given(people, moments, amounts, st.booleans())
def test_a_time_limit_ends_when_the_person_can_still_act(
    habits: Preferences, start: datetime, limit: timedelta, weekends_off: bool
) -> None:
    end = deadline_after(start, limit, habits, weekends_off=weekends_off)
    assert end >= start + limit
    assert awake(end, habits)
    assert not (weekends_off and habits.clock(end).strftime("%a") in ("Sat", "Sun"))


@given(people, moments, amounts, amounts, st.booleans())
def test_without_quiet_hours_time_limits_add_up(
    habits: Preferences, start: datetime, one: timedelta, other: timedelta, weekends_off: bool
) -> None:
    free = Preferences(zone=habits.zone, holidays=habits.holidays)
    end = deadline_after(start, one, free, weekends_off=weekends_off)
    assert deadline_after(end, other, free, weekends_off=weekends_off) == deadline_after(
        start, one + other, free, weekends_off=weekends_off
    )
