"""Tables in channels: opening, finding, changing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple, TypedDict, Unpack, cast

from sqlalchemy import BindParameter, ColumnElement, Update, and_, bindparam, or_, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import QueryableAttribute, defer
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import Select, SelectOfScalar

from storage import clock, due, models, plain
from storage.columns import utcnow
from storage.errors import ChannelBusy
from storage.models import LARGEST_ID, GameRow, Json, MoveKind, MoveRow, OutboxRow, SeatOrder, SeatRow, Status

OPEN = (Status.LOBBY, Status.RUNNING)
"""A channel has at most one game in one of these."""

# Statements that every click asks are made once: making one takes as long as asking it.
_BY_ID = select(GameRow).where(GameRow.id == bindparam("game"))
_STANDING = select(GameRow.status, GameRow.version, GameRow.guild_id, GameRow.live_message_id).where(
    GameRow.id == bindparam("game")
)
_HOLDING = (
    select(GameRow.id)
    .where(col(GameRow.id).in_(bindparam("games", expanding=True)))
    .order_by(col(GameRow.id))
    .with_for_update(key_share=True)
)


def _mine(user: int | BindParameter[int]) -> ColumnElement[bool]:
    """Seats that a user plays, or that somebody else plays for them."""
    return or_(col(SeatRow.user_id) == user, col(SeatRow.owner_id) == user)


_HAS_DECIDED = (
    select(MoveRow.version)
    .where(
        MoveRow.by_user_id == bindparam("user"),
        MoveRow.game_id == col(GameRow.id),
        MoveRow.kind == MoveKind.MOVE,
        col(MoveRow.undone).is_(False),
    )
    .exists()
)
# Of a game that was cleared the moves are gone; only those that came to their end still count.
_CAME_TO_ITS_END = and_(col(GameRow.cleared_at).is_not(None), col(GameRow.status) == Status.FINISHED)
_EARLIER = (
    select(GameRow.id)
    .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    .where(_mine(bindparam("user")))
    .where(GameRow.key == bindparam("key"), col(GameRow.id) < bindparam("game"))
    .where(or_(_HAS_DECIDED, _CAME_TO_ITS_END))
    .limit(1)
)


def _with_a_seat(user: int | BindParameter[int], *of_seats: ColumnElement[bool]) -> ColumnElement[bool]:
    """Games in which a user has or owns a seat of this kind, found by their seats: otherwise SQLite looks through all
    games of a status."""
    seated = select(SeatRow.game_id).where(SeatRow.user_id == user, *of_seats)
    # Nearly all seats have no owner, from which SQLite concludes that the index helps little where they are compared.
    owned = select(SeatRow.game_id).where(col(SeatRow.owner_id).between(user, user), *of_seats)
    return col(GameRow.id).in_(union(seated, owned))


_PLAYED = (
    select(GameRow.id, GameRow.guild_id)
    .where(_with_a_seat(bindparam("user"), col(SeatRow.resigned).is_(False)))
    .where(GameRow.status == Status.RUNNING, col(GameRow.paused_at).is_(None))
    .order_by(col(GameRow.id))
)

_LAST_ENDED = (col(GameRow.finished_at).desc().nulls_last(), col(GameRow.id).desc())
"""What bears no time (a lobby that was closed, a game of earlier days) ended before all that do."""

_WITHOUT_STATE = defer(cast("QueryableAttribute[Any]", GameRow.state), raiseload=True)
"""States are large; a list of games leaves them where they are."""


class Changes(TypedDict, total=False):
    """What :func:`advance` may change beside the version; what is not named stays."""

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


async def create(session: AsyncSession, game: GameRow) -> GameRow:
    """Opens a table; its id is set afterwards. Raises ChannelBusy when the channel has an open one."""
    try:
        async with session.begin_nested():
            session.add(game)
    except IntegrityError as fault:
        if await open_in_channel(session, game.channel_id) is None:
            raise
        raise ChannelBusy(f"channel {game.channel_id} has an open game") from fault
    return game


async def get(session: AsyncSession, game_id: int) -> GameRow | None:
    """The game as it is now in the database, or None."""
    if not 0 < game_id <= LARGEST_ID:
        return None
    return await plain.first(session, GameRow, _BY_ID, game=game_id)


async def outline(session: AsyncSession, game_id: int) -> GameRow | None:
    """The game without its state, which may be damaged; None: there is none."""
    if not 0 < game_id <= LARGEST_ID:
        return None
    return (await session.exec(without_states().where(GameRow.id == game_id))).first()


class Standing(NamedTuple):
    """How far a game is, where, and which message shows its board."""

    status: Status
    version: int
    guild_id: int | None
    live_message_id: int | None


async def standing(session: AsyncSession, game_id: int) -> Standing | None:
    """None: there is no such game."""
    found = (await plain.asked(session, _STANDING, game=game_id)).rows
    return Standing(*found[0]) if found else None


async def state(session: AsyncSession, game_id: int) -> Json | None:
    """The state alone. Raises ValueError for what is no JSON."""
    found: Any = (await session.exec(select(GameRow.state).where(GameRow.id == game_id))).first()
    return cast("Json | None", found)


async def open_in_channel(session: AsyncSession, channel_id: int) -> GameRow | None:
    """Return the game in the lobby or running in this channel, without its state, which may be damaged."""
    query = without_states().where(GameRow.channel_id == channel_id, col(GameRow.status).in_(OPEN))
    return (await session.exec(query)).first()


async def open_channels(session: AsyncSession, guild_id: int) -> Sequence[int]:
    """The channels and threads of a server with a game in the lobby or running."""
    query = select(GameRow.channel_id).where(GameRow.guild_id == guild_id, models.IS_OPEN)
    return (await session.exec(query)).all()


async def has_tables(session: AsyncSession, guild_id: int) -> bool:
    """Return whether a table was ever opened in a server and is still kept."""
    query = select(GameRow.id).where(GameRow.guild_id == guild_id).limit(1)
    return (await session.exec(query)).first() is not None


async def latest_in_channel(session: AsyncSession, channel_id: int) -> GameRow | None:
    """The open game of this channel, else the one that ended here last, a lobby that was closed after all that were
    played; without its state."""
    query = select(GameRow).where(GameRow.channel_id == channel_id).options(_WITHOUT_STATE)
    query = query.order_by(col(GameRow.status).in_(OPEN).desc(), *_LAST_ENDED)
    return (await session.exec(query.limit(1))).first()


async def played_at(session: AsyncSession, channel_id: int, moment: datetime) -> int | None:
    """The number of the game that had begun last in a channel at a moment, among those whose place is there."""
    query = select(GameRow.id).where(GameRow.channel_id == channel_id, col(GameRow.started_at) <= moment)
    return (await session.exec(query.order_by(col(GameRow.started_at).desc(), col(GameRow.id).desc()).limit(1))).first()


async def last_finished_in_channel(session: AsyncSession, channel_id: int) -> int | None:
    """The number of the game that ended last with a result, among those whose place is here."""
    query = select(GameRow.id).where(GameRow.channel_id == channel_id, GameRow.status == Status.FINISHED)
    return (await session.exec(query.order_by(*_LAST_ENDED).limit(1))).first()


async def advance(
    session: AsyncSession, game_id: int, expected_version: int, *, steps: int = 1, **changes: Unpack[Changes]
) -> bool:
    """Changes the game and raises its version, if it still has the expected one; tells whether it had.

    ``steps``: by how much the version rises, one for each entry of the log that follows.

    Of several that expect the same version exactly one gets True; for the others nothing has changed. On PostgreSQL
    the winner holds the game's row until its transaction ends, so that what it then adds to the log and the outbox
    is in order. Rows that a session has read stay as they were until they are read again.
    """
    changed = {**changes, "version": expected_version + steps, "updated_at": utcnow()}
    statement = _advancing(tuple(changed))
    found = await plain.asked(session, statement, game=game_id, expected=expected_version, **_new(changed))
    return found.changed == 1


@cache
def _advancing(names: tuple[str, ...]) -> Update:
    return _changing(names).where(col(GameRow.version) == bindparam("expected"))


@cache
def _changing(names: tuple[str, ...]) -> Update:
    """Changes these columns of a game."""
    changed: dict[str, BindParameter[Any]] = {name: bindparam(f"new_{name}") for name in names}
    return update(GameRow).where(col(GameRow.id) == bindparam("game")).values(changed)


async def _change(session: AsyncSession, game_id: int, **changes: object) -> None:
    await plain.asked(session, _changing(tuple(changes)), game=game_id, **_new(changes))


def _new(changes: Mapping[str, object]) -> dict[str, object]:
    """What ``_changing`` is given: a column may be asked about in the same statement."""
    return {f"new_{name}": value for name, value in changes.items()}


async def hold(session: AsyncSession, *game_ids: int) -> None:
    """Nobody else changes these games until this transaction ends; whoever needs timers, seats, plans or votes of them
    holds them first, all at once, so that nobody waits for each other in a circle. (SQLite has one writer anyway.)"""
    known = [game_id for game_id in game_ids if 0 < game_id <= LARGEST_ID]
    await plain.asked(session, _HOLDING, games=known)


async def set_messages(
    session: AsyncSession, game_id: int, *, live: int | None = None, lobby: int | None = None
) -> None:
    """Notes where the newest board or the lobby was posted; the version stays."""
    posted = {"live_message_id": live, "lobby_message_id": lobby}
    known = {name: message for name, message in posted.items() if message is not None}
    if known:
        await _change(session, game_id, **known)


async def set_shape(session: AsyncSession, game_id: int, shape: str | None) -> None:
    """The shape of a game's pictures from now on; the version stays."""
    await _change(session, game_id, shape=shape)


