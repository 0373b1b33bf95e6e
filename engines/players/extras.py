"""Extras: optional actions before a turn that can no longer be taken after it, such as Navegador's free sailing.

A beam may overlook them, since their gain shows only once the turn after them has been played, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import inf
from random import Random

from engines.contract import Action, Game
from engines.players.beam import imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS
from engines.players.strong import Prospect

BASES = 2
"""The number of planned turns before which each extra is tried."""
WIDTH = 8
"""Sequences of actions that carry out an extra and are followed at once."""
LEAST_GAIN = 0.25
"""Points by which a turn must be better with an extra to be suggested: a smaller gain would only puzzle people."""
DEPTH = 5
"""The number of decisions that an extra may take, at most."""

Way = tuple[Game, tuple[Action, ...]]
"""A position and the actions that lead to it."""


def with_extras(game: Game, seat: int, rng: Random, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Return the prospects and those that begin with an extra and go on as the best of them, best first."""
    words = SKILLS[game.key].extras if prospects else frozenset[str]()
    extras = [action for action in game.considered(seat) if action[0] in words]
    if not extras:
        return [*prospects]
    by_first = {prospect.first: prospect for prospect in prospects}
    world = imagined(game, seat, rng)
    bases = [prospect.actions for prospect in prospects if prospect.first not in extras][:BASES]
    for extra in extras:
        for base in bases:
            prospect = _before(world, seat, extra, base)
            least_value = max(
                by_first[base[0]].value + LEAST_GAIN, by_first[extra].value if extra in by_first else -inf
            )
            if prospect and prospect.value > least_value:
                by_first[extra] = prospect
    return sorted(by_first.values(), key=lambda prospect: (prospect.wins, prospect.value), reverse=True)


def _before(world: Game, seat: int, extra: Action, base: Sequence[Action]) -> Prospect | None:
    """Return the best way to play an extra before the actions of a turn; None: they cannot follow it."""
    value = SKILLS[world.key].strong.plan.value
    ways: list[Way] = [(after_playing(world, seat, extra), (extra,))]
    best: Prospect | None = None
    for _ in range(DEPTH):
        following = dict[str, tuple[float, Way]]()
        for position, actions in ways:
            for action in position.considered(seat):
                after = after_playing(position, seat, action)
                if not after.waits_for(seat):
                    continue
                actions_played = (*actions, action)
                end = _played(after, seat, base)
                if end is None:
                    following[repr(after.state)] = (value(after, seat), (after, actions_played))
                elif best is None or value(end, seat) > best.value:
                    best = Prospect(extra, value(end, seat), False, 0.0, (*actions_played[1:], *base))
        ways = [continued for _, continued in nlargest(WIDTH, following.values(), key=lambda pair: pair[0])]
    return best


def _played(position: Game, seat: int, actions: Sequence[Action]) -> Game | None:
    """Return the position after the actions; None: one of them is not legal."""
    after = position.copy()
    for action in actions:
        if not after.is_legal(seat, action):
            return None
        after.follow(seat, action)
    return after
