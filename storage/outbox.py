"""Messages on their way to Discord.

A message is queued in the transaction of the change that it announces. A worker claims it (`claim`), sends it and
stores the outcome: `mark_sent`, `postpone` or `give_up`. If the worker dies, another one sends it with the same nonce,
by which Discord recognises it. Messages of one game go out in order; pictures that are added later have a queue of
their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, case, delete, exists, func, literal, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, due, notices, records
from storage.columns import LenientJson
from storage.models import GameRow, GuildSettings, Json, OutboxRow, Status, new_nonce
from storage.notices import Left

LEASE = timedelta(seconds=20)
"""How long a claim lasts unless its worker renews it, and so how long a message waits for a process that has died."""

TOLERANCE = timedelta(seconds=5)
"""A clock that was put back by less than this has not jumped: messages wait for it to catch up."""

PICTURE = due.PICTURE
"""The kind of a picture that is added to a message."""

SHOWING_BOARDS = ("turn", "board", "summary")
"""Kinds of messages that show a board, and with it everything that was announced before."""

_PENDING = due.pending(OutboxRow)


class Queued(NamedTuple):
    """The content of a message, and whether it has been sent or given up."""

    id: int
    kind: str
    payload: Json
    sent_at: datetime | None
    failed: str | None


class Claimed(NamedTuple):
    """A message that a worker has claimed."""

    row: OutboxRow
    server: int | None
    chosen: GuildSettings | None
    """The settings of the game's server; None if it has none."""
    behind: bool
    """Whether another message of the same game waits behind it."""


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
    """Add a message to the end of the game's queue; the commit wakes other processes.

    Unsent messages of the kinds `replaces` are deleted unless they are claimed. A message is due when the one that it
    replaces was, so that a table that moves often has its turn, too; with `wait` it is not due before that. Call this
    after `games.advance` in a transaction: that keeps messages of several writers in order.
    """
    now = await clock.now(session)
    due_at = now + wait
    if replaces:
        unclaimed = (_PENDING, due.unclaimed(now))
        statement = delete(OutboxRow).where(col(OutboxRow.game_id) == game_id, col(OutboxRow.kind).in_(replaces))
        statement = statement.where(*unclaimed).execution_options(synchronize_session=False)
        replaced = (await session.exec(statement.returning(col(OutboxRow.next_attempt_at)))).scalars().all()
        if not wait:
            due_at = min([now, *replaced])
    entry = OutboxRow(
        game_id=game_id,
        channel_id=channel_id,
        kind=kind,
        payload=payload,
        nonce=nonce or new_nonce(),
        created_at=now,
        next_attempt_at=due_at,
    )
    await records.insert(session, entry)
    await notices.tell(session, Left.PICTURE if kind == PICTURE else Left.MESSAGE)
    return entry


async def withdraw(session: AsyncSession, entry_id: int) -> bool:
    """Delete a message unless somebody has tried or tries to send it, and return whether it was deleted."""
    untried = (col(OutboxRow.id) == entry_id, _PENDING, col(OutboxRow.attempts) == 0)
    statement = delete(OutboxRow).where(*untried, due.unclaimed(await clock.now(session)))
    return (await session.exec(statement)).rowcount == 1


async def claim(
    session: AsyncSession,
    *,
    now: datetime | None = None,
    lease: timedelta = LEASE,
    limit: int = 20,
    but_not: Sequence[int | None] = (),
    pictures: bool = False,
) -> Sequence[Claimed]:
    """Claim the messages that are due until the lease ends, at most one of each game, and return them by id.

    Of more than `limit` the longest due are claimed. Tables in the servers `but_not` are left out; None stands for the
    tables without a server. `pictures` claims from the queue of pictures instead. Commit before sending.
    """
    now = now or await clock.now(session)
    heads = await due.look(session, due.Wanted(now, limit, but_not, pictures), locking=True)
    if not heads:
        return ()
    statement: Any = update(OutboxRow).where(col(OutboxRow.id).in_([head.id for head in heads]))
    # PostgreSQL repeats the condition on a row that another worker has just changed: `free` must be in it.
    statement = statement.where(*due.free(now)).values(claimed_until=now + lease).returning(OutboxRow)
    rows = {row.id: row for row in await records.update_returning(session, statement)}
    return [
        Claimed(rows[head.id], head.server, head.chosen, head.behind)
        for head in sorted(heads, key=lambda head: head.id)
        if head.id in rows
    ]


