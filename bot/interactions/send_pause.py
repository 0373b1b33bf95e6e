"""A pause of all messages that the bot sends on its own, after Discord or Cloudflare has refused the whole bot."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from bot.interactions.error_codes import asked_to_wait

log = structlog.get_logger()

# 10,000 refused requests in ten minutes would block the bot's address.
FIRST_PAUSE_SECONDS = 30.0
"""Seconds of the first pause if Discord names no duration."""
LONGEST_PAUSE_SECONDS = 900.0
"""Seconds of the longest pause if Discord names no duration."""
RESET_SECONDS = 3600.0
"""Seconds without a refusal after which the next pause is as short as the first."""


class SendPause:
    """The pause after a refusal of the whole bot.

    It is as long as Discord asks for. If Discord does not say, pauses double from the first to the longest.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock()
        self._next_pause = FIRST_PAUSE_SECONDS
        self.reason = ""

    @property
    def seconds_left(self) -> float:
        """Return the seconds for which nothing may be sent; 0 if there is no pause."""
        return max(0.0, self._end - self._clock())

    def begin(self, fault: BaseException) -> None:
        """Begin a pause after the refusal ``fault``."""
        now = self._clock()
        if now < self._end:  # what was on its way when the pause began is refused as well
            return
        if now - self._end > RESET_SECONDS:
            self._next_pause = FIRST_PAUSE_SECONDS
        seconds = asked_to_wait(fault) or self._next_pause
        self._next_pause = min(2 * self._next_pause, LONGEST_PAUSE_SECONDS)
        self._end = now + seconds
        self.reason = str(fault)[:200]
        log.error(
            "Discord refuses the whole bot; nothing is sent for a while", seconds=round(seconds), reason=self.reason
        )
