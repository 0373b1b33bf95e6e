"""Results of games and of their seats, and the ratings computed from them; they stay when moves are deleted.

The ratings of a ladder (a server, a game and a number of seats) are computed from its results in the order in which the
games ended; of games that ended at the same moment, the lower number comes first. Lock the ladder (``hold``) before
changing results or ratings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, bindparam, delete, exists, or_, text, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import GameRow, Json, OutcomeRow, RatingRow, ResultRow, Status

_HELD = text("SELECT pg_advisory_xact_lock(:number)")
_STEPS: Any = (
    update(ResultRow)
    .where(col(ResultRow.game_id) == bindparam("of_game"), col(ResultRow.seat) == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in ("mu_before", "sigma_before", "mu", "sigma")})
    .execution_options(synchronize_session=False)
)
_LADDERS: Any = (
    update(OutcomeRow)
    .where(col(OutcomeRow.game_id) == bindparam("of_game"))
    .values(ladder=bindparam("new_ladder"))
    .execution_options(synchronize_session=False)
)


class Ladder(NamedTuple):
    """A group of players who are compared by rating: on one server, in one game, with one number of seats."""

    guild_id: int
    key: str
    seats: int


async def hold(session: AsyncSession, ladder: Ladder) -> None:
    """Lock the ratings and results of a ladder until the transaction ends.

    A transaction that also locks games has to do so first, or it might end in a deadlock. On SQLite, which has one
    writer anyway, this does nothing.
    """
    if session.get_bind().dialect.name == "postgresql":
        named = f"{ladder.guild_id} {ladder.key} {ladder.seats}".encode()
        number = int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), signed=True)
        await session.exec(_HELD.bindparams(number=number))  # type: ignore[call-overload]


async def outcome_of_game(session: AsyncSession, game_id: int) -> OutcomeRow | None:
    """Return the outcome of a game; None: it goes on, or its outcome is not stored."""
    return await session.get(OutcomeRow, game_id, populate_existing=True)


async def store(session: AsyncSession, outcome: OutcomeRow, results: Iterable[ResultRow]) -> None:
    """Store the outcome of a game; it replaces an earlier outcome of the same game."""
    await remove(session, outcome.game_id)
    session.add(outcome)
    session.add_all(results)
    await session.flush()


async def remove(session: AsyncSession, game_id: int) -> None:
    """Delete the outcome of a game that goes on after all, or before it is replaced."""
    for table in (ResultRow, OutcomeRow):
        statement = delete(table).where(col(table.game_id) == game_id)
        await session.exec(statement.execution_options(synchronize_session="fetch"))


# -- ratings -----------------------------------------------------------------------------------------------------------


def _on_ladder(table: type[OutcomeRow | RatingRow], ladder: Ladder) -> Any:
    return and_(col(table.guild_id) == ladder.guild_id, col(table.key) == ladder.key, col(table.seats) == ladder.seats)


async def any_after(session: AsyncSession, ladder: Ladder, ended_at: datetime, game_id: int) -> bool:
    """Return whether another game of a ladder ended later than a game."""
    ended = col(OutcomeRow.ended_at)
    is_later = or_(ended > ended_at, and_(ended == ended_at, col(OutcomeRow.game_id) > game_id))
    query = select(OutcomeRow.game_id).where(_on_ladder(OutcomeRow, ladder), ended >= ended_at, is_later).limit(1)
    return (await session.exec(query)).first() is not None


async def ratings_at(
    session: AsyncSession, ladder: Ladder, users: Sequence[int], computers: Sequence[str]
) -> Sequence[RatingRow]:
    """Return the ratings of people and computers on a ladder; those without a rating are left out."""
    of_people = and_(col(RatingRow.user_id).in_(users), col(RatingRow.computer) == "")
    of_computers = and_(col(RatingRow.user_id) == 0, col(RatingRow.computer).in_(computers))
    query = select(RatingRow).where(_on_ladder(RatingRow, ladder), or_(of_people, of_computers))
    return (await session.exec(query.execution_options(populate_existing=True))).all()


async def ended(session: AsyncSession, ladder: Ladder) -> Sequence[Row[Any]]:
    """Return the ended games of a ladder in the order in which ratings are computed.

    Each row has ``game_id``, ``ended_at``, ``unrated`` and ``ladder``.
    """
    columns: Any = (OutcomeRow.game_id, OutcomeRow.ended_at, OutcomeRow.unrated, OutcomeRow.ladder)
    query: Any = select(*columns).where(_on_ladder(OutcomeRow, ladder))
    rows: Sequence[Row[Any]] = (
        await session.exec(query.order_by(col(OutcomeRow.ended_at), col(OutcomeRow.game_id)))
    ).all()
    return rows


async def seated(session: AsyncSession, ladder: Ladder) -> Sequence[Row[Any]]:
    """Return the seats of a ladder's ended games, ordered by game and seat.

    Each row has ``game_id``, ``seat``, ``user_id``, ``computer``, ``place``, and the rating before and after the game:
    ``mu_before``, ``sigma_before``, ``mu``, ``sigma``.
    """
    result = ResultRow
    steps = (result.mu_before, result.sigma_before, result.mu, result.sigma)
    query: Any = select(result.game_id, result.seat, result.user_id, result.computer, result.place, *steps)  # type: ignore[call-overload]
    query = query.join(OutcomeRow, col(OutcomeRow.game_id) == col(result.game_id)).where(_on_ladder(OutcomeRow, ladder))
    rows: Sequence[Row[Any]] = (await session.exec(query.order_by(col(result.game_id), col(result.seat)))).all()
    return rows


async def note_steps(session: AsyncSession, steps: Sequence[Mapping[str, Any]]) -> None:
    """Store the rating changes of seats, as made by ``step``."""
    if steps:
        await (await session.connection()).execute(_STEPS, steps)


async def note_ladders(session: AsyncSession, steps: Sequence[Mapping[str, Any]]) -> None:
    """Store the computers' rating changes in games; each mapping has ``of_game`` and ``new_ladder``."""
    if steps:
        await (await session.connection()).execute(_LADDERS, steps)


