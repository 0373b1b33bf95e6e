"""The base classes of all games' states and views."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from types import NoneType
from typing import Any

import msgspec

from engines.messages import Score
from engines.quotes import Quote
from engines.randomness import Dice

_SHARED = frozenset((int, str, bool, NoneType))
"""Types of values that cannot be changed, and need no copy."""


class View(msgspec.Struct, kw_only=True):
    """The knowledge that one seat, or a spectator, may have of a game.

    Games extend it. A view is an allow-list: every field is filled by hand.
    """

    game: str
    seats: int
    viewer: int | None
    options: dict[str, str]
    to_act: tuple[int, ...]
    turn: int
    over: bool
    scores: list[Score]
    ranking: list[int]
    quotes: Mapping[str, Quote] = {}
    """Prices and reasons of what the viewer may decide now, by verb; see ``Quote``."""


def visible_fields(record: Any, *fields: str) -> dict[str, Any]:
    """Return copies of some fields of a record, for the fields of a view."""
    return {field: _copied(getattr(record, field)) for field in fields}


def _copied(value: Any) -> Any:
    """Return a copy of a value; the common types are handled here because ``deepcopy`` is slow."""
    kind = type(value)
    if kind in _SHARED:
        return value
    if kind is list:
        return [_copied(item) for item in value]
    if kind is dict:
        return {key: _copied(item) for key, item in value.items()}
    return deepcopy(value)


class State(msgspec.Struct, kw_only=True):
    """The fields that all games' states have. The names of fields are the keys of dumps."""

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    dice: Dice
    turn: int = 0
    over: bool = False
