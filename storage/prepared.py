"""Statements as SQLite's driver takes them, made once: SQLAlchemy's way to the driver takes five times as long as what
SQLite does there."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ClauseElement, Dialect, Executable
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.types import TypeEngine

_Processor = Callable[[Any], Any] | None
_LIST = re.compile(r"__\[POSTCOMPILE_(\w+)\]")
"""Where SQLAlchemy puts the values of a list, of which it does not know yet how many there are."""


class Answer(NamedTuple):
    """``changed``: so many rows, for a statement that changes some."""

    names: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    changed: int

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    @property
    def value(self) -> Any:
        """The first of the first row; None: there is none."""
        return self.rows[0][0] if self.rows else None


class _Given(NamedTuple):
    name: str
    default: Any
    stored: _Processor
    """What the database is given for a value; None: the value itself."""
    several: bool
    required: bool


class Prepared:
    """A statement in the words of a dialect, with what its types do to what is given and to what is answered.

    ``columns``: those that an INSERT gives, in any order.
    """

    def __init__(self, statement: Executable, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        assert isinstance(statement, ClauseElement)
        compiled: Any = statement.compile(dialect=dialect, column_keys=None if columns is None else list(columns))
        self._words: str = compiled.string
        values = compiled.params
        stored = {name: _of(bound.type, dialect).bind_processor(dialect) for name, bound in compiled.binds.items()}
        self._given = tuple(
            _Given(name, values[name], stored[name], compiled.binds[name].expanding, compiled.binds[name].required)
            for name in compiled.positiontup
        )
        self._defaults = {given.name: given.default for given in self._given if not given.required}
        self._several = any(given.several for given in self._given)
        answered: Any = getattr(statement, "exported_columns", ())
        read = [_of(column.type, dialect).result_processor(dialect, None) for column in answered]
        self._read = [(place, processor) for place, processor in enumerate(read) if processor is not None]
        self._names: tuple[str, ...] = tuple(column.name for column in answered)

    def execute(self, connection: Any, values: Mapping[str, Any]) -> Answer:
        """Raises what SQLAlchemy raises, which names no value."""
        given = self._bound(values)
        try:
            cursor = connection.execute(self._counted(values) if self._several else self._words, given)
            rows: list[Any] = cursor.fetchall()
        except sqlite3.Error as fault:
            raise self._told(fault) from fault
        if self._read:
            rows = [self._made(row) for row in rows]
        return Answer(self._names, rows, cursor.rowcount)

    def insert(self, connection: Any, values: Mapping[str, Any]) -> int:
        """Writes a row; its number."""
        given = self._bound(values)
        try:
            number: int = connection.execute(self._words, given).lastrowid
        except sqlite3.Error as fault:
            raise self._told(fault) from fault
        return number

    def _told(self, fault: sqlite3.Error) -> BaseException:
        return DBAPIError.instance(self._words, None, fault, sqlite3.Error, hide_parameters=True)

    def _bound(self, values: Mapping[str, Any]) -> list[Any]:
        try:
            return self._stored(values)
        except (ValueError, TypeError, LookupError) as fault:
            words = f"({type(fault).__name__}) {fault}"
            raise StatementError(words, self._words, None, fault, hide_parameters=True) from fault

    def _stored(self, values: Mapping[str, Any]) -> list[Any]:
        stored = list[Any]()
        for name, default, processor, several, required in self._given:
            value = values[name] if required else values.get(name, default)
            if several:
                stored += value if processor is None else map(processor, value)
            else:
                stored.append(value if processor is None else processor(value))
        return stored

    def _counted(self, values: Mapping[str, Any]) -> str:
        known = {**self._defaults, **values}
        return _LIST.sub(lambda found: ", ".join("?" * len(known[found[1]])), self._words)

    def _made(self, row: Sequence[Any]) -> list[Any]:
        made = list(row)
        for place, processor in self._read:
            made[place] = processor(made[place])
        return made


def _of(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)
