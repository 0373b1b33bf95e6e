"""Backup of the whole database while it is in use, and restoring. A backup is one SQLite file for both databases.

SQLite is copied by its own backup function, PostgreSQL row by row from one snapshot. A backup can be restored into
either, so it also serves to move from one database to the other. All functions block.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Table, create_engine, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from storage import migrations, postgresql, urls
from storage.errors import PRIVATE, DatabaseUnreachable
from storage.models import Kept, Stored
from storage.ownership import give_to_owner_of, make_private_folder, resemble

NAME = "portolan-{:%Y%m%d-%H%M%S}.backup"
"""File name of a backup, with the moment in UTC, so that sorting by name sorts by age."""
PATTERN = "portolan-[0-9]*.backup"
"""Pattern of the file names of finished backups."""
REPLACED_SUFFIX = ".replaced"
"""Suffix under which restoring keeps the former SQLite file; if the name is taken, a number follows."""
STEP = 500
"""Number of rows that are copied at once."""
OWN = "portolan restore"
"""Application name by which PostgreSQL tells the connections of this process from others."""


class Unrestorable(Exception):
    """A backup cannot be restored, or not into this database; the text gives the reason in one line."""


@dataclass(frozen=True)
class Restored:
    """The result of restoring a backup."""

    games: int
    """Number of games in the database now."""
    kept: Path | None
    """The former SQLite file under its new name; None: there was none, or the database is PostgreSQL."""


def copies(folder: Path) -> list[Path]:
    """Return the finished backups in a folder, oldest first; none if there is no such folder."""
    return sorted(folder.glob(PATTERN))


def moment(copy: Path) -> datetime | None:
    """Return the moment at which a backup was made according to its name; None for any other file name."""
    with suppress(ValueError):
        return datetime.strptime(copy.name, "portolan-%Y%m%d-%H%M%S.backup").replace(tzinfo=UTC)
    return None


def newest_moment(folder: Path) -> datetime | None:
    """Return the moment of the newest backup in a folder; None if there is none."""
    return max(filter(None, map(moment, copies(folder))), default=None)


def back_up(url: str, folder: Path, keep: int) -> Path:
    """Make a backup in ``folder``, readable only by its owner, and delete all but the newest ``keep`` backups.

    The file gets its final name when it is complete, checked and written to the disk.

    Raises:
        DatabaseUnreachable: the database cannot be read, or the backup is damaged.
        OSError: the backup cannot be written.
    """
    address = urls.normalise(url)
    try:
        _require_source(address)
    except SQLAlchemyError as fault:
        raise urls.unreachable(address, fault) from fault
    make_private_folder(folder)
    target = folder / NAME.format(datetime.now(UTC))
    with _unfinished(target) as part:
        try:
            _copy(address, part)
            examine(part)
        except (SQLAlchemyError, sqlite3.Error) as fault:
            raise urls.unreachable(address, fault) from fault
        except Unrestorable as fault:
            raise DatabaseUnreachable(f"the copy is not sound, and was not kept: {fault}") from fault
    for old in copies(folder)[: -max(keep, 1)]:
        old.unlink(missing_ok=True)
    return target


def examine(copy: Path) -> str:
    """Check a backup and return its schema revision. Raises Unrestorable if it is damaged or too new."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise Unrestorable(f"{copy} is damaged: {verdict}")
            if orphans := connection.execute("PRAGMA foreign_key_check").fetchall():
                raise Unrestorable(f"{copy} is damaged: {len(orphans)} rows of {orphans[0][0]} belong to nothing")
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError) as fault:
        raise Unrestorable(f"{copy} is no backup of Portolan: {fault}") from fault
    if revision > migrations.head():  # revisions are four digits, so they sort as text
        raise Unrestorable(f"{copy} is of a newer version of Portolan (revision {revision} of the tables)")
    return str(revision)


