"""What a computer player is asked, as it goes from the bot to a thinking process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

import msgspec

import engines
from engines import Action, Game
from engines.contract import Json
from engines.players import PLAYERS


@dataclass(frozen=True)
class Order:
    """One decision: which kind of player is asked, for which seat, in which position, and the seed of its chance."""

    kind: str
    seat: int
    position: Json
    chance: bytes


def order(kind: str, seed: str, game: Game, seat: int) -> Order:
    """What is asked at a table with this seed."""
    position = game.dump()
    return Order(kind, seat, position, _chance(seed, position, seat))


def chance(seed: str, game: Game, seat: int) -> Random:
    """A computer's own chance: the same in the same position of the same table, and known to nobody before the end."""
    return Random(_chance(seed, game.dump(), seat))


def _chance(seed: str, position: Json, seat: int) -> bytes:
    encoded = msgspec.json.encode(position, order="deterministic")
    return hashlib.blake2b(encoded, key=f"{seed}:{seat}".encode()).digest()


def carry_out(order: Order) -> Action:
    """The player's action. Raises whatever it raises."""
    return PLAYERS[order.kind](engines.load(order.position), order.seat, Random(order.chance))
