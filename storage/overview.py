"""Lists and figures of many tables, for the operator of the bot and for administrators of servers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import and_, case, func
from sqlalchemy.orm import QueryableAttribute, defer
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.games import OPEN, without_states
from storage.jobs import IS_MESSAGE, PENDING
from storage.models import GameRow, JobRow, SeatRow, Status

_PAYLOAD = cast("QueryableAttribute[Any]", JobRow.payload)
"""The content of messages, which lists for a server leave out: it is large, and may be private."""

_WAITING = and_(IS_MESSAGE, PENDING)
_GIVEN_UP = col(JobRow.failed).is_not(None)

MOST = 1_000
"""Largest number of entries in one list."""


@dataclass(frozen=True)
class TableFilter:
    """A filter for lists of tables; None means no restriction.

    Attributes:
        guild_id: the server.
        key: the game.
        status: the statuses.
        idle_since: a moment since which the table has not changed.
        limit: the largest number of tables.
    """

    guild_id: int | None = None
    key: str | None = None
    status: Sequence[Status] | None = OPEN
    idle_since: datetime | None = None
    limit: int = 100


@dataclass(frozen=True)
class MessageQueue:
    """Figures about the jobs that are messages.

    Attributes:
        waiting: the number of messages that wait to be sent.
        oldest: the moment when the oldest of them was queued; tables with failed attempts are left out. None: there is
            none.
        set_aside: the number of messages that were given up.
    """

    waiting: int
    oldest: datetime | None
    set_aside: int


async def listed(session: AsyncSession, table_filter: TableFilter) -> Sequence[GameRow]:
    """Return the newest tables that pass a filter, up to its limit, oldest first, without their states."""
    query = without_states()
    if table_filter.guild_id is not None:
        query = query.where(GameRow.guild_id == table_filter.guild_id)
    if table_filter.key is not None:
        query = query.where(GameRow.key == table_filter.key)
    if table_filter.status is not None:
        query = query.where(col(GameRow.status).in_(table_filter.status))
    if table_filter.idle_since is not None:
        query = query.where(col(GameRow.updated_at) < table_filter.idle_since)
    query = query.order_by(col(GameRow.id).desc()).limit(min(table_filter.limit, MOST))
    return list(reversed((await session.exec(query)).all()))


async def seats_of(session: AsyncSession, game_ids: Sequence[int]) -> dict[int, list[SeatRow]]:
    """Return the seats of several games, each by number."""
    seats_of_game: dict[int, list[SeatRow]] = {game_id: [] for game_id in game_ids}
    query = (
        select(SeatRow).where(col(SeatRow.game_id).in_(game_ids)).order_by(col(SeatRow.game_id), col(SeatRow.number))
    )
    for seat in (await session.exec(query)).all():
        seats_of_game[seat.game_id].append(seat)
    return seats_of_game


async def unfinished_messages(session: AsyncSession, game_ids: Sequence[int]) -> Sequence[JobRow]:
    """Return the messages of some games that wait or were given up, oldest first."""
    of_games = col(JobRow.game_id).in_(game_ids)
    # Two queries, since each then uses the index of its own condition.
    unsent = select(JobRow).where(of_games, _WAITING)
    given_up = select(JobRow).where(of_games, _GIVEN_UP)
    messages = [*(await session.exec(unsent)).all(), *(await session.exec(given_up)).all()]
    return sorted(messages, key=lambda row: row.id)


async def unfinished_in_server(session: AsyncSession, guild_id: int, limit: int = MOST) -> Sequence[JobRow]:
    """Return the newest messages of a server's tables that wait or were given up, oldest first; of ended games, too."""
    messages: list[JobRow] = []
    for condition in (_WAITING, _GIVEN_UP):
        query = select(JobRow).join(GameRow, col(GameRow.id) == col(JobRow.game_id))
        query = query.where(GameRow.guild_id == guild_id, condition).options(defer(_PAYLOAD, raiseload=True))
        messages += (await session.exec(query.order_by(col(JobRow.id).desc()).limit(limit))).all()
    return sorted(messages, key=lambda row: row.id)


async def open_tables(session: AsyncSession) -> dict[Status, int]:
    """Return the numbers of lobbies and running tables."""
    query = select(GameRow.status, func.count()).where(col(GameRow.status).in_(OPEN)).group_by(col(GameRow.status))
    numbers: dict[Any, int] = dict((await session.exec(query)).all())
    return {status: numbers.get(status, 0) for status in OPEN}


async def message_queue(session: AsyncSession) -> MessageQueue:
    """Return figures about the messages of all tables."""
    failing = select(JobRow.game_id).where(_WAITING, JobRow.attempts > 0)
    # For tables with failed attempts it is NULL, which `min` leaves out.
    queued_at = case((col(JobRow.game_id).not_in(failing), col(JobRow.created_at)))
    # One query for both: for the oldest alone PostgreSQL would read all messages by age until it meets a waiting one.
    waiting, oldest = (await session.exec(select(func.count(), func.min(queued_at)).where(_WAITING))).one()
    given_up = select(func.count()).select_from(JobRow).where(_GIVEN_UP)
    return MessageQueue(waiting, oldest, (await session.exec(given_up)).one())
