"""Judgements of a played action, by what the seat that played it could know."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal, NamedTuple

from engines import Action, Game
from engines.players import candidates
from engines.players.beam import among, imagined
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect

Measure = Literal["win", "chances", "points"]
"""By what one action is better than another.

"win": it wins at once, and the other does not. "chances": its seat wins in more of the worlds in the end, less those in
which another seat does (``Prospect.won``). "points": more points are expected of it. ``gap`` is meaningful only for
"points": otherwise the values may contain a bonus for winning.
"""
MEASURES: tuple[Measure, ...] = ("win", "chances", "points")
"""All measures, the weightiest first."""


class Better(NamedTuple):
    """An action that was better than the one that was played."""

    action: Action
    measure: Measure
    gap: float
    """By how many points it was better, if ``measure`` is "points".

    It may come out below zero, since both actions are searched once more.
    """


def quick_gap(game: Game, seat: int, rng: Random, played_action: Action) -> float:
    """Return by how many points an action seems to be worse than the best one after a short search."""
    evaluate = SKILLS[game.key].strong.quick
    world = imagined(game, seat, rng)
    lines = evaluate.lines(world, seat, rng, evaluate.budget())
    # A search of this first action alone: the one before may have left it out, or have stopped in mid-turn.
    for line in among(evaluate, played_action).lines(world, seat, rng, evaluate.budget()).values():
        line.enter(lines)  # adds it, or puts it in place of the first search's line if that is worse
    return max(line.value for line in lines.values()) - lines[played_action].value


def better_action(game: Game, seat: int, rng: Random, played_action: Action) -> Better | None:
    """Return the strong player's best action, compared with the played one.

    None: it would have played the same, had no time, or what was played wins the game.
    """
    best = next(iter(candidates(game, seat, rng)), None)
    if best is None or best.first == played_action:
        return None
    prospects = {prospect.first: prospect for prospect in prospects_of(game, seat, rng, best.first, played_action)}
    better = prospects[best.first]
    actual = prospects[played_action]
    if actual.wins:
        return None
    return Better(better.first, deciding_measure(better, actual), gap=better.value - actual.value)


def deciding_measure(best: Prospect, rival: Prospect) -> Measure:
    """Return by what the better one of two actions is better."""
    if best.wins and not rival.wins:
        return "win"
    return "chances" if best.won > rival.won else "points"


def prospects_of(game: Game, seat: int, rng: Random, *actions: Action) -> list[Prospect]:
    """Return what the strong player expects of these actions in the same worlds, best first."""
    player = strong_at(game, seat)
    return replace(player, plan=among(player.plan, *actions)).candidates(game, seat, rng)
