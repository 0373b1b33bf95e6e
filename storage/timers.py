"""What must happen later at a table: a computer's turn, a reminder, the end of a time limit.

A seat has one timer of each kind: setting it again moves it. It is set in the transaction of its cause. When it is due,
one worker claims it (``claim``), works outside of any transaction, and deletes it (``done``) together with storing the
result. A worker that dies loses its claim after ``LEASE``, and another one does the work: it must be safe to do twice.

All moments are by the database's clock; ``after_a_jump`` mends them when that was put back.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum, StrEnum

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, delete, func, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, notices
from storage.models import Json, SeatRow, TimerRow
from storage.notices import Left
from storage.upsert import insert

LEASE = timedelta(seconds=20)
"""How long a claim lasts unless its worker renews it: so long a table waits for a process that has died."""

TOLERANCE = timedelta(seconds=5)
"""A clock that was put back by less than this has not jumped."""

_unclaimed = col(TimerRow.claimed_until).is_(None)
_UNTRIED = {"attempts": 0, "lost": 0}


class Kind(StrEnum):
    """What is due."""

    COMPUTERS = "computers"
    """Computers have something to decide; of the whole table, seat 0."""
    LOBBY = "lobby"
    """Nobody has done anything in a lobby for long; of the whole table. ``data``: ``warned`` if that was said."""
    REMINDER = "reminder"
    """A seat is to be reminded of its decision. ``data``: ``rest``, when to remind after that, as ISO 8601."""
    DEADLINE = "deadline"
    """A seat's time for its decision is up. ``data``: ``passed`` once that was said and nothing more is to follow,
    ``away`` while the bot was not in the server, ``late`` if the seat was given more time because of such things."""
    PLAN = "plan"
    """A seat has something to decide, and a plan for it."""
    CALL = "call"
    """Whoever sits there is to be written to directly. ``data``: ``along``, the tables and seats of the same person
    that are told of in the same message, and ``nonce``, with which Discord recognises a repeated attempt; ``slept`` of
    who is to be called in the channel in the morning, ``instead`` where the channel takes no message."""
    GONE = "gone"
    """Whoever sits there is to be told directly that the channel of the table was deleted."""
    WRITTEN = "written"
    """Whoever sits there has been written to; when it is due nobody cares for the message any more. ``data``: the
    ``message``, its ``channel``, the ``places`` that it tells of (tables and seats); ``over`` if it is due because the
    table does not wait any more for that seat, whose turn was taken back."""
    NUDGED = "nudged"
    """Until it is due nobody may nudge the seat again."""
    VOTE = "vote"
    """The table's open vote lapses; of the whole table. ``data``: ``away``, the users who are away and waited for."""
    RESUME = "resume"
    """A pause that has lasted for long ends; of the whole table. ``data``: ``user`` and ``name`` of who wants that."""
    CONSENT = "consent"
    """Everybody may have agreed to what the table's open vote proposes, or nothing can come of it any more, since its
    proposer has left; of the whole table."""


class Lane(Enum):
    """What timers wait for when they are worked on: those of one lane do not hold up those of another."""

    COMPUTERS = "computers"
    """For processors."""
    CALLS = "calls"
    """For Discord."""
    TABLES = "tables"
    """For the database alone."""


LANES: dict[str, Lane] = {
    Kind.COMPUTERS: Lane.COMPUTERS,
    Kind.CALL: Lane.CALLS,
    Kind.GONE: Lane.CALLS,
    Kind.WRITTEN: Lane.CALLS,
}
"""Of the kinds that have a lane of their own."""


def lane_of(kind: str) -> Lane:
    """The lane of a kind."""
    return LANES.get(kind, Lane.TABLES)


async def start(
    session: AsyncSession,
    game_id: int,
    kind: Kind,
    *,
    seat: int = 0,
    wait: timedelta = timedelta(0),
    data: Json | None = None,
) -> None:
    """Sets the timer, or moves it: a worker that has claimed it loses its claim. The commit wakes other processes."""
    now = await clock.now(session)
    values = {"set_at": now, "due_at": now + wait, "claimed_until": None, **_UNTRIED, "data": data or {}}
    statement = insert(session, TimerRow).values(game_id=game_id, kind=kind, seat=seat, **values)
    await session.exec(statement.on_conflict_do_update(index_elements=["game_id", "kind", "seat"], set_=values))
    await notices.tell(session, Left.TIMER)


