"""Tables in channels: opening, finding and changing them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypedDict, Unpack, cast

from sqlalchemy import ColumnElement, and_, or_, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import QueryableAttribute, defer
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select, SelectOfScalar

from storage import clock, models, records
from storage.columns import utcnow
from storage.errors import ChannelBusy
from storage.jobs import IS_MESSAGE, PENDING
from storage.models import LARGEST_ID, GameRow, JobRow, Json, MoveKind, MoveRow, SeatOrder, SeatRow, Status

OPEN = (Status.LOBBY, Status.RUNNING)
"""Statuses of open games; a channel has at most one open game."""

_LAST_ENDED = (col(GameRow.finished_at).desc().nulls_last(), col(GameRow.id).desc())
"""Order by the end of games, latest first. Games without a time (closed lobbies, early versions) come last."""

_WITHOUT_STATE = defer(cast("QueryableAttribute[Any]", GameRow.state), raiseload=True)
"""Option of queries that leaves out the state, which is large."""


class Changes(TypedDict, total=False):
    """The columns that :func:`advance` may change besides the version."""

    status: Status
    state: Json | None
    turn: int
    options: Json
    clock: Json
    paused_at: datetime | None
    pause: Json | None
    seats: int
    seat_order: SeatOrder
    seed: str
    commitment: str
    drawn_order: list[int]
    turned: list[str] | None
    places: list[int] | None
    host_id: int
    host_kept_for: int | None
    rules_version: int
    shape: str | None
    live_message_id: int | None
    started_at: datetime | None
    finished_at: datetime | None


class Choices(TypedDict, total=False):
    """The columns that `choose` may change."""

    shape: str | None
    hints: bool
    rated: bool


class Standing(NamedTuple):
    """Status and version of a game, its server, and the message that shows its board."""

    status: Status
    version: int
    guild_id: int | None
    live_message_id: int | None


async def create(session: AsyncSession, game: GameRow) -> GameRow:
    """Store a new table and set its id. Raises ChannelBusy if the channel has an open one."""
    try:
        async with session.begin_nested():
            session.add(game)
    except IntegrityError as fault:
        if await open_in_channel(session, game.channel_id) is None:
            raise
        raise ChannelBusy(f"channel {game.channel_id} has an open game") from fault
    return game


async def get(session: AsyncSession, game_id: int) -> GameRow | None:
    """Return a game as it is now in the database, or None."""
    if not 0 < game_id <= LARGEST_ID:
        return None
    return await records.fetch_first(session, select(GameRow).where(GameRow.id == game_id))


async def outline(session: AsyncSession, game_id: int) -> GameRow | None:
    """Return a game without its state, which may be damaged; None if there is no such game."""
    if not 0 < game_id <= LARGEST_ID:
        return None
    return (await session.exec(without_states().where(GameRow.id == game_id))).first()


async def standing(session: AsyncSession, game_id: int) -> Standing | None:
    """Return status, version, server and board message of a game; None if there is no such game."""
    query = select(GameRow.status, GameRow.version, GameRow.guild_id, GameRow.live_message_id)
    row = (await session.exec(query.where(GameRow.id == game_id))).first()
    return Standing(*row) if row else None


async def state(session: AsyncSession, game_id: int) -> Json | None:
    """Return only the state of a game. Raises ValueError if the stored text is no JSON."""
    stored: Any = (await session.exec(select(GameRow.state).where(GameRow.id == game_id))).first()
    return cast("Json | None", stored)


async def open_in_channel(session: AsyncSession, channel_id: int) -> GameRow | None:
    """Return the open game of a channel, without its state, which may be damaged; None if there is none."""
    query = without_states().where(GameRow.channel_id == channel_id, col(GameRow.status).in_(OPEN))
    return (await session.exec(query)).first()


async def open_channels(session: AsyncSession, guild_id: int) -> Sequence[int]:
    """Return the channels and threads of a server with a game in the lobby or running."""
    query = select(GameRow.channel_id).where(GameRow.guild_id == guild_id, models.IS_OPEN)
    return (await session.exec(query)).all()


async def has_tables(session: AsyncSession, guild_id: int) -> bool:
    """Return whether a table of a server is stored, open or ended."""
    query = select(GameRow.id).where(GameRow.guild_id == guild_id).limit(1)
    return (await session.exec(query)).first() is not None


async def latest_in_channel(session: AsyncSession, channel_id: int) -> GameRow | None:
    """Return the open game of a channel or else the one that ended last in it, without its state.

    A lobby that was closed counts as older than all games that were played.
    """
    query = without_states().where(GameRow.channel_id == channel_id)
    query = query.order_by(col(GameRow.status).in_(OPEN).desc(), *_LAST_ENDED)
    return (await session.exec(query.limit(1))).first()


async def played_at(session: AsyncSession, channel_id: int, moment: datetime) -> int | None:
    """Return the id of the game that was the latest one to have begun in a channel at a moment; None without one.

    Games that have moved to another channel since do not count.
    """
    query = select(GameRow.id).where(GameRow.channel_id == channel_id, col(GameRow.started_at) <= moment)
    return (await session.exec(query.order_by(col(GameRow.started_at).desc(), col(GameRow.id).desc()).limit(1))).first()


async def last_finished_in_channel(session: AsyncSession, channel_id: int) -> int | None:
    """Return the id of the channel's game that was the last to end with a result; None without one."""
    query = select(GameRow.id).where(GameRow.channel_id == channel_id, GameRow.status == Status.FINISHED)
    return (await session.exec(query.order_by(*_LAST_ENDED).limit(1))).first()


