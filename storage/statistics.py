"""Statistics of people, games and servers, computed from the stored results.

They do not depend on the logs of games, which may have been deleted.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, case, func
from sqlalchemy.orm import aliased
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import OutcomeRow, RatingRow, ResultRow
from storage.results import Ladder

MOST_BEST = 3
"""Largest number of best results that are returned."""
MOST_LATEST = 60
"""Largest number of latest games of a person that are returned."""
MOST_RANKED = 100
"""Largest number of people in a ranking."""
MOST_RECENT = 400
"""Largest number of recent games that are returned."""


class Sums(NamedTuple):
    """Sums over a group of results."""

    games: int
    """Number of results."""
    wins: int
    """Number of first places; a draw has none."""
    places: int
    """Sum of the places."""
    points: int
    """Sum of the points."""
    best: int
    """Most points in one result."""
    margins: int
    """Sum of the margins."""
    paced: int
    """Number of decisions whose duration is known."""
    seconds: float
    """Sum of these durations, in seconds."""


_WON = and_(col(ResultRow.place) == 1, col(OutcomeRow.how) == "played")
"""Condition for a first place in a game that was not drawn; nobody wins a draw."""
_TIMED = case((col(ResultRow.pace).is_not(None), col(ResultRow.decisions)), else_=0)
_SUMS: Any = (
    func.count(),
    func.sum(case((_WON, 1), else_=0)),
    func.sum(col(ResultRow.place)),
    func.sum(col(ResultRow.total)),
    func.max(col(ResultRow.total)),
    func.coalesce(func.sum(col(ResultRow.margin)), 0),
    func.coalesce(func.sum(_TIMED), 0),
    func.coalesce(func.sum(col(ResultRow.pace) * col(ResultRow.decisions)), 0.0),
)


def _on_server(query: Any, guild_id: int, key: str | None = None, seats: int | None = None) -> Any:
    query = query.join(OutcomeRow, col(OutcomeRow.game_id) == col(ResultRow.game_id))
    query = query.where(col(OutcomeRow.guild_id) == guild_id)
    if key is not None:
        query = query.where(col(OutcomeRow.key) == key)
    return query if seats is None else query.where(col(OutcomeRow.seats) == seats)


async def of_person(session: AsyncSession, guild_id: int, user_id: int) -> dict[tuple[str, int], Sums]:
    """Return the sums over a person's results on a server, by game and number of seats."""
    query: Any = _on_server(select(OutcomeRow.key, OutcomeRow.seats, *_SUMS), guild_id)
    query = query.where(col(ResultRow.user_id) == user_id)
    rows = (await session.exec(query.group_by(col(OutcomeRow.key), col(OutcomeRow.seats)))).all()
    return {(key, seats): Sums(*sums) for key, seats, *sums in rows}


async def latest_results(session: AsyncSession, guild_id: int, user_id: int) -> Sequence[tuple[OutcomeRow, ResultRow]]:
    """Return a person's last games on a server, the newest first."""
    query: Any = _on_server(select(OutcomeRow, ResultRow), guild_id).where(col(ResultRow.user_id) == user_id)
    query = query.order_by(col(OutcomeRow.ended_at).desc(), col(OutcomeRow.game_id).desc()).limit(MOST_LATEST)
    return [(outcome, result) for outcome, result in (await session.exec(query)).all()]


async def ratings_of(session: AsyncSession, guild_id: int, user_id: int) -> Sequence[RatingRow]:
    """Return a person's ratings on a server's ladders."""
    query = select(RatingRow).where(RatingRow.user_id == user_id, RatingRow.guild_id == guild_id)
    return (await session.exec(query)).all()


class Opponent(NamedTuple):
    """An opponent of a person."""

    user_id: int
    games: int
    """Number of games of both."""
    times_ahead: int
    """Number of games in which the person had the better place."""
    times_behind: int
    """Number of games in which the opponent had the better place."""


async def opponents(session: AsyncSession, guild_id: int, user_id: int) -> list[Opponent]:
    """Return the people with whom a person has played on a server, the most frequent first."""
    opponent = aliased(ResultRow)
    better = func.sum(case((col(ResultRow.place) < col(opponent.place), 1), else_=0))
    worse = func.sum(case((col(ResultRow.place) > col(opponent.place), 1), else_=0))
    query: Any = _on_server(select(opponent.user_id, func.count(), better, worse), guild_id)
    query = query.join(opponent, col(opponent.game_id) == col(ResultRow.game_id))
    query = query.where(
        col(ResultRow.user_id) == user_id, col(opponent.user_id).is_not(None), col(opponent.user_id) != user_id
    )
    query = query.group_by(col(opponent.user_id)).order_by(func.count().desc(), col(opponent.user_id))
    return [Opponent(*row) for row in (await session.exec(query)).all()]


class KindPlayed(NamedTuple):
    """The games of one kind, with one number of seats, that were played on a server."""

    key: str
    seats: int
    games: int
    """Number of games."""
    rated: int
    """Number of rated games among them."""
    last: datetime
    """The moment at which the latest of them ended."""


async def kinds(session: AsyncSession, guild_id: int) -> list[KindPlayed]:
    """Return the games that were played on a server, the most frequent first."""
    rated = func.sum(case((col(OutcomeRow.unrated).is_(None), 1), else_=0))
    columns: Any = (OutcomeRow.key, OutcomeRow.seats, func.count(), rated, func.max(col(OutcomeRow.ended_at)))
    query: Any = select(*columns).where(col(OutcomeRow.guild_id) == guild_id)
    query = query.group_by(col(OutcomeRow.key), col(OutcomeRow.seats))
    rows = (await session.exec(query.order_by(func.count().desc(), col(OutcomeRow.key), col(OutcomeRow.seats)))).all()
    return [KindPlayed(*row) for row in rows]


