"""Log lines that would otherwise come in thousands: the first at once, then one a minute with their number."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

PAUSE_SECONDS = 60.0
"""Between two lines about the same subject."""
SUBJECTS = 200
"""Subjects that are remembered; with more of them the oldest are forgotten."""


class LogLimit:
    """Admit one line a minute about each subject, and count what is not logged."""

    def __init__(self, seconds: float = PAUSE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._logged_at: dict[Hashable, float] = {}
        self._unlogged: dict[Hashable, int] = {}

    def admit(self, subject: Hashable) -> int:
        """Return how often the subject occurred since its last line, this time included; 0 if no line is due."""
        number = self._unlogged.get(subject, 0) + 1
        now = self._clock()
        logged_at = self._logged_at.get(subject)
        if logged_at is not None and now - logged_at < self._seconds:
            self._unlogged[subject] = number
            return 0
        self.forget(subject)
        self._logged_at[subject] = now
        if len(self._logged_at) > SUBJECTS:
            self.forget(next(iter(self._logged_at)))
        return number

    def unlogged(self, subject: Hashable) -> int:
        """Return how often the subject occurred after its last line."""
        return self._unlogged.get(subject, 0)

    def forget(self, subject: Hashable) -> None:
        """Let the next line about the subject through."""
        self._logged_at.pop(subject, None)
        self._unlogged.pop(subject, None)
