"""Games that have ended: one that is played to its end, and results as if many had been."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.tables import Table, Tables
from bot.tables.observers import result_storage as following
from storage import games
from storage.database import Database
from storage.models import OutcomeRow, RatingRow, ResultRow, Status
from storage.results import Ladder
from tests.bot.lobbies import ANNA, BEN, CARLA, next_click, open_lobby
from tests.engines.navegador.moves import on
from tests.storage.databases import ratings
from tests.storage.sample import a_game

SERVER = 77
LADDER = Ladder(SERVER, "navegador", 3)
BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def start_before_the_end(
    tables: Tables, *, rated: bool = True, levels: Sequence[str] = (), **options: Any
) -> Table:
    """Start a game of Navegador for three that ends with the next pass."""
    guests = (BEN, CARLA)[: 2 - len(levels)]
    lobby = await open_lobby(tables, *guests, **{"guild_id": SERVER, "seats_wanted": 3} | options)
    for level in levels:
        await tables.lobby.add_computer(lobby.row.id, level, level, user_id=ANNA, click=next_click())
    if rated:
        await tables.lobby.set_rated(lobby.row.id, rated=True, user_id=ANNA)
    table = await tables.lobby.start(lobby.row.id, user_id=ANNA)
    last = on("workers", trigger="nagasaki", turns_left=1)
    async with tables.database.transaction() as session:
        assert await games.advance(session, table.row.id, table.row.version, state=last.dump(), turn=last.state.turn)
    return await tables.table(table.row.id)


async def pass_to_the_end(tables: Tables, table: Table) -> Table:
    """Pass, and return the table, whose game is over then."""
    user = table.user_at(table.game.to_act[0])
    assert user is not None
    over = await tables.play.act(table.row.id, user, ("pass",))
    assert over.game.state.over
    return await tables.table(table.row.id)


async def play_finished_game(tables: Tables, **options: Any) -> Table:
    """Play a game of Navegador for three that has ended, and return its table."""
    return await pass_to_the_end(tables, await start_before_the_end(tables, **options))


def result_rows(game_id: int, at: datetime, seats: Sequence[tuple[int | str | None, int]], **changes: Any) -> Any:
    """Return the stored result of a game of Navegador.

    A seat is its owner, or the level of its computer player, and the place that it took.
    """
    fields: dict[str, Any] = {
        "guild_id": SERVER,
        "key": "navegador",
        "seats": len(seats),
        "rules_version": 1,
        "how": "played",
    }
    outcome = OutcomeRow(game_id=game_id, started_at=BEGAN, ended_at=at, **(fields | changes))
    rows = [
        ResultRow(
            game_id=game_id,
            seat=number,
            user_id=who if isinstance(who, int) else None,
            computer=who if isinstance(who, str) else None,
            name=f"player {who}",
            total=100 - 10 * place,
            rank=number + 1,
            place=place,
            margin=10 if place == 1 else -10 * (place - 1),
            finished_at=at,
            decisions=20,
            pace=60.0 * place,
            deeds={"colony": place},
            opening=["sailing", "workers", "sailing"],
        )
        for number, (who, place) in enumerate(seats)
    ]
    return outcome, rows


async def store_finished_game(
    database: Database, *seats: tuple[int | str | None, int], day: int = 0, **changes: Any
) -> int:
    """Store a finished game of Navegador that ended so many days after the first; return its id."""
    at = BEGAN + timedelta(days=day)
    async with database.transaction() as session:
        row = a_game(guild_id=SERVER, channel_id=1, status=Status.FINISHED, seats=len(seats), state=None)
        row.started_at = BEGAN
        row.finished_at = at
        row = await games.create(session, row)
        await following.add_results(session, *result_rows(row.id, at, seats, **changes))
        return row.id


async def ratings_by_player(database: Database, ladder: Ladder = LADDER) -> dict[int | str, RatingRow]:
    """Return the ratings of a ladder by user id or level of computer."""
    async with database.reading() as session:
        return {row.computer or row.user_id: row for row in await ratings(session, ladder)}


def rating_figures(rows: dict[int | str, RatingRow]) -> dict[int | str, tuple[float, float, int, int]]:
    """Return the numbers of ratings that must be exactly reproducible from the results alone."""
    return {who: (row.mu, row.sigma, row.games, row.game_id) for who, row in rows.items()}
