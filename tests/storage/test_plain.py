"""Records that no session keeps, and the sessions that are used again."""

from __future__ import annotations

from datetime import datetime, timedelta
from unittest import mock

import pytest
from sqlalchemy import Connection, bindparam, event, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError, StatementError
from sqlmodel import col, select

from storage import games, moves, outbox, plain
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, OutboxRow, SeatRow
from tests.storage.sample import move, stored

OF_GAME = select(SeatRow).where(SeatRow.game_id == bindparam("game"))


async def test_what_changes_in_a_record_is_not_stored(database: Database) -> None:
    game_id = await stored(database, turn=3)
    async with database.transaction() as session:
        game = await games.get(session, game_id)
        assert game is not None
        game.turn = 4
    async with database.transaction() as session:
        again = await games.get(session, game_id)
        assert again is not None
        assert (again.turn, again is game) == (3, False)


async def test_what_a_transaction_has_not_written_yet_is_found(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        session.add(SeatRow(game_id=game_id, number=0, user_id=7, name="Ada"))
        (seat,) = await plain.found(session, SeatRow, OF_GAME, game=game_id)
        assert (seat.user_id, seat.name, seat.resigned, seat.returning_at) == (7, "Ada", False, None)


async def test_what_a_session_keeps_stays_as_it_was(database: Database) -> None:
    game_id = await stored(database, turn=3)
    raised = update(GameRow).where(col(GameRow.id) == bindparam("game")).values(turn=col(GameRow.turn) + 1)
    async with database.transaction() as session:
        kept = await session.get_one(GameRow, game_id)
        assert (await plain.asked(session, raised, game=game_id)).changed == 1
        assert kept.turn == 3
        (now,) = await plain.found(session, GameRow, select(GameRow))
        assert now.turn == 4


async def test_whatever_has_to_wait_in_a_transaction_that_was_asked_before_can(database: Database) -> None:
    """A savepoint, a record that is not written yet, several rows, and somebody who watches."""
    game_id, watched = await stored(database), list[str]()

    def watch(_connection: Connection, _cursor: object, words: str, *_: object) -> None:
        watched.append(words)

    async def names() -> list[str]:
        return [seat.name for seat in await plain.found(session, SeatRow, OF_GAME, game=game_id)]

    async with database.transaction() as session:
        assert await names() == []
        async with session.begin_nested():
            assert await names() == []
            session.add(SeatRow(game_id=game_id, number=0, user_id=7, name="Ada"))
            assert await names() == ["Ada"]
        await plain.add(session, *(SeatRow(game_id=game_id, number=at, user_id=7 + at, name="Bo") for at in (1, 2)))
        assert await names() == ["Ada", "Bo", "Bo"]
        connection = (await session.connection()).sync_connection
        event.listen(connection, "before_cursor_execute", watch)
        assert await names() == ["Ada", "Bo", "Bo"]
        event.remove(connection, "before_cursor_execute", watch)
    assert len(watched) == 1


async def test_a_session_is_used_again_unless_something_went_wrong_in_it(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as first:
        kept = await first.get_one(GameRow, game_id)
        first.info["left"] = {"message"}
    async with database.transaction() as second:
        assert second is first
        assert "left" not in second.info
        assert kept not in second
    with pytest.raises(RuntimeError):
        async with database.transaction() as third:
            raise RuntimeError("something went wrong")
    assert third is first
    async with database.transaction() as fourth:
        assert fourth is not third


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_sqlite_is_asked_without_detours(database: Database) -> None:
    """Lists, moments, JSON, what is returned and what is counted, as SQLAlchemy itself has it."""
    game_id, later = await stored(database, turn=3), utcnow() + timedelta(hours=1)
    assert await move(database, game_id, 0)
    async with database.transaction() as session:
        await plain.add(session, SeatRow(game_id=game_id, number=0, user_id=7, name="Ada", returning_at=later))
        await outbox.enqueue(session, game_id, 5, "board", {"a": 0})

    async def everything() -> list[object]:
        async with database.transaction() as session:
            await games.hold(session, game_id, game_id + 1)
            await outbox.enqueue(session, game_id, 5, "board", {"a": [1]}, replaces=["board", "none"], nonce="n")
            newest = await outbox.newest(session, game_id, ["board", "none"])
            none = await outbox.newest(session, game_id, [])
            (claimed,) = await outbox.claim(session, now=later)
            advanced = [await games.advance(session, game_id, version, turn=4) for version in (1000, 1)]
            found = await plain.first(session, OutboxRow, select(OutboxRow))
            assert found is not None
            seats = await plain.found(session, SeatRow, OF_GAME, game=game_id)
            log = await moves.log(session, game_id)
            await session.rollback()
        said = claimed.row.model_dump(exclude={"created_at", "next_attempt_at"})
        return [newest, none, said, claimed[1:], advanced, found.payload, seats, log]

    with mock.patch.object(Connection, "execute", side_effect=AssertionError("a detour")):
        quick = await everything()
    watched = list[str]()

    def watch(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        watched.append(statement)

    event.listen(database.engine.sync_engine, "before_cursor_execute", watch)
    assert await everything() == quick
    assert len(watched) > 8


async def test_what_goes_wrong_is_told_in_one_kind_of_error_that_names_no_value(database: Database) -> None:
    game_id = await stored(database)

    async def seat() -> None:
        async with database.transaction() as session:
            await plain.add(session, SeatRow(game_id=game_id, number=0, user_id=7, name="Ada"))

    await seat()
    with pytest.raises(IntegrityError) as twice:
        await seat()
    assert "Ada" not in str(twice.value)
    missing = text("SELECT :value FROM nowhere")
    with pytest.raises(SQLAlchemyError) as fault:
        async with database.reading() as session:
            await plain.asked(session, missing, value="Ada")
    assert "nowhere" in str(fault.value)
    assert "Ada" not in str(fault.value)
    naive = datetime(2026, 1, 1)
    with pytest.raises(StatementError):
        async with database.transaction() as session:
            await outbox.mark_sent(session, 1, now=naive)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_transaction_that_sqlite_has_ended_by_itself_is_lost_as_a_whole(database: Database) -> None:
    game_id = await stored(database)

    async def fill() -> None:
        async with database.transaction() as session:
            assert await games.advance(session, game_id, 0, turn=4)
            pages = (await session.exec(text("PRAGMA page_count"))).scalar_one()  # type: ignore[call-overload]
            await session.exec(text(f"PRAGMA max_page_count = {pages + 1}"))  # type: ignore[call-overload]
            await outbox.enqueue(session, game_id, 5, "board", {"a": "x" * 50_000})
            await outbox.enqueue(session, game_id, 5, "board", {})

    with pytest.raises(SQLAlchemyError, match="full"):
        await fill()
    async with database.reading() as session:
        game = await games.get(session, game_id)
        assert game is not None
        assert (game.version, await outbox.last(session, game_id, "board")) == (0, None)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_what_is_claimed_and_cannot_be_read_is_told_and_not_claimed(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        await outbox.enqueue(session, game_id, 5, "board", {})
        await session.exec(text("UPDATE outbox SET created_at = 'rubbish'"))  # type: ignore[call-overload]

    async def claim() -> None:
        async with database.transaction() as session:
            await outbox.claim(session)

    with pytest.raises(ValueError, match="rubbish"):
        await claim()
    async with database.reading() as session:
        claimed = await plain.asked(session, select(OutboxRow.claimed_until))
        assert [tuple(row) for row in claimed] == [(None,)]


async def test_what_a_statement_asks_for_is_never_forgotten(database: Database) -> None:
    async with database.reading() as session:
        with pytest.raises(StatementError):
            await plain.found(session, SeatRow, OF_GAME)