async def put_ratings(session: AsyncSession, ladder: Ladder, ratings: Sequence[RatingRow], *, all: bool) -> None:
    """Store ratings of a ladder; ``all``: True if these are all of them, so that others are deleted."""
    if all:
        statement = delete(RatingRow).where(_on_ladder(RatingRow, ladder))
        await session.exec(statement.execution_options(synchronize_session="fetch"))
        session.add_all(ratings)
    else:
        for row in ratings:
            await session.merge(row)
    await session.flush()


async def ladders(session: AsyncSession) -> list[Ladder]:
    """Return all ladders that have results, in order."""
    columns: Any = (OutcomeRow.guild_id, OutcomeRow.key, OutcomeRow.seats)
    query: Any = select(*columns).where(col(OutcomeRow.guild_id).is_not(None)).distinct().order_by(*columns)
    return [Ladder(*row) for row in (await session.exec(query)).all()]


async def ladders_of(session: AsyncSession, user_id: int) -> list[Ladder]:
    """Return the ladders on which a person has played or has a rating, in order."""
    columns: Any = (OutcomeRow.guild_id, OutcomeRow.key, OutcomeRow.seats)
    with_results: Any = select(*columns).join(ResultRow, col(ResultRow.game_id) == col(OutcomeRow.game_id))
    with_results = with_results.where(
        col(ResultRow.user_id) == user_id, col(OutcomeRow.guild_id).is_not(None)
    ).distinct()
    with_rating: Any = select(RatingRow.guild_id, RatingRow.key, RatingRow.seats).where(RatingRow.user_id == user_id)
    return sorted({Ladder(*row) for query in (with_results, with_rating) for row in (await session.exec(query)).all()})


# -- games that ended before results were stored -----------------------------------------------------------------------


async def not_kept(session: AsyncSession, *, after: int = 0, limit: int = 50) -> Sequence[int]:
    """Return the ids of finished games without a stored outcome, in order, beginning behind ``after``.

    Games whose moves were deleted are left out, since their outcome cannot be computed any more.
    """
    has_outcome = exists().where(col(OutcomeRow.game_id) == col(GameRow.id))
    query = select(GameRow.id).where(GameRow.status == Status.FINISHED, col(GameRow.id) > after, ~has_outcome)
    query = query.where(col(GameRow.cleared_at).is_(None))
    return (await session.exec(query.order_by(col(GameRow.id)).limit(limit))).all()


def step(game_id: int, seat: int, before: Sequence[float | None], after: Sequence[float | None]) -> Json:
    """Return a rating change as a mapping for ``note_steps``; ``before`` and ``after`` are pairs of mu and sigma."""
    names = ("mu_before", "sigma_before", "mu", "sigma")
    new = dict(zip((f"new_{name}" for name in names), (*before, *after), strict=True))
    return {"of_game": game_id, "of_seat": seat, **new}


async def seats_of_game(session: AsyncSession, game_id: int) -> Sequence[ResultRow]:
    """Return a game's results, the winner first."""
    query = select(ResultRow).where(ResultRow.game_id == game_id).order_by(col(ResultRow.rank), col(ResultRow.seat))
    return (await session.exec(query)).all()