async def advance(
    session: AsyncSession, game_id: int, expected_version: int, *, steps: int = 1, **changes: Unpack[Changes]
) -> bool:
    """Change a game if it still has the expected version; return whether it had.

    If several callers expect the same version, exactly one gets True, and for the others nothing changes. On PostgreSQL
    that caller holds the game's row until its transaction ends, so that log and queue get its entries in order. Records
    that were read before are not updated.

    Args:
        session: the session.
        game_id: the game.
        expected_version: the version that the caller has read.
        steps: the number by which the version rises: one for each log entry that the caller adds.
        **changes: the columns to change.
    """
    changed = update(GameRow).where(col(GameRow.id) == game_id, col(GameRow.version) == expected_version)
    changed = changed.values(**changes, version=expected_version + steps, updated_at=utcnow())
    return (await session.exec(changed.execution_options(synchronize_session=False))).rowcount == 1


async def hold(session: AsyncSession, *game_ids: int) -> None:
    """Lock games until this transaction ends.

    Lock the games before reading their timers, seats, plans or votes, and all of them in one call: then no two
    transactions wait for each other. On SQLite, which has one writer anyway, this locks nothing.
    """
    valid_ids = [game_id for game_id in game_ids if 0 < game_id <= LARGEST_ID]
    query = select(GameRow.id).where(col(GameRow.id).in_(valid_ids)).order_by(col(GameRow.id))
    await session.exec(query.with_for_update(key_share=True))


async def set_messages(
    session: AsyncSession, game_id: int, *, live: int | None = None, lobby: int | None = None
) -> None:
    """Store the ids of the messages with the newest board and the lobby; None: no change. The version stays."""
    messages = {"live_message_id": live, "lobby_message_id": lobby}
    posted = {column: message for column, message in messages.items() if message is not None}
    if posted:
        await _set(session, game_id, **posted)


async def choose(session: AsyncSession, game_id: int, **choices: Unpack[Choices]) -> None:
    """Store choices that were made in the lobby; the version stays."""
    await _set(session, game_id, **choices)


async def move_to_channel(session: AsyncSession, game_id: int, guild_id: int | None, channel_id: int) -> None:
    """Move a game and its unsent messages to another channel; its messages in the old channel are not updated any more.

    Raises ChannelBusy if the other channel has an open game.
    """
    statement = update(GameRow).where(col(GameRow.id) == game_id)
    statement = statement.values(
        guild_id=guild_id,
        channel_id=channel_id,
        live_message_id=None,
        lobby_message_id=None,
        version=col(GameRow.version) + 1,
        updated_at=utcnow(),
    )
    try:
        async with session.begin_nested():
            await session.exec(statement.execution_options(synchronize_session="fetch"))
    except IntegrityError as fault:
        raise ChannelBusy(f"channel {channel_id} has an open game") from fault
    await session.exec(
        update(JobRow)
        .where(col(JobRow.game_id) == game_id, IS_MESSAGE, PENDING)
        .values(channel_id=channel_id, attempts=0, due_at=await clock.now(session))
    )


async def open_everywhere(session: AsyncSession) -> Sequence[GameRow]:
    """Return all games in the lobby or running, oldest first, without their states."""
    query = without_states().where(col(GameRow.status).in_(OPEN)).order_by(col(GameRow.id))
    return (await session.exec(query)).all()


async def servers_in_use(session: AsyncSession) -> set[int]:
    """Return the servers that have an open game or an unsent message."""
    with_open_games = select(GameRow.guild_id).where(models.IS_OPEN).distinct()
    # The subquery finds each message's server by the id of its game; a join would read all games.
    server_of_message = select(GameRow.guild_id).where(GameRow.id == JobRow.game_id).scalar_subquery()
    with_messages = select(server_of_message).select_from(JobRow).where(IS_MESSAGE, PENDING).distinct()
    servers = {*(await session.exec(with_open_games)).all(), *(await session.exec(with_messages)).all()}
    return {server for server in servers if server is not None}


