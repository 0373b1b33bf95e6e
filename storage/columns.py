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
"""How constraints are called: migrations can only change what has a name."""


UNREADABLE = {"unreadable": True}
"""What stands for stored text that is no JSON."""


def utcnow() -> datetime:
    """Return the present moment in UTC, with its time zone."""
    return datetime.now(UTC)


def an_object() -> dict[str, Any]:
    """Return an empty object, the default of JSON columns.

    Whenever a row is made, the signature of the function that makes a default is read; that of the type itself would
    take ten times as long.
    """
    return {}


def a_list() -> list[Any]:
    return []


def read_json(text: str | bytes) -> Any:
    """Read JSON, about twice as fast as `json.loads`, which decides what is no JSON. Raises ValueError."""
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return json.loads(text)


def written_json(value: Any) -> str:
    """Return a value as JSON, five times as fast as ``json.dumps``, by whose rules it is written. Raises TypeError."""
    try:
        return msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, TypeError, OverflowError, UnicodeError):
        return json.dumps(value)


class LenientJson(TypeDecorator[Any]):
    """JSON of which one damaged value does not hide all others: it is read as ``UNREADABLE``."""

    impl = JSON
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        read = super().result_processor(dialect, coltype) or (lambda value: value)

        def guarded(value: Any) -> Any:
            try:
                return read(value)
            except ValueError:
                return UNREADABLE

        return guarded


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, aware of its time zone on both databases (SQLite by itself forgets the zone).

    Storing a naive datetime raises ValueError (wrapped in SQLAlchemy's StatementError): it would name no moment.
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