def restore(url: str, copy: Path, *, replace: bool = False, forget: str = "") -> Restored:
    """Fill the database from a backup and migrate it to the present schema.

    Args:
        url: the database.
        copy: the backup.
        replace: True to replace a database that is not empty. A former SQLite file is kept under another name.
        forget: part of the names of remembered values (``storage.named_values``) that are not restored, because they
            describe a state outside of the database, which has changed since the backup; empty: none.

    Raises:
        Unrestorable: the backup cannot be restored; nothing has changed.
        DatabaseUnreachable: the database cannot be used; nothing has changed.
    """
    address = urls.normalise(url)
    examine(copy)
    try:
        if address.get_backend_name() == "sqlite":
            return _restore_file(address, copy, forget, replace=replace)
        return Restored(_restore_rows(address, copy, forget, replace=replace), None)
    except (SQLAlchemyError, sqlite3.Error, OSError) as fault:
        raise urls.unreachable(address, fault) from fault


def _require_source(address: URL) -> None:
    """Raise DatabaseUnreachable unless the database exists and has the schema of this version."""
    if address.get_backend_name() == "sqlite":
        if not Path(address.database or "").exists():
            raise DatabaseUnreachable(f"there is no file {address.database}")
        # A file of an earlier version is copied as it is: `restore` migrates the copy.
    elif difference := migrations.difference(migrations.revision(address)):
        raise DatabaseUnreachable(difference)


def _copy(address: URL, part: Path) -> None:
    """Copy all rows into the file ``part``."""
    if address.get_backend_name() == "sqlite":
        _copy_file(address.database or "", part)
        with closing(sqlite3.connect(part)) as destination:
            destination.execute("PRAGMA journal_mode = DELETE")  # without a write-ahead log in a second file
        return
    file = URL.create(urls.SQLITE, database=str(part))
    migrations.upgrade(file)
    with (
        _connected(address, **postgresql.SNAPSHOT) as source,
        _connected(file) as destination,
    ):
        _copy_rows(source, destination)
        destination.commit()
        destination.exec_driver_sql("PRAGMA journal_mode = DELETE")


def _copy_file(source_file: str | Path, target: Path) -> None:
    """Copy an SQLite file that may be in use, by SQLite's own backup function."""
    with closing(sqlite3.connect(source_file)) as source, closing(sqlite3.connect(target)) as destination:
        source.backup(destination)


def _copy_rows(source: Connection, destination: Connection) -> None:
    """Copy all rows and counters. The tables are emptied first, as migrations may have inserted rows."""
    tables = Stored.metadata.sorted_tables
    for table in reversed(tables):
        destination.execute(table.delete())
    for table in tables:
        rows_of_table = source.execution_options(yield_per=STEP).execute(select(table))
        for rows in rows_of_table.mappings().partitions():
            destination.execute(table.insert(), [dict(row) for row in rows])
        if table.name in COUNTED:
            _set_counter(destination, table, _counter(source, table))


COUNTED = [table.name for table in Stored.metadata.sorted_tables if table.dialect_options["sqlite"]["autoincrement"]]
"""Names of tables that never give an id twice, even if the row with the highest one was deleted."""


def _counter(connection: Connection, table: Table) -> int:
    """Return the highest id that a table has ever given to a row."""
    if connection.dialect.name == "sqlite":
        statement = text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = :name")
        return int(connection.execute(statement, {"name": table.name}).scalar_one())
    # Before the first id, the sequence has the value 1 and was not called.
    last_value, is_called = connection.exec_driver_sql(f"SELECT last_value, is_called FROM {table.name}_id_seq").one()
    return int(last_value) if is_called else 0


