"""Fixtures: databases to test with. What takes ``database`` or ``empty_url`` runs on SQLite and on PostgreSQL.

A test for one of them alone says ``@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)``.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection, Engine, event
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import migrations, people, sqlite, urls
from storage.database import Database
from storage.models import RatingRow, Stored
from storage.results import Ladder
from tests.storage.postgresql import Server, serving

NAMES = [table.name for table in reversed(Stored.metadata.sorted_tables)]
"""Of the tables: those that point at others come first."""
ALONE = """
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
"""Connections that a failed test has left do not hinder the next one."""
EMPTYING = f"""
CREATE FUNCTION emptied() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  {ALONE};
  IF (SELECT sum(pg_relation_size(relid)) FROM pg_stat_user_tables) > {4 << 20} THEN
    TRUNCATE {", ".join(NAMES)} RESTART IDENTITY;
  ELSE
    {"; ".join(f"DELETE FROM {name}" for name in NAMES)};
    PERFORM setval(sequencename::regclass, 1, false) FROM pg_sequences;
  END IF;
END $$
"""
"""Truncating makes every file of a table and its indices anew, which takes ten times as long as deleting a few rows. A
function: what it does is read and planned once, not for each test."""
DROPPED = f"DO $$ BEGIN {ALONE}; DROP SCHEMA public CASCADE; CREATE SCHEMA public; END $$"


HASTY = tuple(pragma.replace("synchronous = FULL", "synchronous = OFF") for pragma in sqlite.PRAGMAS)


class Compiled(dict[Any, Any]):
    """Statements as they are compiled for each kind of database, whichever engine's dialect (the first in a key)
    asks: each test opens a database of its own."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


COMPILED = Compiled()
for mapper in Stored._sa_registry.mappers:
    vars(mapper)["_compiled_cache"] = COMPILED  # of what sessions write; it would keep a hundred for each table


@event.listens_for(Engine, "engine_connect")
def share_compiled(connection: Connection) -> None:
    """Share compiled statements: compiling them for each database would be an eighth of a room's time."""
    connection.execution_options(compiled_cache=COMPILED)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Provide a PostgreSQL server of this test process, with the databases ``empty`` and (migrated) ``portolan``."""
    with serving() as server:
        server.run("CREATE DATABASE empty")
        server.run("CREATE DATABASE portolan")
        migrations.upgrade(urls.normalise(server.url("portolan")))
        server.run(EMPTYING, "portolan")
        yield server


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a migrated SQLite file, to be copied."""
    file = tmp_path_factory.mktemp("template") / "template.db"
    migrations.upgrade(urls.normalise(f"sqlite:///{file}"))
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def backend(request: pytest.FixtureRequest) -> str:
    """Return the database of this test."""
    return str(request.param)


@pytest.fixture
def empty_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database without tables."""
    if backend == "sqlite":
        return f"sqlite:///{tmp_path / 'empty.db'}"
    server: Server = request.getfixturevalue("postgresql")
    server.run(DROPPED, "empty")
    return server.url("empty")


@pytest.fixture
def database_url(backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database with empty tables."""
    if backend == "sqlite":
        file = tmp_path / "portolan.db"
        shutil.copy(request.getfixturevalue("sqlite_template"), file)
        return f"sqlite:///{file}"
    server: Server = request.getfixturevalue("postgresql")
    server.again("SELECT emptied()", "portolan")
    if "database" not in request.fixturenames:
        server.close()  # who opens it by itself may ask whether anybody else is connected
    return server.url("portolan")


@pytest.fixture
async def database(database_url: str, backend: str, request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """Provide an open database with empty tables.

    It does not wait for the disk, since nothing tested on it need survive a power cut. The connection that has emptied
    it counts as one of its own.
    """
    with mock.patch.object(sqlite, "PRAGMAS", HASTY):
        opened = Database.open(database_url)
    if backend == "postgresql":
        request.getfixturevalue("postgresql").again(f"SET application_name = '{opened.name}'", "portolan")
    async with opened:
        yield opened


async def locale_of(session: AsyncSession, user_id: int) -> str | None:
    """Return the language a person has chosen; None: what Discord says."""
    known = await people.user(session, user_id)
    return known.locale if known else None


async def ratings(session: AsyncSession, ladder: Ladder) -> Sequence[RatingRow]:
    """Return the ratings of all players of a ladder, including computers."""
    query = select(RatingRow).filter_by(**ladder._asdict()).execution_options(populate_existing=True)
    return (await session.exec(query)).all()
