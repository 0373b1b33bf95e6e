"""Orders: questions to computer players, as they go from the bot to a thinking process."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec

import engines
from engines import Game
from engines.contract import Json
from engines.players import PLAYERS


@dataclass(frozen=True)
class DecisionOrder:
    """One decision of a computer player."""

    kind: str
    """The player's name in ``PLAYERS``."""
    seat: int
    position: Json
    chance: bytes
    """The seed of the player's chance."""


@dataclass(frozen=True)
class Question:
    """Anything else that is thought about: a function of this package, called with a game, a seat and a generator."""

    function: Callable[..., Any]
    seat: int
    position: Json
    chance: bytes
    given: tuple[Any, ...] = ()
    """Further arguments of the function."""


@dataclass(frozen=True)
class Errand:
    """A function that needs no table."""

    function: Callable[..., Any]
    given: tuple[Any, ...]
    """Its arguments."""


def order(kind: str, seed: str, game: Game, seat: int) -> DecisionOrder:
    """Return the order for one decision at a table with this seed."""
    position = game.dump()
    return DecisionOrder(kind, seat, position, _chance(seed, position, seat))


def question(function: Callable[..., Any], seed: str, game: Game, seat: int, *given: Any) -> Question:
    """Return the order to call ``function`` with a position of a table with this seed."""
    position = game.dump()
    return Question(function, seat, position, _chance(seed, position, seat), given)


def _chance(seed: str, position: Json, seat: int) -> bytes:
    """Return the seed of a computer's chance: the same in the same position of a table, secret until its end."""
    encoded = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(encoded, key=f"{seed}:{seat}".encode()).digest()


def carry_out(order: DecisionOrder | Question | Errand) -> Any:
    """Return the player's action or what the function returns; raise whatever they raise."""
    if isinstance(order, Errand):
        return order.function(*order.given)
    game = engines.load(order.position)
    rng = Random(order.chance)
    if isinstance(order, Question):
        return order.function(game, order.seat, rng, *order.given)
    return PLAYERS[order.kind](game, order.seat, rng)
