"""What a person has chosen for play that takes weeks, and the arithmetic of that person's time.

Moments are aware of their time zone; those that are returned are in UTC. Amounts are of real time: the hour that clocks
skip in spring is none, the one that they show twice in autumn is two. A person is awake while the person's clock shows
neither quiet hours nor a day of holidays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from itertools import takewhile
from typing import Annotated, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from bot.tables.stored import readable
from render.shape import Shape

DAY_MINUTES = 24 * 60
USUAL_QUIET = (23 * 60, 8 * 60)
"""When it is night for somebody whose time zone is known and who has chosen nothing else."""
LONGEST_HOLIDAY, MOST_HOLIDAYS = 60, 10
"""Days of one period, and how many periods somebody may have."""
DAYS_OFF = 30
"""So many days of holidays of a year count at a table."""
GRACE = timedelta(hours=1)
"""What is left of a time limit in the morning if it would have ended at night."""
SATURDAY = 5

Period = tuple[date, date]
"""The first and the last day."""
Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY_MINUTES)]
"""After midnight."""


class Call(StrEnum):
    """How somebody wants to hear that a decision waits."""

    CHANNEL = "channel"
    DM = "dm"
    BOTH = "both"
    NONE = "none"


class Remind(StrEnum):
    """Which reminders somebody wants: at half and at nine tenths of the time, the latter alone, none."""

    BOTH = "both"
    LATE = "late"
    NONE = "none"


class Habits(msgspec.Struct, frozen=True):
    """What a person has chosen."""

    zone: str | None = None
    """A name of the IANA database; None: not known, UTC counts."""
    quiet: tuple[int, int] | None = None
    """From when until when, in minutes after midnight by the person's clock, the end excluded, perhaps across midnight;
    None: never."""
    holidays: tuple[Period, ...] = ()
    call: Call = Call.CHANNEL
    remind: Remind = Remind.BOTH
    shape: Shape = Shape.WIDE
    """Of what the person is shown in private."""
    phone: bool | None = None
    """Whether boards are looked at on a phone; None: the person was not asked, or has not answered."""
    ask_end: bool = True
    """Whether to be asked once more before a turn ends for good."""
    learn: bool = True
    """Whether the first table of a game explains each question in a sentence more."""
    rivals: bool = False
    """Whether figures may tell how the person did against somebody, who must allow it, too."""

    def clock(self, moment: datetime) -> datetime:
        """What the person's clock and calendar show at a moment."""
        zone: tzinfo = ZoneInfo(self.zone) if self.zone else UTC
        return moment.astimezone(zone)

    def is_quiet(self, clock: datetime) -> bool:
        """Whether the clock shows a time within the quiet hours."""
        if self.quiet is None:
            return False
        (begin, end), minute = self.quiet, clock.hour * 60 + clock.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def is_holiday(self, clock: datetime) -> bool:
        """Whether the calendar shows a day of holidays."""
        return any(first <= clock.date() <= last for first, last in self.holidays)


def read_habits(stored: object) -> Habits:
    """The habits of stored settings. What is missing, damaged or unknown there is as if it had not been chosen."""
    kept = stored if isinstance(stored, Mapping) else {}
    zone = readable(kept.get("zone"), str, "")
    known = zone if is_zone(zone) else None
    bounds = tuple(readable(kept.get("quiet"), list[Minute], list(USUAL_QUIET) if known else []))
    holidays = readable(kept.get("holidays"), list[Period], [])
    return Habits(
        zone=known,
        quiet=(bounds[0], bounds[1]) if len(set(bounds)) == len(bounds) == 2 else None,
        holidays=tuple(each for each in holidays if 1 <= length(each) <= LONGEST_HOLIDAY)[:MOST_HOLIDAYS],
        call=readable(kept.get("call"), Call, Call.CHANNEL),
        remind=readable(kept.get("remind"), Remind, Remind.BOTH),
        shape=readable(kept.get("shape"), Shape, Shape.WIDE),
        phone=readable(kept.get("phone"), bool, False) if "phone" in kept else None,
        ask_end=readable(kept.get("ask_end"), bool, True),
        learn=readable(kept.get("learn"), bool, True),
        rivals=readable(kept.get("rivals"), bool, False),
    )


def is_zone(name: str) -> bool:
    """Whether the zone database knows the name."""
    try:
        return bool(name) and ZoneInfo(name).key == name
    except (KeyError, ValueError, OSError):  # unknown, no path within the database, a folder of it
        return False


def length(period: Period) -> int:
    """How many days a period has; none if it ends before it begins."""
    first, last = period
    return max((last - first).days + 1, 0)


def with_allowance(habits: Habits, counted: Collection[date], since: datetime) -> Habits:
    """Habits with those holidays alone that count at a table: of a year those that have ``counted`` there and as many
    from ``since`` on as make DAYS_OFF. The others are days like any other."""
    if not habits.holidays:
        return habits
    first, used = habits.clock(since).date(), Counter(day.year for day in counted)
    kept = list[date]()
    for day in sorted({day for period in habits.holidays for day in _days(period)}):
        if day not in counted and day >= first and used[day.year] < DAYS_OFF:
            used[day.year] += 1
            kept.append(day)
        elif day in counted:
            kept.append(day)
    return msgspec.structs.replace(habits, holidays=tuple((day, day) for day in kept))


