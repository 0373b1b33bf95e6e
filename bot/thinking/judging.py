"""Judgements of a played action, by what the seat that played it could know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal, NamedTuple

from engines import Action, Game
from engines.players import candidates
from engines.players.among import among
from engines.players.beam import imagined
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect

Lead = Literal["win", "chances", "points"]
"""What one action has more of than another.

It wins at once and the other does not; or it wins in more worlds; or more points are expected of it. Their number is
told only in this last case: in the others a part of the value stands for winning.
"""
LEADS: tuple[Lead, ...] = ("win", "chances", "points")
"""All leads, the greatest first."""


class Better(NamedTuple):
    """An action that was better than the one that was played."""

    action: Action
    lead: Lead
    points: float
    """Its lead in points, if ``lead`` is "points"."""


def glance(game: Game, seat: int, rng: Random, played: Action) -> float:
    """Return by how many points an action seems to be worse than the best one at a quick look."""
    quick = SKILLS[game.key].strong.quick
    world = imagined(game, seat, rng)
    lines = quick.lines(world, seat, rng, quick.budget())
    # This action is searched once more: the first search may have left it out, or have stopped in mid-turn.
    for line in among(quick, played).lines(world, seat, rng, quick.budget()).values():
        line.enter(lines)
    return max(line.value for line in lines.values()) - lines[played].value


def weigh(game: Game, seat: int, rng: Random, played: Action) -> Better | None:
    """Return the strong player's best action with its lead over the played one.

    None: it would have played the same, had no time, or what was played wins the game.
    """
    best = next(iter(candidates(game, seat, rng)), None)
    if best is None or best.first == played:
        return None
    prospects = {prospect.first: prospect for prospect in compared(game, seat, rng, best.first, played)}
    better = prospects[best.first]
    actual = prospects[played]
    if actual.wins:
        return None
    return Better(better.first, lead(better, actual), points=better.value - actual.value)


def lead(best: Prospect, rival: Prospect) -> Lead:
    """Return what the better one of two actions has more of."""
    if best.wins and not rival.wins:
        return "win"
    return "chances" if best.won > rival.won else "points"


def compared(game: Game, seat: int, rng: Random, *actions: Action) -> list[Prospect]:
    """Return what the strong player expects of these actions in the same worlds, best first."""
    player = strong_at(game, seat)
    return replace(player, plan=among(player.plan, *actions)).candidates(game, seat, rng)
