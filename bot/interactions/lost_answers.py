"""Requests whose outcome is unknown: Discord may have carried them out although its answer never arrived."""

from __future__ import annotations

import aiohttp
import discord

TOO_MANY_REQUESTS = 429

SERVER_FAILS = 500
"""The first status of HTTP that means a failure of the server."""
BROKEN = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Exceptions of a request whose connection broke or that got no answer in time."""


def is_lost(fault: BaseException) -> bool:
    """Return whether the request that raised ``fault`` may have been carried out all the same."""
    if isinstance(fault, discord.HTTPException):
        return fault.status >= SERVER_FAILS
    return isinstance(fault, BROKEN)


def is_unreachable(fault: BaseException) -> bool:
    """Return whether ``fault`` means that Discord cannot be reached now, so that a later attempt may succeed."""
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY_REQUESTS:
        return True
    return is_lost(fault) or isinstance(fault, discord.RateLimited)
