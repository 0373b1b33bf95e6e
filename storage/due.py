"""Which messages of the outbox are due: of each game the first that waits, those that are due longest first.

Workers ask several times a second, so each database has a statement that stays fast when much waits:

- SQLite walks ``ix_outbox_due`` up to the limit, and looks in ``ix_outbox_pending`` whether an earlier message waits.
- PostgreSQL may plan with statistics of a moment when nothing waited, and would read the whole queue for each message
  when looking for an earlier one. It numbers each game's queue instead, which reads what waits once, whatever the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BindParameter, ColumnElement, Integer, and_, bindparam, exists, func, or_, true
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select

from storage import plain
from storage.columns import UtcDateTime
from storage.models import GameRow, GuildSettings, OutboxRow

PICTURE = "picture"
"""The kind of a picture that is added to a message."""

Moment = datetime | BindParameter[datetime]
Entry = type[OutboxRow]
Heads = Select[int, int | None, bool, GuildSettings | None]
_CHOSEN = tuple(plain.columns_of(GuildSettings).columns.keys())


def pending(entry: Entry) -> ColumnElement[bool]:
    """Neither sent nor given up."""
    return and_(col(entry.sent_at).is_(None), col(entry.failed).is_(None))


def unclaimed(now: Moment, entry: Entry = OutboxRow) -> ColumnElement[bool]:
    """No worker tries to send it."""
    return or_(col(entry.claimed_until).is_(None), col(entry.claimed_until) <= now)


def free(now: Moment) -> tuple[ColumnElement[bool], ...]:
    """What may be claimed, if nothing of its game is before it."""
    return pending(OutboxRow), unclaimed(now), col(OutboxRow.next_attempt_at) <= now


class Head(NamedTuple):
    """What is due of a game. ``server``: of its table, with what was ``chosen`` there (None: nothing yet); ``behind``:
    whether more of the same game waits behind it."""

    id: int
    server: int | None
    chosen: GuildSettings | None
    behind: bool


async def look(
    session: AsyncSession, now: datetime, limit: int, but_not: Sequence[int | None], pictures: bool, *, locking: bool
) -> Sequence[Head]:
    """The heads of the queues.

    ``but_not``: not of tables in these servers (None: of tables without one). ``pictures``: of the queue of pictures
    instead. ``locking``: locks their rows, passing over what another transaction has locked.
    """
    given: dict[str, Any] = {"now": now, "limit": limit}
    if but_not:
        given["servers"] = [server for server in but_not if server is not None]
    make = _by_numbering if session.get_bind().dialect.name == "postgresql" else _by_looking_back
    statement = make(pictures, bool(but_not), None in but_not, locking)
    heads = list[Head]()
    for id, server, behind, *chosen in await plain.asked(session, statement, **given):
        known = any(value is not None for value in chosen)
        heads.append(Head(id, server, plain.record(GuildSettings, _CHOSEN, chosen) if known else None, bool(behind)))
    return heads


# Statements are made once: making one takes longer than asking it. `choosy`: not of all servers; `in_servers`: nor of
# tables without one.


@cache
def _by_looking_back(pictures: bool, choosy: bool, in_servers: bool, _locking: bool) -> Heads:
    """For SQLite, where a transaction that writes is alone."""
    earlier = aliased(OutboxRow)
    waits = (
        exists()
        .where(col(earlier.game_id) == col(OutboxRow.game_id), col(earlier.id) < col(OutboxRow.id))
        .where(pending(earlier), _of_kind(earlier, pictures))
    )
    later = aliased(OutboxRow)
    behind = (
        exists()
        .where(col(later.game_id) == col(OutboxRow.game_id), col(later.id) > col(OutboxRow.id))
        .where(pending(later), _of_kind(later, pictures))
    )
    due: Select[int, int, bool] = select(
        col(OutboxRow.id), col(OutboxRow.game_id).label("game"), behind.label("behind")
    )
    due = due.where(*free(_now()), _of_kind(OutboxRow, pictures), ~waits)
    return _with_servers(_longest_first(due, OutboxRow, choosy, in_servers).limit(_limit()))


@cache
def _by_numbering(pictures: bool, choosy: bool, in_servers: bool, locking: bool) -> Heads:
    """For PostgreSQL. Numbered rows cannot be locked, so each is locked by its id, up to the limit.

    The condition of the lock must not imply that of a partial index: PostgreSQL might scan that instead of the id.
    """
    game = col(OutboxRow.game_id)
    place = func.row_number().over(partition_by=game, order_by=col(OutboxRow.id)).label("place")
    waiting = func.count().over(partition_by=game).label("waiting")
    numbered = select(OutboxRow, place, waiting).where(pending(OutboxRow), _of_kind(OutboxRow, pictures)).subquery()
    head = aliased(OutboxRow, numbered)
    due: Select[int, int, bool] = select(
        col(head.id), col(head.game_id).label("game"), (numbered.c.waiting > 1).label("behind")
    )
    due = due.where(numbered.c.place == 1, unclaimed(_now(), head), col(head.next_attempt_at) <= _now())
    due = _longest_first(due, head, choosy, in_servers)
    if not locking:
        return _with_servers(due.limit(_limit()))
    found, same = due.subquery(), aliased(OutboxRow)
    lock = select(col(same.id)).where(col(same.id) == found.c.id, unclaimed(_now(), same))
    locked = lock.with_for_update(skip_locked=True).lateral()
    taken = select(locked.c.id, found.c.game, found.c.behind).select_from(found.join(locked, true()))
    return _with_servers(taken.limit(_limit()))


def _with_servers(taken: Select[int, int, bool]) -> Heads:
    """The server of the game of each, and what was chosen there."""
    found = taken.subquery()
    heads = select(found.c.id, col(GameRow.guild_id), found.c.behind, GuildSettings)
    heads = heads.select_from(found).join(GameRow, col(GameRow.id) == found.c.game)
    return heads.outerjoin(GuildSettings, col(GuildSettings.guild_id) == col(GameRow.guild_id))


Due = TypeVar("Due", bound="Select[Any, Any, Any]")


def _longest_first(due: Due, entry: Entry, choosy: bool, in_servers: bool) -> Due:
    if choosy:
        server = col(GameRow.guild_id)
        named: BindParameter[Sequence[int]] = bindparam("servers", expanding=True)
        due = due.join(GameRow, col(GameRow.id) == col(entry.game_id))
        due = due.where(server.not_in(named) if in_servers else or_(server.is_(None), server.not_in(named)))
        if in_servers:
            due = due.where(server.is_not(None))
    return due.order_by(col(entry.next_attempt_at), col(entry.id))


def _limit() -> BindParameter[int]:
    return bindparam("limit", type_=Integer)


def _now() -> BindParameter[datetime]:
    return bindparam("now", type_=UtcDateTime)


def _of_kind(entry: Entry, pictures: bool) -> ColumnElement[bool]:
    return col(entry.kind) == PICTURE if pictures else col(entry.kind) != PICTURE
