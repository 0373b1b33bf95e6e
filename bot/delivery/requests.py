"""What is asked of Discord for a message: how long it may take, and how it may be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import discord

from bot.interactions.error_codes import ARCHIVED, OLD_MESSAGE_EDITED_OFTEN, UNKNOWN_MESSAGE

T = TypeVar("T")

REQUEST_SECONDS = 20
"""How long Discord may take for one request; then the attempt has failed."""

UNEDITABLE = (UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, ARCHIVED)
"""Error codes of an edit that a new message replaces; a message opens an archived thread again."""


class NoAnswer(TimeoutError):
    """Discord has not answered in time."""


async def in_time(request: Awaitable[T]) -> T:
    """Return what Discord answers. Raises NoAnswer when it takes too long."""
    try:
        async with asyncio.timeout(REQUEST_SECONDS) as patience:
            return await request
    except TimeoutError as fault:
        if not patience.expired():
            raise
        raise NoAnswer(f"Discord did not answer within {REQUEST_SECONDS} seconds") from fault


async def takes_edit(edit: Awaitable[object]) -> bool:
    """Edit a message, and return whether it took the edit; if not, a new message must take its place.

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
