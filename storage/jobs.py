"""The queue of all that is due at tables: messages, pictures, reminders, deadlines, computers' turns, ends of votes.

A job is written in the transaction that causes it. A worker claims it (`claim`), does the work outside of any
transaction, and stores what came of it together with the end of the job. A worker that dies loses its claim after
`LEASE`, and another one does the work: it must be safe to do twice, which messages are by their nonce.

There are two sorts of jobs:

- Messages (`enqueue`) of a table go out one after the other within their lane. They are kept for a while when they have
  been sent or given up (`storage.deliveries`).
- Timers (`schedule`): a seat has one of each kind, and scheduling it again moves it. They are deleted when done.

`attempts` counts how often a job was tried and has failed; `lost` how often a claim lapsed because its worker died.

All moments are by the database's clock; `after_a_jump` corrects them when that was put back.
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
from storage.upsert import insert

LEASE = timedelta(seconds=20)
"""How long a claim lasts unless its worker renews it, and so how long a job waits for a process that has died."""

TOLERANCE = timedelta(seconds=5)
"""A clock that was put back by less than this has not jumped: jobs wait for it to catch up."""

PICTURE = "picture"
"""The kind of a picture that is added to a message."""


class Lane(StrEnum):
    """What jobs wait for when they are worked on: those of one lane do not hold up those of another."""

    MESSAGES = "messages"
    """For a channel, in order."""
    PICTURES = "pictures"
    """For a channel and for drawing, in order."""
    COMPUTERS = "computers"
    """For processors."""
    CALLS = "calls"
    """For Discord, in any order."""
    TABLES = "tables"
    """For the database alone."""


IN_ORDER = (Lane.MESSAGES, Lane.PICTURES)
"""The lanes of messages: those of one table go out one after the other."""


class Kind(StrEnum):
    """What a timer is for."""

    COMPUTERS = "computers"
    """Computers have something to decide; of the whole table, seat 0."""
    LOBBY = "lobby"
    """Nobody has done anything in a lobby for long; of the whole table. Payload: `warned` if that was said."""
    REMINDER = "reminder"
    """A seat is to be reminded of its decision. Payload: `rest`, when to remind after that, as ISO 8601."""
    DEADLINE = "deadline"
    """A seat's time for its decision is up. Payload: `passed` once that was said and nothing more is to follow, `away`
    while the bot was not in the server, `late` if the seat was given more time because of such things."""
    PLAN = "plan"
    """A seat has something to decide, and a plan for it."""
    CALL = "call"
    """The person of a seat is to be written to directly. Payload: `along`, the tables and seats of the same person that
    are told of in the same message, and `nonce`, with which Discord recognises a repeated attempt; `slept` of who is to
    be called in the channel in the morning, `instead` where the channel takes no message."""
    GONE = "gone"
    """The person of a seat is to be told directly that the channel of the table was deleted."""
    WRITTEN = "written"
    """The person of a seat has been written to; when it is due nobody cares for the message any more. Payload: the
    `message`, its `channel`, the `places` that it tells of (tables and seats); `over` if it is due because the table
    does not wait any more for that seat, whose turn was taken back."""
    NUDGED = "nudged"
    """Until it is due nobody may nudge the seat again."""
    VOTE = "vote"
    """The table's open vote lapses; of the whole table. Payload: `away`, the users who are away and waited for."""
    RESUME = "resume"
    """A pause that has lasted for long ends; of the whole table. Payload: `user` and `name` of who wants that."""
    CONSENT = "consent"
    """Everybody may have agreed to what the table's open vote proposes, or nothing can come of it any more, since its
    proposer has left; of the whole table."""


LANES = {
    Kind.COMPUTERS: Lane.COMPUTERS,
    Kind.CALL: Lane.CALLS,
    Kind.GONE: Lane.CALLS,
    Kind.WRITTEN: Lane.CALLS,
}
"""The lanes of timers that need more than the database."""

PENDING = and_(col(JobRow.sent_at).is_(None), col(JobRow.failed).is_(None))
"""Select jobs that are still to be done."""
IS_MESSAGE = col(JobRow.seat).is_(None)
"""Select messages, also those that were sent or given up; they have no seat."""
IS_TIMER = col(JobRow.seat).is_not(None)

