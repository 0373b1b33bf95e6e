"""The job queue of all tables: messages, pictures, reminders, deadlines, computers' turns, ends of votes.

A job is written in the transaction that causes it. A worker claims it (``claim``), does the work outside of any
transaction, and stores the result together with the end of the job. The claim of a worker that dies ends after
``LEASE``, and another worker does the work. So it must be safe to do a job twice; Discord recognizes a repeated message
by its nonce.

There are two sorts of jobs:

- Messages (``enqueue``) of a table are sent one after the other within their lane. After they were sent or given up,
  they are stored for a while (``storage.deliveries``).
- Timers (``schedule``): a seat has at most one of each kind, and scheduling it again moves it. Timers are deleted when
  done.

Of the columns of a job, ``attempts`` counts failed attempts, ``lost`` counts claims that ended because their worker
died, and ``set_at`` is the moment when it was queued or set last.

All moments are by the database's clock; ``after_a_jump`` corrects them if the clock was put back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, delete, func, literal, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, notices, records
from storage.columns import LenientJson, UtcDateTime
from storage.database import Database
from storage.models import GameRow, GuildSettings, JobRow, Json, SeatRow, new_nonce
from storage.records import insert_or_update

LEASE = timedelta(seconds=20)
"""Duration of a claim unless its worker renews it; so long a job waits if its worker has died."""

TOLERANCE = timedelta(seconds=5)
"""Time by which the clock may be put back without correction: jobs then wait until it has caught up."""

PICTURE = "picture"
"""The kind of a picture that is added to a message."""


class Lane(StrEnum):
    """A part of the queue. Jobs that need the same resource share a lane; lanes do not hold each other up."""

    MESSAGES = "messages"
    """Messages in channels, in order."""
    PICTURES = "pictures"
    """Pictures that are drawn and added to messages in channels, in order."""
    COMPUTERS = "computers"
    """Decisions of computers, which need processor time."""
    CALLS = "calls"
    """Direct messages, in any order."""
    TABLES = "tables"
    """Changes of tables, which need only the database."""


IN_ORDER = (Lane.MESSAGES, Lane.PICTURES)
"""The lanes of messages: those of one table go out one after the other."""


class Kind(StrEnum):
    """The purpose of a timer. Timers of a whole table have seat 0."""

    COMPUTERS = "computers"
    """Let the computers of a table decide. For the whole table."""
    LOBBY = "lobby"
    """Close a lobby in which nothing has happened for long. For the whole table.

    Payload: ``warned`` if the players have been warned.
    """
    REMINDER = "reminder"
    """Remind a seat of its decision. Payload: ``rest``, the moments of further reminders, in ISO 8601."""
    DEADLINE = "deadline"
    """Act on the end of a seat's time for its decision.

    Payload: ``passed`` if that was announced and nothing more is to follow; ``away`` while the bot is not in the
    server; ``late`` if the seat got more time because of an absence of the bot.
    """
    PLAN = "plan"
    """Play the planned move of a seat that has to decide."""
    CALL = "call"
    """Send a direct message to the person of a seat.

    Payload: ``along``, further tables and seats of the person that the message names; ``nonce``, by which Discord
    recognizes a repeated attempt; ``slept`` if the person is to be called in the channel in the morning; ``instead`` if
    the message replaces one that the channel refused.
    """
    GONE = "gone"
    """Tell the person of a seat, in a direct message, that the channel of the table was deleted."""
    WRITTEN = "written"
    """Keep note of a direct message to the person of a seat, until it does not matter any more.

    Payload: ``message``; its ``channel``; ``places``, the tables and seats that it names; ``over`` if the message has
    to be edited because the seat's turn was taken back.
    """
    NUDGED = "nudged"
    """Keep others from nudging the seat again before this moment."""
    VOTE = "vote"
    """End the table's open vote. For the whole table. Payload: ``away``, the absent users whose answers are awaited."""
    RESUME = "resume"
    """End a pause that has lasted long. For the whole table. Payload: ``user`` and ``name`` of the person who asked."""
    CONSENT = "consent"
    """Check the table's open vote: everybody may have agreed, or its proposer has left. For the whole table."""


LANES = {
    Kind.COMPUTERS: Lane.COMPUTERS,
    Kind.CALL: Lane.CALLS,
    Kind.GONE: Lane.CALLS,
    Kind.WRITTEN: Lane.CALLS,
}
"""Lanes of timers by kind; those of other kinds are in ``Lane.TABLES``."""