async def winners(session: AsyncSession, guild_id: int) -> dict[tuple[str, int], Sums]:
    """Return the sums over the winners' results on a server, by game and number of seats."""
    query: Any = _on_server(select(OutcomeRow.key, OutcomeRow.seats, *_SUMS), guild_id).where(_WON)
    rows = (await session.exec(query.group_by(col(OutcomeRow.key), col(OutcomeRow.seats)))).all()
    return {(key, seats): Sums(*sums) for key, seats, *sums in rows}


async def sums_by_person(session: AsyncSession, guild_id: int, key: str | None = None) -> dict[int, Sums]:
    """Return the sums over the results of each person on a server, in one game or (None) in all."""
    query: Any = _on_server(select(ResultRow.user_id, *_SUMS), guild_id, key).where(col(ResultRow.user_id).is_not(None))
    rows = (await session.exec(query.group_by(col(ResultRow.user_id)))).all()
    return {user: Sums(*sums) for user, *sums in rows}


async def best(session: AsyncSession, guild_id: int, key: str) -> Sequence[tuple[OutcomeRow, ResultRow]]:
    """Return the results of people with the most points in a game; of equal ones the earlier first."""
    query: Any = _on_server(select(OutcomeRow, ResultRow), guild_id, key).where(col(ResultRow.user_id).is_not(None))
    earliest = (col(OutcomeRow.ended_at), col(ResultRow.game_id), col(ResultRow.seat))
    query = query.order_by(col(ResultRow.total).desc(), *earliest).limit(MOST_BEST)
    return [(outcome, result) for outcome, result in (await session.exec(query)).all()]


async def recent_seats(session: AsyncSession, guild_id: int, key: str) -> Sequence[Row[Any]]:
    """Return the seats of people in the last games of a kind.

    A row has ``key``, ``rules_version`` and ``options`` of the game, then ``place``, ``deeds`` and ``opening``.
    """
    of_game: Any = (OutcomeRow.key, OutcomeRow.rules_version, OutcomeRow.options)
    columns: Any = (*of_game, ResultRow.place, ResultRow.deeds, ResultRow.opening)
    query: Any = _on_server(select(*columns), guild_id, key)
    query = query.where(col(ResultRow.user_id).is_not(None))
    query = query.order_by(col(OutcomeRow.ended_at).desc(), col(OutcomeRow.game_id).desc())
    rows: Sequence[Row[Any]] = (await session.exec(query.limit(MOST_RECENT))).all()
    return rows


async def standings(session: AsyncSession, ladder: Ladder) -> Sequence[RatingRow]:
    """Return the highest ratings of people on a ladder, including provisional ones."""
    query = select(RatingRow).where(RatingRow.guild_id == ladder.guild_id, RatingRow.key == ladder.key)
    query = query.where(RatingRow.seats == ladder.seats, RatingRow.user_id != 0)
    query = query.order_by(col(RatingRow.mu).desc(), col(RatingRow.user_id)).limit(MOST_RANKED)
    return (await session.exec(query)).all()


async def computers(session: AsyncSession, ladder: Ladder) -> Sequence[RatingRow]:
    """Return the ratings of computers on a ladder, the highest first."""
    query = select(RatingRow).where(RatingRow.guild_id == ladder.guild_id, RatingRow.key == ladder.key)
    query = query.where(RatingRow.seats == ladder.seats, RatingRow.user_id == 0)
    return (await session.exec(query.order_by(col(RatingRow.mu).desc(), col(RatingRow.computer)))).all()


async def on_ladder(session: AsyncSession, ladder: Ladder, users: Sequence[int]) -> dict[int, Sums]:
    """Return the sums over people's results in the games of a ladder, rated or not."""
    query: Any = _on_server(select(ResultRow.user_id, *_SUMS), ladder.guild_id, ladder.key, ladder.seats)
    query = query.where(col(ResultRow.user_id).in_(users)).group_by(col(ResultRow.user_id))
    return {user: Sums(*sums) for user, *sums in (await session.exec(query)).all()}


async def names(session: AsyncSession, guild_id: int, users: Sequence[int]) -> dict[int, str]:
    """Return the names that people had in their last games on a server."""
    last: Any = _on_server(select(ResultRow.user_id, func.max(col(ResultRow.game_id)).label("game_id")), guild_id)
    last = last.where(col(ResultRow.user_id).in_(users)).group_by(col(ResultRow.user_id)).subquery()
    query: Any = select(ResultRow.user_id, ResultRow.name).join(
        last, (last.c.game_id == col(ResultRow.game_id)) & (last.c.user_id == col(ResultRow.user_id))
    )
    return dict((await session.exec(query)).all())


async def all_of(session: AsyncSession, guild_id: int) -> Sequence[tuple[OutcomeRow, ResultRow]]:
    """Return all results of a server with their games, in the order in which ratings are computed."""
    query: Any = _on_server(select(OutcomeRow, ResultRow), guild_id)
    order = (col(OutcomeRow.ended_at), col(OutcomeRow.game_id), col(ResultRow.seat))
    return [(outcome, result) for outcome, result in (await session.exec(query.order_by(*order))).all()]


async def servers(session: AsyncSession) -> list[tuple[int, int]]:
    """Return the servers that have stored results, with the numbers of their games."""
    query: Any = select(OutcomeRow.guild_id, func.count()).where(col(OutcomeRow.guild_id).is_not(None))
    query = query.group_by(col(OutcomeRow.guild_id))
    return [(guild, games) for guild, games in (await session.exec(query.order_by(col(OutcomeRow.guild_id)))).all()]
