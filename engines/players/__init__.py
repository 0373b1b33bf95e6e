"""Computer players. Each is a function from a game and a seat to one of the seat's legal actions.

They see no hidden information: what they look ahead on is redrawn first. ``random`` and ``greedy`` know no rule of any
game; what ``normal`` thinks a position is worth is in ``values``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.contract import Action, Game
from engines.players.beam import Beam
from engines.players.greedy import greedy
from engines.players.values import VALUES

Player = Callable[[Game, int, Random], Action]


def random(game: Game, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(game.legal(seat))


def normal(game: Game, seat: int, rng: Random) -> Action:
    """What begins the best plan for the own turn; in a game whose positions have no values, what ``greedy`` does."""
    value = VALUES.get(game.key)
    return Beam(value)(game, seat, rng) if value else greedy(game, seat, rng)


PLAYERS: dict[str, Player] = {"random": random, "greedy": greedy, "normal": normal}

__all__ = ["PLAYERS", "Player", "greedy", "normal", "random"]