async def running_in_server(session: AsyncSession, guild_id: int) -> Sequence[int]:
    """Return the running games of a server, locked until this transaction ends."""
    query = select(GameRow.id).where(GameRow.guild_id == guild_id, GameRow.status == Status.RUNNING)
    return (await session.exec(query.order_by(col(GameRow.id)).with_for_update(key_share=True))).all()


async def of_user(session: AsyncSession, user_id: int) -> Sequence[tuple[GameRow, SeatRow]]:
    """Return the running games where a user has a seat and has not resigned, with the seat, without their states.

    The oldest game comes first. A substitute may be playing the seat.
    """
    query = taken_by(user_id, (Status.RUNNING,)).options(_WITHOUT_STATE)
    return [(game, seat) for game, seat in (await session.exec(query)).all()]


def taken_by(user_id: int, statuses: Sequence[Status]) -> Select[GameRow, SeatRow]:
    """Return a query for the games of these statuses where a user has a seat and has not resigned, with the seat.

    The oldest game comes first. A substitute may be playing the seat.
    """
    query = select(GameRow, SeatRow).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    query = query.where(_has_seat(user_id), col(GameRow.status).in_(statuses))
    return query.where(_belongs_to(user_id), col(SeatRow.resigned).is_(False)).order_by(col(GameRow.id))


async def played_now(session: AsyncSession, user_id: int) -> list[tuple[int, int | None]]:
    """Return ids and servers of the running games where a user has a seat and has not resigned, oldest first.

    Paused games are left out.
    """
    query = select(GameRow.id, GameRow.guild_id)
    query = query.where(_has_seat(user_id, col(SeatRow.resigned).is_(False)))
    query = query.where(GameRow.status == Status.RUNNING, col(GameRow.paused_at).is_(None))
    rows = await session.exec(query.order_by(col(GameRow.id)))
    return [(game_id, guild_id) for game_id, guild_id in rows.all()]


async def finished_of_user(session: AsyncSession, user_id: int, *, limit: int) -> Sequence[GameRow]:
    """Return the games that ended with a result where a user has or had a seat, the last first, without states."""
    query = without_states().where(GameRow.status == Status.FINISHED, _has_seat(user_id))
    return (await session.exec(query.order_by(*_LAST_ENDED).limit(limit))).all()


async def played_before(session: AsyncSession, user_id: int, key: str, game_id: int) -> bool:
    """Return whether a user has made a move in an earlier game of this kind than ``game_id``.

    Moves that were taken back do not count.
    """
    has_decided = (
        select(MoveRow.version)
        .where(
            MoveRow.by_user_id == user_id,
            MoveRow.game_id == col(GameRow.id),
            MoveRow.kind == MoveKind.MOVE,
            col(MoveRow.undone).is_(False),
        )
        .exists()
    )
    # The moves of old games are deleted; such a game counts if it ended with a result.
    was_finished = and_(col(GameRow.cleared_at).is_not(None), col(GameRow.status) == Status.FINISHED)
    query = select(GameRow.id).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id)).where(_belongs_to(user_id))
    query = query.where(GameRow.key == key, col(GameRow.id) < game_id, or_(has_decided, was_finished))
    return (await session.exec(query.limit(1))).first() is not None


def without_states() -> SelectOfScalar[GameRow]:
    """Return a query for all games without their states, to which callers add conditions."""
    return select(GameRow).options(_WITHOUT_STATE)


def _belongs_to(user_id: int) -> ColumnElement[bool]:
    """Select seats that a user plays or owns while a substitute plays them."""
    return or_(col(SeatRow.user_id) == user_id, col(SeatRow.owner_id) == user_id)


def _has_seat(user_id: int, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Select games where a user plays or owns a seat that meets the conditions.

    The subquery makes SQLite begin with the user's seats; otherwise it reads all games of a status.
    """
    games_seated_in = select(SeatRow.game_id).where(SeatRow.user_id == user_id, *conditions)
    # BETWEEN makes SQLite use the index: nearly all seats have no owner, so for `=` it expects too many matches.
    games_owned_in = select(SeatRow.game_id).where(col(SeatRow.owner_id).between(user_id, user_id), *conditions)
    return col(GameRow.id).in_(union(games_seated_in, games_owned_in))


async def _set(session: AsyncSession, game_id: int, **values: object) -> None:
    statement = update(GameRow).where(col(GameRow.id) == game_id).values(**values)
    await session.exec(statement.execution_options(synchronize_session=False))
