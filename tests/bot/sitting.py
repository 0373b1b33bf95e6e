"""Running tables whose seats change hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.tables import Refused, Tables
from storage.database import Database
from storage.jobs import Lane
from storage.models import JobRow, MoveKind
from tests.bot.lobbies import BEN, CARLA, queued, refusal, started
from tests.storage.messages import claimed_rows

ZOE = 98
YANN = 99
"""They sit at no table."""


async def at_table(database: Database, *guests: int, **options: Any) -> tuple[Tables, int]:
    tables = Tables(database)
    return tables, (await started(tables, *(guests or (BEN, CARLA)), **options)).row.id


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as raised:
        await work
    return refusal(raised)


async def offered(tables: Tables, game_id: int, user: int = BEN) -> int:
    """The user has left for now; the seat."""
    seat = (await tables.table(game_id)).seat_of(user)
    assert seat is not None
    await tables.seating.leave(game_id, user)
    return seat


async def substituted(tables: Tables, game_id: int, user: int = BEN) -> int:
    """Zoe plays for the user; the seat."""
    seat = await offered(tables, game_id, user)
    await tables.seating.ask_for(game_id, seat, ZOE, "zoe")
    host = (await tables.table(game_id)).row.host_id
    assert await tables.seating.agree(game_id, seat, ZOE, host) == []
    return seat


async def kinds(tables: Tables, game_id: int) -> list[tuple[MoveKind, str]]:
    return [(row.kind, row.words) for row in await tables.log(game_id) if row.kind != MoveKind.MOVE]


async def told(database: Database, game_id: int) -> list[str]:
    """The ids of all that the channel is told beside events."""
    return [
        id
        for what in await queued(database, game_id)
        for id in [
            *(line.id for line in what.introduction),
            *(event.kind for event in (*what.before, *what.after) if event.is_remark),
        ]
    ]


async def claimed(database: Database) -> Sequence[JobRow]:
    async with database.transaction() as session:
        return await claimed_rows(session, Lane.COMPUTERS, limit=5)
