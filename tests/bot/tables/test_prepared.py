"""A prepared table is the same as one of a lobby: the same rows, the same dice, the same message."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

import engines
from bot.tables import Tables
from storage.database import Database
from storage.models import SeatOrder, Stored
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, NAMES
from tests.bot.prepared import store_started_table

PEOPLE = [(user, NAMES[user]) for user in (ANNA, BEN, CARLA, DIRK)]
OF_THE_MOMENT = {"created_at", "updated_at", "started_at", "set_at", "due_at", "nonce"}
"""Columns that tell when something was written, and by chance."""


@pytest.fixture
async def other_database(sqlite_template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """Return another database with empty tables."""
    shutil.copy(sqlite_template, tmp_path / "other.db")
    async with Database.open(f"sqlite:///{tmp_path / 'other.db'}") as opened:
        yield opened


async def stored_rows(database: Database) -> dict[str, list[dict[str, Any]]]:
    rows_by_table = {}
    async with database.reading() as session:
        connection = await session.connection()
        for table in Stored.metadata.sorted_tables:
            lines = (await connection.execute(select(table).order_by(*table.primary_key))).mappings()
            rows_by_table[table.name] = [
                {
                    name: value
                    for name, value in line.items()
                    if name not in OF_THE_MOMENT and (table.name, name) != ("job", "id")
                }
                for line in lines
            ]
    return rows_by_table


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("key", "order"),
    [
        pytest.param(key, order, marks=[pytest.mark.proof] if (number + place) % 2 else [])
        for number, key in enumerate(engines.GAMES)
        for place, order in enumerate((SeatOrder.JOINING, SeatOrder.RANDOM))
    ],
)
async def test_a_prepared_table_is_what_the_lobby_leaves(
    database: Database, other_database: Database, monkeypatch: pytest.MonkeyPatch, key: str, order: SeatOrder
) -> None:
    orders = list[list[int]]()
    for number, seats in enumerate(engines.GAMES[key].seats[:3]):
        options = {option.id: option.values[number % len(option.values)] for option in engines.GAMES[key].options}
        place: dict[str, Any] = {"guild_id": 9, "channel_id": 5 + number, "order": order, "options": options}
        people = PEOPLE[:seats]
        for prepared, tables in ((False, Tables(database)), (True, Tables(other_database))):
            monkeypatch.setattr("secrets.randbits", Random(number).getrandbits)
            clicks = count(100 * number)
            if prepared:
                table = await store_started_table(tables, key, people, lambda clicks=clicks: next(clicks), **place)  # type: ignore[misc]
                orders.append(table.row.drawn_order or [])
                continue
            table = await tables.lobby.open(key, host=people[0], click=next(clicks), seats_wanted=seats, **place)
            for guest, name in people[1:]:
                await tables.lobby.join(table.row.id, guest, name, click=next(clicks))
            await tables.lobby.start(table.row.id, user_id=ANNA)
    assert await stored_rows(other_database) == await stored_rows(database)
    assert any(drawn != sorted(drawn) for drawn in orders) == (order == SeatOrder.RANDOM)
