"""A person's settings: time zone, quiet hours, holidays, notifications and how things are shown.

The arithmetic with a person's time is in `personal_calendar`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, tzinfo
from enum import StrEnum
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

from bot.tables.stored_values import read_or_default
from render.shape import Shape

DAY_MINUTES = 24 * 60
USUAL_QUIET = (23 * 60, 8 * 60)
"""Quiet hours, in minutes after midnight, of a person with a known time zone who has chosen none."""
LONGEST_HOLIDAY = 60
"""Days that one period of holidays may have."""
MOST_HOLIDAYS = 10
"""Periods of holidays that a person may have."""

Period = tuple[date, date]
"""The first and the last day of holidays."""
Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY_MINUTES)]
"""Minutes after midnight."""


class Call(StrEnum):
    """The place where a person wants to be notified that a decision waits."""

    CHANNEL = "channel"
    DM = "dm"
    BOTH = "both"
    NONE = "none"


class Remind(StrEnum):
    """Reminders that a person wants: both, the late one alone, or none; `observers.reminders` says when they come."""

    BOTH = "both"
    LATE = "late"
    NONE = "none"


class Preferences(msgspec.Struct, frozen=True):
    """The settings that a person has chosen."""

    zone: str | None = None
    """Time zone, a name of the IANA database; None if unknown, then UTC is used."""
    quiet: tuple[int, int] | None = None
    """Begin and end of the quiet hours in minutes after midnight by the person's clock, the end excluded, perhaps
    across midnight; None for no quiet hours."""
    holidays: tuple[Period, ...] = ()
    call: Call = Call.CHANNEL
    remind: Remind = Remind.BOTH
    shape: Shape = Shape.WIDE
    """Shape of the pictures in private messages."""
    phone: bool | None = None
    """True if the person looks at boards on a phone; None if not asked or not answered."""
    ask_end: bool = True
    """True if a turn ends for good only after another question."""
    learn: bool = True
    """True if the first table of a game explains each question in another sentence."""
    rivals: bool = False
    """True if statistics may compare the person with somebody who allows it too."""

    def clock(self, moment: datetime) -> datetime:
        """Return what the person's clock and calendar show at a moment."""
        zone: tzinfo = ZoneInfo(self.zone) if self.zone else UTC
        return moment.astimezone(zone)

    def is_quiet(self, clock: datetime) -> bool:
        """Return whether the person's clock shows a time within the quiet hours."""
        if self.quiet is None:
            return False
        begin, end = self.quiet
        minute = clock.hour * 60 + clock.minute
        if begin < end:
            return begin <= minute < end
        return minute >= begin or minute < end

    def is_holiday(self, clock: datetime) -> bool:
        """Return whether the person's calendar shows a day of holidays."""
        return any(first <= clock.date() <= last for first, last in self.holidays)


def read_preferences(stored: object) -> Preferences:
    """Return the preferences of stored settings; missing, damaged or unknown values count as not chosen."""
    settings = stored if isinstance(stored, Mapping) else {}
    name = read_or_default(settings.get("zone"), str, "")
    zone = name if is_zone(name) else None
    bounds = tuple(read_or_default(settings.get("quiet"), list[Minute], list(USUAL_QUIET) if zone else []))
    has_quiet_hours = len(bounds) == 2 and bounds[0] != bounds[1]
    periods = read_or_default(settings.get("holidays"), list[Period], [])
    holidays = tuple(period for period in periods if 1 <= period_length(period) <= LONGEST_HOLIDAY)
    return Preferences(
        zone=zone,
        quiet=(bounds[0], bounds[1]) if has_quiet_hours else None,
        holidays=holidays[:MOST_HOLIDAYS],
        call=read_or_default(settings.get("call"), Call, Call.CHANNEL),
        remind=read_or_default(settings.get("remind"), Remind, Remind.BOTH),
        shape=read_or_default(settings.get("shape"), Shape, Shape.WIDE),
        phone=read_or_default(settings.get("phone"), bool, None),
        ask_end=read_or_default(settings.get("ask_end"), bool, True),
        learn=read_or_default(settings.get("learn"), bool, True),
        rivals=read_or_default(settings.get("rivals"), bool, False),
    )


def is_zone(name: str) -> bool:
    """Return whether the time zone database knows the name."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no path within the database, a folder of it
        return False
    return True


def period_length(period: Period) -> int:
    """Return the number of days of a period; 0 if it ends before it begins."""
    first, last = period
    return max((last - first).days + 1, 0)
