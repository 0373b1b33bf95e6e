"""What those who run the bot or a server want to see of many tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import case, func
from sqlalchemy.orm import QueryableAttribute, defer
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import due
from storage.games import OPEN, without_states
from storage.models import GameRow, OutboxRow, SeatRow, Status

_PAYLOAD = cast("QueryableAttribute[Any]", OutboxRow.payload)
"""What is to be said is nobody's business here, and large."""

MOST = 1_000
"""Tables in one list."""


@dataclass(frozen=True)
class Wanted:
    """Which tables a list holds; None: whatever it is. ``idle_since``: nothing has changed since this moment."""

    guild_id: int | None = None
    key: str | None = None
    status: Sequence[Status] | None = OPEN
    idle_since: datetime | None = None
    limit: int = 100


@dataclass(frozen=True)
class Queue:
    """Messages on their way. ``oldest``: when the one that waits longest was written, of tables whose messages are not
    refused; None: there is none."""

    waiting: int
    oldest: datetime | None
    set_aside: int


async def listed(session: AsyncSession, wanted: Wanted) -> Sequence[GameRow]:
    """The newest of these tables, oldest first, without their states."""
    query = without_states()
    if wanted.guild_id is not None:
        query = query.where(GameRow.guild_id == wanted.guild_id)
    if wanted.key is not None:
        query = query.where(GameRow.key == wanted.key)
    if wanted.status is not None:
        query = query.where(col(GameRow.status).in_(wanted.status))
    if wanted.idle_since is not None:
        query = query.where(col(GameRow.updated_at) < wanted.idle_since)
    query = query.order_by(col(GameRow.id).desc()).limit(min(wanted.limit, MOST))
    return list(reversed((await session.exec(query)).all()))


async def seats_of(session: AsyncSession, game_ids: Sequence[int]) -> dict[int, list[SeatRow]]:
    """The seats of several games, each by number."""
    seats_of_game: dict[int, list[SeatRow]] = {game_id: [] for game_id in game_ids}
    query = (
        select(SeatRow).where(col(SeatRow.game_id).in_(game_ids)).order_by(col(SeatRow.game_id), col(SeatRow.number))
    )
    for seat in (await session.exec(query)).all():
        seats_of_game[seat.game_id].append(seat)
    return seats_of_game


async def unfinished_messages(session: AsyncSession, game_ids: Sequence[int]) -> Sequence[OutboxRow]:
    """Return the messages of games that wait or were given up, oldest first."""
    mine = col(OutboxRow.game_id).in_(game_ids)
    waiting = select(OutboxRow).where(mine, due.pending(OutboxRow))
    given_up = select(OutboxRow).where(mine, col(OutboxRow.failed).is_not(None))
    messages = [*(await session.exec(waiting)).all(), *(await session.exec(given_up)).all()]
    return sorted(messages, key=lambda row: row.id)


async def unfinished_in_server(session: AsyncSession, guild_id: int, limit: int = MOST) -> Sequence[OutboxRow]:
    """The same for all tables of a server, also those that have ended; the newest of each."""
    messages: list[OutboxRow] = []
    for which in (due.pending(OutboxRow), col(OutboxRow.failed).is_not(None)):
        query = select(OutboxRow).join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
        query = query.where(GameRow.guild_id == guild_id, which).options(defer(_PAYLOAD, raiseload=True))
        messages += (await session.exec(query.order_by(col(OutboxRow.id).desc()).limit(limit))).all()
    return sorted(messages, key=lambda row: row.id)


async def open_tables(session: AsyncSession) -> dict[Status, int]:
    """Return the numbers of lobbies and running tables."""
    query = select(GameRow.status, func.count()).where(col(GameRow.status).in_(OPEN)).group_by(col(GameRow.status))
    numbers: dict[Any, int] = dict((await session.exec(query)).all())
    return {status: numbers.get(status, 0) for status in OPEN}


async def queue(session: AsyncSession) -> Queue:
    """The outbox of all tables."""
    pending = due.pending(OutboxRow)
    failing = select(OutboxRow.game_id).where(pending, OutboxRow.attempts > 0)
    untried = case((col(OutboxRow.game_id).not_in(failing), col(OutboxRow.created_at)))
    # In one: for the oldest alone PostgreSQL would go through all messages by age until it meets one that waits.
    waiting, oldest = (await session.exec(select(func.count(), func.min(untried)).where(pending))).one()
    given_up = select(func.count()).select_from(OutboxRow).where(col(OutboxRow.failed).is_not(None))
    return Queue(waiting, oldest, (await session.exec(given_up)).one())
