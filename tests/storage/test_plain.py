"""Records that no session keeps, and the sessions that are used again."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, update
from sqlmodel import col, select

from storage import games, plain
from storage.database import Database
from storage.models import GameRow, SeatRow
from tests.storage.sample import stored

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
        assert (await plain.asked(session, raised, game=game_id)).rowcount == 1
        assert kept.turn == 3
        (now,) = await plain.found(session, GameRow, select(GameRow))
        assert now.turn == 4


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
