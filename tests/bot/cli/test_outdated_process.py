"""A process that still runs when a newer version of the program migrates the tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.cli import schema_watch, startup
from bot.cli.schema_watch import stopped_when_outdated
from bot.cli.startup import stop_signal
from bot.client.portolan import Portolan
from bot.tables import Tables
from storage import migrations, urls
from storage.database import Database
from storage.errors import DatabaseUnusable
from tests.bot.command_line import portolan
from tests.bot.lobbies import on_both, sqlite
from tests.bot.table_commands import played

PATIENCE = 20
NEWER = "UPDATE alembic_version SET version_num = '9999'"
SENTENCE = f"this program is older than the tables (revision {migrations.head()} against 9999)"


@pytest.fixture(autouse=True)
def frequent_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_watch, "LOOK_SECONDS", 0.02)


async def execute(database: Database, *statements: str) -> None:
    async with database.engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


@pytest.fixture
def restored_schema(database_url: str) -> Iterator[None]:
    """Give the database its own schema back after the test, for the tests that use it next."""
    yield
    with migrations.connecting(urls.normalise(database_url)) as connection:
        if inspect(connection).has_table("queue"):
            connection.execute(text("ALTER TABLE queue RENAME TO job"))
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{migrations.head()}'"))


@on_both
@pytest.mark.usefixtures("restored_schema")
async def test_a_process_stops_once_the_tables_are_newer_and_says_so(database: Database) -> None:
    async def run() -> None:
        async with stopped_when_outdated(database):
            with stop_signal() as stopped:
                await stopped.wait()

    running = asyncio.create_task(run())
    await asyncio.sleep(0.2)
    assert not running.done(), "its own tables are fine"
    await execute(database, NEWER)
    with pytest.raises(DatabaseUnusable) as reason:
        await asyncio.wait_for(running, PATIENCE)
    assert str(reason.value).startswith(SENTENCE)


@sqlite
async def test_a_database_out_of_reach_stops_no_process(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_once = asyncio.Event()

    async def fail() -> None:
        looked_once.set()
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(database, "check_revision", fail)
    async with stopped_when_outdated(database):
        with stop_signal() as stop_event:
            await asyncio.wait_for(looked_once.wait(), PATIENCE)
            await asyncio.sleep(0.1)
            assert not stop_event.is_set()


@on_both
@pytest.mark.usefixtures("restored_schema")
async def test_a_move_during_a_migration_fails_as_a_whole_and_can_be_made_again(
    database: Database, tables: Tables
) -> None:
    """The queue has another name in the newer version, so that the move is stored but cannot be announced."""
    table = await played(tables)
    log = await tables.log(table.row.id)
    seat = table.game.to_act[0]
    user = table.user_at(seat)
    assert user is not None
    action = table.game.legal(seat)[0]
    await execute(database, "ALTER TABLE job RENAME TO queue", NEWER)
    with pytest.raises((OperationalError, ProgrammingError)):
        await tables.play.act(table.row.id, user, action)
    await execute(database, "ALTER TABLE queue RENAME TO job")
    assert await tables.log(table.row.id) == log
    assert (await tables.repair.examine(table.row.id)).is_sound
    assert (await tables.play.act(table.row.id, user, action)).row.version == table.row.version + 1


@sqlite
@pytest.mark.usefixtures("clean_place")
def test_the_bot_ends_with_one_line(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def connected(client: Portolan, token: str) -> None:
        with stop_signal() as stopped:
            await execute(client.database, NEWER)
            await asyncio.wait_for(stopped.wait(), PATIENCE)

    monkeypatch.setattr(startup, "until_stopped", connected)
    monkeypatch.setattr(startup, "learn", lambda: None)
    ended = portolan("run", DISCORD_TOKEN="token", DATABASE_URL=database_url, RENDER_PROCESSES="0")
    assert ended.exit_code == 2
    assert f"DATABASE_URL: {SENTENCE}" in ended.stderr.splitlines()[-1]
