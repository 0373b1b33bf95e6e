"""Reasons why one move is better than another: the largest differences between the positions they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines import Game, Message
from engines.players.skills import SKILLS, turn_played

MOST = 2
"""The most reasons for one move."""
LEAST_SHARE = 0.1
"""Share of the gap between two moves below which a difference is no reason."""
LEAST_WEIGHT = 0.03
"""Least weight of a reason in points, however small the gap is."""
SAME_SIZE = 0.5
"""Share of the first reason's weight from which on an advantage of the other move is named, not a second reason."""
LEAST_POINTS = 0.05
"""Least number of points that is told, and least weight of a gain."""

Pair = tuple[Game, Game]
"""The position after one move and that after another, in the same imagined world."""
Points = tuple[tuple[str, int], ...]
"""Points by source, above zero where the second position of a pair counts more."""


class Reason(NamedTuple):
    """A ``Difference`` between the positions that two moves lead to, as far as the imagined worlds agree on it."""

    subject: str
    weight: float
    """Mean of all worlds in points; above zero if it speaks for the second move."""
    thing: Message | None = None
    """The advantage in words; None: it differs between the worlds."""
    outlook: float = 0.0
    """The part of the weight that is not counted as points at once."""
    is_shared: bool = False
    """True if the other moves of the hint bring it as well."""


def reasons(pairs: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the second move of each pair is ``gap`` points better than the first.

    The largest that speaks for the second move comes first, then what the first one has instead, if it is of the same
    size, or else the largest of all others. If nothing does, it is what the second one has of the same subject.
    """
    least = max(LEAST_WEIGHT, LEAST_SHARE * gap)
    large = _largest_first([reason for reason in _agreed(pairs, seat) if abs(reason.weight) >= least])
    first = next((reason for reason in large if reason.weight > 0), None)
    if first is None:
        return tuple(part for reason in large[: MOST - 1] for part in (*_asset(pairs, seat, reason), reason))
    others = [reason for reason in large if reason is not first]
    instead = [reason for reason in others if reason.weight <= -SAME_SIZE * first.weight]
    return (first, *(instead or others)[: MOST - 1])


def _asset(pairs: Sequence[Pair], seat: int, reason: Reason) -> Iterator[Reason]:
    """Yield what the second position of each pair has of the subject in which the first one has the better of it."""
    compare = SKILLS[pairs[0][0].key].compare
    thing, *others = [compare.asset(reason.subject, after, before, seat) for before, after in pairs]
    if thing is not None and others.count(thing) == len(others):
        yield Reason(reason.subject, LEAST_WEIGHT, thing)


def gains(pairs: Sequence[Pair], seat: int, rivals: Sequence[Pair] = ()) -> tuple[Reason, ...]:
    """Return two things that a turn brings: the largest by which it is better than a rival, and the largest besides.

    Each pair is a world before and after the turn, the rivals are other turns in the first world. What comes and goes
    with every turn is no gain of one. What all rivals bring as well is marked. A hand that is kept for something comes
    first.
    """
    compare = SKILLS[pairs[0][0].key].compare
    kept = compare.kept(*pairs[0], seat)
    is_turn = turn_played(*pairs[0], seat)
    lasting = [entry for entry in _agreed(pairs, seat) if not (is_turn and compare.subjects[entry.subject].is_passing)]
    beside = [entry for _, end in rivals for entry in compare(end, pairs[0][1], seat)]
    better = {entry.subject for entry in beside if entry.weight >= LEAST_WEIGHT} if rivals else {*compare.subjects}
    brought = [{entry.subject: entry.thing for entry in compare(*rival, seat)} for rival in rivals]
    ordered = _largest_first([entry for entry in lasting if entry.weight >= LEAST_POINTS])
    named = [reason for reason in ordered if reason.subject in better][:1]
    for reason in ordered:
        is_alike = all(reason.thing in (None, things.get(reason.subject)) for things in brought)
        if reason not in named:
            named.append(reason._replace(is_shared=reason.subject not in better and is_alike))
    return (Reason("kept", 0.0, kept), *named[:1]) if kept else tuple(named[:MOST])


def counted(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the second position of each pair counts; empty: none, or nobody knows how many."""
    worlds = [SKILLS[before.key].compare.points(before, after, seat) for before, after in pairs]
    return tuple(worlds[0].items()) if worlds.count(worlds[0]) == len(worlds) else ()


def _largest_first(reasons: Sequence[Reason]) -> list[Reason]:
    return sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.subject))


def _agreed(pairs: Sequence[Pair], seat: int) -> Iterator[Reason]:
    """Yield the differences that can be named: what is not the same in all worlds is not known yet."""
    compared = [SKILLS[before.key].compare(before, after, seat) for before, after in pairs]
    worlds = [{difference.subject: difference for difference in differences} for differences in compared]
    for subject in {subject for world in worlds for subject in world}:
        differences = [world[subject] for world in worlds if subject in world]
        weight = sum(difference.weight for difference in differences) / len(worlds)
        things = [difference.thing for difference in differences if difference.weight * weight > 0]
        if len(things) == len(worlds) and any(things):
            thing = things[0] if things.count(things[0]) == len(things) else None
            points = sum(difference.points for difference in differences) / len(worlds)
            yield Reason(subject, weight, thing, weight - points)
