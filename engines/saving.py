"""Read stored states, check that they can be played on, and copy states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from types import NoneType, UnionType
from typing import Any, ClassVar, Protocol, TypeVar, Union, get_args, get_origin

import msgspec

from engines.state import State
from engines.steps import Offer

Json = dict[str, Any]
S = TypeVar("S", bound=State)

_SOUND: set[bytes] = set()
"""Digests of states that were found sound, because a table is read several times for each move."""
_MOST_SOUND = 4096
"""Largest number of digests; all are dropped when it is reached."""


class CorruptState(Exception):
    """Raised for a stored state that cannot be played on; the text names the fault."""


class Playable(Protocol):
    """The part of a game that checking its state needs."""

    state: Any

    rules_version: ClassVar[int]

    def unknown_options(self, rules: int, options: Mapping[str, str], /) -> list[tuple[str, str]]: ...
    @property
    def to_act(self) -> tuple[int, ...]: ...
    def validate(self) -> list[str]: ...
    def offers_to(self, seat: int) -> list[Offer]: ...
    def prompt(self, seat: int) -> object: ...


def read(kind: type[S], data: Json, key: str, seats: range, rules: int) -> S:
    """Return the state of a game from stored data.

    Args:
        kind: The type of the state.
        data: The stored data.
        key: The name of the game.
        seats: The numbers of players of the game.
        rules: The present version of its rules.

    Raises:
        CorruptState: The data is no state of this game, or of a newer version.
    """
    try:
        state = msgspec.convert(data, type=kind)
    except (msgspec.ValidationError, TypeError) as fault:
        raise CorruptState(f"{key}: {fault}") from fault
    if state.game != key or state.seats not in seats:
        raise CorruptState(f"{key}: the state is of {state.game} with {state.seats} seats")
    if not 1 <= state.rules <= rules:
        raise CorruptState(f"{key}: the state is of rules {state.rules}, not of 1 to {rules}")
    return state


def judge(game: Playable) -> None:
    """Raise CorruptState unless every seat that has to act has a question and an answer to it.

    A step that refers to missing things may raise any exception; each counts as a fault of the state.
    """
    key = game.state.game
    try:
        faults = _unknown_options(game) or game.validate() or _unanswerable(game)
    except (LookupError, ValueError, TypeError, AttributeError, AssertionError) as fault:
        raise CorruptState(f"{key}: {type(fault).__name__}: {fault}") from fault
    if faults:
        raise CorruptState(f"{key}: {faults[0]}")


def judge_once(game: Playable) -> None:
    """Judge a game, unless an equal state was found sound before."""
    try:
        digest = blake2b(msgspec.msgpack.encode(game.state), digest_size=16).digest()
    except (OverflowError, ValueError):  # numbers and texts that MessagePack cannot hold
        judge(game)
        return
    if digest not in _SOUND:
        judge(game)
        if len(_SOUND) >= _MOST_SOUND:
            _SOUND.clear()
        _SOUND.add(digest)


def _unknown_options(game: Playable) -> list[str]:
    return [f"there is no option {option}" for option in game.unknown_options(game.rules_version, game.state.options)]


def _unanswerable(game: Playable) -> list[str]:
    waits = game.to_act
    if not waits and not game.state.over:
        return ["nobody has to act, and the game is not over"]
    if not set(waits) <= set(range(game.state.seats)) or len(set(waits)) != len(waits):
        return [f"seats {waits} have to act"]
    for seat in waits:
        game.prompt(seat)
    return [f"seat {seat} has no answer to {game.state.stack[-1]}" for seat in waits if not game.offers_to(seat)]


def copied(state: S) -> S:
    """Return a copy of a state that shares only unchangeable values with it: numbers, texts and frozen records.

    Searches copy a state for every move that they try, and ``copy.deepcopy`` takes 17 to 34 times as long: it examines
    each value. Here the types of the fields tell once which values have to be copied.
    """
    copy: S = _copier(type(state))(state)
    return copy


Copier = Callable[[Any], Any]


def _shared(value: Any) -> Any:
    return value


@cache
def _copier(kind: Any) -> Copier:
    """Return a function that copies values of a type."""
    origin = get_origin(kind)
    if kind in (int, str, bool, NoneType, msgspec.UnsetType):
        return _shared
    if origin is list:
        return _of_list(_copier(get_args(kind)[0]))
    if origin is dict:
        return _of_dict(_copier(get_args(kind)[1]))
    if origin in (Union, UnionType):
        return _of_either({get_origin(member) or member: _copier(member) for member in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _shared if kind.__struct_config__.frozen else _of_record(kind)
    raise TypeError(f"a state cannot hold {kind}")


def _of_list(copier: Copier) -> Copier:
    return list.copy if copier is _shared else lambda items: [copier(item) for item in items]


def _of_dict(copier: Copier) -> Copier:
    return dict.copy if copier is _shared else lambda items: {key: copier(item) for key, item in items.items()}


def _of_either(copiers: dict[Any, Copier]) -> Copier:
    if set(copiers.values()) == {_shared}:
        return _shared
    return lambda value: copiers[type(value)](value)


def _of_record(kind: Any) -> Copier:
    copiers = [(field.name, _copier(field.type)) for field in msgspec.structs.fields(kind)]
    deep = [(name, copier) for name, copier in copiers if copier is not _shared]
    copy_shallow: Copier = kind.__copy__
    if not deep:
        return copy_shallow

    def copy(record: Any) -> Any:
        duplicate = copy_shallow(record)
        for name, copier in deep:
            setattr(duplicate, name, copier(getattr(record, name)))
        return duplicate

    return copy
