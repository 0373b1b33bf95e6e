"""Tables for an operator's commands, and the commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from sqlalchemy import update
from sqlmodel import col
from typer.testing import Result

import engines
from bot.tables import Table, Tables
from engines.players import PLAYERS
from storage.database import Database
from storage.models import GameRow
from tests.bot.command_line import portolan
from tests.bot.lobbies import BEN, CARLA, start_table

Run = Callable[..., Awaitable[Result]]


def tables_command(database_url: str) -> Run:
    """Return a function that runs ``portolan tables`` on the database of the test."""

    async def run(*words: object, url: str = database_url) -> Result:
        return await asyncio.to_thread(portolan, "tables", *map(str, words), DATABASE_URL=url)

    return run


async def table_after_decisions(tables: Tables, number: int = 6, **options: Any) -> Table:
    """Return a running table of Anna and Ben (for MMN also Carla) after so many decisions."""
    guests = (BEN, CARLA) if options.get("game") == "mmn" else (BEN,)
    table = await start_table(tables, *guests, **options)
    rng = Random(7)
    for _ in range(number):
        table = await tables.table(table.row.id)
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        table = await tables.play.act(table.row.id, user, PLAYERS["random"](table.game, seat, rng))
    return await tables.table(table.row.id)


async def change(database: Database, game_id: int, **values: Any) -> None:
    """Change columns of a game's row, as an operator may do by hand."""
    async with database.transaction() as session:
        await session.exec(update(GameRow).where(col(GameRow.id) == game_id).values(**values))


async def damage(database: Database, table: Table) -> dict[str, Any]:
    """Store other dice in the state than the log leads to, as if something had overwritten them; return the state."""
    strange = engines.new(table.row.key, len(table.seats), 99).dump()
    state = {**table.game.dump(), "dice": strange["dice"]}
    await change(database, table.row.id, state=state)
    return state


def output_of(result: Result, status: int = 0) -> str:
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stdout


_WHOLE: list[bytes] = []
"""The table of `finished_table` as a file, once it was played."""


async def finished_table(tables: Tables) -> Table:
    """Return a table whose game is over; it is played once in a process and copied to the databases of later tests."""
    if _WHOLE:
        return await tables.transfer.import_table(_WHOLE[0])
    table = await _played_to_the_end(tables)
    _WHOLE.append(await tables.transfer.export_table(table.row.id))
    return table


async def _played_to_the_end(tables: Tables) -> Table:
    table = await start_table(tables, BEN, game="burgundy")
    rng = Random(3)
    while table.is_running:
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        table = await tables.play.act(table.row.id, user, PLAYERS["random"](table.game, seat, rng))
    return table