async def set_hints(session: AsyncSession, game_id: int, allowed: bool) -> None:
    """Whether hints may be asked for from now on; the version stays."""
    await _change(session, game_id, hints=allowed)


async def set_rated(session: AsyncSession, game_id: int, rated: bool, *, hints: bool) -> None:
    """Whether the game is to count for ratings, and whether hints may be asked for; the version stays."""
    await _change(session, game_id, rated=rated, hints=hints)


async def move_to_channel(session: AsyncSession, game_id: int, guild_id: int | None, channel_id: int) -> None:
    """The game goes on in another channel, and so do its unsent messages.

    Its messages in the old channel are forgotten. Raises ChannelBusy when the other channel has an open game.
    """
    statement = (
        update(GameRow)
        .where(col(GameRow.id) == game_id)
        .values(
            guild_id=guild_id,
            channel_id=channel_id,
            live_message_id=None,
            lobby_message_id=None,
            version=col(GameRow.version) + 1,
            updated_at=utcnow(),
        )
        .execution_options(synchronize_session="fetch")
    )
    try:
        async with session.begin_nested():
            await session.exec(statement)
    except IntegrityError as fault:
        raise ChannelBusy(f"channel {channel_id} has an open game") from fault
    await session.exec(
        update(OutboxRow)
        .where(col(OutboxRow.game_id) == game_id, due.pending(OutboxRow))
        .values(channel_id=channel_id, attempts=0, next_attempt_at=await clock.now(session), postponed_at=None)
    )


