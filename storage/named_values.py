"""Named values that record the state of something outside of the database, such as the commands known to Discord."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, or_, update
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import Kept
from storage.records import insert_or_update

UNFINISHED = ""
"""The value while the work on it is not finished."""
LONGEST_CLAIM = timedelta(hours=2)
"""Longest duration of a claim. One that would last longer was made before the clock was put back, and is void."""


async def value(session: AsyncSession, name: str) -> str | None:
    """Return the value of a name; ``UNFINISHED`` while there is work on it; None if there is none."""
    row = await session.get(Kept, name, populate_existing=True)
    return row.value if row else None


async def claim(session: AsyncSession, name: str, wanted: str, lease: timedelta) -> bool:
    """Claim the work that makes a value become ``wanted``; return whether the caller has to do it.

    False: the value already is ``wanted``, or another process has a claim. The claim ends after ``lease``. Commit
    before working.
    """
    now = await clock.now(session)
    taken = {"value": UNFINISHED, "claimed_until": now + lease}
    until = col(Kept.claimed_until)
    free = or_(until.is_(None), until <= now, until > now + LONGEST_CLAIM)
    statement: Any = insert_or_update(session, Kept).values(name=name, **taken)
    statement = statement.on_conflict_do_update(
        index_elements=["name"], set_=taken, where=(col(Kept.value) != wanted) & free
    )
    return (await session.exec(statement.returning(col(Kept.name)))).first() is not None


async def settle(session: AsyncSession, name: str, reached: str) -> None:
    """Store the value of finished work and end the claim on it."""
    statement = update(Kept).where(col(Kept.name) == name)
    await session.exec(statement.values(value=reached, claimed_until=None))


async def release(session: AsyncSession, name: str, wait: timedelta) -> None:
    """End the claim on work that has failed; others may try again after ``wait`` (at most ``LONGEST_CLAIM``)."""
    until = await clock.now(session) + min(wait, LONGEST_CLAIM)
    await session.exec(update(Kept).where(col(Kept.name) == name).values(claimed_until=until))


async def remember(session: AsyncSession, name: str, reached: str) -> None:
    """Store a value without a claim, whatever it was before."""
    values = {"value": reached, "claimed_until": None}
    statement: Any = insert_or_update(session, Kept).values(name=name, **values)
    await session.exec(statement.on_conflict_do_update(index_elements=["name"], set_=values))


async def forget(session: AsyncSession, name: str) -> None:
    """Delete a value."""
    await session.exec(delete(Kept).where(col(Kept.name) == name))