_unclaimed = col(JobRow.claimed_until).is_(None)
_UNTRIED = {"claimed_until": None, "attempts": 0, "lost": 0}


class Claimed(NamedTuple):
    """A job that a worker has claimed."""

    job: JobRow
    server: int | None
    chosen: GuildSettings | None
    """The settings of the table's server; None if it has none."""


class Outlook(NamedTuple):
    """What there is to do, now and later."""

    due: dict[Lane, timedelta]
    """The lanes in which jobs are due, each with how long the first of them has been."""
    next: timedelta | None
    """In how long the next job will be due that is not due yet; None without any."""


# -- what is to be done ------------------------------------------------------------------------------------------------


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
    """Add a message to the end of its table's lane; the commit wakes other processes.

    Unsent messages of the kinds `replaces` are deleted unless they are claimed. A message is due when the one that it
    replaces was, so that a table that moves often has its turn, too; with `wait` it is not due before that. Call this
    after `games.advance` in a transaction: that keeps messages of several writers in order.
    """
    now = await clock.now(session)
    due_at = now + wait
    if replaces:
        replaced = (col(JobRow.game_id) == game_id, col(JobRow.kind).in_(replaces), IS_MESSAGE, PENDING)
        statement = delete(JobRow).where(*replaced, _free_of_claims(now)).returning(col(JobRow.due_at))
        moments = (await session.exec(statement, execution_options=records.UNSYNCHRONISED)).scalars().all()
        if not wait:
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
    await notices.tell(session)
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
    """Set a timer and return whether it was set; the commit wakes other processes.

    A timer that is there is moved, so that a worker that has claimed it loses its claim. Unless `moving`, it stays; of
    several who try at once one has set it.
    """
    now = await clock.now(session)
    values = {"set_at": now, "due_at": now + wait, **_UNTRIED, "nonce": new_nonce(), "payload": payload or {}}
    made = {"lane": LANES.get(kind, Lane.TABLES), "created_at": now}
    statement = insert(session, JobRow).values(game_id=game_id, kind=kind, seat=seat, **made, **values)
    if moving:
        statement = statement.on_conflict_do_update(index_elements=["game_id", "kind", "seat"], set_=values)
    else:
        statement = statement.on_conflict_do_nothing()
    await notices.tell(session)
    return (await session.exec(statement.returning(col(JobRow.id)))).first() is not None


async def cancel(session: AsyncSession, game_id: int, *kinds: Kind, seats: Sequence[int] | None = None) -> None:
    """Delete a table's timers: of all kinds or of these, of all seats or of these."""
    chosen = [col(JobRow.game_id) == game_id, IS_TIMER]
    if kinds:
        chosen.append(col(JobRow.kind).in_(kinds))
    if seats is not None:
        chosen.append(col(JobRow.seat).in_(seats))
    await session.exec(delete(JobRow).where(*chosen))


async def withdraw(session: AsyncSession, message_id: int) -> bool:
    """Delete a message unless somebody has tried or tries to send it, and return whether it was deleted."""
    untried = (col(JobRow.id) == message_id, PENDING, col(JobRow.attempts) == 0)
    statement = delete(JobRow).where(*untried, _free_of_claims(await clock.now(session)))
    return (await session.exec(statement)).rowcount == 1


async def timers_of(session: AsyncSession, game_id: int) -> Sequence[JobRow]:
    """Return the timers of a table, the next one first."""
    query = select(JobRow).where(JobRow.game_id == game_id, IS_TIMER)
    return (await session.exec(query.order_by(col(JobRow.due_at), col(JobRow.id)))).all()


async def due_of_user(session: AsyncSession, user_id: int, kind: Kind) -> Sequence[JobRow]:
    """Return the timers of a kind that are due at the seats of a user, claimed or not."""
    same_seat = and_(col(SeatRow.game_id) == col(JobRow.game_id), col(SeatRow.number) == col(JobRow.seat))
    query = select(JobRow).join(SeatRow, same_seat).where(SeatRow.user_id == user_id, JobRow.kind == kind)
    query = query.where(col(JobRow.due_at) <= await clock.now(session))
    return (await session.exec(query.order_by(col(JobRow.id)).execution_options(populate_existing=True))).all()