async def anything_due(session: AsyncSession, *, but_not: Sequence[int | None] = (), pictures: bool = False) -> bool:
    """Return whether `claim` would claim something, without locking anything."""
    wanted = due.Wanted(await clock.now(session), 1, but_not, pictures)
    return bool(await due.look(session, wanted, locking=False))


async def coming(session: AsyncSession) -> datetime | None:
    """Return when the next message becomes due that is not due yet; None if there is none."""
    query = select(OutboxRow.next_attempt_at).where(_PENDING, col(OutboxRow.next_attempt_at) > await clock.now(session))
    return (await session.exec(query.order_by(col(OutboxRow.next_attempt_at)).limit(1))).first()


async def overtaken(session: AsyncSession, entry: OutboxRow, kinds: Sequence[str]) -> bool:
    """Return whether a later message of one of these kinds waits behind this one of the same game."""
    query = select(OutboxRow.id).where(OutboxRow.game_id == entry.game_id, col(OutboxRow.id) > entry.id)
    return (await session.exec(query.where(col(OutboxRow.kind).in_(kinds), _PENDING).limit(1))).first() is not None


async def renew(
    session: AsyncSession, entries: Sequence[OutboxRow], *, now: datetime | None = None, lease: timedelta = LEASE
) -> None:
    """Extend the claims that still hold to a whole lease from now on."""
    until = (now or await clock.now(session)) + lease
    # Rows that another transaction has locked are being settled: waiting for them could end in a deadlock.
    unlocked = select(OutboxRow.id).where(col(OutboxRow.id).in_([entry.id for entry in entries]))
    unlocked_ids = set((await session.exec(unlocked.with_for_update(skip_locked=True))).all())
    for entry in entries:
        if entry.id in unlocked_ids and await _update_claimed(session, entry, claimed_until=until):
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
    """Note that a message has arrived, and return whether its `payload` could be stored.

    `message_id` is None where the message changed another one. `payload` is the content that was sent, if it differs
    from the queued one. `nonce` is the one that it was sent with: if the row has another one by now, somebody named in
    the content has been forgotten meanwhile, and the content is not stored.
    """
    values: dict[str, Any] = {
        "sent_at": now or await clock.now(session),
        "message_id": message_id,
        "claimed_until": None,
    }
    if payload is not None:
        values["payload"] = payload
        if nonce is not None:
            content = literal(payload, LenientJson())
            values["payload"] = case((col(OutboxRow.nonce) == nonce, content), else_=OutboxRow.payload)
    statement = update(OutboxRow).where(col(OutboxRow.id) == entry_id, _PENDING).values(**values)
    statement = statement.execution_options(synchronize_session=False)
    stored_nonce = (await session.exec(statement.returning(col(OutboxRow.nonce)))).scalars().first()
    return nonce is None or stored_nonce is None or stored_nonce == nonce


async def postpone(session: AsyncSession, entry: OutboxRow, wait: timedelta, *, now: datetime | None = None) -> None:
    """Give up the claim after a failed attempt, which is counted; the next one is due after `wait`.

    Here and below `entry` is as `claim` returned it; nothing changes when the claim is lost.
    """
    now = now or await clock.now(session)
    values = {"attempts": col(OutboxRow.attempts) + 1, "postponed_at": now, "next_attempt_at": now + wait}
    await _update_claimed(session, entry, **values, claimed_until=None)


async def put_off(session: AsyncSession, entry: OutboxRow, wait: timedelta) -> None:
    """Give up the claim of a message that could not be tried, which is no failed attempt; it is due after `wait`."""
    now = await clock.now(session)
    await _update_claimed(session, entry, postponed_at=now, next_attempt_at=now + wait, claimed_until=None)


