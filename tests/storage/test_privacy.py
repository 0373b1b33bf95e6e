"""What is secret stays in the database: no error names a value, and nobody else reads the file."""

from __future__ import annotations

import logging
import os
import stat
import traceback
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from storage import (
    avoidance_lists,
    clicks,
    games,
    jobs,
    moves,
    named_values,
    notification_times,
    people,
    plans,
    results,
    votes,
)
from storage.columns import LenientJson, UtcDateTime, utcnow
from storage.database import Database
from storage.models import ClickRow, JobRow, MoveRow, OutcomeRow, RatingRow, ResultRow, SeatRow, Stored, VoteRow
from tests.storage.sample import a_game, stored

SECRET = "5ec2e7" * 5


async def write(database: Database, table: str, game_id: int) -> None:
    """Try to store a secret in a table."""
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
            case "job":
                await jobs.enqueue(session, game_id, 1, "turn", {"hand": SECRET}, nonce=SECRET[:25])
                await jobs.schedule(session, game_id, jobs.Kind.COMPUTERS, payload={"hand": SECRET})
            case "result":
                session.add(ResultRow(game_id=game_id, seat=0, name=SECRET, total=1, rank=1, sources={SECRET: 1}))
            case "outcome":
                session.add(OutcomeRow(game_id=game_id, key="macao", seats=2, rules_version=1, how=SECRET[:16]))
            case "rating":
                ladder = results.Ladder(1, "macao", 2)
                stand = RatingRow(**ladder._asdict(), user_id=1, mu=25, sigma=8, games=1, at=utcnow(), game_id=game_id)
                stand.computer = SECRET[:32]
                await results.put_ratings(session, ladder, [stand], all=False)
            case "guild":
                await people.set_guild_locale(session, 1, SECRET[:16])
            case "person":
                await people.set_user_locale(session, 1, SECRET[:16])
                await people.change_settings(session, 1, lambda _: {"zone": SECRET})
            case "vote":
                await votes.open_vote(
                    session, VoteRow(game_id=game_id, kind="end", seat=0, version=0, data={"hand": SECRET}, agreed=[0])
                )
            case "plan":
                await plans.write(session, game_id, 1, 0, {"hand": SECRET})
            case "called":
                await notification_times.note(session, game_id, SECRET[:16], [1])
            case "avoided":
                await avoidance_lists.add(session, 1, 2, SECRET)
            case "kept":
                await named_values.claim(session, SECRET, SECRET, timedelta(seconds=1))
        await session.flush()


@pytest.mark.parametrize("table", sorted(Stored.metadata.tables))
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


def filled(table: sqlalchemy.Table) -> dict[str, Any]:
    """Return a row that has the secret wherever there is room for it."""
    now = utcnow()
    kinds: list[tuple[type[Any], Callable[[Any], Any]]] = [
        (sqlalchemy.Enum, lambda kind: kind.enums[0]),
        (sqlalchemy.String, lambda kind: SECRET[: kind.length]),
        (sqlalchemy.JSON, lambda kind: {"deck": SECRET}),
        (LenientJson, lambda kind: {"deck": SECRET}),
        (UtcDateTime, lambda kind: now),
        (sqlalchemy.Boolean, lambda kind: False),
        (sqlalchemy.Integer, lambda kind: 1),
        (sqlalchemy.Double, lambda kind: 1.0),
    ]
    return {
        column.name: next(make(column.type) for kind, make in kinds if isinstance(column.type, kind))
        for column in table.columns
    }


async def insert(database: Database, table: sqlalchemy.Table, *rows: dict[str, Any]) -> None:
    async with database.transaction() as session:
        connection = await session.connection()
        for row in rows:
            await connection.execute(table.insert(), row)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        pytest.param(name, wrong, marks=[pytest.mark.proof] if (number + place) % 4 > 1 else [])
        for number, name in enumerate(sorted(Stored.metadata.tables))
        for place, wrong in enumerate(("twice", "nothing in a column", "what is no text", "too long"))
    ],
)
async def test_a_refused_row_is_named_nowhere(
    database: Database, name: str, wrong: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Stored.metadata.tables[name]
    if name != "game":
        await insert(database, Stored.metadata.tables["game"], filled(Stored.metadata.tables["game"]))
    row = filled(table)
    json = (sqlalchemy.JSON, LenientJson)  # of which nothing is something: null
    plain = [column for column in table.columns if not (column.primary_key or isinstance(column.type, json))]
    needed = next(column.name for column in plain if not column.nullable)
    words = next((column.name for column in table.columns if isinstance(column.type, sqlalchemy.String)), needed)
    rows = {
        "twice": [row, row],
        "nothing in a column": [row | {needed: None}],
        "what is no text": [row | {words: SECRET + "\x00", needed: None}],
        "too long": [row | {words: SECRET * 20, needed: None}],
    }[wrong]
    with caplog.at_level(logging.DEBUG), pytest.raises(SQLAlchemyError) as failed:
        await insert(database, table, *rows)
    logging.getLogger("test").error("it failed: %s", failed.value, exc_info=failed.value)
    printed = "".join(traceback.format_exception(failed.value))
    assert "it failed" in caplog.text
    for shown in (caplog.text, str(failed.value), repr(failed.value), printed):
        assert SECRET[:16] not in shown


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_what_is_wrong_is_still_said(database: Database) -> None:
    await stored(database)
    with pytest.raises(IntegrityError) as failed:
        await insert(database, Stored.metadata.tables["guild"], {"guild_id": 1}, {"guild_id": 1})
    assert str(failed.value.orig) == 'duplicate key value violates unique constraint "pk_guild" [23505]'
    assert str(failed.value).startswith(
        f"(psycopg.errors.UniqueViolation) {failed.value.orig}\n[SQL: INSERT INTO guild"
    )


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_a_value_within_the_complaint_itself_is_cut_off(database: Database) -> None:
    async with database.reading() as session:
        with pytest.raises(SQLAlchemyError) as failed:
            await (await session.connection()).exec_driver_sql("SELECT CAST(%s AS integer)", (SECRET,))
    assert "invalid input syntax for type integer [22P02]" in str(failed.value)
    assert SECRET not in "".join(traceback.format_exception(failed.value))


def test_every_table_is_written_to() -> None:
    assert set(Stored.metadata.tables) == {
        *("game", "seat", "click", "move", "job", "result", "guild", "person", "kept", "vote"),
        *("plan", "called", "outcome", "rating", "avoided"),
    }
    assert JobRow.__tablename__ == "job"


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_new_file_and_its_folder_are_for_nobody_else(backend: str, tmp_path: Path) -> None:
    file = tmp_path / "var" / "portolan.db"
    before = os.umask(0o022)
    try:
        async with Database.open(f"sqlite:///{file}") as database:
            await database.migrate()
            await stored(database)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert set(modes) >= {"portolan.db"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
