"""What makes up the worth of a position, by name, for whoever explains why one is liked better than another.

The strong player's values taken apart: what they add to the points that are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from statistics import fmean

from engines.contract import Game
from engines.players.skill import Named, Skill, Term
from engines.players.skills import SKILLS

Terms = dict[str, Term]
_NONE = Term(0.0, 0.0)
_TRACE = 1e-9
"""Points that are but what sums of fractions leave."""


def terms(game: Game, seat: int) -> Terms:
    """Of the strong player's value of a position; nothing once the game is over."""
    if game.state.over:
        return {}
    skill = SKILLS[game.key]
    found, sources = _gathered(skill, skill.parts(game, seat)), game.score(seat).sources
    for name, source in skill.counted.items():
        size, worth = found.get(name, _NONE)
        found[name] = Term(size + sources[source], worth)
    return found


def mean(found: Sequence[Terms]) -> Terms:
    """Of several positions."""
    names = dict.fromkeys(chain.from_iterable(found))
    columns = {name: zip(*[each.get(name, _NONE) for each in found], strict=True) for name in names}
    return {name: Term(*map(fmean, column)) for name, column in columns.items()}


def beside(own: Terms, other: Terms) -> dict[str, float]:
    """What tells two positions apart, by the points that it makes, most first: above zero where the own one has more of
    what the name stands for, below where the other has. Of what there is more for fewer points nothing is told: nobody
    would understand it.
    """
    found = {}
    for name in dict.fromkeys((*own, *other)):
        size, worth = (mine - theirs for mine, theirs in zip(own.get(name, _NONE), other.get(name, _NONE), strict=True))
        if size * worth > 0 and abs(worth) > _TRACE:
            found[name] = worth
    return dict(sorted(found.items(), key=lambda each: (-abs(each[1]), each[0])))


def _gathered(skill: Skill, parts: Iterable[Named]) -> Terms:
    found: Terms = {}
    for name, term in parts:
        name = skill.together.get(name, name)
        before = found.get(name, _NONE)
        worth = before.worth + term.worth
        found[name] = Term(worth if name in skill.promises else before.size + term.size, worth)
    return found
