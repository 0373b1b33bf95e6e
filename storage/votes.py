"""What a table is asked: one open vote for each game, which the database itself sees to.

Whoever proposes or answers holds the vote's row until the transaction ends: of several who answer at once in several
processes each finds the answers before. Whoever does so holds the game first (``games.hold``).
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
    """Open a vote, and return the open vote of the game: this one, or the one that was open before.

    The vote's id is set afterwards.
    """
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
    """Return a vote as it is now in the database, or None.

    A locked one is changed by nobody else until this transaction ends; SQLite has one writer anyway.
    """
    if not 0 < vote_id <= LARGEST_ID:
        return None
    return await session.get(VoteRow, vote_id, populate_existing=True, with_for_update=locked or None)


async def agree(session: AsyncSession, vote: VoteRow, agreed: Sequence[int], **data: object) -> None:
    """Store which seats have agreed, and add to the data of a vote, whose row is locked."""
    vote.agreed = list(agreed)
    vote.data = vote.data | data
    session.add(vote)
    await session.flush()


async def ask_anew(session: AsyncSession, vote: VoteRow, version: int, data: Json) -> None:
    """Ask about another version of the game, to which only the proposer has agreed; the row is locked."""
    vote.version = version
    vote.data = data
    await agree(session, vote, [vote.seat])


async def close(session: AsyncSession, vote: VoteRow, how: str, seat: int | None = None) -> bool:
    """Close a vote, and return whether it was open. ``seat`` is the one that settled it."""
    mine = (col(VoteRow.id) == vote.id, col(VoteRow.closed).is_(None))
    closed = await session.exec(update(VoteRow).where(*mine).values(closed=how, closed_by=seat))
    return bool(closed.rowcount)


async def note_message(session: AsyncSession, vote_id: int, message_id: int | None) -> None:
    """Store which message shows the vote, None for no message."""
    await session.exec(update(VoteRow).where(col(VoteRow.id) == vote_id).values(message_id=message_id))
