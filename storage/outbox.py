"""Messages on their way to Discord.

A message is queued in the transaction of what it tells about. A worker claims it (``claim``), sends it and says how
that went: ``mark_sent``, ``postpone`` or ``give_up``. If the worker dies, another one sends it with the same nonce, by
which Discord recognises it. Messages of one game go out in order; pictures that are added later have a queue of their
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, bindparam, case, delete, exists, func, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, due, notices, plain
from storage.models import GameRow, GuildSettings, Json, OutboxRow, Status, new_nonce
from storage.notices import Left

LEASE = timedelta(seconds=20)
"""How long a claim lasts unless its worker renews it, and so how long a message waits for a process that has died."""

TOLERANCE = timedelta(seconds=5)
"""A clock that was put back by less than this has not jumped: messages wait for it to catch up."""

PICTURE = due.PICTURE
"""The kind of a picture that is added to a message."""

SHOWING_BOARDS = ("turn", "board", "summary")
"""Kinds of messages that show a board, and with it all that was told before."""


class Queued(NamedTuple):
    """What a message says, and whether it has been sent or ``failed``."""

    id: int
    kind: str
    payload: Json
    sent_at: datetime | None
    failed: str | None


_PENDING = due.pending(OutboxRow)
_ENTRY = plain.columns_of(OutboxRow).c

# Made once, since every move asks them: making one takes as long as asking it.
_LAST = (
    select(OutboxRow)
    .where(OutboxRow.game_id == bindparam("game"), OutboxRow.kind == bindparam("kind"))
    .order_by(col(OutboxRow.id).desc())
    .limit(1)
)
_NEWEST = select(_ENTRY.id, _ENTRY.kind, _ENTRY.payload, _ENTRY.sent_at, _ENTRY.failed).where(  # type: ignore[call-overload]
    _ENTRY.id.in_(
        select(func.max(_ENTRY.id))
        .where(_ENTRY.game_id == bindparam("game"), _ENTRY.kind.in_(bindparam("kinds", expanding=True)))
        .group_by(_ENTRY.kind)
    )
)
_REPLACED = (
    delete(OutboxRow)
    .where(
        col(OutboxRow.game_id) == bindparam("game"),
        col(OutboxRow.kind).in_(bindparam("kinds", expanding=True)),
        _PENDING,
        due.unclaimed(bindparam("now")),
    )
    .returning(col(OutboxRow.next_attempt_at))
)
_CLAIMED = (
    update(OutboxRow)
    # PostgreSQL repeats this condition on a row that another worker has just changed: `free` must be in it.
    .where(col(OutboxRow.id).in_(bindparam("entries", expanding=True)), *due.free(bindparam("now")))
    .values(claimed_until=bindparam("until"))
    .returning(OutboxRow)
)
_SENT = (
    update(OutboxRow)
    .where(col(OutboxRow.id) == bindparam("entry"), _PENDING)
    .values(sent_at=bindparam("now"), message_id=bindparam("message"), claimed_until=None)
    .returning(col(OutboxRow.nonce))
)
_SENT_ANEW = _SENT.values(payload=bindparam("said"))
_SENT_AS_NAMED = _SENT.values(
    payload=case(
        (col(OutboxRow.nonce) == bindparam("with"), bindparam("said", type_=_ENTRY.payload.type)),
        else_=OutboxRow.payload,
    )
)
_SHOWN = (
    select(OutboxRow)
    .where(
        OutboxRow.game_id == bindparam("game"),
        OutboxRow.message_id == bindparam("message"),
        col(OutboxRow.kind).in_(bindparam("kinds", expanding=True)),
        col(OutboxRow.sent_at).is_not(None),
        col(OutboxRow.id) < bindparam("before"),
    )
    .order_by(col(OutboxRow.id).desc())
    .limit(1)
)


async def enqueue(
    session: AsyncSession,
    game_id: int,
    channel_id: int,
    kind: str,
    payload: Json,
    *,
    replaces: Sequence[str] = (),
    nonce: str | None = None,
    wait: timedelta = timedelta(0),
) -> OutboxRow:
    """Adds a message to the end of the game's queue; the commit wakes other processes.

    ``replaces``: unsent messages of these kinds are deleted, but for one that is claimed. What replaces another one is
    due when that was: a table that moves often has its turn, too. ``wait``: it is not due before, whatever it replaces.
    Call it behind ``games.advance`` in a transaction: that keeps messages of several writers in order.
    """
    now = await clock.now(session)
    since = now
    if replaces:
        gone = (await plain.asked(session, _REPLACED, game=game_id, kinds=replaces, now=now)).rows
        since = now if wait else min([now, *(due for (due,) in gone)])
    entry = OutboxRow(
        game_id=game_id,
        channel_id=channel_id,
        kind=kind,
        payload=payload,
        nonce=nonce or new_nonce(),
        created_at=now,
        next_attempt_at=since + wait,
    )
    await plain.add(session, entry)
    await notices.tell(session, Left.PICTURE if kind == PICTURE else Left.MESSAGE)
    return entry


async def withdraw(session: AsyncSession, entry_id: int) -> bool:
    """Deletes a message unless somebody has tried, or tries, to send it; whether it did."""
    untried = (col(OutboxRow.id) == entry_id, _PENDING, col(OutboxRow.attempts) == 0)
    statement = delete(OutboxRow).where(*untried, due.unclaimed(await clock.now(session)))
    return (await session.exec(statement)).rowcount == 1


class Claimed(NamedTuple):
    """``server``: of its table, with what was ``chosen`` there. ``behind``: whether another one of the same game waits
    behind it."""

    row: OutboxRow
    server: int | None
    chosen: GuildSettings | None
    behind: bool


async def claim(
    session: AsyncSession,
    *,
    now: datetime | None = None,
    lease: timedelta = LEASE,
    limit: int = 20,
    but_not: Sequence[int | None] = (),
    pictures: bool = False,
) -> Sequence[Claimed]:
    """Claims what is due until the lease ends, at most one message of each game, the longest due first.

    ``but_not``: not of tables in these servers (None: of tables without one). ``pictures``: claims from the queue of
    pictures instead. Commit before sending.
    """
    now = now or await clock.now(session)
    found = await due.look(session, now, limit, but_not, pictures, locking=True)
    if not found:
        return ()
    given = {"entries": [head.id for head in found], "now": now, "until": now + lease}
    taken = {row.id: row for row in await plain.found(session, OutboxRow, _CLAIMED, **given)}
    return [Claimed(taken[head.id], *head[1:]) for head in sorted(found, key=lambda head: head.id) if head.id in taken]


async def anything_due(session: AsyncSession, *, but_not: Sequence[int | None] = (), pictures: bool = False) -> bool:
    """Whether ``claim`` would find something. Locks nothing."""
    return bool(await due.look(session, await clock.now(session), 1, but_not, pictures, locking=False))


async def coming(session: AsyncSession) -> datetime | None:
    """When the next message is due that waits for its moment; None: there is none."""
    later = select(OutboxRow.next_attempt_at).where(_PENDING, col(OutboxRow.next_attempt_at) > await clock.now(session))
    return (await session.exec(later.order_by(col(OutboxRow.next_attempt_at)).limit(1))).first()


async def overtaken(session: AsyncSession, entry: OutboxRow, kinds: Sequence[str]) -> bool:
    """Whether a later message of one of these kinds waits behind this one of the same game."""
    later = (OutboxRow.game_id == entry.game_id, col(OutboxRow.id) > entry.id, col(OutboxRow.kind).in_(kinds), _PENDING)
    return (await session.exec(select(OutboxRow.id).where(*later).limit(1))).first() is not None


async def renew(
    session: AsyncSession, entries: Sequence[OutboxRow], *, now: datetime | None = None, lease: timedelta = LEASE
) -> None:
    """Claims that still hold last a whole lease from now on."""
    until = (now or await clock.now(session)) + lease
    mine = select(OutboxRow.id).where(col(OutboxRow.id).in_([entry.id for entry in entries]))
    free = set((await session.exec(mine.with_for_update(skip_locked=True))).all())  # others are being settled
    for entry in entries:
        if entry.id not in free:
            continue
        still = (col(OutboxRow.id) == entry.id, _PENDING, _still_claimed_as(entry))
        renewed = await session.exec(update(OutboxRow).where(*still).values(claimed_until=until))
        if renewed.rowcount:
            entry.claimed_until = until


async def mark_sent(
    session: AsyncSession,
    entry_id: int,
    message_id: int | None = None,
    *,
    payload: Json | None = None,
    nonce: str | None = None,
    now: datetime | None = None,
) -> bool:
    """The message has arrived. ``message_id``: None where it changed another one. ``payload``: what it said, if that is
    not what was queued. ``nonce``: with which it was sent; where it has another one by now, somebody whom it names has
    been forgotten meanwhile: what it said is not stored. Whether it could be."""
    given: dict[str, object] = {"entry": entry_id, "message": message_id, "now": now or await clock.now(session)}
    statement = _SENT
    if payload is not None:
        statement = _SENT_ANEW if nonce is None else _SENT_AS_NAMED
        given |= {"said": payload} if nonce is None else {"said": payload, "with": nonce}
    has = (await plain.asked(session, statement, **given)).value
    return has in (None, nonce) or nonce is None


async def postpone(session: AsyncSession, entry: OutboxRow, wait: timedelta, *, now: datetime | None = None) -> None:
    """Gives up the claim after a failed attempt, which is counted; the next one is due after ``wait``.

    Here and below ``entry`` is as ``claim`` returned it; nothing changes when the claim is lost.
    """
    now = now or await clock.now(session)
    values = {"attempts": col(OutboxRow.attempts) + 1, "postponed_at": now, "next_attempt_at": now + wait}
    await _update_pending(session, entry.id, _still_claimed_as(entry), **values, claimed_until=None)


async def put_off(session: AsyncSession, entry: OutboxRow, wait: timedelta) -> None:
    """Gives up the claim of a message that could not be tried, which is no failed attempt; it is due after ``wait``."""
    now = await clock.now(session)
    values = {"postponed_at": now, "next_attempt_at": now + wait}
    await _update_pending(session, entry.id, _still_claimed_as(entry), **values, claimed_until=None)


async def hasten(session: AsyncSession, channel_id: int) -> bool:
    """What waits for a channel is due now, and counts as not tried; False: nothing waits."""
    statement = update(OutboxRow).where(col(OutboxRow.channel_id) == channel_id, _PENDING)
    values = {"next_attempt_at": await clock.now(session), "attempts": 0}
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)
    found = await session.exec(statement.values(**values).returning(col(OutboxRow.id)))
    return found.first() is not None


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """After the clock was put back: messages queued or postponed in what is now the future are due, and claims that
    would last longer than a lease end.

    A living worker's message may then be sent by another one, too; the nonce keeps Discord from posting it twice.
    """
    now = now or await clock.now(session)
    written = func.coalesce(col(OutboxRow.postponed_at), col(OutboxRow.created_at))
    put_off = (_PENDING, col(OutboxRow.next_attempt_at) > now, written > now + TOLERANCE)
    held = (_PENDING, col(OutboxRow.claimed_until) > now + LEASE + TOLERANCE)
    for which, values in ((put_off, {"next_attempt_at": now}), (held, {"claimed_until": None})):
        # What somebody changes just now is left for the next time: whoever does may wait for others of these rows.
        found = (await session.exec(select(OutboxRow.id).where(*which).with_for_update(skip_locked=True))).all()
        if found:
            await session.exec(update(OutboxRow).where(col(OutboxRow.id).in_(found)).values(**values))


async def give_up(session: AsyncSession, entry: OutboxRow, reason: str) -> None:
    """The message will never be sent; the next of its game takes its place."""
    attempts = col(OutboxRow.attempts) + 1
    await _update_pending(
        session, entry.id, _still_claimed_as(entry), attempts=attempts, failed=reason, claimed_until=None
    )


async def hand_back(session: AsyncSession, entry: OutboxRow) -> None:
    """Gives up the claim; anybody may claim the message at once."""
    await _update_pending(session, entry.id, _still_claimed_as(entry), claimed_until=None)
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)


async def let_go(session: AsyncSession, entries: Sequence[OutboxRow]) -> None:
    """Gives up claims that this transaction has made."""
    there = col(OutboxRow.id).in_([entry.id for entry in entries])
    await session.exec(update(OutboxRow).where(there).values(claimed_until=None))


async def free(session: AsyncSession) -> None:
    """Ends every claim: for a process that knows to be the only one."""
    claimed = update(OutboxRow).where(_PENDING, col(OutboxRow.claimed_until).is_not(None))
    await session.exec(claimed.values(claimed_until=None))


async def drop_channel(session: AsyncSession, channel_id: int, reason: str) -> int:
    """Gives up every unsent message of a channel that cannot be written to any more; how many there were."""
    statement = update(OutboxRow).where(col(OutboxRow.channel_id) == channel_id, _PENDING)
    return (await session.exec(statement.values(failed=reason, claimed_until=None))).rowcount


async def games_waiting_in(session: AsyncSession, channel_id: int) -> Sequence[int]:
    """Return the games that have unsent messages for a channel, in order."""
    query = select(OutboxRow.game_id).where(OutboxRow.channel_id == channel_id, _PENDING).distinct()
    return sorted((await session.exec(query)).all())


async def undelivered(
    session: AsyncSession,
    *,
    scopes: Sequence[str],
    game_id: int | None = None,
    channel_id: int | None = None,
    guild_id: int | None = None,
) -> Sequence[OutboxRow]:
    """Return the messages that were given up and that no later board of their game has made up for, by game and age.

    ``scopes``: how the reason for giving up begins.
    """
    later = aliased(OutboxRow)
    made_up = exists().where(
        col(later.game_id) == col(OutboxRow.game_id),
        col(later.kind).in_(SHOWING_BOARDS),
        col(later.id) > col(OutboxRow.id),
        col(later.sent_at).is_not(None),
    )
    reasons = [col(OutboxRow.failed).startswith(f"{scope}: ") for scope in scopes]
    query = select(OutboxRow).where(col(OutboxRow.failed).is_not(None), or_(*reasons), ~made_up)
    # A message follows its table to another channel.
    query = query.join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
    query = query.where(GameRow.channel_id == OutboxRow.channel_id)
    if game_id is not None:
        query = query.where(OutboxRow.game_id == game_id)
    if channel_id is not None:
        query = query.where(OutboxRow.channel_id == channel_id)
    if guild_id is not None:
        query = query.where(GameRow.guild_id == guild_id)
    # In the order of the index of what was given up: else SQLite reads all messages by age.
    return (await session.exec(query.order_by(col(OutboxRow.game_id), col(OutboxRow.id)))).all()


async def postponed(
    session: AsyncSession, *, game_id: int | None = None, channel_id: int | None = None, guild_id: int | None = None
) -> dict[int, int]:
    """Return the games of which a message waits after a failed attempt, with their channels."""
    query = select(OutboxRow.game_id, OutboxRow.channel_id).where(_PENDING, col(OutboxRow.attempts) > 0)
    if game_id is not None:
        query = query.where(OutboxRow.game_id == game_id)
    if channel_id is not None:
        query = query.where(OutboxRow.channel_id == channel_id)
    if guild_id is not None:
        query = query.join(GameRow, col(GameRow.id) == col(OutboxRow.game_id)).where(GameRow.guild_id == guild_id)
    return dict((await session.exec(query)).all())


async def hasten_postponed(session: AsyncSession, game_ids: Sequence[int]) -> int:
    """Make due what waits after a failed attempt at these games, and return how many messages that are."""
    if not game_ids:
        return 0
    waiting = (_PENDING, col(OutboxRow.attempts) > 0, col(OutboxRow.game_id).in_(game_ids))
    values = {"next_attempt_at": await clock.now(session), "attempts": 0}
    statement = update(OutboxRow).where(*waiting).values(**values)
    hastened = await session.exec(statement.execution_options(synchronize_session=False))
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)
    return hastened.rowcount


async def revive(session: AsyncSession, entries: Sequence[OutboxRow]) -> None:
    """Make messages that were given up due now, as if they had not been tried."""
    now = await clock.now(session)
    for entry in entries:
        values = {"failed": None, "attempts": 0, "next_attempt_at": now, "payload": entry.payload}
        given_up = (col(OutboxRow.id) == entry.id, col(OutboxRow.failed).is_not(None))
        statement = update(OutboxRow).where(*given_up).values(**values)
        await session.exec(statement.execution_options(synchronize_session=False))
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)


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
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)


async def sent_notices(session: AsyncSession, game_id: int, kind: str, *, most: int) -> Sequence[OutboxRow]:
    """Return the newest messages of a kind that a game has sent, as long as they are kept."""
    query = select(OutboxRow).where(
        OutboxRow.game_id == game_id, OutboxRow.kind == kind, col(OutboxRow.message_id).is_not(None)
    )
    return (await session.exec(query.order_by(col(OutboxRow.id).desc()).limit(most))).all()


async def rewrite(session: AsyncSession, entry: OutboxRow, payload: Json) -> None:
    """Store what a message says now."""
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == entry.id).values(payload=payload))


async def last(session: AsyncSession, game_id: int, kind: str) -> OutboxRow | None:
    """The newest message of a game and kind, sent or not."""
    return await plain.first(session, OutboxRow, _LAST, game=game_id, kind=kind)


async def newest(session: AsyncSession, game_id: int, kinds: Sequence[str]) -> Sequence[Queued]:
    """The newest message of a game of each of these kinds, sent or not."""
    return [Queued(*row) for row in await plain.asked(session, _NEWEST, game=game_id, kinds=kinds)]


async def shown(
    session: AsyncSession, game_id: int, message_id: int, kinds: Sequence[str], *, before: int
) -> OutboxRow | None:
    """The newest entry that was sent to this message of Discord: what it shows now. ``before``: of those queued
    before the entry of this id."""
    given = {"game": game_id, "message": message_id, "kinds": kinds, "before": before}
    return await plain.first(session, OutboxRow, _SHOWN, **given)


async def sent_as(
    session: AsyncSession, message_id: int, kinds: Sequence[str], *, game_id: int | None, channel_id: int
) -> OutboxRow | None:
    """The newest entry of these kinds that was sent to a message of Discord, as long as it is kept. ``game_id``: of
    which game it is, if that is known; else it is one of the games of the channel."""
    here = select(GameRow.id).where(GameRow.channel_id == channel_id)
    of = col(OutboxRow.game_id).in_(here) if game_id is None else col(OutboxRow.game_id) == game_id
    query = select(OutboxRow).where(of, col(OutboxRow.kind).in_(kinds), OutboxRow.message_id == message_id)
    return (await session.exec(query.order_by(col(OutboxRow.id).desc()).limit(1))).first()


def _still_claimed_as(entry: OutboxRow) -> ColumnElement[bool]:
    if entry.claimed_until is None:
        return col(OutboxRow.claimed_until).is_(None)
    return col(OutboxRow.claimed_until) == entry.claimed_until


async def _update_pending(
    session: AsyncSession, entry_id: int, *conditions: ColumnElement[bool], **values: object
) -> None:
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == entry_id, _PENDING, *conditions).values(**values))
