"""Reasons why one move is better than another: the largest differences between the positions they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines import Game, Message
from engines.players.skills import SKILLS, turn_played

MOST = 2
"""Reasons for one move."""
LEAST_SHARE = 0.1
"""Of the gap between two moves: a smaller difference is no reason."""
LEAST_POINTS = 0.05
"""Points that a difference must weigh to be a reason, however small the gap is."""

Pair = tuple[Game, Game]
"""The position after one move and that after another, in the same imagined world."""


class Reason(NamedTuple):
    """A ``Difference`` between the positions that two moves lead to, as far as the imagined worlds agree on it."""

    subject: str
    weight: float
    """The mean of all worlds, in points: above zero where it speaks for the second move."""
    thing: Message | None = None
    source: str = ""
    points: int = 0
    is_known: bool = True
    """Whether thing and points are the same in all worlds; else they are left out."""
    is_later: bool = False
    """Whether it is seen only once the strong player has played on to its next turn."""


def reasons(ends: Sequence[Pair], later: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the second move of each pair is ``gap`` points better than the first.

    The first reason speaks for the second move, the other one for either of the two; without the first there is none.
    ``later``: the positions from which the strong player judged the moves, where it played on.
    """
    least = max(LEAST_POINTS, LEAST_SHARE * gap)
    differences = [*_agreed(ends, seat), *(_agreed(later, seat, is_later=True) if gap >= LEAST_POINTS else ())]
    large = [reason for reason in _largest_first(differences) if abs(reason.weight) >= least]
    first = next((reason for reason in large if reason.weight > 0), None)
    if first is None:
        return ()
    return (first, *[reason for reason in large if reason.subject != first.subject][: MOST - 1])


def gains(ends: Sequence[Pair], seat: int) -> tuple[Reason, ...]:
    """Return the two largest things that a turn brings, if it brings more than it costs.

    Each pair is a world before and after the turn. What comes and goes with every turn is no gain of one.
    """
    subjects = SKILLS[ends[0][0].key].compare.subjects
    is_turn = turn_played(*ends[0], seat)
    differences = [reason for reason in _agreed(ends, seat) if not (is_turn and subjects[reason.subject].is_passing)]
    if sum(reason.weight for reason in differences) < LEAST_POINTS:
        return ()
    return tuple(_largest_first([reason for reason in differences if reason.weight >= LEAST_POINTS])[:MOST])


def _largest_first(reasons: Sequence[Reason]) -> list[Reason]:
    return sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.subject))


def _agreed(pairs: Sequence[Pair], seat: int, *, is_later: bool = False) -> Iterator[Reason]:
    """Yield the differences that can be named, as far as the worlds agree on them.

    At the end of the turn all worlds must show the same, or it is not known yet; a turn later more than half of them.
    """
    compared = [SKILLS[before.key].compare(before, after, seat) for before, after in pairs]
    worlds = [{difference.subject: difference for difference in differences} for differences in compared]
    for subject in {subject for world in worlds for subject in world}:
        differences = [world[subject] for world in worlds if subject in world]
        weight = sum(difference.weight for difference in differences) / len(worlds)
        shown = [
            (difference.thing, difference.source, difference.points)
            for difference in differences
            if difference.weight * weight > 0
        ]
        if abs(weight) < LEAST_POINTS or not shown:
            continue
        thing, source, points = max(shown, key=shown.count)
        if shown.count((thing, source, points)) >= (len(worlds) // 2 + 1 if is_later else len(worlds)):
            if thing or points:
                yield Reason(subject, weight, thing, source, points, is_known=True, is_later=is_later)
        elif not is_later and len(shown) == len(worlds) and any(thing or points for thing, _, points in shown):
            yield Reason(subject, weight, is_known=False)
