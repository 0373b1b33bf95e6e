"""Deletion of a person's user id and names from the whole database.

Games stay, and so does the data of other people. The person's seats get a neutral name instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clicks, games, traces
from storage.models import (
    IS_A_REMATCH,
    AvoidedRow,
    CalledRow,
    ClickRow,
    GameRow,
    JobRow,
    MoveKind,
    MoveRow,
    PlanRow,
    RatingRow,
    ResultRow,
    SeatOrder,
    SeatRow,
    Status,
    User,
    VoteRow,
    new_nonce,
)
from storage.traces import NOBODY, Traces

Chain = Callable[[GameRow, Sequence[ClickRow]], Sequence[str]]
"""A function that returns, for each click of a lobby, the hash of all clicks up to it; empty: they are unknown."""


class Place(NamedTuple):
    """A game in which a person's data is deleted."""

    game_id: int
    instead: str
    """The neutral name that replaces the person's names."""


async def seated(session: AsyncSession, user_id: int) -> list[tuple[GameRow, SeatRow]]:
    """Return the lobbies and running games with a seat that a person plays, or owns while somebody else plays it.

    Seats that the person has resigned do not count.
    """
    return [(game, seat) for game, seat in (await session.exec(games.taken_by(user_id, games.OPEN))).all()]


async def take_out_of(session: AsyncSession, user_id: int, place: Place, chain: Chain) -> Collection[str]:
    """Remove a person from a game that the caller has locked, and return the names that the person had there."""
    game_id = place.game_id
    person = Traces(user_id, await traces.names_in(session, game_id, user_id), place.instead)
    game = (await session.exec(select(GameRow).where(GameRow.id == game_id))).one()
    await _clear_clicks(session, game, person, chain)
    await _clear_game(session, game, person)
    await _clear_seats(session, game, person)
    await _clear_log(session, game_id, person)
    await _clear_results(session, game_id, person)
    for table, column in ((VoteRow, "data"), (JobRow, "payload")):
        await _clear_json(session, table, column, game_id, person)
    for personal in (PlanRow, CalledRow):
        await session.exec(delete(personal).where(col(personal.game_id) == game_id, col(personal.user_id) == user_id))
    return person.called


async def draw_by_lot(session: AsyncSession, names: Collection[str]) -> None:
    """Change rematch lobbies whose planned seat order contains one of these names, so that seats are drawn by lot.

    The order cannot be used any more, as the person with that name has been deleted.
    """
    lobbies = select(GameRow.id, GameRow.turned).where(IS_A_REMATCH).order_by(col(GameRow.id)).with_for_update()
    for game_id, turned in (await session.exec(lobbies)).all():
        if {*names} & {*(turned or ())}:
            drawn = {"turned": None, "seat_order": SeatOrder.RANDOM, "version": col(GameRow.version) + 1}
            statement = update(GameRow).where(col(GameRow.id) == game_id).values(**drawn)
            await session.exec(statement.execution_options(synchronize_session=False))


async def take_out(session: AsyncSession, user_id: int) -> None:
    """Delete the data of a person that does not belong to a game: settings, ratings, avoided people."""
    for column in (AvoidedRow.user_id, AvoidedRow.avoided_id):
        await session.exec(delete(AvoidedRow).where(col(column) == user_id))
    for table in (RatingRow, User):
        await session.exec(delete(table).where(col(table.user_id) == user_id))


async def _clear_clicks(session: AsyncSession, game: GameRow, person: Traces, chain: Chain) -> None:
    """Remove id and names from the person's clicks.

    The hash after a click is stored in their place, because it cannot be computed any more without the names.
    """
    clicks_of_game = await clicks.of_game(session, game.id)
    hashes = chain(game, clicks_of_game)
    for place, click in enumerate(clicks_of_game):
        is_by_person = click.user_id == person.user_id or (click.user_id is None and click.text in person.called)
        if not is_by_person:
            continue
        values: dict[str, Any] = {"user_id": None}
        if click.what in ("open", "join", "leave") and click.after is None:
            values |= {"text": "", "after": hashes[place] if hashes else None}
        statement = update(ClickRow).where(col(ClickRow.game_id) == game.id, col(ClickRow.number) == click.number)
        await session.exec(statement.values(**values))


