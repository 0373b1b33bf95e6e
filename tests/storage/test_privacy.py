"""What is secret stays in the database: no error names a value, and nobody else reads the file."""

from __future__ import annotations

import logging
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from storage import clicks, games, kept, moves, outbox, people, results
from storage.database import Database
from storage.models import ClickRow, MoveRow, OutboxRow, ResultRow, SeatRow, Table
from tests.storage.sample import a_game, stored

SECRET = "5ec2e7" * 5


async def write(database: Database, table: str, game_id: int) -> None:
    """Tries to store a secret in a table."""
    async with database.transaction() as session:
        match table:
            case "game":
                await games.create(session, a_game(channel_id=77, seed=SECRET, secret=SECRET, state={"deck": SECRET}))
                await games.advance(session, game_id, 0, state={"deck": SECRET})
            case "seat":
                session.add(SeatRow(game_id=game_id, number=0, name=SECRET))
            case "click":
                click = ClickRow(game_id=game_id, number=0, interaction_id=1, what="join", text=SECRET)
                await clicks.add(session, click, SECRET)
            case "move":
                await moves.record(session, MoveRow(game_id=game_id, version=1, seat=0, words=SECRET))
            case "outbox":
                await outbox.enqueue(session, game_id, 1, "turn", {"hand": SECRET}, nonce=SECRET[:25])
            case "result":
                await results.record(
                    session, [ResultRow(game_id=game_id, seat=0, name=SECRET, total=1, rank=1, sources={SECRET: 1})]
                )
            case "guild":
                await people.set_guild_locale(session, 1, SECRET[:16])
            case "person":
                await people.set_user_locale(session, 1, SECRET[:16])
            case "kept":
                await kept.claim(session, SECRET, SECRET, timedelta(seconds=1))
        await session.flush()


@pytest.mark.parametrize("table", sorted(Table.metadata.tables))
async def test_a_write_that_fails_tells_nothing_of_what_was_to_be_written(
    database: Database, table: str, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        connection = await session.connection()
        await connection.execute(text(f'ALTER TABLE "{table}" RENAME TO hidden'))
    try:
        with caplog.at_level(logging.DEBUG), pytest.raises(SQLAlchemyError) as failed:
            await write(database, table, game_id)
        logging.getLogger("test").error("it failed", exc_info=failed.value)
        assert "it failed" in caplog.text
        assert SECRET[:16] not in caplog.text
        assert SECRET[:16] not in str(failed.value)
    finally:
        async with database.transaction() as session:
            connection = await session.connection()
            await connection.execute(text(f'ALTER TABLE hidden RENAME TO "{table}"'))


def test_every_table_is_written_to() -> None:
    assert set(Table.metadata.tables) == {
        *("game", "seat", "click", "move", "outbox", "result", "guild", "person", "kept")
    }
    assert OutboxRow.__tablename__ == "outbox"


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_new_file_and_its_folder_are_for_nobody_else(backend: str, tmp_path: Path) -> None:
    file = tmp_path / "var" / "portolan.db"
    before = os.umask(0o022)
    try:
        async with Database.open(f"sqlite:///{file}") as database:
            await database.migrate()
            await stored(database)
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert set(modes) >= {"portolan.db"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
