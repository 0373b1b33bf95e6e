"""Named values that record the state of something outside of the database, such as the commands known to Discord."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, or_, update
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import NamedValue
from storage.records import insert_or_update

UNFINISHED = ""
"""The value while the work on it is not finished."""
LONGEST_CLAIM = timedelta(hours=2)
"""Longest duration of a claim. One that would last longer was made before the clock was put back, and is void."""


async def value(session: AsyncSession, name: str) -> str | None:
    """Return the value of a name; ``UNFINISHED`` while there is work on it; None if there is none."""
    row = await session.get(NamedValue, name, populate_existing=True)
    return row.value if row else None


async def claim(session: AsyncSession, name: str, target: str, lease: timedelta) -> bool:
    """Claim the work that makes a value become ``target``; return whether the caller has to do it.

    False: the value already is ``target``, or another process has a claim. The claim ends after ``lease``. Commit
    before working.
    """
    now = await clock.now(session)
    claim_values = {"value": UNFINISHED, "claimed_until": now + lease}
    claim_end = col(NamedValue.claimed_until)
    free = or_(claim_end.is_(None), claim_end <= now, claim_end > now + LONGEST_CLAIM)
    statement: Any = insert_or_update(session, NamedValue).values(name=name, **claim_values)
    statement = statement.on_conflict_do_update(
        index_elements=["name"], set_=claim_values, where=(col(NamedValue.value) != target) & free
    )
    return (await session.exec(statement.returning(col(NamedValue.name)))).first() is not None


async def settle(session: AsyncSession, name: str, new_value: str) -> None:
    """Store the value of finished work and end the claim on it."""
    statement = update(NamedValue).where(col(NamedValue.name) == name)
    await session.exec(statement.values(value=new_value, claimed_until=None))


async def release(session: AsyncSession, name: str, wait: timedelta) -> None:
    """End the claim on work that has failed; others may try again after ``wait`` (at most ``LONGEST_CLAIM``)."""
    claim_end = await clock.now(session) + min(wait, LONGEST_CLAIM)
    await session.exec(update(NamedValue).where(col(NamedValue.name) == name).values(claimed_until=claim_end))


async def remember(session: AsyncSession, name: str, new_value: str) -> None:
    """Store a value without a claim, whatever it was before."""
    values = {"value": new_value, "claimed_until": None}
    statement: Any = insert_or_update(session, NamedValue).values(name=name, **values)
    await session.exec(statement.on_conflict_do_update(index_elements=["name"], set_=values))


async def forget(session: AsyncSession, name: str) -> None:
    """Delete a value."""
    await session.exec(delete(NamedValue).where(col(NamedValue.name) == name))
