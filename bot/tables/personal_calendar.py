"""Arithmetic with a person's time: waking hours, holidays, deadlines.

Arguments are aware of their time zone; returned moments are in UTC. Durations are of real time: the hour that clocks
skip in spring does not count, the one that they repeat in autumn counts twice. A person is awake while the person's
clock shows neither quiet hours nor a day of holidays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import takewhile
from typing import NamedTuple

import msgspec

from bot.tables.player_preferences import DAY_MINUTES, Period, Preferences, period_length

HOLIDAYS_PER_YEAR = 30
"""Days of holidays that count at a table in a calendar year."""
NIGHT_GRACE = timedelta(hours=1)
"""Time that remains in the morning of a limit that would have ended in the quiet hours."""
SATURDAY = 5

CountsAt = Callable[[datetime], bool]
"""Predicate over what a person's clock shows: True where time counts."""


def with_allowed_holidays(preferences: Preferences, counted: Collection[date], start: datetime) -> Preferences:
    """Return the preferences with only those days of holidays that count at a table; the others are ordinary days.

    Days that were already `counted` there remain. Further ones, from `start` on, are added in order until a calendar
    year has HOLIDAYS_PER_YEAR.
    """
    if not preferences.holidays:
        return preferences
    first = preferences.clock(start).date()
    days_in_year = Counter(day.year for day in counted)
    allowed = list[date]()
    for day in sorted({day for period in preferences.holidays for day in _days(period)}):
        if day in counted:
            allowed.append(day)
        elif day >= first and days_in_year[day.year] < HOLIDAYS_PER_YEAR:
            days_in_year[day.year] += 1
            allowed.append(day)
    return msgspec.structs.replace(preferences, holidays=tuple((day, day) for day in allowed))


def holiday_dates(start: datetime, end: datetime, preferences: Preferences) -> list[date]:
    """Return the days of holidays that a person has between two moments."""
    first = preferences.clock(start).date()
    last = preferences.clock(end).date()
    return sorted({day for period in preferences.holidays for day in _days(period) if first <= day <= last})


def _days(period: Period) -> Iterator[date]:
    return (period[0] + timedelta(days=number) for number in range(period_length(period)))


def is_waking(moment: datetime, preferences: Preferences) -> bool:
    """Return whether `moment` lies outside the person's quiet hours and holidays."""
    return _waking_hours(preferences)(preferences.clock(moment))


def waking_time(start: datetime, end: datetime, preferences: Preferences) -> timedelta:
    """Return how long the person is awake between two moments; zero if `end` is not the later one."""
    return _counted_between(start, end, preferences, _waking_hours(preferences))


def after_waking(start: datetime, amount: timedelta, preferences: Preferences) -> datetime:
    """Return the waking moment at which the person has been awake for `amount` (not negative) since `start`."""
    return _moment_after(start, amount, preferences, _waking_hours(preferences))


def next_waking(moment: datetime, preferences: Preferences) -> datetime:
    """Return the first waking moment, not before `moment`."""
    return after_waking(moment, timedelta(), preferences)


def deadline_after(start: datetime, limit: timedelta, preferences: Preferences, *, weekends_off: bool) -> datetime:
    """Return when `limit` has passed since `start`, by the person's calendar.

    Days of holidays do not count, nor Saturdays and Sundays with `weekends_off`. Quiet hours count, but a limit that
    would end in them ends NIGHT_GRACE after them.
    """
    counts_at = _counted_days(preferences, weekends_off=weekends_off)
    end = _moment_after(start, limit, preferences, counts_at)
    if preferences.is_quiet(preferences.clock(end)):
        end = _moment_after(
            end, NIGHT_GRACE, preferences, lambda clock: counts_at(clock) and not preferences.is_quiet(clock)
        )
    return end


def counted_time(start: datetime, end: datetime, preferences: Preferences, *, weekends_off: bool) -> timedelta:
    """Return how much of the time between two moments counts for `deadline_after`; zero if `end` is not later."""
    return _counted_between(start, end, preferences, _counted_days(preferences, weekends_off=weekends_off))


def _counted_days(preferences: Preferences, *, weekends_off: bool) -> CountsAt:
    return lambda clock: not preferences.is_holiday(clock) and not (weekends_off and clock.weekday() >= SATURDAY)


def _waking_hours(preferences: Preferences) -> CountsAt:
    return lambda clock: not preferences.is_quiet(clock) and not preferences.is_holiday(clock)


def _counted_between(start: datetime, end: datetime, preferences: Preferences, counts_at: CountsAt) -> timedelta:
    stretches = takewhile(lambda stretch: stretch.begin < end, _stretches(start, preferences))
    counted = (min(stretch.end, end) - stretch.begin for stretch in stretches if counts_at(stretch.clock))
    return sum(counted, timedelta())


def _moment_after(start: datetime, amount: timedelta, preferences: Preferences, counts_at: CountsAt) -> datetime:
    """Return the first counting moment at which `amount` of counting time has passed since `start`."""
    counted = (stretch for stretch in _stretches(start, preferences) if counts_at(stretch.clock))
    stretch = next(counted)
    while amount >= stretch.end - stretch.begin:
        amount -= stretch.end - stretch.begin
        stretch = next(counted)
    return stretch.begin + amount


class _Stretch(NamedTuple):
    """A stretch of time within which neither the date, the quiet hours nor the offset from UTC change."""

    begin: datetime
    end: datetime
    clock: datetime
    """Date and time that the person's clock shows at the beginning."""


def _stretches(start: datetime, preferences: Preferences) -> Iterator[_Stretch]:
    """Yield the time since `start`, cut at midnights, at both ends of the quiet hours and at changes of the clocks.

    The latter matter because a clock that shows half past two twice in a night is twice within the same quiet hours.
    """
    begin = start.astimezone(UTC)
    while True:
        clock = preferences.clock(begin)
        end = begin + _until_next_bound(clock.replace(tzinfo=None), preferences)
        if preferences.clock(end).utcoffset() != clock.utcoffset():
            end = _change_of_clocks(begin, end, preferences)
        yield _Stretch(begin, end, clock)
        begin = end


def _until_next_bound(local_time: datetime, preferences: Preferences) -> timedelta:
    """Return how long a clock that shows this runs to midnight, or to the begin or end of the quiet hours."""
    midnight = datetime.combine(local_time.date(), time())
    minutes = (*(preferences.quiet or ()), DAY_MINUTES)
    bounds = (midnight + timedelta(minutes=minute) for minute in minutes)
    return min(bound - local_time for bound in bounds if bound > local_time)


def _change_of_clocks(begin: datetime, end: datetime, preferences: Preferences) -> datetime:
    """Return the moment, to the second, between two others at which the offset from UTC changes."""
    offset = preferences.clock(begin).utcoffset()
    first_second = begin.replace(microsecond=0)

    def has_changed(second: int) -> bool:
        return preferences.clock(first_second + timedelta(seconds=second)).utcoffset() != offset

    seconds = range(int((end - first_second).total_seconds()))
    return first_second + timedelta(seconds=bisect_left(seconds, True, key=has_changed))
