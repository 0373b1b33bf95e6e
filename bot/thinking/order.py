"""Orders: what is to be thought about, as it goes from the bot to a thinking process."""

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

    player: str
    """Its name in ``PLAYERS``."""
    seat: int
    position: Json
    rng_seed: bytes
    """The seed of the player's random generator."""


@dataclass(frozen=True)
class Question:
    """Anything else that is thought about: a function of this package, called with a game, a seat and a generator."""

    function: Callable[..., Any]
    seat: int
    position: Json
    rng_seed: bytes
    arguments: tuple[Any, ...] = ()
    """Further arguments of the function."""


@dataclass(frozen=True)
class Errand:
    """A function that needs no position (game, seat, generator), only its arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


Order = DecisionOrder | Question | Errand


def decision_order(player: str, seed: str, game: Game, seat: int) -> DecisionOrder:
    """Return the order for one decision at a table with this seed."""
    position = game.dump()
    return DecisionOrder(player, seat, position, _rng_seed(seed, position, seat))


def question(function: Callable[..., Any], seed: str, game: Game, seat: int, *arguments: Any) -> Question:
    """Return the order to call ``function`` with a position of a table with this seed, a seat, and arguments."""
    position = game.dump()
    return Question(function, seat, position, _rng_seed(seed, position, seat), arguments)


def _rng_seed(seed: str, position: Json, seat: int) -> bytes:
    """Return the seed of a random generator: the same in the same position of a table, secret until its end."""
    encoded = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(encoded, key=f"{seed}:{seat}".encode()).digest()


def carry_out(order: Order) -> Any:
    """Return the player's action or what the function returns; raise whatever they raise."""
    if isinstance(order, Errand):
        return order.function(*order.arguments)
    game = engines.load(order.position)
    rng = Random(order.rng_seed)
    if isinstance(order, Question):
        return order.function(game, order.seat, rng, *order.arguments)
    return PLAYERS[order.player](game, order.seat, rng)