def _set_counter(connection: Connection, table: Table, number: int) -> None:
    """Set the highest id that a table has ever given to a row; 0: none."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        statement = "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"
        connection.execute(text(statement), {"name": table.name, "number": number})
    else:
        statement = f"SELECT setval('{table.name}_id_seq', :number, :called)"
        connection.execute(text(statement), {"number": max(number, 1), "called": number > 0})


def _restore_file(address: URL, copy: Path, forget: str, *, replace: bool) -> Restored:
    """Put a migrated copy of a backup in the place of an SQLite file, as ``restore`` says."""
    target = Path(address.database or "")
    make_private_folder(target.parent)
    if target.exists() and target.stat().st_size:
        if not replace:
            raise Unrestorable(f"{target} exists; --yes puts the backup in its place and keeps it beside it")
        _need_nobody_else(target)
    former_file = _beside(target) if target.exists() else None
    with _unfinished(target, kept_as=former_file) as part:
        _copy_file(copy, part)
        file = URL.create(urls.SQLITE, database=str(part))
        migrations.upgrade(file)
        with _connected(file) as connection:
            games = _games(connection)
            _forget(connection, forget)
            connection.commit()
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
        # SQLite would apply the write-ahead log of the replaced file to the new one and damage it.
        for suffix in ("-wal", "-shm"):
            Path(f"{target}{suffix}").unlink(missing_ok=True)
    return Restored(games, former_file)


def _beside(target: Path) -> Path:
    """Return an unused file name in the same folder, under which the former file is kept."""
    endings = chain([""], (f"-{number}" for number in count(2)))
    names = (target.with_name(f"{target.name}{REPLACED_SUFFIX}{ending}") for ending in endings)
    return next(name for name in names if not name.exists())


def _need_nobody_else(file: Path) -> None:
    """Raise Unrestorable while a bot has the file open; otherwise merge its write-ahead log into it."""
    with closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.OperationalError as fault:
            raise Unrestorable(f"{file} is in use; stop the bot first") from fault
        except sqlite3.DatabaseError:
            return  # the file is damaged, which may be the reason for restoring a backup


def _restore_rows(address: URL, copy: Path, forget: str, *, replace: bool) -> int:
    """Replace all rows of a PostgreSQL database by those of a backup, and return the number of games."""
    with tempfile.TemporaryDirectory(prefix="portolan-") as folder:
        # The backup itself stays as it is: a copy of it is migrated.
        migrated = Path(folder) / "copy"
        _copy_file(copy, migrated)
        file = URL.create(urls.SQLITE, database=str(migrated))
        migrations.upgrade(file)
        with _connected(address) as destination:
            others = destination.execute(text(postgresql.COUNT_OTHERS), {"own": OWN}).scalar_one()
            if others:
                raise Unrestorable("other programs are connected to the database; stop the bots first")
            present_games = _games(destination) if inspect(destination).has_table("game") else 0
        if present_games and not replace:
            raise Unrestorable(f"the database has {present_games} tables of games; --yes deletes them")
        migrations.upgrade(address)
        with _connected(file) as source, _connected(address) as destination:
            _copy_rows(source, destination)
            games = _games(destination)
            _forget(destination, forget)
            destination.commit()
    return games


def _forget(connection: Connection, part: str) -> None:
    """Delete remembered values whose names contain ``part``."""
    table = Stored.metadata.tables[str(Kept.__tablename__)]
    if part:
        connection.execute(table.delete().where(table.c.name.contains(part, autoescape=True)))


def _games(connection: Connection) -> int:
    """Return the number of games in a database."""
    table = Stored.metadata.tables["game"]
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


@contextmanager
def _connected(address: URL, **options: Any) -> Iterator[Connection]:
    """Yield a connection with these execution options of SQLAlchemy."""
    connect_args = {} if address.get_backend_name() == "sqlite" else postgresql.engine_options(OWN)["connect_args"]
    engine = create_engine(urls.blocking(address), poolclass=NullPool, connect_args=connect_args, **PRIVATE)
    with engine.connect().execution_options(**options) as connection:
        yield connection


@contextmanager
def _unfinished(target: Path, kept_as: Path | None = None) -> Iterator[Path]:
    """Yield a private file that replaces ``target`` if the block ends without an error; else it is deleted.

    The file gets owner and mode of the replaced file, or else the owner of the folder.

    Args:
        target: the final name.
        kept_as: the name under which the replaced file is kept; None: it is overwritten.
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        if target.exists():
            resemble(part, target)
        else:
            give_to_owner_of(part, target.parent)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        if kept_as is not None and target.exists():
            os.replace(target, kept_as)
        os.replace(part, target)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{name}{suffix}").unlink(missing_ok=True)
