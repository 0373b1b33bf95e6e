"""Judgement of an action against the best one, by what the seat that played it could know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import thread_time
from typing import Literal, NamedTuple

from engines import Action, Game
from engines.players import candidates
from engines.players.among import among
from engines.players.beam import Beam, Budget, imagined
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect

Lead = Literal["win", "chances", "points"]
"""The kind of lead of one action over another.

It wins at once and the other does not; it wins in more imagined worlds; or it is expected to bring more points. Only
points are told with their number: in the other cases the end of the game is part of the value.
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
    """Return how many points an action seems to be behind the best one at a quick look; a won game counts as points."""
    quick = SKILLS[game.key].strong.quick
    world = imagined(game, seat, rng)
    lines = quick.lines(world, seat, rng, _budget(quick))
    # With a budget of its own: the first search may have spent everything, or have left this action in mid-turn.
    for line in among(quick, played).lines(world, seat, rng, _budget(quick)).values():
        line.enter(lines)
    return max(line.value for line in lines.values()) - lines[played].value


def weigh(game: Game, seat: int, rng: Random, played: Action) -> Better | None:
    """Return the strong player's best action, compared with the played one in the same imagined worlds.

    None: it would have played the same, had no time, or what was played wins the game.
    """
    best = next(iter(candidates(game, seat, rng)), None)
    if best is None or best.first == played:
        return None
    prospects = {prospect.first: prospect for prospect in compared(game, seat, rng, best.first, played)}
    better = prospects[best.first]
    actual = prospects[played]
    return None if actual.wins else Better(better.first, lead(better, actual), better.value - actual.value)


def lead(best: Prospect, rival: Prospect) -> Lead:
    """Return by what the best action is before another one."""
    if best.wins and not rival.wins:
        return "win"
    return "chances" if best.won > rival.won else "points"


def compared(game: Game, seat: int, rng: Random, *first: Action) -> list[Prospect]:
    """Return what comes of some actions in the same imagined worlds, best first."""
    player = strong_at(game, seat)
    return replace(player, plan=among(player.plan, *first)).candidates(game, seat, rng)


def _budget(beam: Beam) -> Budget:
    return Budget(beam.positions, thread_time() + beam.seconds)
