"""Servers whose messages do not arrive: they are tried ever more rarely, so that nobody else waits for them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import discord

from bot.delivery.requests import NoAnswer

FIRST_PAUSE = 5.0
"""Seconds between the end of an attempt and the next one."""
LONGEST_PAUSE = 60.0
SEVERAL = 3
"""Channels that fail one after the other make a server that fails."""


@dataclass(frozen=True)
class _Failure:
    noted: float
    over: float
    """When the next attempt may be made."""
    pause: float
    """How long to wait if that one fails too."""
    channels: frozenset[int]
    """Those that have failed."""


class FailingServers:
    """The servers from which Discord has not answered, or only with a fault of its own, since it last did otherwise.

    A channel or two that fail, however often, are their own affair: their messages are put off by themselves. When
    there are several there is a pause, after each further failure a longer pause. A channel that still fails while
    others of its server are answered counts no more, until it is answered itself. None stands for tables without a
    server.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[int | None, _Failure] = {}
        self._channels_of_their_own: dict[int | None, frozenset[int]] = {}
        """Channels that failed while others of their server were answered."""

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._failures)

    def __contains__(self, server: object) -> bool:
        return server in self._failures

    def rests(self, server: int | None) -> bool:
        """Return whether nothing is to be tried there now."""
        failure = self._failures.get(server)
        return failure is not None and self._clock() < failure.over

    def channels(self, server: int | None) -> int | None:
        """Return how many channels have failed there, as long as the others may be well; None: the server fails."""
        failure = self._failures.get(server)
        number = len(failure.channels) if failure is not None else 0
        return number if number < SEVERAL else None

    @contextlib.contextmanager
    def watching(self, server: int | None, channel: int) -> Iterator[None]:
        """Learn from what is tried in a channel inside the block."""
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
        if channel in self._channels_of_their_own.get(server, ()):
            return
        now = self._clock()
        before = self._failures.get(server)
        if before is None:
            self._failures[server] = _Failure(now, now, FIRST_PAUSE, frozenset([channel]))
            return
        failure = replace(before, channels=before.channels | {channel})
        # What was on its way already lengthens no pause.
        if len(failure.channels) >= SEVERAL and began >= before.noted:
            pause = min(2 * before.pause, LONGEST_PAUSE)
            failure = replace(failure, noted=now, over=now + before.pause, pause=pause)
        self._failures[server] = failure

    def _note_answer(self, server: int | None, channel: int) -> None:
        failure = self._failures.pop(server, None)
        channels = self._channels_of_their_own.pop(server, frozenset[int]())
        if failure is not None:
            channels |= failure.channels
        if channels := channels - {channel}:
            self._channels_of_their_own[server] = channels
