"""Statements that every click makes, without what the session does for rows that it keeps: that takes twice as long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar
from weakref import WeakSet

from sqlalchemy import Connection, Executable, Insert, Table, insert
from sqlalchemy import inspect as mapper_of
from sqlalchemy.orm import InstanceState, Session, SessionTransaction
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Stored
from storage.prepared import Answer, Prepared

Record = TypeVar("Record", bound=Stored)
Done = TypeVar("Done")

_PREPARED: dict[Executable, Prepared] = {}
"""For SQLite. Statements that are asked here are made once, and so few."""
_ASKED: WeakSet[SessionTransaction | None] = WeakSet()
"""In which SQLite has been asked; each has its connection."""


def columns_of(kind: type[Stored]) -> Table:
    """The table itself, for statements that name columns and fill no records."""
    table = mapper_of(kind).local_table
    assert isinstance(table, Table)
    return table


async def add(session: AsyncSession, *rows: Stored) -> None:
    """Writes new rows of one table at once. Of a single one the number that the database gives it is set. The session
    does not keep them: what changes in them later is not stored. Raises IntegrityError; the transaction is lost then.
    """
    if len(rows) > 1:
        await session.run_sync(_write, rows)
    elif rows:
        await _done(session, _write, rows)


async def found(session: AsyncSession, kind: type[Record], statement: Executable, /, **given: Any) -> list[Record]:
    """The whole records of one table that a statement selects or returns, as they are now in the database. The session
    does not keep them: what changes in them later is not stored."""
    return await _done(session, _find, kind, statement, given)


async def first(session: AsyncSession, kind: type[Record], statement: Executable, /, **given: Any) -> Record | None:
    """The first of them; None: there is none."""
    records = await found(session, kind, statement, **given)
    return records[0] if records else None


async def asked(session: AsyncSession, statement: Executable, /, **given: Any) -> Answer:
    """What a statement answers, column by column. Records that the session keeps stay as they were."""
    return await _done(session, _ask, statement, given)


async def _done(session: AsyncSession, work: Callable[..., Done], *args: Any) -> Done:
    """What ``work`` makes of the session with one statement. Where SQLite has been asked before in the same
    transaction, nothing is waited for, and it is done without the greenlet that could wait."""
    own = session.sync_session
    asked_before = own.get_transaction() in _ASKED and not own.in_nested_transaction()
    if asked_before and own._is_clean() and _quick(own.connection()):
        return work(own, *args)
    return await session.run_sync(work, *args)


def _ask(session: Session, statement: Executable, given: dict[str, Any]) -> Answer:
    session.flush()  # what is asked about may not be written yet
    connection = session.connection()
    if _quick(connection):
        _ASKED.add(session.get_transaction())
        return _prepared(statement, connection).execute(_driver(connection), given)
    answer = connection.execute(statement, given)
    if answer.returns_rows:
        return Answer(tuple(answer.keys()), answer.all(), answer.rowcount)
    return Answer((), (), answer.rowcount)


def _quick(connection: Connection) -> bool:
    """Whether SQLite's driver is asked itself. Who watches statements is told of them by SQLAlchemy alone."""
    return connection.dialect.name == "sqlite" and not connection.dispatch.before_cursor_execute


def _driver(connection: Connection) -> Any:
    return connection.connection.dbapi_connection


def _prepared(statement: Executable, connection: Connection, columns: tuple[str, ...] | None = None) -> Prepared:
    found = _PREPARED.get(statement)
    if found is None:
        found = _PREPARED[statement] = Prepared(statement, connection.dialect, columns)
    return found


def _find(session: Session, kind: type[Record], statement: Executable, given: dict[str, Any]) -> list[Record]:
    answer = _ask(session, statement, given)
    return [record(kind, answer.names, row) for row in answer.rows]


def record(kind: type[Record], names: Iterable[str], values: Iterable[Any]) -> Record:
    """A record of what the database has answered, which is not checked once more; no session keeps it."""
    made: Record = _maker(kind)()
    made.__dict__.update(zip(names, values, strict=True))
    return made


@cache
def _maker(kind: type[Record]) -> Callable[[], Record]:
    """Makes a record without values. SQLAlchemy's note is put into it: if it were set, it would be checked as values
    are."""
    manager = mapper_of(kind).class_manager

    def made() -> Record:
        record: Record = kind.__new__(kind)
        record.__dict__[manager.STATE_ATTR] = InstanceState(record, manager)
        return record

    return made


def _write(session: Session, rows: tuple[Stored, ...]) -> None:
    statement, names, numbered = _inserting(type(rows[0]))
    session.flush()  # what they refer to may not be written yet
    number = _written(session.connection(), statement, [{name: getattr(row, name) for name in names} for row in rows])
    if numbered and len(rows) == 1:
        setattr(rows[0], numbered, number)


def _written(connection: Connection, statement: Insert, rows: list[dict[str, Any]]) -> int | None:
    """Writes rows; the number of a single one, if it has one."""
    if len(rows) == 1 and _quick(connection):
        return _prepared(statement, connection, tuple(rows[0])).execute(_driver(connection), rows[0]).number
    written = connection.execute(statement, rows)
    return written.inserted_primary_key[0] if len(rows) == 1 and written.inserted_primary_key else None


@cache
def _inserting(kind: type[Stored]) -> tuple[Insert, tuple[str, ...], str | None]:
    """The statement, the columns that are given, and the one that the database fills."""
    table = columns_of(kind)
    own = table.autoincrement_column
    names = tuple(column.name for column in table.columns if column is not own)
    return insert(table), names, None if own is None else own.name
