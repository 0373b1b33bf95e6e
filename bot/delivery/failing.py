"""Servers whose messages do not arrive: they are tried ever more rarely, so that nobody else waits for them."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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


class FailingServers:
    """Those from which Discord has not answered, or only with a fault of its own, since it last did otherwise.

    After the first failure one message is tried at once: it may have been a single channel's. When that one fails too
    there is a pause, after each further one a longer pause. None stands for tables without a server.
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

    @contextlib.contextmanager
    def watching(self, server: int | None) -> Iterator[None]:
        """Learns from what is tried meanwhile."""
        began = self._clock()
        try:
            yield
        except NoAnswer:
            self._failed(server, began)
            raise
        except discord.HTTPException as fault:
            if fault.status >= 500:
                self._failed(server, began)
            else:
                self._failures.pop(server, None)
            raise
        else:
            self._failures.pop(server, None)

    def _failed(self, server: int | None, began: float) -> None:
        now, before = self._clock(), self._failures.get(server)
        if before is None:
            self._failures[server] = _Failure(now, now, FIRST_PAUSE)
        elif began >= before.noted:  # what was on its way already says nothing new
            self._failures[server] = _Failure(now, now + before.pause, min(2 * before.pause, LONGEST_PAUSE))
