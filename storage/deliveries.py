"""Queries about messages that were sent, given up, or postponed after a failure.

A waiting message is a job (``storage.jobs``). Its row is kept for a while after it was sent or given up, because later
messages build on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, notices, records
from storage.jobs import IS_MESSAGE, PENDING
from storage.models import GameRow, JobRow, Json, Status

# Kinds of messages and their meanings: ``bot.tables.announcement``.
SHOWING_BOARDS = ("turn", "board", "summary")
"""Kinds of messages that show a board. A board includes all earlier announcements, so it makes up for lost ones."""

STEP = 250
"""Number of messages that one transaction of ``prune`` checks."""

Place = tuple[datetime, int]
"""A position in the list of all messages by age: the moment when a message was queued, and its id."""

_TO_SEND = (IS_MESSAGE, PENDING)
_POSTPONED = (*_TO_SEND, col(JobRow.attempts) > 0)
_WAS_GIVEN_UP = col(JobRow.failed).is_not(None)


class Pruned(NamedTuple):
    """The result of one step of deleting old messages."""

    forgotten: int
    """Number of deleted messages."""
    place: Place | None
    """The position behind which the next step begins; None: this was the last step."""


# -- newest and sent messages ------------------------------------------------------------------------------------------


async def newest(session: AsyncSession, game_id: int, kinds: Sequence[str]) -> dict[str, JobRow]:
    """Return the newest message of a game of each of these kinds, sent or not."""
    newest_ids = select(func.max(JobRow.id)).where(JobRow.game_id == game_id, col(JobRow.kind).in_(kinds), IS_MESSAGE)
    query = select(JobRow).where(col(JobRow.id).in_(newest_ids.group_by(col(JobRow.kind))))
    return {message.kind: message for message in await records.fetch_all(session, query)}


async def last(session: AsyncSession, game_id: int, kind: str) -> JobRow | None:
    """Return the newest message of a game and kind, sent or not."""
    return (await newest(session, game_id, [kind])).get(kind)


async def sent_as(
    session: AsyncSession,
    message_id: int,
    kinds: Sequence[str],
    *,
    game_id: int | None,
    channel_id: int | None = None,
    before: int | None = None,
) -> JobRow | None:
    """Return the queued message that a message of Discord shows: the newest one that was sent to it and is stored.

    Several may have been sent to one: the first posts it, later ones edit it.

    Args:
        session: the session.
        message_id: the message of Discord.
        kinds: the kinds to consider.
        game_id: the game; None: any game in the channel ``channel_id``.
        channel_id: the channel, needed if the game is not known.
        before: the id of a queued message; only earlier ones are considered. None: all are.
    """
    query = select(JobRow).where(JobRow.message_id == message_id, col(JobRow.kind).in_(kinds))
    if game_id is None:
        query = query.where(col(JobRow.game_id).in_(select(GameRow.id).where(GameRow.channel_id == channel_id)))
    else:
        query = query.where(JobRow.game_id == game_id)
    if before is not None:
        query = query.where(col(JobRow.id) < before)
    return await records.fetch_first(session, query.order_by(col(JobRow.id).desc()))


async def sent_notices(session: AsyncSession, game_id: int, kind: str, *, most: int) -> Sequence[JobRow]:
    """Return a game's newest sent messages of a kind, as far as they are stored, at most ``most``."""
    query = select(JobRow).where(JobRow.game_id == game_id, JobRow.kind == kind, col(JobRow.message_id).is_not(None))
    return (await session.exec(query.order_by(col(JobRow.id).desc()).limit(most))).all()


async def rewrite(session: AsyncSession, message: JobRow, payload: Json) -> None:
    """Replace the stored content of a message."""
    await session.exec(update(JobRow).where(col(JobRow.id) == message.id).values(payload=payload))


async def overtaken(session: AsyncSession, message: JobRow, kinds: Sequence[str]) -> bool:
    """Return whether a later message of the same game, of one of these kinds, waits behind this one."""
    query = select(JobRow.id).where(JobRow.game_id == message.game_id, col(JobRow.id) > message.id, *_TO_SEND)
    return (await session.exec(query.where(col(JobRow.kind).in_(kinds)).limit(1))).first() is not None