async def hasten(session: AsyncSession, channel_id: int) -> bool:
    """Make due the messages of a channel, as if they had not been tried, and return whether there are any."""
    statement = update(OutboxRow).where(col(OutboxRow.channel_id) == channel_id, _PENDING)
    statement = statement.values(next_attempt_at=await clock.now(session), attempts=0)
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)
    hastened = await session.exec(statement.returning(col(OutboxRow.id)))
    return hastened.first() is not None


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """Correct the moments that lie too far ahead after the clock was put back.

    Messages queued or postponed in what is now the future are due, and claims that would last longer than a lease end.
    A living worker's message may then be sent by another one, too; the nonce keeps Discord from posting it twice.
    """
    now = now or await clock.now(session)
    written_at = func.coalesce(col(OutboxRow.postponed_at), col(OutboxRow.created_at))
    waits_too_long = (_PENDING, col(OutboxRow.next_attempt_at) > now, written_at > now + TOLERANCE)
    claimed_too_long = (_PENDING, col(OutboxRow.claimed_until) > now + LEASE + TOLERANCE)
    await _correct(session, *waits_too_long, next_attempt_at=now)
    await _correct(session, *claimed_too_long, claimed_until=None)


async def give_up(session: AsyncSession, entry: OutboxRow, reason: str) -> None:
    """Note that a message will never be sent; the next of its game takes its place."""
    attempts = col(OutboxRow.attempts) + 1
    await _update_claimed(session, entry, attempts=attempts, failed=reason, claimed_until=None)


async def hand_back(session: AsyncSession, entry: OutboxRow) -> None:
    """Give up the claim; any worker may claim the message at once."""
    await _update_claimed(session, entry, claimed_until=None)
    await notices.tell(session, Left.MESSAGE, Left.PICTURE)


async def let_go(session: AsyncSession, entries: Sequence[OutboxRow]) -> None:
    """Give up claims that this transaction has made."""
    claimed = col(OutboxRow.id).in_([entry.id for entry in entries])
    await session.exec(update(OutboxRow).where(claimed).values(claimed_until=None))


async def free(session: AsyncSession) -> None:
    """End every claim: for a process that knows to be the only one."""
    claimed = update(OutboxRow).where(_PENDING, col(OutboxRow.claimed_until).is_not(None))
    await session.exec(claimed.values(claimed_until=None))


async def drop_channel(session: AsyncSession, channel_id: int, reason: str) -> int:
    """Give up every unsent message of a channel that cannot be written to any more, and return their number."""
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

    The reason for giving up begins with one of the `scopes`.
    """
    later = aliased(OutboxRow)
    has_later_board = exists().where(
        col(later.game_id) == col(OutboxRow.game_id),
        col(later.kind).in_(SHOWING_BOARDS),
        col(later.id) > col(OutboxRow.id),
        col(later.sent_at).is_not(None),
    )
    reasons = [col(OutboxRow.failed).startswith(f"{scope}: ") for scope in scopes]
    query = select(OutboxRow).where(col(OutboxRow.failed).is_not(None), or_(*reasons), ~has_later_board)
    # A message whose table has moved to another channel would be sent to the old one.
    query = query.join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
    query = query.where(GameRow.channel_id == OutboxRow.channel_id)
    if game_id is not None:
        query = query.where(OutboxRow.game_id == game_id)
    if channel_id is not None:
        query = query.where(OutboxRow.channel_id == channel_id)
    if guild_id is not None:
        query = query.where(GameRow.guild_id == guild_id)
    # Sorted as the index of failed messages is: otherwise SQLite reads all messages by age.
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
    """Give up every unsent message of a server that the bot has been removed from, and return their number."""
    in_server = exists().where(col(GameRow.id) == col(OutboxRow.game_id), col(GameRow.guild_id) == guild_id)
    statement = update(OutboxRow).where(_PENDING, in_server).values(failed=reason, claimed_until=None)
    return (await session.exec(statement.execution_options(synchronize_session=False))).rowcount


async def revive_server(session: AsyncSession, guild_id: int, reason: str) -> None:
    """Make due the last messages of a server's ended games that were given up for this reason."""
    has_ended = col(GameRow.status).in_((Status.FINISHED, Status.ABANDONED))
    in_server = exists().where(col(GameRow.id) == col(OutboxRow.game_id), col(GameRow.guild_id) == guild_id, has_ended)
    later = aliased(OutboxRow)
    has_later = exists().where(col(later.game_id) == col(OutboxRow.game_id), col(later.id) > col(OutboxRow.id))
    statement = update(OutboxRow).where(col(OutboxRow.failed) == reason, in_server, ~has_later)
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
    """Replace the stored content of a message."""
    await session.exec(update(OutboxRow).where(col(OutboxRow.id) == entry.id).values(payload=payload))


