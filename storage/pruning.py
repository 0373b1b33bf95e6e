"""Forgetting messages that were sent long ago, a step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, delete, exists, or_
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import due
from storage.models import OutboxRow

STEP = 250
"""So many messages are looked at in a transaction that forgets old ones."""

Place = tuple[datetime, int]
"""Among all messages by age: when one was written, and its id."""


class Pruned(NamedTuple):
    """How many messages a step has forgotten, and where the next one begins; None: it was the last."""

    forgotten: int
    place: Place | None


async def prune(
    session: AsyncSession,
    before: datetime,
    *,
    keep_last: Sequence[str],
    failed_before: datetime | None = None,
    after: Place | None = None,
) -> Pruned:
    """Forgets messages that were written before this moment and sent; looks at no more than ``STEP`` of them.

    ``keep_last``: of these kinds each game keeps its newest. ``failed_before``: those that were given up are kept since
    this moment, for whoever looks into them; None: no longer than others. ``after``: where the step before ended. A
    step is one transaction: on SQLite it holds up the event loop.
    """
    written = col(OutboxRow.created_at)
    entry_id = col(OutboxRow.id)
    old = select(OutboxRow.created_at, OutboxRow.id).where(written < before).order_by(written, entry_id).limit(STEP)
    if after is not None:
        old = old.where(written >= after[0], or_(written > after[0], entry_id > after[1]))
    looked_at: Sequence[Place] = [(moment, id) for moment, id in (await session.exec(old)).all()]
    if not looked_at:
        return Pruned(0, None)
    newer = aliased(OutboxRow)
    outdated = exists().where(
        col(newer.game_id) == col(OutboxRow.game_id),
        col(newer.kind) == col(OutboxRow.kind),
        col(newer.id) > entry_id,
    )
    looked_into = and_(col(OutboxRow.failed).is_not(None), written >= (failed_before or before))
    settled = and_(~due.pending(OutboxRow), ~looked_into, or_(col(OutboxRow.kind).not_in(keep_last), outdated))
    statement = delete(OutboxRow).where(entry_id.in_([id for _, id in looked_at]), settled)
    forgotten = (await session.exec(statement.execution_options(synchronize_session=False))).rowcount
    return Pruned(forgotten, looked_at[-1] if len(looked_at) == STEP else None)
