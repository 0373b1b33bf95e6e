"""Requests whose outcome is unknown: Discord may have carried them out although its answer never arrived."""

from __future__ import annotations

import aiohttp
import discord

TOO_MANY_REQUESTS = 429

LOST = (aiohttp.ClientError, ConnectionError, TimeoutError, discord.DiscordServerError)
"""What a request raises when the connection breaks, nobody answers in time or a server of Discord fails."""


def is_lost(fault: BaseException) -> bool:
    """Return whether the request that raised ``fault`` may have been carried out all the same."""
    return isinstance(fault, LOST)


def is_unreachable(fault: BaseException) -> bool:
    """Return whether ``fault`` says that Discord cannot be reached now, so that a later attempt may succeed."""
    if isinstance(fault, discord.HTTPException) and fault.status == TOO_MANY_REQUESTS:
        return True
    return is_lost(fault) or isinstance(fault, discord.RateLimited)
