"""The open vote of a table, inside a transaction: who must agree, how it ends, and that its message follows.

A vote is carried out by work of its own, set in the transaction of the last consent (``bot.tables.voting``).
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.announcement import VOTE
from bot.tables.table import Table
from storage import outbox, timers, votes
from storage.models import GameRow, Json, VoteRow

OPEN_FOR = timedelta(hours=24)
"""How long everybody may take to answer."""


class Kind(StrEnum):
    """What may be proposed."""

    UNDO = "undo"
    """The proposer's last decision is taken back. ``data``: ``since``, the first version to be undone, and ``n``, how
    many decisions that takes back; ``again`` if others have moved since it was asked first."""
    BACK = "back"
    """Some decisions are taken back, whoever made them; ``data`` as for undo."""
    END = "end"
    """The game ends without a result."""
    DRAW = "draw"
    """The game ends; everybody shares the first place."""
    CLOCK = "clock"
    """Decisions may take another time. ``data``: ``clock``, as a table stores it."""


GOING_BACK = (Kind.UNDO, Kind.BACK)
"""What is about the moves that were made, so that further moves make it another question."""
ENDING = (Kind.END, Kind.DRAW)
"""What takes two people at least to agree on."""


class Closed(StrEnum):
    """How a vote ended."""

    AGREED = "agreed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"
    OVERTAKEN = "overtaken"
    IMPOSSIBLE = "impossible"
    """Everybody agreed to go back, but the log does not lead there any more."""


def missing(table: Table, vote: VoteRow) -> list[int]:
    """The seats of people who have not agreed yet. Who does not play does not count."""
    voters = [seat.number for seat in table.seats if table.user_at(seat.number) is not None]
    return [seat for seat in voters if seat not in vote.agreed]


def pointless(table: Table, vote: VoteRow) -> bool:
    """Whether nothing can come of a vote any more: the game is over, the proposer gone, or too few are left."""
    if not table.running or table.user_at(vote.seat) is None:
        return True
    return vote.kind in ENDING and len(table.persons) < 2


async def show(session: AsyncSession, row: GameRow, vote: VoteRow, *, call: bool = False) -> None:
    """Queues that the vote's message shows it as it is by then; ``call``: and calls whose answer is missing."""
    payload: Json = {"kind": VOTE, "version": vote.version, "vote": vote.id, "call": call}
    await outbox.enqueue(session, row.id, row.channel_id, VOTE, payload)


async def close(session: AsyncSession, row: GameRow, vote: VoteRow, how: Closed, seat: int | None = None) -> bool:
    """The vote is over, and its message says how. False: it was over before."""
    if not await votes.close(session, vote, how, seat):
        return False
    for kind in (timers.Kind.VOTE, timers.Kind.CONSENT):
        await timers.clear(session, row.id, kind)
    await show(session, row, vote)
    return True


async def follow(session: AsyncSession, table: Table) -> None:
    """After a change of who plays, or the end: an open vote is over with the game, else it may be agreed by now."""
    vote = await votes.open_of(session, table.row.id)
    if vote is None:
        return
    if table.running:
        await timers.start(session, table.row.id, timers.Kind.CONSENT)
    else:
        await close(session, table.row, vote, Closed.OVERTAKEN)


async def seated(session: AsyncSession, row: GameRow, seat: int) -> None:
    """Somebody else decides for a seat: what was agreed there before counts no more, nor what was proposed there."""
    vote = await votes.open_of(session, row.id)
    if vote is None:
        return
    if seat == vote.seat:
        await close(session, row, vote, Closed.OVERTAKEN)
    elif seat in vote.agreed:
        await votes.agree(session, vote, [each for each in vote.agreed if each != seat])
        await show(session, row, vote)


async def post_anew(session: AsyncSession, row: GameRow) -> None:
    """The open vote, if there is one, is shown in a new message, which calls nobody."""
    vote = await votes.open_of(session, row.id)
    if vote is not None:
        await votes.note_message(session, vote.id, None)
        await show(session, row, vote)
