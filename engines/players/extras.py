"""Extras: optional actions before a turn that can no longer be taken after it, such as Navegador's free sailing.

A beam may overlook them, since their gain shows only once the turn after them has been played, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from operator import itemgetter
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
"""A position in the midst of an extra, and the actions that lead to it, the extra first."""


def with_extras(game: Game, seat: int, rng: Random, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Return the prospects and those that begin with an extra and go on as the best of them, best first."""
    verbs = SKILLS[game.key].extras if prospects else frozenset[str]()
    extras = [action for action in game.considered(seat) if action[0] in verbs]
    if not extras:
        return [*prospects]
    by_first = {prospect.first: prospect for prospect in prospects}
    world = imagined(game, seat, rng)
    bases = [prospect for prospect in prospects if prospect.first not in extras][:BASES]
    for extra in extras:
        for base in bases:
            prospect = _before(world, seat, extra, base.actions)
            if prospect is None or prospect.value <= base.value + LEAST_GAIN:
                continue
            if extra not in by_first or prospect.value > by_first[extra].value:
                by_first[extra] = prospect
    return sorted(by_first.values(), key=lambda prospect: (prospect.wins, prospect.value), reverse=True)


def _before(world: Game, seat: int, extra: Action, base: Sequence[Action]) -> Prospect | None:
    """Return the best way to carry out an extra before the actions of a turn; None: they cannot follow it.

    An extra takes at least one decision of its own, such as the region to sail to, and is complete once the turn can
    follow. So the turn is tried after each decision, and only ways after which it cannot follow are continued.
    """
    value = SKILLS[world.key].strong.plan.value
    ways: list[Way] = [(after_playing(world, seat, extra), (extra,))]
    best: Prospect | None = None
    for _ in range(DEPTH):
        incomplete = dict[str, tuple[float, Way]]()
        for position, actions in ways:
            for action in position.considered(seat):
                after = after_playing(position, seat, action)
                if not after.waits_for(seat):
                    continue
                actions_played = (*actions, action)
                end = _position_after(after, seat, base)
                if end is None:
                    # Ways that lead to the same position count as one.
                    incomplete[repr(after.state)] = (value(after, seat), (after, actions_played))
                    continue
                points = value(end, seat)
                if best is None or points > best.value:
                    # It is not played on in other worlds, so nothing is known of its wins.
                    best = Prospect(extra, points, wins=False, won=0.0, then=(*actions_played[1:], *base))
        ways = [way for _, way in nlargest(WIDTH, incomplete.values(), key=itemgetter(0))]
    return best


def _position_after(position: Game, seat: int, actions: Sequence[Action]) -> Game | None:
    """Return the position after the actions; None: one of them is not legal."""
    after = position.copy()
    for action in actions:
        if not after.is_legal(seat, action):
            return None
        after.follow(seat, action)
    return after
