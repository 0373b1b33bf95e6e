"""Growing pauses between attempts to send to servers that do not answer, so that other servers need not wait."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import discord

from bot.delivery.requests import NoAnswer

FIRST_PAUSE = 5.0
"""Seconds of the first pause of a server of which SEVERAL channels have failed; each further pause is twice as long."""
LONGEST_PAUSE = 60.0
"""Seconds of the longest pause."""
SEVERAL = 3
"""Number of failing channels from which the whole server counts as failing."""


@dataclass(frozen=True)
class _Failure:
    """The failures of a server since Discord last answered there; times are seconds of the monotonic clock."""

    noted: float
    """The time of the failure that began the latest pause; as long as there was none, of the first failure."""
    end: float
    """The end of the latest pause, from which the next attempt may be made."""
    next_pause: float
    """Seconds of the next pause."""
    channels: frozenset[int]
    """The channels that have failed."""


class FailingServers:
    """The servers whose latest requests failed: Discord did not answer, or only with an internal error (5xx).

    One or two failing channels, however often they fail, do not make their server pause; each of their messages is
    postponed by itself. Once ``SEVERAL`` channels have failed without an answer in between, the server gets one request
    at a time (``send_limits``), and pauses after a failure, each time for longer. Requests that were under way when the
    first of them failed count as one sign of trouble: they begin no pause by themselves, since a server that has
    stumbled for a moment would be held up, while a failing one gets just one more request. A channel that keeps failing
    while others of its server get answers is not counted again until it gets one itself. The server None stands for
    tables outside of servers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[int | None, _Failure] = {}
        self._lone_failing_channels: dict[int | None, frozenset[int]] = {}
        """Channels that failed while others of their server were answered."""

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._failures)

    def __contains__(self, server: object) -> bool:
        return server in self._failures

    def is_paused(self, server: int | None) -> bool:
        """Return whether a server is in a pause, so that nothing is sent there now."""
        failure = self._failures.get(server)
        return failure is not None and self._clock() < failure.end

    def count_channels(self, server: int | None) -> int:
        """Return the number of channels of a server that have failed since Discord last answered there."""
        failure = self._failures.get(server)
        return len(failure.channels) if failure is not None else 0

    def is_failing_as_a_whole(self, server: int | None) -> bool:
        """Return whether so many channels of a server have failed that the fault is not theirs."""
        return self.count_channels(server) >= SEVERAL

    @contextlib.contextmanager
    def watching(self, server: int | None, channel: int) -> Iterator[None]:
        """Record whether the requests to a channel inside the block fail or get an answer."""
        began = self._clock()
        try:
            yield
        except NoAnswer:
            self._note_failure(server, channel, began)
            raise
        except discord.HTTPException as fault:
            if fault.status >= 500:
                self._note_failure(server, channel, began)
            else:
                self._note_answer(server, channel)
            raise
        else:
            self._note_answer(server, channel)

    def _note_failure(self, server: int | None, channel: int, began: float) -> None:
        if channel in self._lone_failing_channels.get(server, ()):
            return
        now = self._clock()
        before = self._failures.get(server)
        if before is None:
            self._failures[server] = _Failure(noted=now, end=now, next_pause=FIRST_PAUSE, channels=frozenset([channel]))
            return
        failure = replace(before, channels=before.channels | {channel})
        # A request that was already under way at ``noted`` tells nothing new: it neither begins nor lengthens a pause.
        if len(failure.channels) >= SEVERAL and began >= before.noted:
            next_pause = min(2 * before.next_pause, LONGEST_PAUSE)
            failure = replace(failure, noted=now, end=now + before.next_pause, next_pause=next_pause)
        self._failures[server] = failure

    def _note_answer(self, server: int | None, channel: int) -> None:
        failure = self._failures.pop(server, None)
        channels = self._lone_failing_channels.pop(server, frozenset[int]())
        if failure is not None:
            channels |= failure.channels
        if channels := channels - {channel}:
            self._lone_failing_channels[server] = channels
