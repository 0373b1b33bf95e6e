"""Messages on their way to Discord.

A message is written in the transaction of what it tells about and sent after the commit. A worker claims what is due,
sends it with its nonce, and says how that went: ``mark_sent``, ``postpone`` or ``give_up``. A worker that dies loses
its claim when the lease ends, and another one sends the message with the same nonce.

A game's messages go out one after the other: only the head of its queue can be due. Pictures that follow a message
which went out without them (``PICTURE``) are drawn when there is time: they hold up no message, and none holds them up.

Moments are those of the database's clock, which all workers share. If that clock is put back, ``after_a_jump`` finds
what would wait until it has caught up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Integer, and_, bindparam, delete, exists, func, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from storage import clock, notices
from storage.columns import UtcDateTime
from storage.models import GameRow, Json, OutboxRow, Status, new_nonce

LEASE = timedelta(seconds=60)
"""How long a claimed message belongs to its worker; longer than any single attempt to send takes."""

TOLERANCE = timedelta(seconds=5)
"""So much a clock may be put back without anything being thought of it; so much may it delay."""

PICTURE = "picture"
"""The kind of a picture that is added to a message."""

Moment = datetime | BindParameter[datetime]

_PENDING = and_(col(OutboxRow.sent_at).is_(None), col(OutboxRow.failed).is_(None))


async def enqueue(
    session: AsyncSession,
    game_id: int,
    channel_id: int,
    kind: str,
    payload: Json,
    *,
    replaces: Sequence[str] = (),
    nonce: str | None = None,
    not_before: datetime | None = None,
) -> OutboxRow:
    """Adds a message to the end of the game's queue.

    ``replaces``: unsent messages of this game and these kinds are deleted, so that of many updates the last remains;
    one that a worker is sending right now stays. ``not_before``: earliest moment to send it.
    Messages of one game are in order when their writers are, which ``games.advance`` earlier in the same transaction
    ensures. The commit wakes other processes.
    """
    now = await clock.now(session)
    if replaces:
        same = (col(OutboxRow.game_id) == game_id, col(OutboxRow.kind).in_(replaces))
        await session.exec(delete(OutboxRow).where(*same, _PENDING, _unclaimed(now)))
    entry = OutboxRow(
        game_id=game_id,
        channel_id=channel_id,
        kind=kind,
        payload=payload,
        nonce=nonce or new_nonce(),
        created_at=now,
        next_attempt_at=not_before or now,
    )
    session.add(entry)
    await session.flush()
    await notices.tell(session)
    return entry


async def claim(
    session: AsyncSession,
    *,
    now: datetime | None = None,
    lease: timedelta = LEASE,
    limit: int = 20,
    but_not: Sequence[int | None] = (),
    pictures: bool = False,
) -> Sequence[OutboxRow]:
    """Takes what is due, at most one message of each game, what is due longest first.

    Nobody else gets it until the lease ends. ``but_not``: servers whose tables are passed over (None: tables without
    one). ``pictures``: those that are added to messages instead of messages. Commit before sending.
    """
    now = now or await clock.now(session)
    found = await _look(session, now, limit, but_not, pictures, locking=True)
    if not found:
        return ()
    statement = (
        update(OutboxRow)
        # PostgreSQL repeats this condition on a row that another worker has just changed: `_free` must be in it.
        .where(col(OutboxRow.id).in_(found), *_free(now))
        .values(claimed_until=now + lease)
        .returning(OutboxRow)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    taken: Sequence[OutboxRow] = (await session.exec(statement)).scalars().all()
    return sorted(taken, key=lambda entry: entry.id)


async def anything_due(session: AsyncSession, *, but_not: Sequence[int | None] = (), pictures: bool = False) -> bool:
    """Whether ``claim`` would find something. Takes no lock: most of the time nothing is due."""
    return bool(await _look(session, await clock.now(session), 1, but_not, pictures, locking=False))


async def overtaken(session: AsyncSession, entry: OutboxRow, kinds: Sequence[str]) -> bool:
    """Whether a later message of one of these kinds waits behind this one of the same game."""
    later = (OutboxRow.game_id == entry.game_id, col(OutboxRow.id) > entry.id, col(OutboxRow.kind).in_(kinds), _PENDING)
    return (await session.exec(select(OutboxRow.id).where(*later).limit(1))).first() is not None


async def renew(
    session: AsyncSession, entries: Sequence[OutboxRow], *, now: datetime | None = None, lease: timedelta = LEASE
) -> None:
    """Their claims, as far as they still hold, last as long as if they had just begun."""
    until = (now or await clock.now(session)) + lease
    for entry in entries:
        still = (col(OutboxRow.id) == entry.id, _PENDING, _still_claimed_as(entry))
        renewed = await session.exec(update(OutboxRow).where(*still).values(claimed_until=until))
        if renewed.rowcount:
            entry.claimed_until = until


async def mark_sent(
    session: AsyncSession, entry_id: int, message_id: int | None = None, *, now: datetime | None = None
) -> None:
    """The message has arrived, as ``message_id`` (None: it made no message of its own)."""
    sent_at = now or await clock.now(session)
    await _update_pending(session, entry_id, sent_at=sent_at, message_id=message_id, claimed_until=None)


async def postpone(session: AsyncSession, entry: OutboxRow, wait: timedelta, *, now: datetime | None = None) -> None:
    """The attempt has failed; it is counted, and the next one is due after ``wait``.

    ``entry`` as it was claimed: when another worker has claimed it since, nothing changes.
    """
    now = now or await clock.now(session)
    values = {"attempts": col(OutboxRow.attempts) + 1, "postponed_at": now, "next_attempt_at": now + wait}
    await _update_pending(session, entry.id, _still_claimed_as(entry), **values, claimed_until=None)


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """What was written by a clock that has been put back since is due, and claims of that time have ended.

    Such a message was queued or postponed in what is the future now, or claimed for longer than anybody claims. (The
    messages of a dead worker and of one that lives are then taken alike; the nonce keeps Discord from posting twice.)
    """
    now = now or await clock.now(session)
    written = func.coalesce(col(OutboxRow.postponed_at), col(OutboxRow.created_at))
    put_off = (_PENDING, col(OutboxRow.next_attempt_at) > now, written > now + TOLERANCE)
    await session.exec(update(OutboxRow).where(*put_off).values(next_attempt_at=now))
    held = (_PENDING, col(OutboxRow.claimed_until) > now + LEASE + TOLERANCE)
    await session.exec(update(OutboxRow).where(*held).values(claimed_until=None))


async def give_up(session: AsyncSession, entry: OutboxRow, reason: str) -> None:
    """The message will never be sent; the next of its game takes its place.

    ``entry`` as it was claimed: when another worker has claimed it since, nothing changes.
    """
    attempts = col(OutboxRow.attempts) + 1
    await _update_pending(
        session, entry.id, _still_claimed_as(entry), attempts=attempts, failed=reason, claimed_until=None
    )


async def hand_back(session: AsyncSession, entry: OutboxRow) -> None:
    """The attempt was broken off; anybody may make it anew at once.

    ``entry`` as it was claimed: when another worker has claimed it since, nothing changes.
    """
    await _update_pending(session, entry.id, _still_claimed_as(entry), claimed_until=None)
    await notices.tell(session)


async def let_go(session: AsyncSession, entries: Sequence[OutboxRow]) -> None:
    """What this transaction has claimed too much is as if it had not been claimed."""
    there = col(OutboxRow.id).in_([entry.id for entry in entries])
    await session.exec(update(OutboxRow).where(there).values(claimed_until=None))


async def drop_channel(session: AsyncSession, channel_id: int, reason: str) -> int:
    """Gives up every unsent message of a channel that cannot be written to any more; how many there were."""
    statement = update(OutboxRow).where(col(OutboxRow.channel_id) == channel_id, _PENDING)
    return (await session.exec(statement.values(failed=reason, claimed_until=None))).rowcount


async def drop_server(session: AsyncSession, guild_id: int, reason: str) -> int:
    """Gives up every unsent message of a server that the bot has been removed from; how many there were."""
    there = exists().where(col(GameRow.id) == col(OutboxRow.game_id), col(GameRow.guild_id) == guild_id)
    statement = update(OutboxRow).where(_PENDING, there).values(failed=reason, claimed_until=None)
    return (await session.exec(statement.execution_options(synchronize_session=False))).rowcount


async def revive_server(session: AsyncSession, guild_id: int, reason: str) -> None:
    """The last words of a server's ended games, if they were given up for this reason, are due again."""
    ended = col(GameRow.status).in_((Status.FINISHED, Status.ABANDONED))
    there = exists().where(col(GameRow.id) == col(OutboxRow.game_id), col(GameRow.guild_id) == guild_id, ended)
    later = aliased(OutboxRow)
    followed = exists().where(col(later.game_id) == col(OutboxRow.game_id), col(later.id) > col(OutboxRow.id))
    statement = update(OutboxRow).where(col(OutboxRow.failed) == reason, there, ~followed)
    revived = statement.values(failed=None, attempts=0, next_attempt_at=await clock.now(session))
    await session.exec(revived.execution_options(synchronize_session=False))
    await notices.tell(session)


