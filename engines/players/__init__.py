"""Computer players. Each is a function from a game and a seat to one of the seat's legal actions.

They know no rule of any game and no hidden information: what they look ahead on is redrawn first.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.contract import Action, Game
from engines.players.greedy import greedy

Player = Callable[[Game, int, Random], Action]


def random(game: Game, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(game.legal(seat))


PLAYERS: dict[str, Player] = {"random": random, "greedy": greedy}

__all__ = ["PLAYERS", "Player", "greedy", "random"]
