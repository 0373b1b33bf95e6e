"""Queries for the messages of the outbox that are due: of each game the first that waits, the longest due first.

Workers ask several times a second, so each database has a query that stays fast when much waits:

- SQLite walks `ix_outbox_due` up to the limit, and looks in `ix_outbox_pending` whether an earlier message waits.
- PostgreSQL may plan with statistics of a moment when nothing waited, and would read the whole queue for each message
  to find an earlier one. It numbers each game's queue instead, which reads the queue once, whatever the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, and_, exists, func, or_, true
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from storage.models import GameRow, GuildSettings, OutboxRow

PICTURE = "picture"
"""The kind of a picture that is added to a message."""

Entry = type[OutboxRow]
Heads = Select[int, int, bool]
"""A query for the id and the game of messages, and for whether more of the same game wait behind them."""

Query = TypeVar("Query", bound="Select[Any, Any, Any]")


class Head(NamedTuple):
    """The first message of a game's queue, which is due."""

    id: int
    server: int | None
    chosen: GuildSettings | None
    """The settings of the game's server; None if it has none."""
    behind: bool
    """Whether another message of the same game waits behind it."""


@dataclass(frozen=True)
class Wanted:
    """The messages to look for."""

    now: datetime
    limit: int
    but_not: Sequence[int | None]
    """Servers whose tables are left out; None stands for the tables without a server."""
    pictures: bool
    """Whether to look in the queue of pictures; otherwise in that of messages."""


def pending(entry: Entry) -> ColumnElement[bool]:
    """Select messages that are neither sent nor given up."""
    return and_(col(entry.sent_at).is_(None), col(entry.failed).is_(None))


def unclaimed(now: datetime, entry: Entry = OutboxRow) -> ColumnElement[bool]:
    """Select messages that no worker tries to send."""
    return or_(col(entry.claimed_until).is_(None), col(entry.claimed_until) <= now)


def free(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Select messages that may be claimed unless one of the same game waits before them."""
    return pending(OutboxRow), unclaimed(now), col(OutboxRow.next_attempt_at) <= now


async def look(session: AsyncSession, wanted: Wanted, *, locking: bool) -> Sequence[Head]:
    """Return the heads of the queues that are wanted.

    `locking` locks their rows and passes over rows that another transaction has locked.
    """
    if session.get_bind().dialect.name == "postgresql":
        due = _due_by_numbering(wanted, locking=locking)
    else:
        due = _due_by_looking_back(wanted)
    heads = due.subquery()
    query = select(heads.c.id, col(GameRow.guild_id), GuildSettings, heads.c.behind)
    query = query.select_from(heads).join(GameRow, col(GameRow.id) == heads.c.game)
    query = query.outerjoin(GuildSettings, col(GuildSettings.guild_id) == col(GameRow.guild_id))
    rows = await session.exec(query, execution_options={"populate_existing": True})
    return [Head(entry_id, server, chosen, bool(behind)) for entry_id, server, chosen, behind in rows.all()]


def _due_by_looking_back(wanted: Wanted) -> Heads:
    """Return the query for SQLite, where a transaction that writes is alone and locks nothing."""
    earlier = aliased(OutboxRow)
    later = aliased(OutboxRow)
    same_game = col(OutboxRow.game_id)
    has_earlier = exists().where(
        col(earlier.game_id) == same_game,
        col(earlier.id) < col(OutboxRow.id),
        pending(earlier),
        _in_queue(earlier, wanted),
    )
    has_later = exists().where(
        col(later.game_id) == same_game, col(later.id) > col(OutboxRow.id), pending(later), _in_queue(later, wanted)
    )
    query: Heads = select(col(OutboxRow.id), same_game.label("game"), has_later.label("behind"))
    query = query.where(*free(wanted.now), _in_queue(OutboxRow, wanted), ~has_earlier)
    return _longest_due_first(query, OutboxRow, wanted).limit(wanted.limit)


def _due_by_numbering(wanted: Wanted, *, locking: bool) -> Heads:
    """Return the query for PostgreSQL.

    Numbered rows cannot be locked, so each is locked by its id, up to the limit. The condition of the lock must not
    imply that of a partial index, which PostgreSQL might scan instead of finding the id.
    """
    game = col(OutboxRow.game_id)
    number = func.row_number().over(partition_by=game, order_by=col(OutboxRow.id)).label("number")
    waiting = func.count().over(partition_by=game).label("waiting")
    numbered = select(OutboxRow, number, waiting).where(pending(OutboxRow), _in_queue(OutboxRow, wanted)).subquery()
    head = aliased(OutboxRow, numbered)
    query: Heads = select(col(head.id), col(head.game_id).label("game"), (numbered.c.waiting > 1).label("behind"))
    query = query.where(numbered.c.number == 1, unclaimed(wanted.now, head), col(head.next_attempt_at) <= wanted.now)
    query = _longest_due_first(query, head, wanted)
    if not locking:
        return query.limit(wanted.limit)
    # The limit applies after locking: otherwise locked heads would take up the places of free ones.
    heads = query.subquery()
    row = aliased(OutboxRow)
    lock = select(col(row.id)).where(col(row.id) == heads.c.id, unclaimed(wanted.now, row))
    locked = lock.with_for_update(skip_locked=True).lateral()
    taken = select(locked.c.id, heads.c.game, heads.c.behind).select_from(heads.join(locked, true()))
    return taken.limit(wanted.limit)


def _longest_due_first(query: Query, entry: Entry, wanted: Wanted) -> Query:
    """Sort messages by how long they have been due, without those of servers that are left out."""
    if wanted.but_not:
        server = col(GameRow.guild_id)
        other_server = server.not_in([number for number in wanted.but_not if number is not None])
        without_server = server.is_(None)
        query = query.join(GameRow, col(GameRow.id) == col(entry.game_id))
        query = query.where(other_server if None in wanted.but_not else or_(without_server, other_server))
        if None in wanted.but_not:
            query = query.where(~without_server)
    return query.order_by(col(entry.next_attempt_at), col(entry.id))


def _in_queue(entry: Entry, wanted: Wanted) -> ColumnElement[bool]:
    return col(entry.kind) == PICTURE if wanted.pictures else col(entry.kind) != PICTURE