async def start_once(session: AsyncSession, game_id: int, kind: Kind, *, seat: int, wait: timedelta) -> bool:
    """Sets the timer unless there is one; whether it did. Of several who try at once it is True for one."""
    now = await clock.now(session)
    values = {"set_at": now, "due_at": now + wait, **_UNTRIED, "data": dict[str, str]()}
    statement = insert(session, TimerRow).values(game_id=game_id, kind=kind, seat=seat, **values)
    fresh = statement.on_conflict_do_nothing().returning(col(TimerRow.id))
    return (await session.exec(fresh)).first() is not None


async def clear(session: AsyncSession, game_id: int, *kinds: Kind, seats: Sequence[int] | None = None) -> None:
    """Deletes a table's timers: of all kinds or of these, of all seats or of these."""
    mine = [col(TimerRow.game_id) == game_id, *([col(TimerRow.kind).in_(kinds)] if kinds else [])]
    if seats is not None:
        mine.append(col(TimerRow.seat).in_(seats))
    await session.exec(delete(TimerRow).where(*mine))


async def of_game(session: AsyncSession, game_id: int) -> Sequence[TimerRow]:
    """The timers of a table, the next one first."""
    query = select(TimerRow).where(TimerRow.game_id == game_id)
    return (await session.exec(query.order_by(col(TimerRow.due_at), col(TimerRow.id)))).all()


