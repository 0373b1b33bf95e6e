"""Reading of stored values that may be missing, damaged or of another version."""

from __future__ import annotations

from typing import TypeVar

import msgspec

Record = TypeVar("Record")
Default = TypeVar("Default")


def read_or_default(stored: object, kind: type[Record], default: Default) -> Record | Default:
    """Return a stored value as a record of this kind, or `default` if it is none."""
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError:
        return default
