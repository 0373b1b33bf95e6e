"""The log of a game: moves, including those that were taken back, and other decisions about the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import records
from storage.errors import AlreadyDone, MoveConflict
from storage.models import MoveKind, MoveRow


class Entry(NamedTuple):
    """An entry of the log without its events, so that a thousand of them take little memory."""

    version: int
    kind: MoveKind
    seat: int
    words: str
    by_user_id: int | None
    """The person who decided; None: a computer did, or a person whose data was deleted."""
    turn: int
    undone: bool
    """True if the move was taken back."""


class LoggedEvents(NamedTuple):
    """The events of an entry of the log."""

    version: int
    seat: int
    events: Sequence[Any]
    planned: bool
    """True if the move was made by a plan."""
    undone: bool
    """True if the move was taken back."""


async def record(session: AsyncSession, *entries: MoveRow) -> None:
    """Add entries to the log. After an error, the transaction cannot be used any more.

    Raises:
        AlreadyDone: the interaction has made an entry before.
        MoveConflict: the game has an entry of the same version.
    """
    try:
        await records.insert(session, *entries)
    except IntegrityError as fault:
        reason = str(fault.orig)
        if "interaction_id" in reason:
            raise AlreadyDone(f"interaction {entries[0].interaction_id} has made its move") from fault
        if "move.version" in reason or "pk_move" in reason:
            raise MoveConflict(f"game {entries[0].game_id} has a move of version {entries[0].version}") from fault
        raise


async def at(session: AsyncSession, game_id: int, version: int) -> MoveRow | None:
    """Return the entry that led to a version; None if there is none."""
    return await session.get(MoveRow, (game_id, version))


async def log(session: AsyncSession, game_id: int) -> Sequence[MoveRow]:
    """Return all entries in order: moves, undone moves and other decisions about the game."""
    query = select(MoveRow).where(MoveRow.game_id == game_id).order_by(col(MoveRow.version))
    return await records.fetch_all(session, query)


async def course(session: AsyncSession, game_id: int) -> list[Entry]:
    """Return all entries in order, without their events."""
    columns: Any = [getattr(MoveRow, name) for name in Entry._fields]
    query: Any = select(*columns).where(MoveRow.game_id == game_id).order_by(col(MoveRow.version))
    return [Entry(*row) for row in (await session.exec(query)).all()]


async def effective(session: AsyncSession, game_id: int, *, after: int = -1) -> Sequence[MoveRow]:
    """Return the moves that led to the present state, in order, of versions later than ``after``.

    Undone moves and entries that are no moves are left out.
    """
    query = select(MoveRow).where(*_standing(game_id), col(MoveRow.version) > after).order_by(col(MoveRow.version))
    return await records.fetch_all(session, query)


async def events_between(session: AsyncSession, game_id: int, *, after: int, last_version: int) -> list[LoggedEvents]:
    """Return the events of the entries behind `after` up to `last_version`, in order, undone ones too."""
    columns: Any = [getattr(MoveRow, name) for name in LoggedEvents._fields]
    query: Any = select(*columns).where(MoveRow.game_id == game_id)
    query = query.where(col(MoveRow.version) > after, col(MoveRow.version) <= last_version).order_by(
        col(MoveRow.version)
    )
    return [LoggedEvents(*row) for row in (await session.exec(query)).all()]


async def since_decision(session: AsyncSession, game_id: int, seat: int) -> Sequence[MoveRow]:
    """Return the last decision that a person made on this seat and the moves after it, in order.

    Undone moves do not count. Without such a decision the result is empty.
    """
    decisions = select(func.max(MoveRow.version)).where(*_by_person(game_id, seat))
    version = (await session.exec(decisions)).one()
    return [] if version is None else await effective(session, game_id, after=version - 1)


async def since_turn(session: AsyncSession, game_id: int, seat: int) -> Sequence[MoveRow]:
    """Return the moves of the turn in which a person last decided on this seat, and all after it, in order.

    Undone moves do not count. Without such a decision the result is empty.
    """
    turn = select(MoveRow.turn).where(*_by_person(game_id, seat)).order_by(col(MoveRow.version).desc()).limit(1)
    query = select(MoveRow).where(*_standing(game_id), col(MoveRow.turn) >= turn.scalar_subquery())
    return await records.fetch_all(session, query.order_by(col(MoveRow.version)))


async def newest(
    session: AsyncSession, game_id: int, kinds: Sequence[MoveKind], *, seat: int | None = None
) -> MoveRow | None:
    """Return the last entry of these kinds that was not taken back; ``seat``: of this seat only, None: of any."""
    query = select(MoveRow).where(MoveRow.game_id == game_id, col(MoveRow.kind).in_(kinds))
    if seat is not None:
        query = query.where(MoveRow.seat == seat)
    query = query.where(col(MoveRow.undone).is_(False)).order_by(col(MoveRow.version).desc()).limit(1)
    return (await session.exec(query)).first()


async def turns_missed(session: AsyncSession, game_id: int, seat: int, deeds: Sequence[MoveKind]) -> set[int]:
    """Return the turns in which computers have decided for a seat since its person last acted.

    ``deeds`` are the kinds of log entries that count as an action of the person.
    """
    entries = (MoveRow.game_id == game_id, MoveRow.seat == seat, col(MoveRow.undone).is_(False))
    last_deed = select(func.max(MoveRow.version)).where(*entries, col(MoveRow.kind).in_(deeds))
    version = (await session.exec(last_deed.where(col(MoveRow.by_user_id).is_not(None)))).one()
    query = select(MoveRow.turn).where(*entries, MoveRow.kind == MoveKind.MOVE, col(MoveRow.version) > (version or 0))
    return set((await session.exec(query.distinct())).all())


async def last_of_user(session: AsyncSession, game_id: int, user_id: int) -> int | None:
    """Return the version of the last decision that a user made on any seat; None without one.

    Undone moves do not count.
    """
    query = select(func.max(MoveRow.version)).where(*_standing(game_id), MoveRow.by_user_id == user_id)
    return (await session.exec(query)).one()


async def made_since(session: AsyncSession, game_id: int, user_id: int) -> int:
    """Return the number of decisions that others have made since a user's last one; 0 if the user has made none.

    Undone moves do not count.
    """
    version = await last_of_user(session, game_id, user_id)
    if version is None:
        return 0
    query = select(func.count()).where(*_standing(game_id), col(MoveRow.version) > version)
    return (await session.exec(query)).one()


async def version_at(session: AsyncSession, game_id: int, moment: datetime) -> int:
    """Return the version that a game had at a moment: that of the last entry made until then, or 0."""
    query = select(func.max(MoveRow.version)).where(MoveRow.game_id == game_id, col(MoveRow.at) <= moment)
    return (await session.exec(query)).one() or 0


async def others_decided(session: AsyncSession, game_id: int, seat: int, *, since: int) -> bool:
    """Return whether people have made moves on other seats after version ``since``; undone moves do not count."""
    query = select(MoveRow.version).where(*_standing(game_id), col(MoveRow.version) > since, MoveRow.seat != seat)
    return (await session.exec(query.where(col(MoveRow.by_user_id).is_not(None)).limit(1))).first() is not None


async def seats_played(session: AsyncSession, game_id: int, user_id: int) -> set[int]:
    """Return the seats of a game that a person has played, also as a substitute; undone moves count, too."""
    query = select(MoveRow.seat).where(MoveRow.game_id == game_id, MoveRow.by_user_id == user_id)
    query = query.where(col(MoveRow.kind).in_((MoveKind.MOVE, MoveKind.SUBSTITUTE)))
    return set((await session.exec(query.distinct())).all())


async def undo_from(session: AsyncSession, game_id: int, version: int) -> int:
    """Mark the moves from a version on as taken back, and return their number."""
    statement = update(MoveRow).where(*_standing(game_id), col(MoveRow.version) >= version).values(undone=True)
    return (await session.exec(statement)).rowcount


def _standing(game_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return conditions for the moves of a game that were not taken back."""
    return col(MoveRow.game_id) == game_id, col(MoveRow.kind) == MoveKind.MOVE, col(MoveRow.undone).is_(False)


def _by_person(game_id: int, seat: int) -> tuple[ColumnElement[bool], ...]:
    """Return conditions for the moves of a seat that people made and that were not taken back."""
    return *_standing(game_id), col(MoveRow.seat) == seat, col(MoveRow.by_user_id).is_not(None)
