"""How long a decision may take at a table, and the timers that follow from it.

Whoever begins to be waited for has from then on as long as the table allows, by that person's own calendar. The timers
are set in the transaction of the change that causes them, whatever it is. A table without a limit costs nothing.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

LIMITS = (0, 12, 24, 48, 72, 168)
"""Hours for a decision; 0: no limit."""


class TimeUp(StrEnum):
    """What happens when somebody's time is up: the person is reminded, or a computer makes this one decision."""

    REMIND = "remind"
    PLAY = "play"


class Clock(msgspec.Struct, frozen=True):
    """What a table has agreed on. ``hours``: one of LIMITS; ``weekends_off``: Saturdays and Sundays do not count."""

    hours: int = 0
    weekends_off: bool = False
    time_up: TimeUp = TimeUp.REMIND

    def choices(self) -> dict[str, str]:
        """What is chosen, in the words of CHOICES."""
        return {
            "limit": str(self.hours),
            "weekends": "off" if self.weekends_off else "on",
            "time_up": str(self.time_up),
        }

    def with_choice(self, name: str, value: str) -> Clock:
        """The clock after one of CHOICES."""
        match name:
            case "limit":
                return msgspec.structs.replace(self, hours=int(value))
            case "weekends":
                return msgspec.structs.replace(self, weekends_off=value == "off")
            case _:
                return msgspec.structs.replace(self, time_up=TimeUp(value))


CHOICES = {"limit": tuple(map(str, LIMITS)), "weekends": ("on", "off"), "time_up": tuple(map(str, TimeUp))}


def read_clock(stored: object) -> Clock:
    """The clock of a stored row; one without a limit where that is missing, damaged or unknown."""
    try:
        clock = msgspec.convert(stored, Clock)
    except msgspec.ValidationError:
        return Clock()
    return clock if clock.hours in LIMITS else Clock()
