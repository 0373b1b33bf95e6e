"""The data export of a person: everything that the database stores about them, as plain data.

Left out are data of others, such as their notes and the lists of people who avoid the person, and data about no person:
the state, the seed and the secret of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import or_
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import avoidance_lists, exclusions, people, traces
from storage.models import (
    CalledRow,
    ClickRow,
    GameRow,
    JobRow,
    Json,
    MoveKind,
    MoveRow,
    PlanRow,
    RatingRow,
    ResultRow,
    SeatRow,
    Stored,
    VoteRow,
)
from storage.traces import Traces

# Columns that the export shows; the rest is about other people, or secret, or shown in another form.
_OF_GAME = (
    "id",
    "key",
    "guild_id",
    "channel_id",
    "status",
    "seats",
    "options",
    "created_at",
    "started_at",
    "finished_at",
)
_OF_SEAT = ("number", "colour", "resigned", "stand_in", "offered_at", "returning_at")
_OF_OWN_SEAT = ("time_left", "days_off")
"""Further columns of a seat for its owner, but not for a substitute."""
_OF_MOVE = ("version", "kind", "seat", "words", "turn", "undone", "planned", "interaction_id", "at")
_OF_CLICK = ("number", "interaction_id", "what", "seat", "text")
_OF_VOTE = ("id", "kind", "opened_at", "closed", "message_id")
_OF_TIMER = ("kind", "seat", "set_at", "due_at")
_OF_MESSAGE = ("id", "channel_id", "kind", "created_at", "sent_at", "message_id", "payload")

_TIMERS_OF_A_SEAT = ("reminder", "deadline", "plan", "call", "nudged")
"""Kinds of timers (``jobs.Kind``) that belong to the person of their seat; others only if they name the person."""


async def of_person(session: AsyncSession, user_id: int) -> Json:
    """Return all data about a person. Ids of Discord are text, because many programs would round the numbers."""
    user = await people.user(session, user_id)
    avoided_rows = await avoidance_lists.of_person(session, user_id)
    return {
        "person": _plain(user) if user else {"user_id": str(user_id)},
        "excluded": await exclusions.contains(session, user_id),
        "avoided": [_plain(row, but=("user_id",)) for row in avoided_rows],
        "rating": [_plain(row, but=("user_id", "computer")) for row in await _ratings(session, user_id)],
        "tables": [await _at(session, game_id, user_id) for game_id in await traces.games_of(session, user_id)],
    }


async def _at(session: AsyncSession, game_id: int, user_id: int) -> Json:
    """Return the data about a person at a table, without empty entries."""
    game = (await session.exec(select(GameRow).where(GameRow.id == game_id))).one()
    seats = await _rows(session, SeatRow, game_id)
    names = await traces.names_in(session, game_id, user_id)
    person = Traces(user_id, names)
    own_seats = [seat.number for seat in seats if user_id in (seat.user_id, seat.owner_id)]
    jobs: Sequence[JobRow] = await _rows(session, JobRow, game_id)
    data: Json = {
        "table": _columns_of(game, _OF_GAME),
        "names": sorted(names),
        "roles": _roles(game, user_id, person),
        "seat": [_seat(seat, user_id) for seat in seats if seat.number in own_seats],
        "asked_for": [_asked(seat, user_id) for seat in seats if person.names(seat.candidates)],
        "click": [
            _columns_of(row, _OF_CLICK) for row in await _rows(session, ClickRow, game_id) if row.user_id == user_id
        ],
        "move": [_columns_of(row, _OF_MOVE) for row in await _log(session, game_id, user_id, names)],
        "plan": [_plain(row) for row in await _rows_of_person(session, PlanRow, game_id, user_id)],
        "called": [_plain(row) for row in await _rows_of_person(session, CalledRow, game_id, user_id)],
        "vote": [
            _columns_of(row, _OF_VOTE)
            | {"proposed": row.seat in own_seats, "agreed": bool({*row.agreed} & {*own_seats})}
            for row in await _rows(session, VoteRow, game_id)
            if person.names(row.data) or {row.seat, *row.agreed} & {*own_seats}
        ],
        "timer": [
            _columns_of(row, _OF_TIMER) | {"data": row.payload}
            for row in jobs
            if row.is_timer and (person.names(row.payload) or (row.seat in own_seats and row.kind in _TIMERS_OF_A_SEAT))
        ],
        "outbox": [_columns_of(row, _OF_MESSAGE) for row in jobs if not row.is_timer and person.names(row.payload)],
        "result": [_plain(row) for row in await _rows_of_person(session, ResultRow, game_id, user_id)],
    }
    return {name: value for name, value in data.items() if value}


def _roles(game: GameRow, user_id: int, person: Traces) -> list[str]:
    """Return the roles of a person at a table besides playing."""
    roles = {
        "host": game.host_id == user_id,
        "host again on coming back": game.host_kept_for == user_id,
        "paused it": person.names(game.pause),
        "in the order of a rematch": bool(set(person.called) & set(game.turned or ())),
    }
    return [role for role, holds in roles.items() if holds]


def _seat(seat: SeatRow, user_id: int) -> Json:
    """Return the data about a seat of a person, as its owner or as a substitute."""
    is_owner = (seat.owner_id or seat.user_id) == user_id
    data = _columns_of(seat, _OF_SEAT)
    if is_owner:
        data |= _columns_of(seat, _OF_OWN_SEAT)
    data |= {"name": seat.name if is_owner else seat.substitute, "substitute": not is_owner}
    present_name = (seat.present_names or {}).get(str(user_id))
    if present_name is not None:
        data["present_name"] = present_name
    return data


def _asked(seat: SeatRow, user_id: int) -> Json:
    """Return the data about an offered seat for which a person is a candidate, or has agreed to one."""
    candidate = (seat.candidates or {}).get(str(user_id))
    return {
        "seat": seat.number,
        "candidate": candidate and {"name": candidate.get("name")},  # who else agrees is not the person's data
        "agreed": candidate is None,
    }


async def _log(session: AsyncSession, game_id: int, user_id: int, names: Iterable[str]) -> Sequence[MoveRow]:
    """Return the log entries that the person made, and those of others that name the person."""
    # The words of an entry that is no move are the name of the person whom it is about.
    names_person = (col(MoveRow.kind) != MoveKind.MOVE) & col(MoveRow.words).in_(list(names))
    query = select(MoveRow).where(MoveRow.game_id == game_id, or_(col(MoveRow.by_user_id) == user_id, names_person))
    return (await session.exec(query.order_by(col(MoveRow.version)))).all()


async def _rows(session: AsyncSession, table: Any, game_id: int) -> Sequence[Any]:
    """Return the rows of a game in a table of the database."""
    rows: Sequence[Any] = (await session.exec(select(table).where(table.game_id == game_id))).all()
    return rows


async def _rows_of_person(session: AsyncSession, table: Any, game_id: int, user_id: int) -> Sequence[Any]:
    """Return the rows of a person in a game."""
    query = select(table).where(table.game_id == game_id, table.user_id == user_id)
    rows: Sequence[Any] = (await session.exec(query)).all()
    return rows


async def _ratings(session: AsyncSession, user_id: int) -> Sequence[RatingRow]:
    return (await session.exec(select(RatingRow).where(RatingRow.user_id == user_id))).all()


def _plain(row: Stored, *, but: Sequence[str] = ()) -> Json:
    """Return all columns of a row as plain data, except those in ``but``."""
    return _columns_of(row, [name for name in type(row).model_fields if name not in but])


def _columns_of(row: Stored, names: Iterable[str]) -> Json:
    """Return these columns of a row as plain data."""
    return {name: _value(name, getattr(row, name)) for name in names}


def _value(name: str, value: Any) -> Any:
    """Return the value of a column as plain data."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    # Ids of Discord are too large for the numbers of many programs; those of games are small.
    if isinstance(value, int) and name.endswith("_id") and name != "game_id":
        return str(value)
    return value
