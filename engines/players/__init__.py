"""Computer players: functions that choose one of the legal actions of a seat.

They do not see hidden information: they plan in copies of the game in which it has been redrawn. No player knows a game
by name; ``normal`` and ``strong`` read what they know of it from its record in ``skills``.
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
"""A function from a game, a seat and a source of randomness to one of the seat's legal actions."""


def random(game: Game, seat: int, rng: Random) -> Action:
    """Return a legal action, each equally likely."""
    return rng.choice(game.legal(seat))


def normal(game: Game, seat: int, rng: Random) -> Action:
    """Return an offer of trade that is worth making, else the action that ``alone`` chooses."""
    return trade(game, seat, rng) or alone(game, seat, rng)


def alone(game: Game, seat: int, rng: Random) -> Action:
    """Return the first action of the best plan for the seat's own turn, without offers of trade.

    This player decides for people who are late, when an offer would keep the table waiting still longer. In a game
    without a record it is ``greedy``.
    """
    skill = SKILLS.get(game.key)
    if skill is None:
        return greedy(game, seat, rng)
    return skill.refusal(game, seat) or skill.normal(game, seat, rng)


def strong(game: Game, seat: int, rng: Random) -> Action:
    """Return the action that the strongest search of the game finds.

    It judges positions by weights that played games have shown, in some games after all have played on. In a game
    without a record it is ``greedy``.
    """
    skill = SKILLS.get(game.key)
    if skill is None:
        return greedy(game, seat, rng)
    return trade(game, seat, rng) or skill.refusal(game, seat) or skill.strong_at(game, seat)(game, seat, rng)


def trade(game: Game, seat: int, rng: Random) -> Action | None:
    """Return the offer of trade that ``normal`` and ``strong`` make before they plan their turn; None: no offer."""
    skill = SKILLS.get(game.key)
    return None if skill is None else skill.offer(game, seat, rng)


LEAST = 3
"""The least number of actions that the strong player compares for a hint, if so many are legal."""


def candidates(
    game: Game, seat: int, rng: Random, count: int | None = LEAST, limit: int | None = None
) -> list[Prospect]:
    """Return the actions that the strong player likes best, each with the best line that begins with it, best first.

    Args:
        game: The game, which is not changed.
        seat: A seat that has a decision.
        rng: The source of randomness.
        count: The number of actions to return, at most; None: all that are compared.
        limit: The number of actions to compare, at most; None: as many as the strong player does.

    Returns:
        The prospects; none in a game without a record.
    """
    skill = SKILLS.get(game.key)
    if skill is None:
        return []
    player = skill.strong_at(game, seat)
    compared = min(max(player.most_plans, count or 0), limit or player.most_plans)
    positions = player.positions + (compared + LEAST) * player.rest.positions
    # A player that plays on to later rounds plans the turn again in every other world anyway.
    player = replace(player, most_plans=compared, least=LEAST, plans_again=not player.rounds, positions=positions)
    prospects = player.candidates(game, seat, rng)
    refusal = skill.refusal(game, seat)
    return [prospect for prospect in prospects if refusal in (None, prospect.first)][:count]


PLAYERS: dict[str, Player] = {
    "random": random,
    "greedy": greedy,
    "easy": easy,
    "normal": normal,
    "alone": alone,
    "strong": strong,
}
"""The players by the names under which tables store them."""

LEVELS = ("easy", "normal", "strong")
"""The players that a lobby offers, weakest first; the others remain for tables that have them, and for comparison."""


def offered(key: str) -> list[str]:
    """Return the ``LEVELS`` that are offered for a game, without those not shown to be stronger than the one below."""
    skill = SKILLS.get(key)
    return [level for level in LEVELS if skill is None or level not in skill.unproven]


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
