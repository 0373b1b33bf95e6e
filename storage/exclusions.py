"""The list of people whom the operator has excluded from the bot, by user id.

An exclusion stays when all other data about a person is deleted. Otherwise an excluded person could come back by asking
for deletion.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlmodel.ext.asyncio.session import AsyncSession

from storage import named_values

NAME = "excluded people"
"""Name under which the list is stored, as JSON (``storage.named_values``)."""


async def excluded_ids(session: AsyncSession) -> list[int]:
    """Return the user ids of all excluded people, in ascending order."""
    stored = await named_values.value(session, NAME)
    return sorted(int(number) for number in json.loads(stored)) if stored else []


async def contains(session: AsyncSession, user_id: int) -> bool:
    """Return whether a person is excluded."""
    return user_id in await excluded_ids(session)


async def add(session: AsyncSession, user_id: int) -> None:
    """Exclude a person."""
    await _store(session, {*await excluded_ids(session), user_id})


async def remove(session: AsyncSession, user_id: int) -> None:
    """End the exclusion of a person."""
    await _store(session, {*await excluded_ids(session)} - {user_id})


async def _store(session: AsyncSession, people: Collection[int]) -> None:
    if people:
        await named_values.remember(session, NAME, json.dumps(sorted(people)))
    else:
        await named_values.forget(session, NAME)
