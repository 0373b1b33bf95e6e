"""Database URLs: choice of the driver, and one-line error messages without the password."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from storage.errors import DatabaseUnreachable, DatabaseUnusable
from storage.ownership import give_to_owner_of, make_private_folder

POSTGRESQL = "postgresql+psycopg"
SQLITE = "sqlite+aiosqlite"
SQLITE_BLOCKING = "sqlite+pysqlite"

_DRIVERS = {"sqlite": SQLITE, "postgresql": POSTGRESQL, "postgres": POSTGRESQL}
_LONGEST_REASON = 300
LASTING = (
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
)
"""Errors of SQLite that do not pass by waiting: the file is no database, is damaged, or may not be used."""


def normalise(url: str) -> URL:
    """Return a URL with our driver, for ``sqlite:///path``, ``postgresql://...`` or ``postgres://...``.

    Raises DatabaseUnusable for anything else, and for SQLite without a file, as its data would be lost at once.
    """
    address = url.partition("://")[2].partition("?")[0]
    if address.count("@") > 1:  # a part of the password would be taken for the host and appear in error messages
        raise DatabaseUnusable(
            "the database URL has more than one @: in a password write @ as %40, / as %2F, : as %3A and % as %25"
        )
    try:
        parsed = make_url(url)
        kind = parsed.get_backend_name()
    except (ArgumentError, ValueError):
        raise DatabaseUnusable(
            "the database URL cannot be understood; write sqlite:///path/to/file or postgresql://user@host/name"
        ) from None
    if kind not in _DRIVERS:
        raise DatabaseUnusable(f"no database of the kind {kind!r} is known; use sqlite or postgresql")
    if kind == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise DatabaseUnusable("SQLite needs a file: sqlite:///path/to/file")
    return parsed.set(drivername=_DRIVERS[kind])


def blocking(url: URL) -> URL:
    """Return the URL of the same database with a blocking driver, for migrations."""
    return url.set(drivername=SQLITE_BLOCKING) if url.drivername == SQLITE else url


def make_private(url: URL) -> None:
    """Create a SQLite file and its folder, readable only by their owner; an existing file stays as it is.

    Raises DatabaseUnusable if the folder cannot be made.
    """
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name.startswith("file:"):
        return
    try:
        make_private_folder(Path(name).parent)
    except OSError as fault:
        raise DatabaseUnusable(f"the folder of {name} cannot be made: {fault.strerror}") from fault
    with suppress(OSError):  # a file that cannot be used is reported when it is opened
        os.close(os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        give_to_owner_of(Path(name), Path(name).parent)


def unreachable(url: URL, fault: Exception) -> DatabaseUnreachable:
    """Return an error for ``fault`` whose text is one line without the password.

    It is a DatabaseUnusable if waiting does not help: the file is no database, is damaged or may not be written.
    """
    original = fault.orig if isinstance(fault, DBAPIError) and fault.orig is not None else fault
    # The low byte is the kind of error; the other bytes give details.
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF
    kind = DatabaseUnusable if code in LASTING or isinstance(original, PermissionError) else DatabaseUnreachable
    lines = [line.strip() for line in str(original).splitlines() if line.strip()] or [type(original).__name__]
    reason = lines[0].removeprefix("connection failed: ")
    if url.password:
        reason = reason.replace(str(url.password), "***")
    displayed_url = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    return kind(f"{displayed_url}: {reason[:_LONGEST_REASON]}")