# -- messages that could not be sent -----------------------------------------------------------------------------------


async def undelivered(
    session: AsyncSession,
    *,
    scopes: Sequence[str],
    game_id: int | None = None,
    channel_id: int | None = None,
    guild_id: int | None = None,
) -> Sequence[JobRow]:
    """Return messages that were given up and that no later board has made up for, by game and age.

    Args:
        session: the session.
        scopes: first words of the reasons for giving up that are considered; a reason is "scope: text".
        game_id: the game; None: all games.
        channel_id: the channel; None: all channels.
        guild_id: the server; None: all servers.
    """
    later = aliased(JobRow)
    has_later_board = exists().where(
        col(later.game_id) == col(JobRow.game_id),
        col(later.kind).in_(SHOWING_BOARDS),
        col(later.id) > col(JobRow.id),
        col(later.sent_at).is_not(None),
    )
    reasons = [col(JobRow.failed).startswith(f"{scope}: ") for scope in scopes]
    query = select(JobRow).where(_WAS_GIVEN_UP, or_(*reasons), ~has_later_board)
    # A message whose table has moved to another channel would be sent to the old one.
    query = query.join(GameRow, col(GameRow.id) == col(JobRow.game_id)).where(GameRow.channel_id == JobRow.channel_id)
    query = query.where(*_at(game_id, channel_id, guild_id))
    # This is the order of the index of failed messages. For any other, SQLite would read all messages by age.
    return (await session.exec(query.order_by(col(JobRow.game_id), col(JobRow.id)))).all()


async def postponed(
    session: AsyncSession, *, game_id: int | None = None, channel_id: int | None = None, guild_id: int | None = None
) -> dict[int, int]:
    """Return the games with a message that waits after a failed attempt, each with the channel of one of these.

    Args:
        session: the session.
        game_id: the game; None: all games.
        channel_id: the channel; None: all channels.
        guild_id: the server; None: all servers.
    """
    query: Any = select(JobRow.game_id, JobRow.channel_id).where(*_POSTPONED)
    if guild_id is not None:
        query = query.join(GameRow, col(GameRow.id) == col(JobRow.game_id))
    return dict((await session.exec(query.where(*_at(game_id, channel_id, guild_id)))).all())


async def revive(session: AsyncSession, messages: Sequence[JobRow]) -> None:
    """Make messages that were given up due now, with their present payload and without counted attempts."""
    for message in messages:
        is_message = col(JobRow.id) == message.id
        await _make_due(session, is_message, _WAS_GIVEN_UP, failed=None, payload=message.payload)


async def revive_server(session: AsyncSession, guild_id: int, reason: str) -> None:
    """Make the last messages of a server's ended games due now, as far as they were given up for ``reason``.

    Of a game that has ended, no later message would come that makes up for it.
    """
    has_ended = col(GameRow.status).in_((Status.FINISHED, Status.ABANDONED))
    later = aliased(JobRow)
    has_later = exists().where(
        col(later.game_id) == col(JobRow.game_id), col(later.id) > col(JobRow.id), col(later.seat).is_(None)
    )
    was_refused = col(JobRow.failed) == reason
    await _make_due(session, was_refused, _in_server(guild_id, has_ended), ~has_later, failed=None)


async def hasten(session: AsyncSession, channel_id: int) -> bool:
    """Make the waiting messages of a channel due now, without counted attempts; return whether there are any."""
    return await _make_due(session, *_TO_SEND, col(JobRow.channel_id) == channel_id) > 0


async def hasten_postponed(session: AsyncSession, game_ids: Sequence[int]) -> int:
    """Make messages that wait after a failed attempt due now, of some games, and return their number."""
    if not game_ids:
        return 0
    return await _make_due(session, *_POSTPONED, col(JobRow.game_id).in_(game_ids))


