"""Requests to Discord that send or edit messages: their time limit, and refusals that a new message can replace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import discord

from bot.interactions.error_codes import UNEDITABLE

T = TypeVar("T")

REQUEST_SECONDS = 20
"""Seconds that Discord may take for one request; then the attempt has failed."""


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
