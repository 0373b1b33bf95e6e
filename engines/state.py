"""What the states and the views of all games have in common."""

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
"""What never changes."""


class View(msgspec.Struct, kw_only=True):
    """What one seat (or a spectator) may know. Games extend it; every field is put in by hand, none taken out."""

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
    """What the viewer is offered and at what price, where the viewer must decide; see ``Quote``."""


def shown(record: Any, *fields: str) -> dict[str, Any]:
    """These fields of a state, copied, as those of a view."""
    return {field: _copied(getattr(record, field)) for field in fields}


def _copied(value: Any) -> Any:
    """Most of what is shown are numbers and words, and lists of them: to look for more takes longer than all else."""
    kind = type(value)
    if kind in _SHARED:
        return value
    if kind is list:
        return [_copied(each) for each in value]
    if kind is dict:
        return {key: _copied(each) for key, each in value.items()}
    return deepcopy(value)


class State(msgspec.Struct, kw_only=True):
    """The part of a game's state that all games have. Field names are the keys of the dump."""

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    dice: Dice
    turn: int = 0
    over: bool = False
