"""Servers whose messages do not arrive: they are tried ever more rarely, so that nobody else waits for them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import discord

from bot.delivery.requests import NoAnswer

FIRST_PAUSE = 5.0
LONGEST_PAUSE = 60.0
"""Seconds between the end of an attempt and the next one."""


@dataclass(frozen=True)
class _Failure:
    noted: float
    over: float
    """When the next attempt may be made."""
    pause: float
    """How long to wait if that one fails too."""
    channel: int | None
    """The only one that has failed; None: there were several."""


class FailingServers:
    """Those from which Discord has not answered, or only with a fault of its own, since it last did otherwise.

    A single channel that fails, however often, is its own affair: its messages are put off by themselves. When one of
    another channel fails too there is a pause, after each further one a longer pause. None stands for tables without a
    server.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[int | None, _Failure] = {}

    def __iter__(self) -> Iterator[int | None]:
        return iter(self._failures)

    def __contains__(self, server: object) -> bool:
        return server in self._failures

    def rests(self, server: int | None) -> bool:
        """Whether nothing is to be tried there now."""
        failure = self._failures.get(server)
        return failure is not None and self._clock() < failure.over

    def of_one_channel(self, server: int | None) -> bool:
        """Whether a single channel has failed there; the others may be well."""
        failure = self._failures.get(server)
        return failure is not None and failure.channel is not None

    @contextlib.contextmanager
    def watching(self, server: int | None, channel: int) -> Iterator[None]:
        """Learns from what is tried meanwhile in a channel."""
        began = self._clock()
        try:
            yield
        except NoAnswer:
            self._failed(server, channel, began)
            raise
        except discord.HTTPException as fault:
            if fault.status >= 500:
                self._failed(server, channel, began)
            else:
                self._failures.pop(server, None)
            raise
        else:
            self._failures.pop(server, None)

    def _failed(self, server: int | None, channel: int, began: float) -> None:
        now, before = self._clock(), self._failures.get(server)
        if before is None:
            self._failures[server] = _Failure(now, now, FIRST_PAUSE, channel)
        elif before.channel == channel:
            pass
        elif began >= before.noted:
            self._failures[server] = _Failure(now, now + before.pause, min(2 * before.pause, LONGEST_PAUSE), None)
        else:  # what was on its way already lengthens no pause
            self._failures[server] = replace(before, channel=None)