async def last(session: AsyncSession, game_id: int, kind: str) -> OutboxRow | None:
    """Return the newest message of a game and kind, sent or not."""
    query = select(OutboxRow).where(OutboxRow.game_id == game_id, OutboxRow.kind == kind)
    return await records.fetch_first(session, query.order_by(col(OutboxRow.id).desc()))


async def newest(session: AsyncSession, game_id: int, kinds: Sequence[str]) -> Sequence[Queued]:
    """Return the newest message of a game of each of these kinds, sent or not."""
    newest_ids = select(func.max(OutboxRow.id)).where(OutboxRow.game_id == game_id, col(OutboxRow.kind).in_(kinds))
    columns: Any = [getattr(OutboxRow, name) for name in Queued._fields]
    query: Any = select(*columns).where(col(OutboxRow.id).in_(newest_ids.group_by(col(OutboxRow.kind))))
    return [Queued(*row) for row in (await session.exec(query)).all()]


async def shown(
    session: AsyncSession, game_id: int, message_id: int, kinds: Sequence[str], *, before: int
) -> OutboxRow | None:
    """Return the entry of these kinds that a message of Discord shows: the newest of those that were sent to it.

    Entries are considered that were queued before the entry whose id is `before`.
    """
    query = select(OutboxRow).where(OutboxRow.game_id == game_id, OutboxRow.message_id == message_id)
    query = query.where(col(OutboxRow.kind).in_(kinds), col(OutboxRow.sent_at).is_not(None))
    query = query.where(col(OutboxRow.id) < before)
    return await records.fetch_first(session, query.order_by(col(OutboxRow.id).desc()))


async def sent_as(
    session: AsyncSession, message_id: int, kinds: Sequence[str], *, game_id: int | None, channel_id: int
) -> OutboxRow | None:
    """Return the newest entry of these kinds that was sent to a message of Discord, as long as it is kept.

    Where the game is not known (None), the entry is one of a game in the channel.
    """
    query = select(OutboxRow).where(OutboxRow.message_id == message_id, col(OutboxRow.kind).in_(kinds))
    if game_id is None:
        games_of_channel = select(GameRow.id).where(GameRow.channel_id == channel_id)
        query = query.where(col(OutboxRow.game_id).in_(games_of_channel))
    else:
        query = query.where(OutboxRow.game_id == game_id)
    return (await session.exec(query.order_by(col(OutboxRow.id).desc()).limit(1))).first()


async def _update_claimed(session: AsyncSession, entry: OutboxRow, **values: object) -> bool:
    """Change a message if it is still claimed as in `entry`, and return whether it was."""
    same_claim = col(OutboxRow.claimed_until) == entry.claimed_until
    if entry.claimed_until is None:
        same_claim = col(OutboxRow.claimed_until).is_(None)
    statement = update(OutboxRow).where(col(OutboxRow.id) == entry.id, _PENDING, same_claim)
    return (await session.exec(statement.values(**values))).rowcount == 1


async def _correct(session: AsyncSession, *conditions: ColumnElement[bool], **values: object) -> None:
    """Change the messages that meet the conditions, without waiting for rows that another transaction has locked.

    Locked rows are left for the next time: their transaction may wait for others of these rows.
    """
    query = select(OutboxRow.id).where(*conditions).with_for_update(skip_locked=True)
    unlocked = (await session.exec(query)).all()
    if unlocked:
        await session.exec(update(OutboxRow).where(col(OutboxRow.id).in_(unlocked)).values(**values))