# -- doing it ----------------------------------------------------------------------------------------------------------


async def look(session: AsyncSession, *, now: datetime | None = None) -> Outlook:
    """Return what is due and unclaimed, and when something will be. Locks nothing.

    A message counts as due also while an earlier one of its table is being sent.
    """
    now = now or await clock.now(session)
    moments: Sequence[datetime | None] = (await session.exec(_LOOK, params={"now": now})).one()
    due = {lane: now - since for lane, since in zip(Lane, moments[: len(Lane)], strict=True) if since is not None}
    coming = [moment - now for moment in moments[len(Lane) :] if moment is not None]
    return Outlook(due, min(coming, default=None))


async def claim(
    session: AsyncSession,
    lane: Lane,
    *,
    limit: int = 20,
    servers_left_out: Sequence[int | None] = (),
    may_take: Callable[[int | None], bool] = lambda _server: True,
    wait: timedelta = timedelta(0),
    lease: timedelta = LEASE,
    now: datetime | None = None,
) -> Sequence[Claimed]:
    """Claim jobs of a lane until the lease ends, the longest due first; in an ordered lane at most one of each table.

    Tables in `servers_left_out` are left out; None stands for the tables without a server. Of the others `may_take` is
    asked one after the other whether another job of a server may be claimed. With `wait` only what has been due for so
    long is claimed. A claim that had run out counts as lost. Commit before working.
    """
    now = now or await clock.now(session)
    query = _due(lane, now, now - wait, servers_left_out).limit(limit)
    heads = (await session.exec(query, execution_options={"populate_existing": True})).all()
    rows = [(job_id, server, chosen) for job_id, server, chosen in heads if may_take(server)]
    if not rows:
        return ()
    statement: Any = update(JobRow).where(col(JobRow.id).in_([job_id for job_id, _, _ in rows]))
    # PostgreSQL repeats the condition on a row that another worker has just changed.
    statement = statement.where(PENDING, col(JobRow.due_at) <= now, _free_of_claims(now))
    lost = col(JobRow.lost) + case((_unclaimed, 0), else_=1)
    statement = statement.values(claimed_until=now + lease, lost=lost).returning(JobRow)
    jobs = {job.id: job for job in await records.update_returning(session, statement)}
    return [Claimed(jobs[job_id], server, chosen) for job_id, server, chosen in rows if job_id in jobs]


async def renew(
    session: AsyncSession, jobs: Sequence[JobRow], *, lease: timedelta = LEASE, now: datetime | None = None
) -> None:
    """Extend the claims that still hold to a whole lease from now on."""
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

    Here and below a job is as `claim` returned it. Nothing changes when the claim is lost, as the timer was set anew or
    cancelled, or another worker has claimed the job.
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
    """Note that a message has arrived, and return whether what it says is as it was when it was claimed.

    `message_id` is None where the message changed another one. `payload` is the content that was sent, if it differs
    from the queued one. If the row has another nonce by now, somebody named in the content has been forgotten
    meanwhile, and the content is not stored.
    """
    values: dict[str, Any] = {"sent_at": now or await clock.now(session), "message_id": message_id}
    if payload is not None:
        content = literal(payload, LenientJson())
        values["payload"] = case((col(JobRow.nonce) == message.nonce, content), else_=JobRow.payload)
    statement = update(JobRow).where(col(JobRow.id) == message.id, PENDING).values(**values, claimed_until=None)
    result = await session.exec(statement.returning(col(JobRow.nonce)), execution_options=records.UNSYNCHRONISED)
    return result.scalars().first() in (None, message.nonce)


async def give_up(session: AsyncSession, message: JobRow, reason: str) -> None:
    """Note that a message will never be sent; the next of its table takes its place."""
    await _update_claimed(session, message, attempts=col(JobRow.attempts) + 1, failed=reason, claimed_until=None)