PENDING = and_(col(JobRow.sent_at).is_(None), col(JobRow.failed).is_(None))
"""Condition for jobs that are still to be done."""
IS_MESSAGE = col(JobRow.seat).is_(None)
"""Condition for messages, including those that were sent or given up. Only timers have a seat."""
IS_TIMER = col(JobRow.seat).is_not(None)

_unclaimed = col(JobRow.claimed_until).is_(None)
_UNTRIED = {"claimed_until": None, "attempts": 0, "lost": 0}
"""Values of a job that nobody has claimed or tried yet."""

MOST_CLAIMED = 20
"""Largest number of jobs that a worker claims at once, unless it asks for another."""


class Claimed(NamedTuple):
    """A job that a worker has claimed."""

    job: JobRow
    server: int | None
    """The server of the job's table; None: it is outside of servers."""
    chosen: GuildSettings | None
    """The settings of the table's server; None if it has none."""


class Outlook(NamedTuple):
    """A summary of the queue: due jobs, and the time until the next one."""

    due: dict[Lane, timedelta]
    """The lanes that have due jobs, each with the time for which its first job has been due."""
    next: timedelta | None
    """Time until the next job that is not due yet becomes due; None: there is none."""


# -- adding and removing jobs ------------------------------------------------------------------------------------------


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
) -> JobRow:
    """Add a message to the queue of its table; the commit wakes other processes.

    Call this after ``games.advance`` in a transaction: that keeps the messages of several writers in order.

    Args:
        session: the session.
        game_id: the table.
        channel_id: the channel.
        kind: the kind of message.
        payload: its content.
        replaces: kinds of unsent messages of the table that are deleted unless they are claimed. The new message is due
            when the oldest of them was, so that a table with many moves does not wait for ever.
        nonce: the token by which Discord recognizes a repeated attempt; None: a new one.
        wait: time before the message is due.
    """
    now = await clock.now(session)
    due_at = now + wait
    if replaces:
        replaced = (col(JobRow.game_id) == game_id, col(JobRow.kind).in_(replaces), IS_MESSAGE, PENDING)
        statement = delete(JobRow).where(*replaced, _free_of_claims(now)).returning(col(JobRow.due_at))
        moments = (await session.exec(statement, execution_options=records.UNSYNCHRONISED)).scalars().all()
        if not wait:  # a message that waits on purpose does so in any case
            due_at = min([now, *moments])
    message = JobRow(
        game_id=game_id,
        channel_id=channel_id,
        lane=Lane.PICTURES if kind == PICTURE else Lane.MESSAGES,
        kind=kind,
        payload=payload,
        nonce=nonce or new_nonce(),
        created_at=now,
        set_at=now,
        due_at=due_at,
    )
    await records.insert(session, message)
    await notices.announce_jobs(session)
    return message


async def schedule(
    session: AsyncSession,
    game_id: int,
    kind: Kind,
    *,
    seat: int = 0,
    wait: timedelta = timedelta(0),
    payload: Json | None = None,
    moving: bool = True,
) -> bool:
    """Set a timer; the commit wakes other processes. Return False if there was one and ``moving`` is False.

    Args:
        session: the session.
        game_id: the table.
        kind: the kind of timer.
        seat: the seat; 0 for timers of the whole table.
        wait: time until it is due.
        payload: its data.
        moving: True to move an existing timer, whose claim, if any, ends; False to leave it. If several callers set a
            timer at once with False, exactly one gets True.
    """
    now = await clock.now(session)
    lane = LANES.get(kind, Lane.TABLES)
    moved_values = {"set_at": now, "due_at": now + wait, **_UNTRIED, "nonce": new_nonce(), "payload": payload or {}}
    statement = insert_or_update(session, JobRow).values(
        game_id=game_id, kind=kind, seat=seat, lane=lane, created_at=now, **moved_values
    )
    if moving:
        statement = statement.on_conflict_do_update(index_elements=["game_id", "kind", "seat"], set_=moved_values)
    else:
        statement = statement.on_conflict_do_nothing()
    await notices.announce_jobs(session)
    return (await session.exec(statement.returning(col(JobRow.id)))).first() is not None


async def cancel(session: AsyncSession, game_id: int, *kinds: Kind, seats: Sequence[int] | None = None) -> None:
    """Delete the timers of a table.

    Args:
        session: the session.
        game_id: the table.
        *kinds: the kinds to delete; empty: all.
        seats: the seats whose timers are deleted; None: all.
    """
    chosen = [col(JobRow.game_id) == game_id, IS_TIMER]
    if kinds:
        chosen.append(col(JobRow.kind).in_(kinds))
    if seats is not None:
        chosen.append(col(JobRow.seat).in_(seats))
    await session.exec(delete(JobRow).where(*chosen))


