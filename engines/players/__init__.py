"""Computer players. Each is a function from a game and a seat to one of the seat's legal actions.

They see no hidden information: what they look ahead on is redrawn first. ``random``, ``greedy`` and ``easy`` know no
rule of any game; what ``normal`` and ``strong`` think a position is worth is in ``values``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engines.contract import Action, Game
from engines.players.beam import Beam
from engines.players.greedy import easy, greedy
from engines.players.offers import offer, refusal
from engines.players.strong import PLANS, Prospect, strong_at
from engines.players.values import VALUES

Player = Callable[[Game, int, Random], Action]


BEAMS: dict[str, dict[str, int]] = {
    # A position is judged quickly there, and twice as many lines find clearly more.
    "burgundy": {"width": 16, "positions": 8_000},
    **PLANS,
}
"""By game, what differs from the usual."""


def random(game: Game, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(game.legal(seat))


def normal(game: Game, seat: int, rng: Random) -> Action:
    """What begins the best plan for the own turn; in a game whose positions have no values, what ``greedy`` does."""
    return trade(game, seat, rng) or alone(game, seat, rng)


def alone(game: Game, seat: int, rng: Random) -> Action:
    """The same without offers to others: for somebody whose turn is waited for, it would last the longer."""
    value = VALUES.get(game.key)
    if value is None:
        return greedy(game, seat, rng)
    return refusal(game, seat) or Beam(value, **BEAMS.get(game.key, {}))(game, seat, rng)


def strong(game: Game, seat: int, rng: Random) -> Action:
    """What leads furthest by what games have shown, in some games once others have played on; in a game whose positions
    have no values, what ``greedy`` does."""
    if game.key not in VALUES:
        return greedy(game, seat, rng)
    return trade(game, seat, rng) or refusal(game, seat) or strong_at(game, seat)(game, seat, rng)


def trade(game: Game, seat: int, rng: Random) -> Action | None:
    """What normal and strong would offer to others before anything else; None: nothing. Too much is possible to be
    listed, so no search comes upon it."""
    if game.key != "mmn":
        return None
    return offer(game, seat, rng, Beam(VALUES["mmn"], width=2, unfinished=2, positions=150, seconds=1.0))


LEAST = 3
"""Actions that the strong player compares for somebody else, if there are as many."""


def candidates(game: Game, seat: int, rng: Random, count: int | None = LEAST) -> list[Prospect]:
    """What the strong player would rather do than anything else, best first: what comes of the best line that begins
    with each of so many actions; ``count`` None: of all that it plays on. Nothing in a game whose positions have
    no values.
    """
    if game.key not in VALUES:
        return []
    player, only = strong_at(game, seat), refusal(game, seat)
    kept = max(player.kept, count or 0)
    positions = player.positions + (kept + LEAST) * player.rest.positions
    # Where it plays on, the turn is planned anew in every other world as it is.
    player = replace(player, kept=kept, least=LEAST, anew=not player.rounds, positions=positions)
    found = player.candidates(game, seat, rng)
    return [each for each in found if only in (None, each.first)][:count]


PLAYERS: dict[str, Player] = {
    "random": random,
    "greedy": greedy,
    "easy": easy,
    "normal": normal,
    "alone": alone,
    "strong": strong,
}

LEVELS = ("easy", "normal", "strong")
"""What a table is offered, weakest first; the others stay for tables that have them, and as a yardstick."""

__all__ = [
    "LEVELS",
    "PLAYERS",
    "Player",
    "Prospect",
    "candidates",
    "easy",
    "greedy",
    "normal",
    "random",
    "strong",
    "trade",
]