async def retry_after_failure(
    session: AsyncSession, job: JobRow, wait: timedelta, *, now: datetime | None = None
) -> None:
    """Release the claim after a failed attempt, which is counted; the next one is due after `wait`."""
    await _release(session, job, wait, now or await clock.now(session), attempts=col(JobRow.attempts) + 1)


async def defer_untried(session: AsyncSession, job: JobRow, wait: timedelta) -> None:
    """Release the claim of a job that could not be tried, which is no failed attempt; it is due after `wait`."""
    await _release(session, job, wait, await clock.now(session))


async def reschedule(session: AsyncSession, timer: JobRow, wait: timedelta, payload: Json) -> bool:
    """Release the claim of a timer, which is set anew with another payload; return whether the claim still held."""
    return await _release(session, timer, wait, await clock.now(session), **_UNTRIED, payload=payload)


async def note(session: AsyncSession, timer: JobRow, payload: Json) -> bool:
    """Store another payload of a timer that stays claimed, and return whether the claim still held."""
    return await _update_claimed(session, timer, payload=payload)


async def hand_back(session: AsyncSession, job: JobRow) -> None:
    """Release the claim; any worker may claim the job at once."""
    await _update_claimed(session, job, claimed_until=None)
    await notices.tell(session)


# -- when a process begins, or the clock has jumped --------------------------------------------------------------------


async def free(database: Database) -> None:
    """End the claims that processes have left or a backup has brought back, if no other process uses the database.

    Call it before this process claims anything. The claims count as lost.
    """
    if not await database.alone():
        return
    async with database.transaction() as session:
        claimed = update(JobRow).where(PENDING, ~_unclaimed)
        await session.exec(claimed.values(claimed_until=None, lost=col(JobRow.lost) + 1))


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """Correct the moments that lie too far ahead after the clock was put back.

    Messages set in what is now the future are due, timers wait their whole time from now on, and claims that would last
    longer than a lease end. A living worker's job may then be done by another one, too.
    """
    now = now or await clock.now(session)
    # Rows that another transaction has locked are left for the next time: it may wait for others of these rows.
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
    """Select the first moment at which a job of a lane is due that meets the conditions."""
    return select(func.min(JobRow.due_at)).where(col(JobRow.lane) == lane, PENDING, *conditions).scalar_subquery()


def _free_of_claims(now: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    return or_(_unclaimed, col(JobRow.claimed_until) <= now)


_NOW = bindparam("now", type_=UtcDateTime)
_LOOK: Any = select(
    *[_first(lane, col(JobRow.due_at) <= _NOW, _free_of_claims(_NOW)) for lane in Lane],
    *[_first(lane, col(JobRow.due_at) > _NOW) for lane in Lane],
)
"""Made once, since it is asked after every commit: making it takes longer than asking it."""


def _due(lane: Lane, now: datetime, due_before: datetime, servers_left_out: Sequence[int | None]) -> Any:
    """Select jobs of a lane that may be claimed, with server and settings; passes over rows that others have locked.

    To find out whether an earlier message of a table waits, the messages of each table are numbered: that reads the
    queue once, while PostgreSQL, planning with statistics of a moment when nothing waited, would read the whole queue
    for each message in search of an earlier one. Numbered rows cannot be locked, so each is locked by its id; a
    condition there that implied a partial index would have that index read instead of the id looked up.
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
    """Select the row of a job if it is still to be done and claimed as in `job`."""
    same_claim = _unclaimed if job.claimed_until is None else col(JobRow.claimed_until) == job.claimed_until
    return col(JobRow.id) == job.id, PENDING, same_claim


async def _update_claimed(session: AsyncSession, job: JobRow, **values: object) -> bool:
    """Change a job if it is still claimed as in `job`, and return whether it was."""
    return (await session.exec(update(JobRow).where(*_claimed_as(job)).values(**values))).rowcount == 1


async def _release(session: AsyncSession, job: JobRow, wait: timedelta, now: datetime, **values: object) -> bool:
    """Release the claim of a job, which is due after `wait`."""
    moments = {"set_at": now, "due_at": now + wait, "claimed_until": None}
    return await _update_claimed(session, job, **{**values, **moments})
