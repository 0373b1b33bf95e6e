"""A pause of everything that the bot sends by itself, after Discord or Cloudflare has refused the whole bot."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from bot.interactions.error_codes import asked_to_wait

log = structlog.get_logger()

FIRST_PAUSE_SECONDS = 30.0
LONGEST_PAUSE_SECONDS = 900.0
"""Bounds of a pause for which nobody has said how long it is to be: 10,000 refused requests in ten minutes would block
the bot's address."""
FORGOTTEN_SECONDS = 3600.0
"""After so long without a refusal the next pause is short again."""


class SendPause:
    """Notes refusals of the whole bot; ``seconds_left`` says how long nothing is to be sent."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = clock()
        self._pause = FIRST_PAUSE_SECONDS
        self.reason = ""

    @property
    def seconds_left(self) -> float:
        """Return for how many seconds nothing is to be sent; 0: sending goes on."""
        return max(0.0, self._until - self._clock())

    def begin(self, fault: BaseException) -> None:
        """Begin a pause, as long as the refusal asks for, else longer each time; one that lasts is not lengthened."""
        now = self._clock()
        if now < self._until:
            return
        if now - self._until > FORGOTTEN_SECONDS:
            self._pause = FIRST_PAUSE_SECONDS
        seconds = asked_to_wait(fault) or self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
        self._until = now + seconds
        self.reason = str(fault)[:200]
        log.error(
            "Discord refuses the whole bot; nothing is sent for a while", seconds=round(seconds), reason=self.reason
        )
