"""The base class of all stored records."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

from sqlalchemy import Enum, MetaData
from sqlmodel import SQLModel

from storage.columns import NAMES

Json = dict[str, Any]

LARGEST_ID = 2**31 - 1
"""The largest number of a game: its column has 32 bits, and PostgreSQL fails on larger numbers."""


def words_of(kind: type[StrEnum]) -> Enum:
    """Return the type of a text column for the words of an enumeration; a new word needs no migration."""
    return Enum(kind, native_enum=False, length=16, values_callable=lambda words: [word.value for word in words])


class Stored(SQLModel):
    """The base of all records, with predictable names of constraints, which migrations need."""

    metadata = MetaData(naming_convention=NAMES)

    def unkept(self, **changes: object) -> Self:
        """Return a copy of the record with some changes, which no session stores."""
        return type(self)(**{name: getattr(self, name) for name in type(self).model_fields} | changes)