async def games_waiting_in(session: AsyncSession, channel_id: int) -> Sequence[int]:
    """Return the games that have unsent messages for a channel, in order."""
    query = select(JobRow.game_id).where(JobRow.channel_id == channel_id, *_TO_SEND).distinct()
    return sorted((await session.exec(query)).all())


async def drop_channel(session: AsyncSession, channel_id: int, reason: str) -> int:
    """Give up all unsent messages of a channel in which the bot cannot write any more, and return their number."""
    return await _drop(session, reason, col(JobRow.channel_id) == channel_id)


async def drop_server(session: AsyncSession, guild_id: int, reason: str) -> int:
    """Give up all unsent messages of a server that the bot was removed from, and return their number."""
    return await _drop(session, reason, _in_server(guild_id))


async def prune(
    session: AsyncSession,
    before: datetime,
    *,
    keep_last: Sequence[str],
    failed_before: datetime | None = None,
    after: Place | None = None,
) -> Pruned:
    """Delete old messages that were sent or given up; one call is one step, which checks at most ``STEP`` messages.

    A step is one transaction, which on SQLite blocks all other writers.

    Args:
        session: the session.
        before: messages queued before this moment are deleted.
        keep_last: kinds of which each game keeps its newest message.
        failed_before: messages that were given up are deleted only if queued before this moment, so that the operator
            can look into them; None: as ``before``.
        after: the position at which the step before ended; None: this is the first step.
    """
    written_at = col(JobRow.created_at)
    job_id = col(JobRow.id)
    query = select(JobRow.created_at, JobRow.id).where(written_at < before, IS_MESSAGE)
    if after is not None:
        last_moment, last_id = after
        # The first condition follows from the second, but lets the database use its index.
        query = query.where(written_at >= last_moment, or_(written_at > last_moment, job_id > last_id))
    places = (await session.exec(query.order_by(written_at, job_id).limit(STEP))).all()
    if not places:
        return Pruned(0, None)
    newer = aliased(JobRow)
    has_newer = exists().where(
        col(newer.game_id) == col(JobRow.game_id), col(newer.kind) == col(JobRow.kind), col(newer.id) > job_id
    )
    is_kept_for_operator = and_(_WAS_GIVEN_UP, written_at >= (failed_before or before))
    may_be_deleted = (~PENDING, ~is_kept_for_operator, or_(col(JobRow.kind).not_in(keep_last), has_newer))
    statement = delete(JobRow).where(job_id.in_([id for _, id in places]), *may_be_deleted)
    forgotten = (await session.exec(statement, execution_options=records.UNSYNCHRONISED)).rowcount
    return Pruned(forgotten, places[-1] if len(places) == STEP else None)


# -- statements --------------------------------------------------------------------------------------------------------


def _at(game_id: int | None, channel_id: int | None, guild_id: int | None) -> list[ColumnElement[bool]]:
    """Return conditions for the messages of a game, a channel and a server; None: no condition."""
    wanted = ((JobRow.game_id, game_id), (JobRow.channel_id, channel_id), (GameRow.guild_id, guild_id))
    return [col(column) == value for column, value in wanted if value is not None]


def _in_server(guild_id: int, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a message's game is in a server and meets these conditions."""
    return exists().where(col(GameRow.id) == col(JobRow.game_id), col(GameRow.guild_id) == guild_id, *conditions)


async def _make_due(session: AsyncSession, *where: ColumnElement[bool], **values: object) -> int:
    """Make messages due now, without counted attempts, and return their number."""
    statement = update(JobRow).where(*where).values(due_at=await clock.now(session), attempts=0, **values)
    await notices.announce_jobs(session)
    return (await session.exec(statement, execution_options=records.UNSYNCHRONISED)).rowcount


async def _drop(session: AsyncSession, reason: str, where: ColumnElement[bool]) -> int:
    """Give up the unsent messages that meet a condition, and return their number."""
    statement = update(JobRow).where(*_TO_SEND, where).values(failed=reason, claimed_until=None)
    return (await session.exec(statement, execution_options=records.UNSYNCHRONISED)).rowcount
