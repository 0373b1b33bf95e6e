"""Computer players. Each is a function from a game and a seat to one of the seat's legal actions.

They see no hidden information: what they look ahead on is redrawn first. None knows a game by name; what ``normal`` and
``strong`` know of one is its record in ``skills``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engines.contract import Action, Game
from engines.players.greedy import easy, greedy
from engines.players.skills import SKILLS
from engines.players.strong import Prospect

Player = Callable[[Game, int, Random], Action]


def random(game: Game, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    return rng.choice(game.legal(seat))


def normal(game: Game, seat: int, rng: Random) -> Action:
    """What begins the best plan for the own turn; in a game of which nothing is known, what ``greedy`` does."""
    return trade(game, seat, rng) or alone(game, seat, rng)


def alone(game: Game, seat: int, rng: Random) -> Action:
    """The same without offers to others: for somebody whose turn is waited for, it would last the longer."""
    skill = SKILLS.get(game.key)
    if skill is None:
        return greedy(game, seat, rng)
    return skill.refusal(game, seat) or skill.normal(game, seat, rng)


def strong(game: Game, seat: int, rng: Random) -> Action:
    """What leads furthest by what games have shown, in some games once others have played on; in a game of which
    nothing is known, what ``greedy`` does."""
    skill = SKILLS.get(game.key)
    if skill is None:
        return greedy(game, seat, rng)
    return trade(game, seat, rng) or skill.refusal(game, seat) or skill.strong_at(game, seat)(game, seat, rng)


def trade(game: Game, seat: int, rng: Random) -> Action | None:
    """What normal and strong would offer to others before anything else; None: nothing."""
    skill = SKILLS.get(game.key)
    return None if skill is None else skill.offer(game, seat, rng)


LEAST = 3
"""Actions that the strong player compares for somebody else, if there are as many."""


def candidates(
    game: Game, seat: int, rng: Random, count: int | None = LEAST, most: int | None = None
) -> list[Prospect]:
    """What the strong player would rather do than anything else, best first: what comes of the best line that begins
    with each of so many actions; ``count`` None: of all that it plays on, ``most`` of them if that is given. Nothing in
    a game of which nothing is known.
    """
    skill = SKILLS.get(game.key)
    if skill is None:
        return []
    player, only = skill.strong_at(game, seat), skill.refusal(game, seat)
    kept = min(max(player.kept, count or 0), most or player.kept)
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
"""What tables are offered, weakest first; the others stay for tables that have them, and as a yardstick."""


def offered(key: str) -> list[str]:
    """What a table of a game is offered: those of ``LEVELS`` of whom it is known that they are stronger than the one
    before."""
    skill = SKILLS.get(key)
    return [kind for kind in LEVELS if skill is None or kind not in skill.unproven]


__all__ = [
    "LEVELS",
    "PLAYERS",
    "Player",
    "Prospect",
    "candidates",
    "easy",
    "greedy",
    "normal",
    "offered",
    "random",
    "strong",
    "trade",
]