async def withdraw(session: AsyncSession, message_id: int) -> bool:
    """Delete a message unless a worker has tried to send it or is doing so; return whether it was deleted."""
    untried = (col(JobRow.id) == message_id, PENDING, col(JobRow.attempts) == 0)
    statement = delete(JobRow).where(*untried, _free_of_claims(await clock.now(session)))
    return (await session.exec(statement)).rowcount == 1


async def timers_of(session: AsyncSession, game_id: int) -> Sequence[JobRow]:
    """Return the timers of a table, the next one first."""
    query = select(JobRow).where(JobRow.game_id == game_id, IS_TIMER)
    return (await session.exec(query.order_by(col(JobRow.due_at), col(JobRow.id)))).all()


async def due_of_user(session: AsyncSession, user_id: int, kind: Kind) -> Sequence[JobRow]:
    """Return the timers of a kind that are due at the seats of a user, in all tables, claimed or not."""
    same_seat = and_(col(SeatRow.game_id) == col(JobRow.game_id), col(SeatRow.number) == col(JobRow.seat))
    query = select(JobRow).join(SeatRow, same_seat).where(SeatRow.user_id == user_id, JobRow.kind == kind)
    query = query.where(col(JobRow.due_at) <= await clock.now(session))
    return (await session.exec(query.order_by(col(JobRow.id)).execution_options(populate_existing=True))).all()


# -- working on jobs ---------------------------------------------------------------------------------------------------


async def look(session: AsyncSession, *, now: datetime | None = None) -> Outlook:
    """Return a summary of the queue, without locking rows. Claimed jobs are left out.

    A message counts as due even while an earlier one of its table is being sent.
    """
    now = now or await clock.now(session)
    moments: Sequence[datetime | None] = (await session.exec(_LOOK, params={"now": now})).one()
    # The first half of the row has the earliest due job of each lane, the second half the next one of each lane.
    due_since = zip(Lane, moments[: len(Lane)], strict=True)
    next_moments = [moment for moment in moments[len(Lane) :] if moment is not None]
    due = {lane: now - since for lane, since in due_since if since is not None}
    return Outlook(due, min(next_moments) - now if next_moments else None)


async def claim(
    session: AsyncSession,
    lane: Lane,
    *,
    limit: int = MOST_CLAIMED,
    servers_left_out: Sequence[int | None] = (),
    may_take: Callable[[int | None], bool] = lambda _server: True,
    wait: timedelta = timedelta(0),
    lease: timedelta = LEASE,
    now: datetime | None = None,
) -> Sequence[Claimed]:
    """Claim due jobs of a lane, those that have been due for longest first. Commit before working on them.

    In the lanes of messages, at most one job of each table is claimed. A job whose earlier claim has run out counts as
    lost once more.

    Args:
        session: the session.
        lane: the lane.
        limit: the largest number of jobs.
        servers_left_out: servers whose jobs are not claimed; None stands for tables outside of servers.
        may_take: decides for each job, by its server, whether it may be claimed.
        wait: time for which a job must have been due.
        lease: duration of the claim.
        now: the present moment; None: by the database's clock.
    """
    now = now or await clock.now(session)
    query = _due(lane, now, now - wait, servers_left_out).limit(limit)
    candidates = (await session.exec(query, execution_options={"populate_existing": True})).all()
    rows = [(job_id, server, chosen) for job_id, server, chosen in candidates if may_take(server)]
    if not rows:
        return ()
    statement: Any = update(JobRow).where(col(JobRow.id).in_([job_id for job_id, _, _ in rows]))
    # PostgreSQL repeats the condition on a row that another worker has just changed.
    statement = statement.where(PENDING, col(JobRow.due_at) <= now, _free_of_claims(now))
    lost = col(JobRow.lost) + case((_unclaimed, 0), else_=1)  # a claim that has run out is one of a dead worker
    statement = statement.values(claimed_until=now + lease, lost=lost).returning(JobRow)
    jobs = {job.id: job for job in await records.update_returning(session, statement)}
    return [Claimed(jobs[job_id], server, chosen) for job_id, server, chosen in rows if job_id in jobs]


