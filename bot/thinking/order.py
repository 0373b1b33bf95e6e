"""What a computer player is asked, as it goes from the bot to a thinking process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, overload

import msgspec

import engines
from engines import Action, Game
from engines.contract import Json
from engines.players import PLAYERS


@dataclass(frozen=True)
class DecisionOrder:
    """One decision: which kind of player is asked, for which seat, in which position, and the seed of its chance."""

    kind: str
    seat: int
    position: Json
    chance: bytes


@dataclass(frozen=True)
class Question:
    """Anything else that is thought about: a function of this package of the game, the seat, its chance, and what else
    it is ``given``."""

    function: Callable[..., Any]
    seat: int
    position: Json
    chance: bytes
    given: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Errand:
    """What needs no table: a function of this package, and what it is ``given``."""

    function: Callable[..., Any]
    given: tuple[Any, ...]


def order(kind: str, seed: str, game: Game, seat: int) -> DecisionOrder:
    """What is asked at a table with this seed."""
    position = game.dump()
    return DecisionOrder(kind, seat, position, _chance(seed, position, seat))


def question(function: Callable[..., Any], seed: str, game: Game, seat: int, *given: Any) -> Question:
    """What ``function`` is asked about a position of a table with this seed."""
    position = game.dump()
    return Question(function, seat, position, _chance(seed, position, seat), given)


def _chance(seed: str, position: Json, seat: int) -> bytes:
    """The seed of a computer's own chance: the same in the same position of the same table, and known to nobody before
    the end."""
    encoded = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(encoded, key=f"{seed}:{seat}".encode()).digest()


@overload
def carry_out(order: DecisionOrder) -> Action: ...
@overload
def carry_out(order: Question | Errand) -> Any: ...
def carry_out(order: DecisionOrder | Question | Errand) -> Any:
    """The player's action, or the answer. Raises whatever is raised."""
    if isinstance(order, Errand):
        return order.function(*order.given)
    game, chance = engines.load(order.position), Random(order.chance)
    if isinstance(order, Question):
        return order.function(game, order.seat, chance, *order.given)
    return PLAYERS[order.kind](game, order.seat, chance)
