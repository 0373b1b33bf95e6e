"""Statements as SQLite's driver takes them, made once: SQLAlchemy's way to the driver takes five times as long as what
SQLite does there."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ClauseElement, Dialect, Executable
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.types import TypeEngine

_Processor = Callable[[Any], Any] | None
_LIST = re.compile(r"__\[POSTCOMPILE_(\w+)\]")
"""Where SQLAlchemy puts the values of a list, of which it does not know yet how many there are."""


@dataclass(slots=True)
class Answer:
    """``changed``: so many rows, for a statement that changes some; ``number``: of the row that an INSERT wrote."""

    names: tuple[str, ...]
    rows: Sequence[Sequence[Any]]
    changed: int
    number: int | None = None

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return iter(self.rows)

    @property
    def value(self) -> Any:
        """The first of the first row; None: there is none."""
        return self.rows[0][0] if self.rows else None


class _Given(NamedTuple):
    name: str
    stored: _Processor
    """What the database is given for a value; None: the value itself."""
    several: bool


class Prepared:
    """A statement in the words of a dialect, with what its types do to what is given and to what is answered.

    ``columns``: those that an INSERT gives, in any order.
    """

    def __init__(self, statement: Executable, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        assert isinstance(statement, ClauseElement)
        compiled: Any = statement.compile(dialect=dialect, column_keys=None if columns is None else list(columns))
        self._words: str = compiled.string
        binds = compiled.binds
        self._given = tuple(
            _Given(name, _of(binds[name].type, dialect).bind_processor(dialect), binds[name].expanding)
            for name in compiled.positiontup
        )
        self._own = {name: value for name, value in compiled.params.items() if not binds[name].required}
        """What the statement gives itself."""
        self._several = any(given.several for given in self._given)
        answered: Any = getattr(statement, "exported_columns", ())
        read = [_of(column.type, dialect).result_processor(dialect, None) for column in answered]
        self._read = [(place, processor) for place, processor in enumerate(read) if processor is not None]
        self._names: tuple[str, ...] = tuple(column.name for column in answered)

    def execute(self, connection: Any, values: dict[str, Any]) -> Answer:
        """Raises what SQLAlchemy raises, which names no value."""
        values = self._own | values
        given = self._bound(values)
        try:
            cursor = connection.execute(self._counted(values) if self._several else self._words, given)
            rows: list[Any] = cursor.fetchall()
        except sqlite3.Error as fault:
            raise DBAPIError.instance(self._words, None, fault, sqlite3.Error, hide_parameters=True) from fault
        if self._read:
            rows = [self._made(row) for row in rows]
        return Answer(self._names, rows, cursor.rowcount, cursor.lastrowid)

    def _bound(self, values: Mapping[str, Any]) -> list[Any]:
        try:
            return self._stored(values)
        except (ValueError, TypeError, LookupError) as fault:
            words = f"({type(fault).__name__}) {fault}"
            raise StatementError(words, self._words, None, fault, hide_parameters=True) from fault

    def _stored(self, values: Mapping[str, Any]) -> list[Any]:
        stored = list[Any]()
        for name, processor, several in self._given:
            value = values[name]
            if several:
                stored += value if processor is None else map(processor, value)
            else:
                stored.append(value if processor is None else processor(value))
        return stored

    def _counted(self, values: Mapping[str, Any]) -> str:
        return _LIST.sub(lambda found: ", ".join("?" * len(values[found[1]])), self._words)

    def _made(self, row: Sequence[Any]) -> list[Any]:
        made = list(row)
        for place, processor in self._read:
            made[place] = processor(made[place])
        return made


def _of(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)