async def renew(
    session: AsyncSession, jobs: Sequence[JobRow], *, lease: timedelta = LEASE, now: datetime | None = None
) -> None:
    """Extend claims to a whole lease from now on; claims that have been lost are left alone."""
    if not jobs:
        return
    until = (now or await clock.now(session)) + lease
    # Rows that another transaction has locked are being settled: waiting for them could end in a deadlock.
    query = select(JobRow.id).where(col(JobRow.id).in_([job.id for job in jobs]))
    unlocked_ids = set((await session.exec(query.with_for_update(skip_locked=True))).all())
    for job in jobs:
        if job.id in unlocked_ids and await _update_claimed(session, job, claimed_until=until):
            job.claimed_until = until


async def done(session: AsyncSession, timer: JobRow) -> bool:
    """Delete a timer whose work is done, and return whether its claim still held.

    This and the following functions take a job as ``claim`` returned it. Nothing changes if the claim was lost: the
    timer was set again or cancelled, or another worker has claimed the job.
    """
    return (await session.exec(delete(JobRow).where(*_claimed_as(timer)))).rowcount == 1


async def mark_sent(
    session: AsyncSession,
    message: JobRow,
    message_id: int | None = None,
    *,
    payload: Json | None = None,
    now: datetime | None = None,
) -> bool:
    """Store that a message has arrived; return False if the queued content was changed after the claim.

    That happens when a person named in it has been deleted from the database; the message then has another nonce.

    Args:
        session: the session.
        message: the message as it was claimed.
        message_id: the message of Discord; None if it only changed another one.
        payload: the content that was sent, if it differs from the queued one. It is not stored if the nonce has
            changed, as it would bring back the deleted name.
        now: the present moment; None: by the database's clock.
    """
    values: dict[str, Any] = {"sent_at": now or await clock.now(session), "message_id": message_id}
    if payload is not None:
        content = literal(payload, LenientJson())
        values["payload"] = case((col(JobRow.nonce) == message.nonce, content), else_=JobRow.payload)
    statement = update(JobRow).where(col(JobRow.id) == message.id, PENDING).values(**values, claimed_until=None)
    result = await session.exec(statement.returning(col(JobRow.nonce)), execution_options=records.UNSYNCHRONISED)
    return result.scalars().first() in (None, message.nonce)


async def give_up(session: AsyncSession, message: JobRow, reason: str) -> None:
    """Store that a message will not be sent, for ``reason``; the next one of its table becomes due."""
    await _update_claimed(session, message, attempts=col(JobRow.attempts) + 1, failed=reason, claimed_until=None)


async def retry_after_failure(
    session: AsyncSession, job: JobRow, wait: timedelta, *, now: datetime | None = None
) -> None:
    """Release the claim after a failed attempt and count the failure; the job is due again after ``wait``."""
    await _release(session, job, wait, now or await clock.now(session), attempts=col(JobRow.attempts) + 1)


async def defer_untried(session: AsyncSession, job: JobRow, wait: timedelta) -> None:
    """Release the claim of a job that could not be tried, without counting a failure; it is due after ``wait``."""
    await _release(session, job, wait, await clock.now(session))


async def reschedule(session: AsyncSession, timer: JobRow, wait: timedelta, payload: Json) -> bool:
    """Release the claim of a timer and set it again with another payload; return whether the claim still held."""
    return await _release(session, timer, wait, await clock.now(session), **_UNTRIED, payload=payload)


async def note(session: AsyncSession, timer: JobRow, payload: Json) -> bool:
    """Store another payload of a timer that stays claimed, and return whether the claim still held."""
    return await _update_claimed(session, timer, payload=payload)


async def hand_back(session: AsyncSession, job: JobRow) -> None:
    """Release the claim of a job, so that any worker may claim it at once."""
    await _update_claimed(session, job, claimed_until=None)
    await notices.announce_jobs(session)


# -- repair after a start, or after a jump of the clock ----------------------------------------------------------------


async def free(database: Database) -> None:
    """End all claims if no other process uses the database: they come from dead processes or from a backup.

    Call it before this process claims anything. The claims count as lost.
    """
    if not await database.alone():
        return
    async with database.transaction() as session:
        claimed = update(JobRow).where(PENDING, ~_unclaimed)
        await session.exec(claimed.values(claimed_until=None, lost=col(JobRow.lost) + 1))


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """Correct moments that lie too far in the future because the clock was put back.

    Messages that seem to have been queued in the future become due now; such timers wait their whole time from now on;
    claims that would last longer than a lease end. So a job may be done twice, by the worker that has claimed it and by
    another one.
    """
    now = now or await clock.now(session)
    # Locked rows are left for the next call: waiting for them could end in a deadlock.
    query = select(JobRow).where(PENDING, col(JobRow.set_at) > now + TOLERANCE, col(JobRow.due_at) > now)
    for job in (await session.exec(query.with_for_update(skip_locked=True))).all():
        job.due_at = now + (job.due_at - job.set_at) if job.is_timer else now
        job.set_at = now
        session.add(job)
    await session.flush()
    claimed = select(JobRow.id).where(PENDING, col(JobRow.claimed_until) > now + LEASE + TOLERANCE)
    job_ids = (await session.exec(claimed.with_for_update(skip_locked=True))).all()
    if job_ids:
        await session.exec(update(JobRow).where(col(JobRow.id).in_(job_ids)).values(claimed_until=None))


