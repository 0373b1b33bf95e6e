"""The log of a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import plain
from storage.errors import AlreadyDone, MoveConflict
from storage.models import MoveKind, MoveRow

# Made once, since every click asks them: making one takes as long as asking it.
_EFFECTIVE = (
    select(MoveRow)
    .where(
        MoveRow.game_id == bindparam("game"),
        MoveRow.kind == MoveKind.MOVE,
        col(MoveRow.undone).is_(False),
        col(MoveRow.version) > bindparam("after"),
    )
    .order_by(col(MoveRow.version))
)
_DECIDED_IN = (
    select(MoveRow.turn)
    .where(
        MoveRow.game_id == bindparam("game"),
        MoveRow.kind == MoveKind.MOVE,
        MoveRow.seat == bindparam("seat"),
        col(MoveRow.undone).is_(False),
        col(MoveRow.by_user_id).is_not(None),
    )
    .order_by(col(MoveRow.version).desc())
    .limit(1)
)
_SINCE_TURN = _EFFECTIVE.where(col(MoveRow.turn) >= _DECIDED_IN.scalar_subquery())
_DECISION = select(func.max(MoveRow.version)).where(
    MoveRow.game_id == bindparam("game"),
    MoveRow.kind == MoveKind.MOVE,
    MoveRow.seat == bindparam("seat"),
    col(MoveRow.undone).is_(False),
    col(MoveRow.by_user_id).is_not(None),
)
_HAPPENED = (
    select(
        MoveRow.version,
        MoveRow.seat,
        MoveRow.events,
        MoveRow.planned,
        MoveRow.undone,
    )  # type: ignore[call-overload]
    .where(
        MoveRow.game_id == bindparam("game"),
        col(MoveRow.version) > bindparam("after"),
        col(MoveRow.version) <= bindparam("until"),
    )
    .order_by(col(MoveRow.version))
)

_LOG = select(MoveRow).where(MoveRow.game_id == bindparam("game")).order_by(col(MoveRow.version))
_COURSE = (
    select(
        MoveRow.version,
        MoveRow.kind,
        MoveRow.seat,
        MoveRow.words,
        MoveRow.by_user_id,
        MoveRow.turn,
        MoveRow.undone,
    )  # type: ignore[call-overload]
    .where(MoveRow.game_id == bindparam("game"))
    .order_by(col(MoveRow.version))
)


class Entry(NamedTuple):
    """An entry of the log without what happened and what is known of nothing else: a thousand take little."""

    version: int
    kind: MoveKind
    seat: int
    words: str
    by_user_id: int | None
    turn: int
    undone: bool


class Happened(NamedTuple):
    """What happened in an entry of the log."""

    version: int
    seat: int
    events: Sequence[Any]
    planned: bool
    undone: bool


async def record(session: AsyncSession, *entries: MoveRow) -> None:
    """Adds entries to the log.

    Raises AlreadyDone when an interaction has made one before, MoveConflict when the game has one of the same version;
    the transaction is lost then.
    """
    try:
        await plain.add(session, *entries)
    except IntegrityError as fault:
        reason = str(fault.orig)
        if "interaction_id" in reason:
            raise AlreadyDone(f"interaction {entries[0].interaction_id} has made its move") from fault
        if "move.version" in reason or "pk_move" in reason:
            raise MoveConflict(f"game {entries[0].game_id} has a move of version {entries[0].version}") from fault
        raise


async def at(session: AsyncSession, game_id: int, version: int) -> MoveRow | None:
    """The entry that led to this version, if there is one."""
    return await session.get(MoveRow, (game_id, version))


async def log(session: AsyncSession, game_id: int) -> Sequence[MoveRow]:
    """Every entry in order: moves, undone moves and what else was done to the game."""
    return await plain.found(session, MoveRow, _LOG, game=game_id)


async def course(session: AsyncSession, game_id: int) -> list[Entry]:
    """Every entry in order, without what happened."""
    return [Entry(*row) for row in await plain.asked(session, _COURSE, game=game_id)]


async def effective(session: AsyncSession, game_id: int, *, after: int = -1) -> Sequence[MoveRow]:
    """The moves that made the present state, in order: no undone ones, nothing that is not a move.

    ``after``: only those of a later version.
    """
    return await plain.found(session, MoveRow, _EFFECTIVE, game=game_id, after=after)


async def happened(session: AsyncSession, game_id: int, *, after: int, until: int) -> list[Happened]:
    """What happened behind one version until another one, in order; also what was taken back since."""
    found = await plain.asked(session, _HAPPENED, game=game_id, after=after, until=until)
    return [Happened(*row) for row in found]


async def since_decision(session: AsyncSession, game_id: int, seat: int) -> Sequence[MoveRow]:
    """The last decision that a person made on this seat and the moves after it, in order; empty: there was none.

    What was undone does not count.
    """
    version = (await plain.asked(session, _DECISION, game=game_id, seat=seat)).value
    return [] if version is None else await effective(session, game_id, after=version - 1)


async def since_turn(session: AsyncSession, game_id: int, seat: int) -> Sequence[MoveRow]:
    """The moves of the turn in which a person last decided on this seat, and all after it, in order; empty: there was
    none. What was undone does not count."""
    return await plain.found(session, MoveRow, _SINCE_TURN, game=game_id, after=-1, seat=seat)


async def newest(
    session: AsyncSession, game_id: int, kinds: Sequence[MoveKind], *, seat: int | None = None
) -> MoveRow | None:
    """The last entry of these kinds that was not taken back, of one seat or of all."""
    mine = [] if seat is None else [MoveRow.seat == seat]
    query = select(MoveRow).where(MoveRow.game_id == game_id, col(MoveRow.kind).in_(kinds), *mine)
    query = query.where(col(MoveRow.undone).is_(False)).order_by(col(MoveRow.version).desc()).limit(1)
    return (await session.exec(query)).first()


async def turns_missed(session: AsyncSession, game_id: int, seat: int, deeds: Sequence[MoveKind]) -> set[int]:
    """The turns in which computers have decided for a seat since its person's last deed of these kinds."""
    mine = (MoveRow.game_id == game_id, MoveRow.seat == seat, col(MoveRow.undone).is_(False))
    last = select(func.max(MoveRow.version)).where(*mine, col(MoveRow.kind).in_(deeds))
    person = (await session.exec(last.where(col(MoveRow.by_user_id).is_not(None)))).one()
    query = select(MoveRow.turn).where(*mine, MoveRow.kind == MoveKind.MOVE, col(MoveRow.version) > (person or 0))
    return set((await session.exec(query.distinct())).all())


