"""What is asked of Discord for a message: how long it may take, and how it may be refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

import discord

from bot.interactions.refusals import (
    ARCHIVED,
    INVALID_FORM,
    NO_PERMISSION,
    OLD_MESSAGE_EDITED_OFTEN,
    SCOPES,
    TOO_LARGE,
    UNKNOWN_MESSAGE,
    Scope,
    scope_of,
)

T = TypeVar("T")

REQUEST_SECONDS = 20
"""How long Discord may take for one request; then the attempt has failed."""

UNEDITABLE = (UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, ARCHIVED)
"""Error codes of an edit that a new message replaces; a message opens an archived thread again."""
ABOUT_FILES = (TOO_LARGE, INVALID_FORM, NO_PERMISSION, 50045, 50046)
"""Error codes after which the same message may be accepted without its files."""
ABOUT_EDITS = (*UNEDITABLE, 50005, 50021)
"""Error codes that speak of the message that was to be edited, not of what it says."""


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


def refuses_files(fault: discord.HTTPException) -> bool:
    """Return whether the same message might be accepted without its files: too large, or not allowed here."""
    return fault.code in ABOUT_FILES or is_unexplained(fault)


def refuses_content(fault: discord.HTTPException) -> bool:
    """Return whether a message that says less might be accepted: AutoMod, a filter of links, an invalid form."""
    if fault.code in ABOUT_EDITS:
        return False
    return scope_of(fault) is Scope.MESSAGE or is_unexplained(fault)


def is_unexplained(fault: discord.HTTPException) -> bool:
    """Return whether Discord takes the request for wrong without a code that the table of refusals knows."""
    return fault.status in (400, 413) and fault.code not in SCOPES