async def last(session: AsyncSession, game_id: int, kind: str) -> OutboxRow | None:
    """The newest message of a game and kind, sent or not."""
    query = select(OutboxRow).where(OutboxRow.game_id == game_id, OutboxRow.kind == kind)
    return (await session.exec(query.order_by(col(OutboxRow.id).desc()).limit(1))).first()


async def prune(
    session: AsyncSession, before: datetime, *, keep_last: str, failed_before: datetime | None = None
) -> int:
    """Forgets messages that were written before this moment and sent; how many.

    ``keep_last``: of this kind each game keeps its newest. ``failed_before``: those that were given up are kept since
    this moment, for whoever looks into them; None: no longer than others.
    """
    newer = aliased(OutboxRow)
    outdated = exists().where(
        col(newer.game_id) == col(OutboxRow.game_id),
        col(newer.kind) == col(OutboxRow.kind),
        col(newer.id) > col(OutboxRow.id),
    )
    looked_into = and_(col(OutboxRow.failed).is_not(None), col(OutboxRow.created_at) >= (failed_before or before))
    settled = and_(~_PENDING, ~looked_into, or_(col(OutboxRow.kind) != keep_last, outdated))
    statement = delete(OutboxRow).where(col(OutboxRow.created_at) < before, settled)
    return (await session.exec(statement)).rowcount


