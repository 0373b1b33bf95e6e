"""What is asked of Discord for a message: how long it may take, and how it may be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import discord

from bot.interactions.refusals import ARCHIVED

T = TypeVar("T")

REQUEST_SECONDS = 20
"""How long Discord may take for one request; then the attempt has failed."""

UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, TOO_LARGE = 10008, 30046, 40005
UNEDITABLE = (UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, ARCHIVED)
"""A new message takes the place of one that is refused so; it opens the thread again."""


class NoAnswer(TimeoutError):
    """Discord has not answered in time."""


async def in_time(request: Awaitable[T]) -> T:
    """What Discord answers. Raises NoAnswer when it takes too long."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS) as patience:
            return await request
    except TimeoutError as fault:
        if not patience.expired():
            raise
        raise NoAnswer(f"Discord did not answer within {REQUEST_SECONDS} seconds") from fault


async def takes_edit(edit: Awaitable[object]) -> bool:
    """Whether a message takes an edit; False: it is gone or takes no more, and a new one must take its place.

    Raises what else Discord answers.
    """
    try:
        await edit
    except discord.RateLimited:  # an old message takes few edits an hour; a new one is as good
        return False
    except discord.HTTPException as fault:
        if fault.code not in UNEDITABLE:
            raise
        return False
    return True


def refuses_files(fault: discord.HTTPException) -> bool:
    """Whether the same message might go through without its files: too large, or attaching is not allowed here."""
    if fault.code == OLD_MESSAGE_EDITED_OFTEN:
        return False
    return fault.status in (400, 413) or fault.code == TOO_LARGE or isinstance(fault, discord.Forbidden)
