"""Schema changes, by Alembic, from inside the package.

Start-up upgrades by itself. Alembic's command line, without an ini file (without ``-x url=`` the URL is the environment
variable ``DATABASE_URL``):

    python -m storage.migrations -x url=sqlite:///var/portolan.db current
    python -m storage.migrations -x url=sqlite:///var/portolan.db revision --autogenerate --rev-id 0003 -m "its title"

Alembic takes eleven MiB for as long as the process lives: it is imported only where something is to be changed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from storage import sqlite, urls
from storage.errors import PRIVATE, DatabaseUnusable, conceal

if TYPE_CHECKING:
    from alembic.config import Config

_POSTGRESQL_LOCK = 0x706F72746F6C616E
"""The number of the advisory lock that lets one process migrate at a time ("portolan" in ASCII)."""

REVISION = "SELECT version_num FROM alembic_version"
"""The query for the revision of the tables."""

_ALEMBIC = threading.Lock()
"""Alembic keeps the running migration in module globals: one at a time in a process."""


def configuration() -> Config:
    """Alembic's configuration, as an ini file would have given it."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return config


def upgrade(url: URL, revision: str = "head") -> None:
    """Brings the database to ``revision`` in one transaction; on an error nothing has changed. Blocks.

    Raises DatabaseUnusable when a newer version of this program has changed the tables.
    """
    from alembic import command

    with _ALEMBIC, connecting(url) as connection:
        refuse_newer(_revision(connection))
        config = configuration()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def refuse_newer(stored: str | None) -> None:
    """Raise DatabaseUnusable if a revision is newer than those that this program knows."""
    if stored is not None and stored > head():
        raise DatabaseUnusable(_too_old(stored))


def head() -> str:
    """Return the newest revision that this program knows."""
    return max(path.name[:4] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py"))


def difference(stored: str | None) -> str | None:
    """Return what to say of tables that are at another revision than this program; None if they are at the same."""
    if stored == head():
        return None
    if stored is not None and stored > head():
        return _too_old(stored)
    return (
        f"the tables are older than this program (revision {stored or 'none'} against {head()}); "
        "`portolan migrate` brings them up to date"
    )


def _too_old(stored: str) -> str:
    return (
        f"this program is older than the tables (revision {head()} against {stored}); install the version of Portolan "
        "that changed them, or restore a backup from before"
    )


def revision(url: URL) -> str | None:
    """Return the revision of the database, None if it has no tables. Blocks, and changes nothing."""
    engine = create_engine(urls.blocking(url), poolclass=NullPool, **PRIVATE)
    with engine.connect() as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.exec_driver_sql(REVISION).scalar()


@contextmanager
def connecting(url: URL) -> Iterator[Connection]:
    """Open a transaction that may change the schema; only one at a time, among all processes."""
    engine = create_engine(urls.blocking(url), poolclass=NullPool, **PRIVATE)
    if engine.dialect.name == "sqlite":
        # Rebuilding a table drops the old one, which with foreign keys on would delete the rows that refer to it.
        sqlite.prepare(engine, foreign_keys=False)
        with engine.begin() as connection:
            yield connection
            _refuse_orphans(connection)
    else:
        conceal(engine)
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _POSTGRESQL_LOCK})
            yield connection


def _refuse_orphans(connection: Connection) -> None:
    orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if orphans:
        tables = ", ".join(sorted({str(row[0]) for row in orphans}))
        raise RuntimeError(f"{len(orphans)} rows of {tables} would belong to no game; nothing has been changed")
