"""Discord's rate limits as a bot meets them: of a route, of the whole bot, and of requests not to be made at all.

How many requests a route takes Discord tells only in its headers; the numbers here are of the order that bots see.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.discord.description import operation
from tests.discord.operations import Operation

GLOBALLY = 50
SECOND = 1.0
INVALID = 10_000
TEN_MINUTES = 600.0
INVALID_STATUSES = (401, 403, 429)
ROUTES: Mapping[str, tuple[int, float]] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "POST /channels/{channel_id}/threads": (10, 30.0),
    "POST /users/@me/channels": (10, 10.0),
}
"""Requests and seconds; others have ``OTHERS``."""
OTHERS = (10, 5.0)
OF_INTERACTIONS = ("interactions", "webhooks")
"""What the limit of the whole bot leaves alone."""
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id")
"""Variables of a path of which each value has a limit of its own."""


@dataclass
class Bucket:
    """What one route has left until a moment."""

    limit: int
    seconds: float
    left: int = 0
    ends: float = 0

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.left, self.ends = self.limit, now + self.seconds
        self.left -= 1
        return self.left >= 0


@dataclass
class Verdict:
    """Whether a request is let through, and what is told with it. ``body`` None: it is."""

    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None
    from_discord: bool = True
    """False: what stands in front of Discord shuts an address out."""


class RateLimits:
    """Lets requests through or tells how long to wait. ``invalid`` are the moments of the last ones that Discord holds
    against an address; ``refused`` counts those that had to wait. ``second``: how long the fifty requests
    of a bot have to last, for machines that would never ask for so many in one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, second: float = SECOND) -> None:
        self._clock = clock
        self._whole = Bucket(GLOBALLY, second)
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self.invalid: deque[float] = deque()
        self.refused = 0

    def ask(self, method: str, path: str) -> Verdict:
        """What is to be done with a request that comes now."""
        now = self._clock()
        if self.shut_out(now):
            return Verdict(body="error code: 1015", from_discord=False)
        if path.split("/")[1] not in OF_INTERACTIONS and not self._whole.take(now):
            wait = self._whole.ends - now
            return self._refusal(wait, everything=True, headers={})
        found = operation(method, path)
        which, variables = found or (Operation(method, path), {})
        major = [variables[name] for name in MAJOR if name in variables]
        limit, seconds = ROUTES.get(str(which), OTHERS)
        bucket = self._buckets.setdefault((str(which), *major), Bucket(limit, seconds))
        let = bucket.take(now)
        wait = bucket.ends - now
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(bucket.left, 0)),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{hash(str(which)) & 0xFFFFFFFF:08x}",
        }
        return Verdict(headers) if let else self._refusal(wait, everything=False, headers=headers)

    def _refusal(self, wait: float, *, everything: bool, headers: dict[str, str]) -> Verdict:
        self.refused += 1
        headers |= {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "global" if everything else "user"}
        if everything:
            headers["X-RateLimit-Global"] = "true"
        said = {
            "message": "You are being rate limited.",
            "retry_after": round(wait, 3),
            "global": everything,
            "code": 0,
        }
        return Verdict(headers, said)

    def answered(self, status: int) -> None:
        """A request has been answered so."""
        if status in INVALID_STATUSES:
            self.invalid.append(self._clock())

    def shut_out(self, now: float) -> bool:
        """Whether too many of the last requests should not have been made."""
        while self.invalid and self.invalid[0] <= now - TEN_MINUTES:
            self.invalid.popleft()
        return len(self.invalid) >= INVALID
