"""The seats of tables. In the lobby people take and leave seats; later, seats are only handed over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy import delete, or_, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import records
from storage.columns import utcnow
from storage.errors import AlreadySeated, NotInLobby, TableFull
from storage.models import LARGEST_ID, GameRow, Json, SeatRow, Status


class Changes(TypedDict, total=False):
    """The columns that :func:`change` may change."""

    user_id: int
    resigned: bool
    owner_id: int | None
    substitute: str | None
    returning_at: datetime | None
    stand_in: str | None
    offered_at: datetime | None
    candidates: Json | None
    time_left: Json | None
    days_off: list[str] | None
    colour: str | None


async def of_game(session: AsyncSession, game_id: int) -> Sequence[SeatRow]:
    """Return the taken seats of a game, by number."""
    query = select(SeatRow).where(SeatRow.game_id == game_id).order_by(col(SeatRow.number))
    return await records.fetch_all(session, query)


async def lock_lobby(session: AsyncSession, game_id: int) -> GameRow:
    """Return a game in the lobby, locked until this transaction ends; SQLite has one writer anyway.

    Raises NotInLobby if there is no such game, or it has begun.
    """
    game = None
    if 0 < game_id <= LARGEST_ID:
        query = select(GameRow).where(GameRow.id == game_id, GameRow.status == Status.LOBBY).with_for_update()
        # A row that this session has read before the lock may be outdated.
        game = (await session.exec(query.execution_options(populate_existing=True))).first()
    if game is None:
        raise NotInLobby(f"game {game_id} is not in the lobby")
    return game


async def join(
    session: AsyncSession, game_id: int, *, name: str, user_id: int | None = None, computer: str | None = None
) -> SeatRow:
    """Give the next seat to a user, or to a computer of the level ``computer``.

    Raises:
        NotInLobby: there is no such game, or it has begun.
        TableFull: all seats are taken.
        AlreadySeated: the user has a seat.
        ValueError: neither user nor computer is given, or both are.
    """
    if (user_id is None) == (computer is None):
        raise ValueError("a seat is a user's or a computer's")
    game = await lock_lobby(session, game_id)
    seat_rows = await of_game(session, game_id)
    if user_id is not None and any(seat.user_id == user_id for seat in seat_rows):
        raise AlreadySeated(f"user {user_id} sits in game {game_id}")
    if len(seat_rows) >= game.seats:
        raise TableFull(f"game {game_id} has {game.seats} seats")
    seat = SeatRow(game_id=game_id, number=len(seat_rows), user_id=user_id, computer=computer, name=name)
    session.add(seat)
    await _raise_version(session, game)
    return seat


async def leave(session: AsyncSession, game_id: int, number: int) -> bool:
    """Free a seat in the lobby, and move the later ones up; return whether it was taken. Raises NotInLobby."""
    game = await lock_lobby(session, game_id)
    seat_rows = await of_game(session, game_id)
    if not 0 <= number < len(seat_rows):
        return False
    await session.exec(delete(SeatRow).where(col(SeatRow.game_id) == game_id, col(SeatRow.number) == number))
    await _renumber(session, game_id, [seat.number for seat in seat_rows if seat.number != number])
    await _raise_version(session, game)
    return True


async def reorder(session: AsyncSession, game_id: int, order: Sequence[int]) -> None:
    """Change the order of seats before the start: the player at seat ``order[n]`` goes to seat ``n``.

    Raises:
        NotInLobby: there is no such game, or it has begun.
        ValueError: ``order`` does not contain every taken seat once.
    """
    game = await lock_lobby(session, game_id)
    if sorted(order) != [seat.number for seat in await of_game(session, game_id)]:
        raise ValueError(f"{list(order)} is no order of the seats of game {game_id}")
    await _renumber(session, game_id, order)
    await _raise_version(session, game)


async def change(session: AsyncSession, game_id: int, number: int, **changes: Unpack[Changes]) -> None:
    """Change columns of a seat. The caller raises the version of the game."""
    await _set(session, game_id, number, **changes)


async def called_otherwise(session: AsyncSession, user_id: int, guild_id: int | None, name: str) -> list[SeatRow]:
    """Return the seats of a person, in a server's open games, that show another name than ``name``."""
    # BETWEEN makes SQLite use the index: nearly all seats have no owner, so for `=` it expects too many matches.
    belongs_to_user = or_(col(SeatRow.user_id) == user_id, col(SeatRow.owner_id).between(user_id, user_id))
    query = select(SeatRow).join(GameRow, col(GameRow.id) == col(SeatRow.game_id)).where(belongs_to_user)
    query = query.where(GameRow.guild_id == guild_id if guild_id is not None else col(GameRow.guild_id).is_(None))
    seats = (await session.exec(query.where(col(GameRow.status).in_((Status.LOBBY, Status.RUNNING))))).all()
    return [seat for seat in seats if _present_name(seat, user_id) != name]


async def rename(session: AsyncSession, user_id: int, guild_id: int | None, name: str) -> None:
    """Store a person's present name in a server's open games, besides the recorded names of seats, which stay."""
    for seat in await called_otherwise(session, user_id, guild_id, name):
        present_names = dict(seat.present_names or {})
        present_names.pop(str(user_id), None)
        if name != _recorded_name(seat, user_id):
            present_names[str(user_id)] = name
        await _set(session, seat.game_id, seat.number, present_names=present_names or None)


def _recorded_name(seat: SeatRow, user_id: int) -> str:
    """Return the recorded name of a seat's owner or substitute."""
    if seat.substitute and seat.user_id == user_id:
        return seat.substitute
    return seat.name


def _present_name(seat: SeatRow, user_id: int) -> str:
    return str((seat.present_names or {}).get(str(user_id)) or _recorded_name(seat, user_id))


async def _raise_version(session: AsyncSession, game: GameRow) -> None:
    game.version += 1
    game.updated_at = utcnow()
    session.add(game)
    await session.flush()


async def _renumber(session: AsyncSession, game_id: int, order: Sequence[int]) -> None:
    # First the seats get negative numbers, so that no two have the same number in between.
    for number, old_number in enumerate(order):
        await _set(session, game_id, old_number, number=-1 - number)
    for number in range(len(order)):
        await _set(session, game_id, -1 - number, number=number)


async def _set(session: AsyncSession, game_id: int, seat: int, **values: object) -> None:
    statement = update(SeatRow).where(col(SeatRow.game_id) == game_id, col(SeatRow.number) == seat)
    await session.exec(statement.values(**values))