async def _clear_game(session: AsyncSession, game: GameRow, person: Traces) -> None:
    values: dict[str, Any] = {}
    if game.host_id == person.user_id:
        values["host_id"] = NOBODY
    if game.host_kept_for == person.user_id:
        values["host_kept_for"] = None
    if game.pause is not None and person.names(game.pause):
        values["pause"] = person.taken_out(game.pause)
    if game.turned and game.started_at and set(person.called) & set(game.turned):
        values["turned"] = ["" if name in person.called else name for name in game.turned]
    # A process that has read the table with the name can then no longer write it back, as the version has changed.
    if game.status == Status.RUNNING:
        values["version"] = col(GameRow.version) + 1
    if values:
        statement = update(GameRow).where(col(GameRow.id) == game.id).values(**values)
        await session.exec(statement.execution_options(synchronize_session=False))


async def _clear_seats(session: AsyncSession, game: GameRow, person: Traces) -> None:
    rows = (await session.exec(select(SeatRow).where(SeatRow.game_id == game.id))).all()
    for seat in rows:
        values: dict[str, Any] = {}
        owner = seat.owner_id or seat.user_id
        # A person who gave the seat away for good is recorded by name alone.
        was_given_away = seat.owner_id is None and seat.substitute is not None and seat.name in person.called
        if owner == person.user_id:
            values |= {"name": person.instead, "owner_id": None, "time_left": None, "days_off": None}
        elif was_given_away:
            values["name"] = person.instead
        if seat.user_id == person.user_id:
            values["user_id"] = None
            if seat.substitute is not None:
                values["substitute"] = person.instead
            if game.status == Status.RUNNING:
                values |= {"resigned": True, "stand_in": None, "offered_at": None}
        if seat.present_names is not None and person.names(seat.present_names):
            values["present_names"] = person.taken_out(seat.present_names) or None
        if seat.candidates is not None and person.names(seat.candidates):
            values["candidates"] = person.taken_out(seat.candidates) or None
        if values:
            statement = update(SeatRow).where(col(SeatRow.game_id) == game.id, col(SeatRow.number) == seat.number)
            await session.exec(statement.values(**values))


async def _clear_results(session: AsyncSession, game_id: int, person: Traces) -> None:
    """Keep place and points of the person's result under the neutral name, without the statistics."""
    statistics = {"decisions": None, "pace": None, "deeds": None, "opening": None}
    statement = update(ResultRow).where(col(ResultRow.game_id) == game_id, col(ResultRow.user_id) == person.user_id)
    await session.exec(statement.values(user_id=None, name=person.instead, **statistics))


async def _clear_log(session: AsyncSession, game_id: int, person: Traces) -> None:
    entries = update(MoveRow).where(col(MoveRow.game_id) == game_id)
    with_name = entries.where(col(MoveRow.kind) != MoveKind.MOVE, col(MoveRow.words).in_(person.called))
    await session.exec(with_name.values(words=person.instead))
    await session.exec(entries.where(col(MoveRow.by_user_id) == person.user_id).values(by_user_id=None))


async def _clear_json(session: AsyncSession, table: Any, column: str, game_id: int, person: Traces) -> None:
    """Remove the person from a column of JSON.

    Unsent messages get another nonce. If one is being sent, its sender would write back a content that still names the
    person (``jobs.mark_sent``); because of the new nonce it is not stored.
    """
    for row in (await session.exec(select(table).where(table.game_id == game_id))).all():
        if person.names(stored := getattr(row, column)):
            setattr(row, column, person.taken_out(stored))
            if isinstance(row, JobRow) and not row.is_timer and row.sent_at is None:
                row.nonce = new_nonce()
            session.add(row)
    await session.flush()