# -- statements --------------------------------------------------------------------------------------------------------


def _first(lane: Lane, *conditions: ColumnElement[bool]) -> Any:
    """Return a subquery for the earliest due moment of a lane's pending jobs that meet the conditions."""
    return select(func.min(JobRow.due_at)).where(col(JobRow.lane) == lane, PENDING, *conditions).scalar_subquery()


def _free_of_claims(now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Return the condition that no claim of a job holds at this moment."""
    return or_(_unclaimed, col(JobRow.claimed_until) <= now)


_NOW = bindparam("now", type_=UtcDateTime)
_LOOK: Any = select(
    *[_first(lane, col(JobRow.due_at) <= _NOW, _free_of_claims(_NOW)) for lane in Lane],
    *[_first(lane, col(JobRow.due_at) > _NOW) for lane in Lane],
)
"""The query of ``look``: a row with the first due job of each lane that may be claimed, then the next job of each lane.

It is built only once, since it runs after every commit, and building it takes longer than running it.
"""


def _due(lane: Lane, now: datetime, due_before: datetime, servers_left_out: Sequence[int | None]) -> Any:
    """Return a query for jobs of a lane that may be claimed, with server and settings. Locked rows are skipped.

    Only the first waiting message of a table may be claimed. To find it, a window function numbers the messages of each
    table, which reads the queue once. With a subquery for earlier messages PostgreSQL may read the whole queue for each
    message, if its statistics come from a moment when the queue was empty. Numbered rows cannot be locked, so the outer
    query looks each up by its id. That part must not repeat a condition of a partial index, or PostgreSQL reads the
    index instead.
    """
    server = col(GameRow.guild_id)
    waiting = select(JobRow.id, JobRow.game_id, JobRow.due_at).where(col(JobRow.lane) == lane, PENDING)
    if lane in IN_ORDER:
        number = func.row_number().over(partition_by=col(JobRow.game_id), order_by=col(JobRow.id))
        heads = waiting.add_columns(number.label("number")).subquery()
        is_first = [heads.c.number == 1]
    else:
        heads = waiting.where(col(JobRow.due_at) <= due_before).subquery()
        is_first = []
    query: Any = select(JobRow.id, server, GuildSettings).join(heads, heads.c.id == col(JobRow.id))
    query = query.join(GameRow, col(GameRow.id) == heads.c.game_id)
    query = query.outerjoin(GuildSettings, col(GuildSettings.guild_id) == server)
    query = query.where(*is_first, heads.c.due_at <= due_before, _free_of_claims(now))
    if servers_left_out:
        elsewhere = server.not_in([number for number in servers_left_out if number is not None])
        if None in servers_left_out:
            query = query.where(elsewhere, server.is_not(None))
        else:
            query = query.where(or_(elsewhere, server.is_(None)))
    return query.order_by(heads.c.due_at, heads.c.id).with_for_update(of=JobRow, skip_locked=True)


def _claimed_as(job: JobRow) -> tuple[ColumnElement[bool], ...]:
    """Return conditions for the row of a job that is still pending and has the same claim as ``job``."""
    same_claim = _unclaimed if job.claimed_until is None else col(JobRow.claimed_until) == job.claimed_until
    return col(JobRow.id) == job.id, PENDING, same_claim


async def _update_claimed(session: AsyncSession, job: JobRow, **values: object) -> bool:
    """Change a job if it still has the same claim as ``job``, and return whether it had."""
    return (await session.exec(update(JobRow).where(*_claimed_as(job)).values(**values))).rowcount == 1


async def _release(session: AsyncSession, job: JobRow, wait: timedelta, now: datetime, **values: object) -> bool:
    """Release the claim of a job, which becomes due after ``wait``; return whether the claim still held."""
    moments = {"set_at": now, "due_at": now + wait, "claimed_until": None}
    return await _update_claimed(session, job, **{**values, **moments})
