"""Small things that the bot remembers by name, each brought up to date by one process at a time.

Whoever finds that a value is not the wanted one claims it, does the work that makes it so, and says how that went:
``settle`` or ``release``. While it is claimed the value is empty, so that work which was begun and not finished counts
as not done.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, or_, update
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import Kept
from storage.upsert import insert

UNFINISHED = ""
"""The value of what nobody has finished."""
LONGEST_CLAIM = timedelta(hours=2)
"""A claim that would last longer than any is one of a clock that has jumped back since."""


async def value(session: AsyncSession, name: str) -> str | None:
    """Return what is remembered under a name, `UNFINISHED`, or None."""
    row = await session.get(Kept, name, populate_existing=True)
    return row.value if row else None


async def claim(session: AsyncSession, name: str, wanted: str, lease: timedelta) -> bool:
    """Claim the task of making the value become `wanted`, and return whether the caller has it.

    Not if it is already, nor while somebody else has a claim. The claim ends with the lease. Commit before working.
    """
    now = await clock.now(session)
    taken = {"value": UNFINISHED, "claimed_until": now + lease}
    until = col(Kept.claimed_until)
    free = or_(until.is_(None), until <= now, until > now + LONGEST_CLAIM)
    statement: Any = insert(session, Kept).values(name=name, **taken)
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
    """Store a value over whatever it was, without a claim."""
    values = {"value": reached, "claimed_until": None}
    statement: Any = insert(session, Kept).values(name=name, **values)
    await session.exec(statement.on_conflict_do_update(index_elements=["name"], set_=values))


async def forget(session: AsyncSession, name: str) -> None:
    """Forget what is remembered under a name."""
    await session.exec(delete(Kept).where(col(Kept.name) == name))
