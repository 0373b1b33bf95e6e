"""Votes of tables. A game has at most one open vote, which the database ensures.

A transaction that opens or answers a vote locks the game first (``games.hold``), then the vote's row. So each of
several simultaneous answers, perhaps from several processes, sees those before it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import LARGEST_ID, Json, VoteRow


async def open_vote(session: AsyncSession, vote: VoteRow) -> VoteRow:
    """Open a vote and set its id; if the game already has an open vote, return that one instead."""
    vote.opened_at = await clock.now(session)
    try:
        async with session.begin_nested():
            session.add(vote)
    except IntegrityError:
        if (before := await open_of(session, vote.game_id)) is None:
            raise
        return before
    return vote


async def open_of(session: AsyncSession, game_id: int) -> VoteRow | None:
    """Return the open vote of a game."""
    query = select(VoteRow).where(VoteRow.game_id == game_id, col(VoteRow.closed).is_(None))
    return (await session.exec(query.execution_options(populate_existing=True))).first()


async def get(session: AsyncSession, vote_id: int, *, locked: bool = False) -> VoteRow | None:
    """Return a vote, read afresh from the database; None if there is no such vote.

    ``locked``: True to lock its row until this transaction ends; SQLite has one writer anyway.
    """
    if not 0 < vote_id <= LARGEST_ID:
        return None
    return await session.get(VoteRow, vote_id, populate_existing=True, with_for_update=locked or None)


async def agree(session: AsyncSession, vote: VoteRow, agreed: Sequence[int], **data: object) -> None:
    """Store the seats that have agreed, and add ``data`` to the data of a vote, whose row is locked."""
    vote.agreed = list(agreed)
    vote.data = vote.data | data
    session.add(vote)
    await session.flush()


async def add_data(session: AsyncSession, vote: VoteRow, **data: object) -> None:
    """Add ``data`` to the data of a vote, whose row is locked; the seats that have agreed stay."""
    await agree(session, vote, vote.agreed, **data)


async def restart(session: AsyncSession, vote: VoteRow, version: int, data: Json) -> None:
    """Restart a vote, whose row is locked, for another version of the game; only the proposer has agreed then."""
    vote.version = version
    vote.data = data
    await agree(session, vote, [vote.seat])


async def close(session: AsyncSession, vote: VoteRow, outcome: str, seat: int | None = None) -> bool:
    """Close a vote, and return whether it was open.

    Args:
        session: the session.
        vote: the vote.
        outcome: the outcome.
        seat: the seat that decided it, such as the one that refused; None: none did.
    """
    statement = update(VoteRow).where(col(VoteRow.id) == vote.id, col(VoteRow.closed).is_(None))
    result = await session.exec(statement.values(closed=outcome, closed_by=seat))
    return bool(result.rowcount)


async def note_message(session: AsyncSession, vote_id: int, message_id: int | None) -> None:
    """Store the id of the message that shows a vote; None: there is no message any more."""
    await session.exec(update(VoteRow).where(col(VoteRow.id) == vote_id).values(message_id=message_id))