def days_off(start: datetime, end: datetime, habits: Habits) -> list[date]:
    """The days of holidays that a person has between two moments."""
    first, last = habits.clock(start).date(), habits.clock(end).date()
    return sorted({day for period in habits.holidays for day in _days(period) if first <= day <= last})


def _days(period: Period) -> Iterator[date]:
    return (period[0] + timedelta(days=number) for number in range(length(period)))


def is_waking(moment: datetime, habits: Habits) -> bool:
    """Whether the person may be disturbed."""
    return _awake(habits)(habits.clock(moment))


def waking_time(start: datetime, end: datetime, habits: Habits) -> timedelta:
    """How long the person is awake between two moments; nothing if ``end`` is not the later one."""
    return _passing(start, end, habits, _awake(habits))


def after_waking(start: datetime, amount: timedelta, habits: Habits) -> datetime:
    """The waking moment at which the person has been awake for ``amount`` (not negative) since ``start``."""
    return _after(start, amount, habits, _awake(habits))


def next_waking(moment: datetime, habits: Habits) -> datetime:
    """The first waking moment, not before ``moment``."""
    return after_waking(moment, timedelta(), habits)


def reminders(start: datetime, deadline: datetime, habits: Habits) -> list[datetime]:
    """When the person wants to be reminded of what is to be decided between two moments: at half and nine tenths of
    the waking time between them, always awake and before the deadline."""
    waking = waking_time(start, deadline, habits)
    if not waking:
        return []
    tenths = {Remind.BOTH: (5, 9), Remind.LATE: (9,), Remind.NONE: ()}[habits.remind]
    return [after_waking(start, waking * part // 10, habits) for part in tenths]


def deadline(start: datetime, limit: timedelta, weekends_off: bool, habits: Habits) -> datetime:
    """When ``limit`` has passed since ``start``. Days of holidays do not count, nor with ``weekends_off`` Saturdays and
    Sundays, all by the person's calendar. Quiet hours do; who would be out of time in them has an hour after them.
    """
    counts = _counting(weekends_off, habits)
    end = _after(start, limit, habits, counts)
    if habits.is_quiet(habits.clock(end)):
        end = _after(end, GRACE, habits, lambda clock: counts(clock) and not habits.is_quiet(clock))
    return end


def time_left(start: datetime, end: datetime, weekends_off: bool, habits: Habits) -> timedelta:
    """How much between two moments counts for ``deadline``; nothing if ``end`` is not the later one."""
    return _passing(start, end, habits, _counting(weekends_off, habits))


def _counting(weekends_off: bool, habits: Habits) -> Callable[[datetime], bool]:
    return lambda clock: not habits.is_holiday(clock) and not (weekends_off and clock.weekday() >= SATURDAY)


def _passing(start: datetime, end: datetime, habits: Habits, counts: Callable[[datetime], bool]) -> timedelta:
    """How much of what counts passes between two moments."""
    passing = takewhile(lambda stretch: stretch.begin < end, _stretches(start, habits))
    return sum((min(each.end, end) - each.begin for each in passing if counts(each.clock)), timedelta())


def _awake(habits: Habits) -> Callable[[datetime], bool]:
    return lambda clock: not habits.is_quiet(clock) and not habits.is_holiday(clock)


def _after(start: datetime, amount: timedelta, habits: Habits, counts: Callable[[datetime], bool]) -> datetime:
    """The moment that counts by which ``amount`` of what counts has passed."""
    counting = (each for each in _stretches(start, habits) if counts(each.clock))
    stretch = next(counting)
    while amount >= stretch.end - stretch.begin:
        amount -= stretch.end - stretch.begin
        stretch = next(counting)
    return stretch.begin + amount


class _Stretch(NamedTuple):
    """From ``begin``, at which the clock shows ``clock``, until ``end`` nothing changes that matters."""

    begin: datetime
    end: datetime
    clock: datetime


def _stretches(start: datetime, habits: Habits) -> Iterator[_Stretch]:
    """The time since ``start``, cut at each midnight, at both ends of the quiet hours, and wherever clocks are put
    forward or back: a clock that shows half past two twice a night is twice within the same quiet hours."""
    begin = start.astimezone(UTC)
    while True:
        clock = habits.clock(begin)
        end = begin + _until_next_bound(clock.replace(tzinfo=None), habits)
        if habits.clock(end).utcoffset() != clock.utcoffset():
            end = _change_of_clocks(begin, end, habits)
        yield _Stretch(begin, end, clock)
        begin = end


def _until_next_bound(shown: datetime, habits: Habits) -> timedelta:
    """How long a clock that shows this runs to the next midnight, or beginning or end of quiet hours."""
    midnight = datetime.combine(shown.date(), time())
    bounds = (midnight + timedelta(minutes=each) for each in (*(habits.quiet or ()), DAY_MINUTES))
    return min(bound - shown for bound in bounds if bound > shown)


def _change_of_clocks(begin: datetime, end: datetime, habits: Habits) -> datetime:
    """The moment, to the second, between two of different offsets from UTC at which the offset changes."""
    before, whole = habits.clock(begin).utcoffset(), begin.replace(microsecond=0)

    def changed(second: int) -> bool:
        return habits.clock(whole + timedelta(seconds=second)).utcoffset() != before

    seconds = range(int((end - whole).total_seconds()))
    return whole + timedelta(seconds=bisect_left(seconds, True, key=changed))
