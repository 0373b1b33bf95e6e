"""Transfer of a game with all its rows from one database to another, through a file.

The fields of the file are the columns of the database tables, which also restrict the values.
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
"""Largest number that a game keeps on import. With a larger one, few numbers would be left for games after it."""

Row = TypeVar("Row", bound=Stored)


class Unfit(Exception):
    """Data do not fit into a row; the text names the first fault."""


@dataclass
class GameRows:
    """The rows of a game: its seats, its log, its results, and the clicks in its lobby; jobs are not transferred."""

    game: GameRow
    seats: list[SeatRow] = field(default_factory=list)
    moves: list[MoveRow] = field(default_factory=list)
    results: list[ResultRow] = field(default_factory=list)
    clicks: list[ClickRow] = field(default_factory=list)


async def collect(session: AsyncSession, game_id: int) -> GameRows | None:
    """Return all rows of a game; None if there is no such game. Raises ValueError if stored JSON is damaged."""
    game = await games.get(session, game_id)
    if game is None:
        return None
    seat_rows = await seats.of_game(session, game_id)
    move_rows = await moves.log(session, game_id)
    click_rows = await clicks.of_game(session, game_id)
    return GameRows(
        game, list(seat_rows), list(move_rows), list(await results.seats_of_game(session, game_id)), list(click_rows)
    )


def data_of(row: Stored) -> Json:
    """Return a row as plain data, without the number of its game, which is part of the game's own data."""
    return row.model_dump(exclude={"game_id"})


def row_of(model: type[Row], data: Mapping[str, Any], place: str) -> Row:
    """Return a row made of plain data; its game has no number yet.

    Args:
        model: the type of row.
        data: its columns; missing ones get their default values.
        place: the position of the data in the file, with which the text of an error begins.

    Raises:
        Unfit: the data do not fit.
    """
    fields = {name: info for name, info in model.model_fields.items() if name != "game_id"}
    if unknown := data.keys() - fields.keys():
        raise Unfit(f"{place}: there is no field {min(unknown)[:60]!r}")
    values: Json = {}
    for name, info in fields.items():
        if name in data:
            try:
                values[name] = msgspec.convert(data[name], _allowed(model, name, info.annotation))
            except (msgspec.ValidationError, ValueError) as fault:
                raise Unfit(f"{place}, {name}: {fault}") from fault
        elif info.is_required():
            raise Unfit(f"{place}: the field {name!r} is missing")
    return model(**values)


def _allowed(model: type[Stored], name: str, annotation: Any) -> Any:
    """Return the type of a column's values, restricted to values that both databases accept."""
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


async def insert(session: AsyncSession, game_rows: GameRows) -> int:
    """Store a game with all its rows, and return its number: the old one if that is free, else a new one.

    If the number is new, the moves lose the ids of the interactions that made them, as the game that has the old number
    may be the same game, and these ids are unique.

    Args:
        session: the session.
        game_rows: the rows, made by ``row_of``; they become the stored ones.

    Raises:
        ChannelBusy: the channel has an open game.
    """
    game = game_rows.game
    old_number = game.id or 0
    free = 0 < old_number <= LARGEST_KEPT_ID and await games.outline(session, old_number) is None
    if not free:
        game.id = None  # type: ignore[assignment]  # the database gives it another one
        if game.drawn_order is not None or game.lobby_hash is not None:
            game.drawn_as = game.drawn_as or old_number
        for move in game_rows.moves:
            move.interaction_id = None
    await games.create(session, game)
    # PostgreSQL's counter of numbers does not change when a row is inserted with a number.
    if free and session.get_bind().dialect.name == "postgresql":
        counter = "SELECT setval('game_id_seq', GREATEST(:id, (SELECT last_value FROM game_id_seq)))"
        await session.exec(text(counter).bindparams(id=game.id))  # type: ignore[call-overload]
    rows = [*game_rows.seats, *game_rows.moves, *game_rows.results, *game_rows.clicks]
    for row in rows:
        row.game_id = game.id
    session.add_all(rows)
    await session.flush()
    return game.id
