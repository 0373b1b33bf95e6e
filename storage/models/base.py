"""What all stored records share."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

from sqlalchemy import Enum, MetaData
from sqlmodel import SQLModel

from storage.columns import NAMES

Json = dict[str, Any]

LARGEST_ID = 2**31 - 1
"""Of a game: its column has 32 bits. PostgreSQL fails on larger numbers instead of finding nothing."""


def words_of(kind: type[StrEnum]) -> Enum:
    """Return a text column for the words of ``kind``; since it is text, a new word needs no migration."""
    return Enum(kind, native_enum=False, length=16, values_callable=lambda words: [word.value for word in words])


class Stored(SQLModel):
    """What all tables share: one catalogue, with predictable constraint names."""

    metadata = MetaData(naming_convention=NAMES)

    def unkept(self, **changes: object) -> Self:
        """Return a copy of the record with these ``changes``, which no session tracks."""
        return type(self)(**{name: getattr(self, name) for name in type(self).model_fields} | changes)
