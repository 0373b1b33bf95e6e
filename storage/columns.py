"""Column types and constraint names that mean the same on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import JSON, DateTime, Dialect
from sqlalchemy.types import TypeDecorator

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Naming rules of indexes and constraints, because migrations can change only those that have a name."""


UNREADABLE = {"unreadable": True}
"""The value that is read from a column whose text is no JSON."""


def utcnow() -> datetime:
    """Return the present moment in UTC, with its time zone."""
    return datetime.now(UTC)


def an_object() -> dict[str, Any]:
    """Return an empty object, the default of JSON columns.

    It stands in for ``dict`` because the signature of a default is inspected whenever a row is made, which takes ten
    times as long for a built-in type.
    """
    return {}


def a_list() -> list[Any]:
    return []


def read_json(text: str | bytes) -> Any:
    """Parse JSON about twice as fast as ``json.loads``, which decides in cases of doubt.

    Raises ValueError for text that is no JSON.
    """
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return json.loads(text)


def written_json(value: Any) -> str:
    """Return a value as JSON, five times as fast as ``json.dumps``, which handles what msgspec refuses.

    Raises TypeError for a value that cannot be written as JSON.
    """
    try:
        return msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, TypeError, OverflowError, UnicodeError):
        return json.dumps(value)


class LenientJson(TypeDecorator[Any]):
    """A JSON column in which a damaged value is read as ``UNREADABLE``, so that queries do not fail because of it."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        decode = super().result_processor(dialect, coltype) or (lambda value: value)

        def guarded(value: Any) -> Any:
            try:
                return decode(value)
            except ValueError:
                return UNREADABLE

        return guarded


class UtcDateTime(TypeDecorator[datetime]):
    """A column of moments, which are read with the time zone UTC from both databases; SQLite itself stores no zone.

    Storing a datetime without a time zone raises ValueError (wrapped in SQLAlchemy's StatementError).
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
