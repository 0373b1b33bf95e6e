"""Records that no session keeps, and errors of statements."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError, StatementError
from sqlmodel import col, select

from storage import deliveries, games, jobs, records
from storage.database import Database
from storage.models import GameRow, JobRow, SeatRow
from tests.storage.sample import stored


async def test_a_change_of_a_record_is_not_stored(database: Database) -> None:
    game_id = await stored(database, turn=3)
    async with database.transaction() as session:
        game = await games.get(session, game_id)
        assert game is not None
        game.turn = 4
    async with database.transaction() as session:
        again = await games.get(session, game_id)
        assert again is not None
        assert (again.turn, again is game) == (3, False)


async def test_a_row_that_is_not_flushed_yet_is_read(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        session.add(SeatRow(game_id=game_id, number=0, user_id=7, name="Ada"))
        (seat,) = await records.fetch_all(session, select(SeatRow).where(SeatRow.game_id == game_id))
        assert (seat.user_id, seat.name, seat.resigned, seat.returning_at) == (7, "Ada", False, None)


async def test_a_record_stays_as_it_was_when_its_row_changes(database: Database) -> None:
    game_id = await stored(database, turn=3)
    async with database.transaction() as session:
        before = await games.get(session, game_id)
        await session.exec(update(GameRow).where(col(GameRow.id) == game_id).values(turn=4))
        after = await games.get(session, game_id)
        assert before is not None
        assert after is not None
        assert (before.turn, after.turn) == (3, 4)


async def test_a_record_is_read_anew_where_the_session_knows_an_older_one(database: Database) -> None:
    game_id = await stored(database, turn=3)
    statement = update(GameRow).where(col(GameRow.id) == game_id).values(turn=4)
    async with database.transaction() as session:
        await session.get_one(GameRow, game_id)
        await session.exec(statement.execution_options(synchronize_session=False))
        (record,) = await records.fetch_all(session, select(GameRow))
        assert record.turn == 4


async def test_inserted_rows_are_stored_and_later_changes_of_them_are_not(database: Database) -> None:
    game_id = await stored(database)
    seats = [SeatRow(game_id=game_id, number=number, user_id=7 + number, name="Ada") for number in (0, 1)]
    async with database.transaction() as session:
        await records.insert(session, *seats)
        seats[0].name = "Bo"
    async with database.reading() as session:
        names = await session.exec(select(SeatRow.name).where(SeatRow.game_id == game_id))
        assert names.all() == ["Ada", "Ada"]


async def test_errors_have_one_kind_and_name_no_value(database: Database) -> None:
    game_id = await stored(database)

    async def seat() -> None:
        async with database.transaction() as session:
            await records.insert(session, SeatRow(game_id=game_id, number=0, user_id=7, name="Ada"))

    await seat()
    with pytest.raises(IntegrityError) as twice:
        await seat()
    assert "Ada" not in str(twice.value)
    with pytest.raises(SQLAlchemyError) as missing:
        async with database.reading() as session:
            await (await session.connection()).execute(text("SELECT :value FROM nowhere"), {"value": "Ada"})
    assert "nowhere" in str(missing.value)
    assert "Ada" not in str(missing.value)
    with pytest.raises(StatementError):
        async with database.transaction() as session:
            await jobs.mark_sent(
                session, JobRow(id=1, game_id=1, lane="messages", kind="turn"), now=datetime(2026, 1, 1)
            )


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_transaction_that_sqlite_has_ended_by_itself_is_lost_as_a_whole(database: Database) -> None:
    game_id = await stored(database)

    async def fill() -> None:
        async with database.transaction() as session:
            assert await games.advance(session, game_id, 0, turn=4)
            connection = await session.connection()
            pages = (await connection.execute(text("PRAGMA page_count"))).scalar_one()
            await connection.execute(text(f"PRAGMA max_page_count = {pages + 1}"))
            await jobs.enqueue(session, game_id, 5, "board", {"a": "x" * 50_000})
            await jobs.enqueue(session, game_id, 5, "board", {})

    with pytest.raises(SQLAlchemyError, match="full"):
        await fill()
    async with database.reading() as session:
        game = await games.get(session, game_id)
        assert game is not None
        assert (game.version, await deliveries.last(session, game_id, "board")) == (0, None)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_claimed_message_that_cannot_be_read_raises_and_stays_free(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        await jobs.enqueue(session, game_id, 5, "board", {})
        await (await session.connection()).execute(text("UPDATE job SET created_at = 'rubbish'"))

    async def claim() -> None:
        async with database.transaction() as session:
            await jobs.claim(session, jobs.Lane.MESSAGES)

    with pytest.raises(ValueError, match="rubbish"):
        await claim()
    async with database.reading() as session:
        claims = await session.exec(select(JobRow.claimed_until))
        assert claims.all() == [None]