async def last_of_user(session: AsyncSession, game_id: int, user_id: int) -> int | None:
    """The version of the last decision that a user made, on whatever seat, what was undone not counted; None: there
    was none."""
    mine = (MoveRow.game_id == game_id, MoveRow.kind == MoveKind.MOVE, MoveRow.by_user_id == user_id)
    query = select(func.max(MoveRow.version)).where(*mine, col(MoveRow.undone).is_(False))
    return (await session.exec(query)).one()


async def made_since(session: AsyncSession, game_id: int, user_id: int) -> int:
    """How many decisions others have made since a user's last one, what was undone not counted; 0: there was none."""
    own = await last_of_user(session, game_id, user_id)
    if own is None:
        return 0
    query = select(func.count()).where(MoveRow.game_id == game_id, MoveRow.kind == MoveKind.MOVE)
    query = query.where(col(MoveRow.undone).is_(False), col(MoveRow.version) > own)
    return (await session.exec(query)).one()


async def version_at(session: AsyncSession, game_id: int, moment: datetime) -> int:
    """The version of the last entry that was made until a moment; 0: there was none."""
    query = select(func.max(MoveRow.version)).where(MoveRow.game_id == game_id, col(MoveRow.at) <= moment)
    return (await session.exec(query)).one() or 0


async def others_decided(session: AsyncSession, game_id: int, seat: int, *, since: int) -> bool:
    """Whether people have decided on other seats after this version, what was undone not counted."""
    query = select(MoveRow.version).where(MoveRow.game_id == game_id, col(MoveRow.version) > since)
    query = query.where(MoveRow.kind == MoveKind.MOVE, MoveRow.seat != seat, col(MoveRow.undone).is_(False))
    return (await session.exec(query.where(col(MoveRow.by_user_id).is_not(None)).limit(1))).first() is not None


async def seats_played(session: AsyncSession, game_id: int, user_id: int) -> set[int]:
    """The seats at which a person has decided or been the substitute, also where that was taken back since."""
    query = select(MoveRow.seat).where(MoveRow.game_id == game_id, MoveRow.by_user_id == user_id)
    query = query.where(col(MoveRow.kind).in_((MoveKind.MOVE, MoveKind.SUBSTITUTE)))
    return set((await session.exec(query.distinct())).all())


async def undo_from(session: AsyncSession, game_id: int, version: int) -> int:
    """Marks the moves from this version on as taken back; how many were."""
    statement = (
        update(MoveRow)
        .where(
            col(MoveRow.game_id) == game_id,
            col(MoveRow.version) >= version,
            col(MoveRow.kind) == MoveKind.MOVE,
            col(MoveRow.undone).is_(False),
        )
        .values(undone=True)
    )
    return (await session.exec(statement)).rowcount
