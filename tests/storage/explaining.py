"""How statements are answered: which tables the database reads from end to end, and which functions asked."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from inspect import iscoroutinefunction
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.database import Database
from storage.models import Stored

Asks = Callable[[AsyncSession], Awaitable[object]]

PARTIAL = {
    str(index.name)
    for table in Stored.metadata.tables.values()
    for index in table.indexes
    if index.dialect_kwargs.get("postgresql_where") is not None
}
"""Indexes of few rows, made to be gone through."""
SCAN = re.compile(
    r"Seq Scan on (?P<table>\w+)"
    r"|Index (?:Only )?Scan (?:Backward )?using (?P<without>\w+) on (?P<indexed>\w+)(?![^>]*Index Cond)"
    r"|^SCAN (?P<scanned>\w+)(?: USING (?:COVERING )?INDEX (?P<through>\w+))?"
    r"|^SEARCH (?P<open>game) USING (?:COVERING )?INDEX ix_game_status \(status=\?\)$",
    re.MULTILINE,
)


async def fill(database: Database, rows: Mapping[type[Stored], Sequence[Mapping[str, Any]]]) -> None:
    """Store many rows, and let the database count them."""
    async with database.engine.begin() as connection:
        for table, values in rows.items():
            await connection.execute(insert(table), values)
    if database.url.get_backend_name() == "postgresql":  # as PostgreSQL does by itself, not in a transaction
        async with database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            await connection.execute(text("VACUUM ANALYZE"))


def read_whole(plan: str, large: Collection[str]) -> list[str]:
    """Return those of the large tables that a plan reads from end to end, even if in the order of an index."""
    tables = set()
    for scan in SCAN.finditer(plan):
        if not {scan["without"], scan["through"]} & PARTIAL:
            tables.add(re.sub(r"_\d+$", "", scan["table"] or scan["indexed"] or scan["scanned"] or scan["open"]))
    return sorted(tables & set(large))


def public(module: ModuleType) -> Iterator[str]:
    """Yield the functions of a module that ask the database."""
    for name, value in vars(module).items():
        if iscoroutinefunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            yield name


def note_calls(monkeypatch: pytest.MonkeyPatch, modules: Sequence[ModuleType]) -> tuple[set[str], set[str]]:
    """Return the names of all such functions of some modules, and of those that are called from now on."""
    every: set[str] = set()
    called: set[str] = set()

    def noting(name: str, function: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        def call(*places: Any, **named: Any) -> Awaitable[object]:
            called.add(name)
            return function(*places, **named)

        return call

    for module in modules:
        for name in list(public(module)):
            full = f"{module.__name__}.{name}"
            every.add(full)
            monkeypatch.setattr(module, name, noting(full, getattr(module, name)))
    return every, called


async def whole_reads(
    database: Database, asking: Mapping[str, Asks], large: Collection[str], allowed: Collection[str] = ()
) -> list[str]:
    """Return a line for each statement that reads a large table from end to end.

    It has the name of the query, the table, the statement and its plan. The tables in ``allowed`` may be read so.
    """
    explain = "EXPLAIN QUERY PLAN" if database.url.get_backend_name() == "sqlite" else "EXPLAIN"
    executed: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: object) -> None:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")) and "advisory" not in statement:
            executed.append((statement, parameters[0] if isinstance(parameters, list) else parameters))

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    whole_reads_found = list[str]()
    for name, asks in asking.items():
        executed.clear()
        async with database.transaction() as session:
            await asks(session)
            await session.flush()
            statements = list(executed)
            assert statements, f"{name}: nothing was asked"
            connection = await session.connection()
            for statement, parameters in statements:
                plan = (await connection.exec_driver_sql(f"{explain} {statement}", parameters)).all()
                lines = "\n".join(str(row[-1]) for row in plan)
                if whole := set(read_whole(lines, large)) - set(allowed):
                    whole_reads_found.append("\n".join([f"{name}:", *sorted(whole), statement, lines]))
    event.remove(database.engine.sync_engine, "before_cursor_execute", note)
    return whole_reads_found
