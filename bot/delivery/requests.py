"""Requests to Discord that send or edit messages: their time limit, and what is checked after a refusal.

When Discord refuses a message as forbidden, that may be a passing error. Only a second look at the channel decides
whether a table counts as unreachable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from enum import Enum
from typing import TypeVar

import discord
import structlog

from bot.interactions.error_codes import NO_ACCESS, UNEDITABLE, UNKNOWN_CHANNEL, UNKNOWN_SERVER
from bot.interactions.permissions import lacking
from bot.work.worker import EXTERNAL_ERRORS

T = TypeVar("T")

REQUEST_SECONDS = 20
"""Seconds that Discord may take for one request; then the attempt has failed."""
log = structlog.get_logger()


class NoAnswer(TimeoutError):
    """Discord has not answered in time."""


async def in_time(request: Awaitable[T]) -> T:
    """Return the answer to a request. Raises NoAnswer if Discord takes too long."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS) as patience:
            return await request
    except TimeoutError as fault:
        if not patience.expired():
            raise
        raise NoAnswer(f"Discord did not answer within {REQUEST_SECONDS} seconds") from fault


async def takes_edit(edit: Awaitable[object]) -> bool:
    """Edit a message; return False if it cannot be edited, so that a new message must take its place.

    Raises:
        discord.HTTPException: another error of Discord.
    """
    try:
        await edit
    except discord.RateLimited:  # Discord allows few edits an hour of an old message
        return False
    except discord.HTTPException as fault:
        if fault.code not in UNEDITABLE:
            raise
        return False
    return True


class Reach(Enum):
    """The result of looking at a channel."""

    OPEN = "open"
    """The bot may write there."""
    CLOSED = "closed"
    """The channel is hidden from the bot, or a permission to write is missing."""
    DELETED = "deleted"
    """There is no such channel any more."""
    UNKNOWN = "unknown"
    """Discord did not answer, or its answer does not settle the question."""


async def reach_of(client: discord.Client, channel_id: int) -> Reach:
    """Ask Discord for a channel, and return whether the bot may write there."""
    try:
        channel = await in_time(client.fetch_channel(channel_id))
    except discord.HTTPException as fault:
        if fault.code == UNKNOWN_CHANNEL:
            return Reach.DELETED
        return Reach.CLOSED if fault.code in (NO_ACCESS, UNKNOWN_SERVER) else Reach.UNKNOWN
    except discord.InvalidData:  # a type of channel that discord.py does not know
        return Reach.UNKNOWN
    except EXTERNAL_ERRORS as fault:
        log.info("a channel could not be looked at", channel=channel_id, reason=str(fault))
        return Reach.UNKNOWN
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return Reach.OPEN
    try:
        allowed = channel.permissions_for(channel.guild.me)
    # discord.py raises these if the parent channel of a thread, or the bot as a member, is not in its cache.
    except (discord.ClientException, AttributeError):
        return Reach.UNKNOWN
    return Reach.CLOSED if lacking(allowed, channel, to_write=True) else Reach.OPEN