async def claim(
    session: AsyncSession,
    *,
    limit: int,
    lane: Lane | None = None,
    wait: timedelta = timedelta(0),
    lease: timedelta = LEASE,
    now: datetime | None = None,
) -> Sequence[TimerRow]:
    """Claims what is due, the longest due first, until the lease ends; a claim that had run out counts as lost.

    ``lane``: only timers of this lane. ``wait``: only what has been due for so long.
    """
    now = now or await clock.now(session)
    query = select(col(TimerRow.id)).where(*_free(now), col(TimerRow.due_at) <= now - wait)
    if lane is Lane.TABLES:
        query = query.where(col(TimerRow.kind).not_in(LANES))
    elif lane is not None:
        query = query.where(col(TimerRow.kind).in_([kind for kind in LANES if LANES[kind] is lane]))
    query = query.order_by(col(TimerRow.due_at), col(TimerRow.id)).limit(limit)
    timer_ids = (await session.exec(query.with_for_update(skip_locked=True))).all()
    if not timer_ids:
        return ()
    statement = (
        update(TimerRow)
        .where(col(TimerRow.id).in_(timer_ids), *_free(now))
        .values(claimed_until=now + lease, lost=col(TimerRow.lost) + case((_unclaimed, 0), else_=1))
        .returning(TimerRow)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    taken: Sequence[TimerRow] = (await session.exec(statement)).scalars().all()
    return sorted(taken, key=lambda timer: (timer.due_at, timer.id))


async def lanes_due(session: AsyncSession, *, now: datetime | None = None) -> dict[Lane, timedelta]:
    """The lanes in which ``claim`` would find something, and for how long that has been due. Locks nothing."""
    now = now or await clock.now(session)
    delays: dict[Lane, timedelta] = {}
    for kind, since in (await session.exec(_LANES, params={"now": now})).all():
        lane = lane_of(kind)
        delays[lane] = max(delays.get(lane, timedelta(0)), now - since)
    return delays


async def coming(session: AsyncSession) -> datetime | None:
    """Return when the next timer will be due that is not due yet, None without any."""
    later = select(TimerRow.due_at).where(col(TimerRow.due_at) > await clock.now(session))
    return (await session.exec(later.order_by(col(TimerRow.due_at)).limit(1))).first()


async def renew(
    session: AsyncSession, timers: Sequence[TimerRow], *, lease: timedelta = LEASE, now: datetime | None = None
) -> None:
    """Claims that still hold last a whole lease from now on."""
    until = (now or await clock.now(session)) + lease
    mine = select(TimerRow.id).where(col(TimerRow.id).in_([timer.id for timer in timers]))
    free = set((await session.exec(mine.with_for_update(skip_locked=True))).all())  # others are being ended or set anew
    for timer in timers:
        renewed = update(TimerRow).where(*_claimed_as(timer)).values(claimed_until=until)
        if timer.id in free and (await session.exec(renewed)).rowcount:
            timer.claimed_until = until


async def done(session: AsyncSession, timer: TimerRow) -> bool:
    """Deletes a timer whose work is done. False, changing nothing: the claim is lost, as the timer was set anew,
    cleared or claimed by another worker.

    ``timer``: as ``claim`` returned it, here and below.
    """
    return (await session.exec(delete(TimerRow).where(*_claimed_as(timer)))).rowcount == 1


async def put_off(session: AsyncSession, timer: TimerRow, wait: timedelta, data: Json) -> bool:
    """Gives up the claim; the timer is due again after ``wait``, with other ``data``. False: as for ``done``."""
    now = await clock.now(session)
    values = {"set_at": now, "due_at": now + wait, "claimed_until": None, **_UNTRIED, "data": data}
    return (await session.exec(update(TimerRow).where(*_claimed_as(timer)).values(**values))).rowcount == 1


async def note(session: AsyncSession, timer: TimerRow, data: Json) -> bool:
    """Keeps the claim and stores other ``data``. False: as for ``done``."""
    return (await session.exec(update(TimerRow).where(*_claimed_as(timer)).values(data=data))).rowcount == 1


async def postpone(session: AsyncSession, timer: TimerRow, wait: timedelta) -> None:
    """Gives up the claim after a failed attempt, which is counted; the next one is due after ``wait``."""
    now = await clock.now(session)
    values = {"attempts": col(TimerRow.attempts) + 1, "set_at": now, "due_at": now + wait, "claimed_until": None}
    await session.exec(update(TimerRow).where(*_claimed_as(timer)).values(**values))


async def hand_back(session: AsyncSession, timer: TimerRow) -> None:
    """Gives up the claim; anybody may claim the timer at once."""
    await session.exec(update(TimerRow).where(*_claimed_as(timer)).values(claimed_until=None))
    await notices.tell(session, Left.TIMER)


async def free(session: AsyncSession) -> None:
    """Ends every claim, as lost: for a process that knows to be the only one."""
    claimed = update(TimerRow).where(~_unclaimed)
    await session.exec(claimed.values(claimed_until=None, lost=col(TimerRow.lost) + 1))


async def after_a_jump(session: AsyncSession, *, now: datetime | None = None) -> None:
    """After the clock was put back: timers set in what is now the future wait their whole time from now on, and claims
    that would last longer than a lease end."""
    now = now or await clock.now(session)
    future = select(TimerRow).where(col(TimerRow.set_at) > now + TOLERANCE, col(TimerRow.due_at) > now)
    for timer in (await session.exec(future.with_for_update(skip_locked=True))).all():
        timer.due_at = now + (timer.due_at - timer.set_at)
        timer.set_at = now
        session.add(timer)
    await session.flush()
    held = select(TimerRow.id).where(col(TimerRow.claimed_until) > now + LEASE + TOLERANCE)
    timer_ids = (await session.exec(held.with_for_update(skip_locked=True))).all()
    if timer_ids:
        await session.exec(update(TimerRow).where(col(TimerRow.id).in_(timer_ids)).values(claimed_until=None))


async def due_of_user(session: AsyncSession, user_id: int, kind: Kind) -> Sequence[TimerRow]:
    """Return the timers of a kind that are due at the seats of a user, claimed or not."""
    mine = (col(SeatRow.game_id) == col(TimerRow.game_id), col(SeatRow.number) == col(TimerRow.seat))
    query = select(TimerRow).join(SeatRow, and_(*mine)).where(SeatRow.user_id == user_id, TimerRow.kind == kind)
    query = query.where(col(TimerRow.due_at) <= await clock.now(session))
    return (await session.exec(query.order_by(col(TimerRow.id)).execution_options(populate_existing=True))).all()


def _free(now: datetime | BindParameter[datetime]) -> tuple[ColumnElement[bool], ...]:
    return col(TimerRow.due_at) <= now, or_(_unclaimed, col(TimerRow.claimed_until) <= now)


_LANES = select(TimerRow.kind, func.min(TimerRow.due_at)).where(*_free(bindparam("now"))).group_by(col(TimerRow.kind))
"""Made once, since it is asked after every commit: making it takes as long as asking it."""


def _claimed_as(timer: TimerRow) -> tuple[ColumnElement[bool], ...]:
    return col(TimerRow.id) == timer.id, col(TimerRow.claimed_until) == timer.claimed_until
