"""A game with everything that belongs to it, out of one database and into another.

Its fields are the columns of the tables, and what a file may hold follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from sqlalchemy import BigInteger, Integer, String, text
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clicks, games, moves, results, seats
from storage.models import ClickRow, GameRow, Json, MoveRow, ResultRow, SeatRow, Stored

LARGEST_KEPT_ID = 10**9
"""A game with a larger number gets a new one: those that come after it need some, too."""

Row = TypeVar("Row", bound=Stored)


class Unfit(Exception):
    """Data that no row can be made of; the text names the first fault."""


@dataclass
class Kept:
    """A game, its seats, its log and its result, all of one moment. Messages on their way do not belong to it."""

    game: GameRow
    seats: list[SeatRow] = field(default_factory=list)
    moves: list[MoveRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    clicks: list[ClickRow] = field(default_factory=list)


async def collect(session: AsyncSession, game_id: int) -> Kept | None:
    """Return all rows of a game, None without it. Raises ValueError for stored text that is no JSON."""
    game = await games.get(session, game_id)
    if game is None:
        return None
    seat_rows = await seats.of_game(session, game_id)
    move_rows = await moves.log(session, game_id)
    made = await clicks.of_game(session, game_id)
    return Kept(game, list(seat_rows), list(move_rows), list(await results.of_game(session, game_id)), list(made))


def data_of(row: Stored) -> Json:
    """Return a row as plain data without the number of its game, which stands in the game's own data."""
    return row.model_dump(exclude={"game_id"})


def row_of(model: type[Row], data: Mapping[str, Any], where: str) -> Row:
    """Return the row of such data, whose game has no number yet; a column that the data lacks has its default.

    Raises Unfit; ``where`` is how its text begins.
    """
    known = {name: info for name, info in model.model_fields.items() if name != "game_id"}
    if unknown := data.keys() - known.keys():
        raise Unfit(f"{where}: there is no field {min(unknown)[:60]!r}")
    values: Json = {}
    for name, info in known.items():
        if name in data:
            try:
                values[name] = msgspec.convert(data[name], _allowed(model, name, info.annotation))
            except (msgspec.ValidationError, ValueError) as fault:
                raise Unfit(f"{where}, {name}: {fault}") from fault
        elif info.is_required():
            raise Unfit(f"{where}: the field {name!r} is missing")
    return model(**values)


def _allowed(model: type[Stored], name: str, annotation: Any) -> Any:
    """Return the type of a column's values, restricted to what both databases accept."""
    column: Any = model.metadata.tables[str(model.__tablename__)].columns[name].type
    kind = next(kind for kind in get_args(annotation) or (annotation,) if kind is not NoneType)
    limits: dict[str, Any] = {}
    if annotation in (datetime, datetime | None):
        limits = {"tz": True}
    elif isinstance(column, Integer):
        bits = 64 if isinstance(column, BigInteger) else 32
        limits = {"ge": -(2 ** (bits - 1)), "le": 2 ** (bits - 1) - 1}
    elif kind is str and isinstance(column, String) and column.length:
        limits = {"max_length": column.length}
    if not limits:
        return annotation
    limited: Any = Annotated[kind, msgspec.Meta(**limits)]
    return limited if annotation is kind else limited | None


async def insert(session: AsyncSession, kept: Kept) -> int:
    """Store a game with all its rows, and return its number: the same as before if that is free.

    The rows are new ones (``row_of``), and are those that are stored. Clicks that made moves are forgotten when the
    number is a new one: the other game may be the same one. Raises ChannelBusy when its channel has an open game.
    """
    game, wanted = kept.game, kept.game.id or 0
    free = 0 < wanted <= LARGEST_KEPT_ID and await games.outline(session, wanted) is None
    if not free:
        game.id = None  # type: ignore[assignment]  # the database gives it another one
        if game.drawn_order is not None or game.lobby_hash is not None:
            game.drawn_as = game.drawn_as or wanted
        for move in kept.moves:
            move.interaction_id = None
    await games.create(session, game)
    if free and session.get_bind().dialect.name == "postgresql":  # its counter does not notice numbers that are given
        counter = "SELECT setval('game_id_seq', GREATEST(:id, (SELECT last_value FROM game_id_seq)))"
        await session.exec(text(counter).bindparams(id=game.id))  # type: ignore[call-overload]
    rows = [*kept.seats, *kept.moves, *kept.results, *kept.clicks]
    for row in rows:
        row.game_id = game.id
    session.add_all(rows)
    await session.flush()
    return game.id