async def _look(
    session: AsyncSession, now: datetime, limit: int, but_not: Sequence[int | None], pictures: bool, *, locking: bool
) -> Sequence[int]:
    given = {"now": now, "limit": limit}
    if but_not:
        given["servers"] = [server for server in but_not if server is not None]
    due = _due(pictures, bool(but_not), None in but_not, locking)
    return (await session.exec(due, params=given)).all()


@cache
def _due(pictures: bool, choosy: bool, in_servers: bool, locking: bool) -> SelectOfScalar[int]:
    """What is due, at most one of each game, longest first; made once, since making it takes longer than asking it.

    ``choosy``: not of all servers; ``in_servers``: nor of tables without one.
    """
    of_kind, earlier = _of_kind(OutboxRow, pictures), aliased(OutboxRow)
    waits = (
        exists()
        .where(col(earlier.game_id) == col(OutboxRow.game_id), col(earlier.id) < col(OutboxRow.id))
        .where(col(earlier.sent_at).is_(None), col(earlier.failed).is_(None), _of_kind(earlier, pictures))
    )
    due = select(OutboxRow.id).where(*_free(bindparam("now", type_=UtcDateTime)), of_kind, ~waits)
    if choosy:
        server = col(GameRow.guild_id)
        named: BindParameter[Sequence[int]] = bindparam("servers", expanding=True)
        due = due.join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
        due = due.where(server.not_in(named) if in_servers else or_(server.is_(None), server.not_in(named)))
        if in_servers:
            due = due.where(server.is_not(None))
    due = due.order_by(col(OutboxRow.next_attempt_at), col(OutboxRow.id)).limit(bindparam("limit", type_=Integer))
    # On PostgreSQL: what another worker is taking in this very moment is passed over.
    return due.with_for_update(skip_locked=True, of=OutboxRow) if locking else due


def _free(now: Moment) -> tuple[ColumnElement[bool], ...]:
    return _PENDING, _unclaimed(now), col(OutboxRow.next_attempt_at) <= now


def _of_kind(entry: type[OutboxRow], pictures: bool) -> ColumnElement[bool]:
    return col(entry.kind) == PICTURE if pictures else col(entry.kind) != PICTURE


def _unclaimed(now: Moment) -> ColumnElement[bool]:
    return or_(col(OutboxRow.claimed_until).is_(None), col(OutboxRow.claimed_until) <= now)


def _still_claimed_as(entry: OutboxRow) -> ColumnElement[bool]:
    if entry.claimed_until is None:
        return col(OutboxRow.claimed_until).is_(None)
    return col(OutboxRow.claimed_until) == entry.claimed_until


async def _update_pending(
    session: AsyncSession, entry_id: int, *conditions: ColumnElement[bool], **values: object
) -> None:
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == entry_id, _PENDING, *conditions).values(**values))
