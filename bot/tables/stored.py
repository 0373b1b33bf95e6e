"""What is stored may be missing, damaged, or of another version: then it is as if it were not there."""

from __future__ import annotations

from typing import TypeVar

import msgspec

Kind = TypeVar("Kind")
Default = TypeVar("Default")


def readable(stored: object, kind: type[Kind], otherwise: Default) -> Kind | Default:
    """What is stored, as a record of this kind; ``otherwise`` where it is none."""
    try:
        return msgspec.convert(stored, kind)
    except msgspec.ValidationError:
        return otherwise
