"""What people try and plan at a table."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete
from sqlmodel import col

from storage import migrations, moves, plans, urls
from storage.database import Database
from storage.models import GameRow, MoveRow, PlanRow
from tests.storage.sample import HOST, stored

GUEST = HOST + 1


async def row(database: Database, game_id: int, user_id: int = HOST) -> PlanRow | None:
    async with database.reading() as session:
        return await plans.of_person(session, game_id, user_id)


async def write(database: Database, game_id: int, revision: int, user_id: int = HOST, **values: object) -> bool:
    seat = values.pop("seat", None)
    assert seat is None or isinstance(seat, int)
    async with database.transaction() as session:
        return await plans.write(session, game_id, user_id, revision, values, seat=seat)


async def test_each_person_has_one_row_a_table_and_every_change_raises_its_revision(database: Database) -> None:
    game_id = await stored(database)
    assert await row(database, game_id) is None
    assert await write(database, game_id, 0, tried=1)
    assert await write(database, game_id, 0, GUEST, tried=2)
    assert await write(database, game_id, 1, tried=3)
    mine = await row(database, game_id)
    theirs = await row(database, game_id, GUEST)
    assert mine is not None
    assert theirs is not None
    assert (mine.revision, mine.data, theirs.revision, theirs.data) == (2, {"tried": 3}, 1, {"tried": 2})


async def test_of_two_who_change_the_same_row_one_is_refused(database: Database) -> None:
    game_id = await stored(database)
    assert await write(database, game_id, 0, tried=1)
    assert not await write(database, game_id, 0, tried=2)
    assert await write(database, game_id, 1, tried=3)
    assert not await write(database, game_id, 1, tried=4)
    mine = await row(database, game_id)
    assert mine is not None
    assert mine.data == {"tried": 3}


async def test_only_rows_that_hold_a_plan_are_found_by_table(database: Database) -> None:
    game_id = await stored(database)
    await write(database, game_id, 0, seat=1)
    await write(database, game_id, 0, GUEST)
    async with database.reading() as session:
        assert [(planned.user_id, planned.seat) for planned in await plans.with_queued_moves(session, game_id)] == [
            (HOST, 1)
        ]
        assert await plans.with_queued_moves(session, game_id + 1) == []


async def test_they_are_forgotten_with_the_game(database: Database) -> None:
    game_id = await stored(database)
    other_game = await stored(database, channel_id=77)
    for table in (game_id, other_game):
        await write(database, table, 0, seat=0)
    async with database.transaction() as session:
        await plans.forget(session, game_id)
    assert await row(database, game_id) is None
    assert await row(database, other_game) is not None
    async with database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == other_game))
    assert await row(database, other_game) is None


async def test_moves_of_before_were_not_planned(empty_url: str) -> None:
    url = urls.normalise(empty_url)
    migrations.upgrade(url, "0012")
    with migrations.connecting(url) as connection:
        connection.exec_driver_sql(
            "INSERT INTO game (id, key, channel_id, status, host_id, seats, seat_order, options, seed, commitment,"
            " rules_version, version, turn, created_at, updated_at) VALUES (7, 'macao', 1, 'running', 1, 2, 'random',"
            " '{}', 'aa', 'bb', 1, 1, 1, '2026-01-02 03:04:05', '2026-01-02 03:04:05')"
        )
        connection.exec_driver_sql(
            "INSERT INTO move (game_id, version, kind, seat, words, undone, turn, events, scores, at)"
            " VALUES (7, 1, 'move', 0, 'pass', false, 1, '[]', '[]', '2026-01-02 03:04:05')"
        )
    async with Database.open(empty_url) as database:
        await database.migrate()
        async with database.transaction() as session:
            await moves.record(session, MoveRow(game_id=7, version=2, seat=0, words="pass", planned=True))
        async with database.reading() as session:
            assert [move.planned for move in await moves.log(session, 7)] == [False, True]


@pytest.mark.parametrize("data", [{}, {"tried": {"steps": ["sell gold 3"]}}])
async def test_what_was_written_is_read_again(database: Database, data: dict[str, Any]) -> None:
    game_id = await stored(database)
    assert await write(database, game_id, 0, **data)
    mine = await row(database, game_id)
    assert mine is not None
    assert mine.data == data
