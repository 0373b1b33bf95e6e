"""A limit on frequent log lines: the first is logged at once, then one a minute with the number of those left out."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

PAUSE_SECONDS = 60.0
"""Seconds between two lines about the same subject."""
SUBJECTS = 200
"""Largest number of subjects that are remembered; then the oldest is forgotten."""


class LogLimit:
    """Admits one line a minute about each subject, and counts those that are left out."""

    def __init__(self, seconds: float = PAUSE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._logged_at: dict[Hashable, float] = {}
        self._unlogged: dict[Hashable, int] = {}

    def admit(self, subject: Hashable) -> int:
        """Return the number of occurrences since the subject's last line, with this one; 0 if no line is due."""
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
        """Return the number of occurrences since the subject's last line."""
        return self._unlogged.get(subject, 0)

    def forget(self, subject: Hashable) -> None:
        """Forget a subject, so that its next line is admitted at once."""
        self._logged_at.pop(subject, None)
        self._unlogged.pop(subject, None)
