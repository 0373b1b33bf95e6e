"""Lose requests between the bot and the stand-in for Discord: dropped, unanswered, hanging."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from aiohttp import web


class Loss(StrEnum):
    """How a request fails on the way."""

    DROP = "drop"
    """The connection is closed before anything is read or done."""
    LOSE_ANSWER = "lose answer"
    """The request is carried out, and the connection is closed before the reply."""
    HANG = "hang"
    """Nothing is done, and nobody answers until the bot gives up."""


@dataclass
class Planned:
    """A loss that the next ``count`` requests of a kind meet."""

    loss: Loss
    method: str
    pattern: str
    count: int


class Losses:
    """Decides which requests are lost: those that are planned, and by chance a share of all others."""

    def __init__(self, seed: int = 1) -> None:
        self.chances: dict[Loss, float] = {}
        """Probabilities of each loss, for requests to paths that ``everywhere`` matches."""
        self.everywhere = ".*"
        self.planned: list[Planned] = []
        self.met: list[tuple[Loss, str, str]] = []
        """The losses so far, with method and path."""
        self._rng = Random(seed)

    def plan(self, loss: Loss, method: str, pattern: str, count: int = 1) -> None:
        """Lose the next ``count`` requests whose path matches a regular expression."""
        self.planned.append(Planned(loss, method, pattern, count))

    def of(self, method: str, path: str) -> Loss | None:
        """Return what happens to a request; None: it arrives and is answered."""
        loss = self._planned(method, path) or self._by_chance(path)
        if loss is not None:
            self.met.append((loss, method, path))
        return loss

    def _planned(self, method: str, path: str) -> Loss | None:
        for plan in self.planned:
            if plan.count and plan.method == method and re.fullmatch(plan.pattern, path):
                plan.count -= 1
                return plan.loss
        return None

    def _by_chance(self, path: str) -> Loss | None:
        if not self.chances or not re.fullmatch(self.everywhere, path):
            return None
        drawn = self._rng.random()
        for loss, chance in self.chances.items():
            if drawn < chance:
                return loss
            drawn -= chance
        return None


def cut_off(request: web.Request) -> web.Response:
    """Close the connection of a request; return a response that is sent nowhere."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=503)


async def hang(request: web.Request) -> web.Response:
    """Wait until the bot has closed the connection."""
    while request.transport is not None and not request.transport.is_closing():
        await asyncio.sleep(0.02)
    return web.Response(status=503)