async def open_everywhere(session: AsyncSession) -> Sequence[GameRow]:
    """All games in the lobby or running, oldest first, without their states."""
    query = without_states().where(col(GameRow.status).in_(OPEN)).order_by(col(GameRow.id))
    return (await session.exec(query)).all()


async def servers_in_use(session: AsyncSession) -> set[int]:
    """The servers with a game in the lobby or running, or with a message on its way."""
    played = select(GameRow.guild_id).where(models.IS_OPEN)
    server = select(GameRow.guild_id).where(GameRow.id == OutboxRow.game_id).scalar_subquery()  # each by its id
    told = select(server).select_from(OutboxRow).where(due.pending(OutboxRow))
    found = (*(await session.exec(played.distinct())).all(), *(await session.exec(told.distinct())).all())
    return {server for server in found if server is not None}


async def running_in_server(session: AsyncSession, guild_id: int) -> Sequence[int]:
    """The running games of a server; on PostgreSQL nobody else changes them until this transaction ends."""
    query = select(GameRow.id).where(GameRow.guild_id == guild_id, GameRow.status == Status.RUNNING)
    return (await session.exec(query.order_by(col(GameRow.id)).with_for_update(key_share=True))).all()


async def of_user(session: AsyncSession, user_id: int) -> Sequence[tuple[GameRow, SeatRow]]:
    """The running games where a user has a seat and has not resigned, oldest first, with the seat, which somebody else
    may be playing; without their states."""
    query = taken_by(user_id, (Status.RUNNING,)).options(_WITHOUT_STATE)
    return [(game, seat) for game, seat in (await session.exec(query)).all()]


def taken_by(user_id: int, statuses: Sequence[Status]) -> Select[GameRow, SeatRow]:
    """A query for the games of these statuses where a user has a seat and has not resigned, oldest first, with the
    seat, which somebody else may be playing."""
    query = select(GameRow, SeatRow).join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
    query = query.where(_with_a_seat(user_id), col(GameRow.status).in_(statuses))
    return query.where(_mine(user_id), col(SeatRow.resigned).is_(False)).order_by(col(GameRow.id))


async def played_now(session: AsyncSession, user_id: int) -> list[tuple[int, int | None]]:
    """The running games, but for those that are paused, where a user has a seat and has not resigned, oldest first:
    their numbers and servers."""
    return [(game_id, guild_id) for game_id, guild_id in await plain.asked(session, _PLAYED, user=user_id)]


async def finished_of_user(session: AsyncSession, user_id: int, *, limit: int) -> Sequence[GameRow]:
    """The games that ended with a result where a user has or had a seat, the last one first; without their states."""
    query = without_states().where(GameRow.status == Status.FINISHED, _with_a_seat(user_id))
    return (await session.exec(query.order_by(*_LAST_ENDED).limit(limit))).all()


async def played_before(session: AsyncSession, user_id: int, key: str, game_id: int) -> bool:
    """Return whether a user has decided something in an earlier game of this kind than ``game_id``.

    A table that ended before the person's first move does not count, nor does a move that was taken back.
    """
    return (await plain.asked(session, _EARLIER, user=user_id, key=key, game=game_id)).value is not None


def without_states() -> SelectOfScalar[GameRow]:
    """A query for games, to be narrowed down."""
    return select(GameRow).options(_WITHOUT_STATE)
