"""People whom the operator has excluded from the bot, as a list of numbers.

An exclusion outlives the deletion of everything else about a person: otherwise an excluded person could come back
by asking to be forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlmodel.ext.asyncio.session import AsyncSession

from storage import kept

NAME = "excluded people"
"""Under which name the list is stored, in JSON."""


async def everybody(session: AsyncSession) -> list[int]:
    """Return the numbers of all people who are excluded, in ascending order."""
    stored = await kept.value(session, NAME)
    return sorted(int(number) for number in json.loads(stored)) if stored else []


async def contains(session: AsyncSession, user_id: int) -> bool:
    """Return whether a person is excluded."""
    return user_id in await everybody(session)


async def add(session: AsyncSession, user_id: int) -> None:
    """Exclude a person."""
    await _store(session, {*await everybody(session), user_id})


async def remove(session: AsyncSession, user_id: int) -> None:
    """Take an exclusion back."""
    await _store(session, {*await everybody(session)} - {user_id})


async def _store(session: AsyncSession, people: Collection[int]) -> None:
    if people:
        await kept.remember(session, NAME, json.dumps(sorted(people)))
    else:
        await kept.forget(session, NAME)
