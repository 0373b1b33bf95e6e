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
from tests.bot.lobbies import BEN, CARLA, started

Run = Callable[..., Awaitable[Result]]


def tables_command(database_url: str) -> Run:
    """``portolan tables`` on the database of the test."""

    async def ran(*words: object, url: str = database_url) -> Result:
        return await asyncio.to_thread(portolan, "tables", *map(str, words), DATABASE_URL=url)

    return ran


async def played(tables: Tables, number: int = 6, **options: Any) -> Table:
    """A running table of anna and ben after so many decisions; MMN seats carla too."""
    guests = (BEN, CARLA) if options.get("game") == "mmn" else (BEN,)
    table = await started(tables, *guests, **options)
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
    """The stored state has other dice than the log leads to, as if something had overwritten it."""
    strange = engines.new(table.row.key, len(table.seats), 99).dump()
    state = {**table.game.dump(), "dice": strange["dice"]}
    await change(database, table.row.id, state=state)
    return state


def said(result: Result, status: int = 0) -> str:
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stdout


_WHOLE: list[bytes] = []
"""The first table of ``whole`` as a file."""


async def whole(tables: Tables) -> Table:
    """A table whose game is over. It is played once in a process, and brought over to the databases of later tests."""
    if _WHOLE:
        return await tables.transfer.import_table(_WHOLE[0])
    table = await _played_to_the_end(tables)
    _WHOLE.append(await tables.transfer.export_table(table.row.id))
    return table


async def _played_to_the_end(tables: Tables) -> Table:
    table = await started(tables, BEN, game="burgundy")
    rng = Random(3)
    while table.is_running:
        seat = table.game.to_act[0]
        user = table.user_at(seat)
        assert user is not None
        table = await tables.play.act(table.row.id, user, PLAYERS["random"](table.game, seat, rng))
    return table
