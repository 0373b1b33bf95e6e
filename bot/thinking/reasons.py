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
KEPT = "kept"
"""Subject of the reason that names a hand which is kept for something; it has no weight."""
LEAST_POINTS = 0.05
"""Least number of points that is told, and least weight of a gain."""

Pair = tuple[Game, Game]
"""Two positions in the same imagined world: after one move and after another, or before and after a turn.

A difference with a weight above zero always speaks for the second position.
"""
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

    First comes the largest reason for the second move: "money: 120 Cr, not 40". Then comes the largest advantage of the
    first move if it is about as large, or else the largest of all others. Without any reason for the second move, the
    advantages of the first one are named, each after what the second one has in the same subject.
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
    """Yield an advantage of the second position in a subject in which the first one is better as a whole.

    Its weight only says that it speaks for the second position.
    """
    compare = SKILLS[pairs[0][0].key].compare
    thing, *others = [compare.asset(reason.subject, after, before, seat) for before, after in pairs]
    if thing is not None and others.count(thing) == len(others):
        yield Reason(reason.subject, LEAST_WEIGHT, thing)


def gains(pairs: Sequence[Pair], seat: int, rivals: Sequence[Pair] = ()) -> tuple[Reason, ...]:
    """Return at most two gains of a turn: the largest in which it beats a rival, then the largest of the others.

    ``pairs`` are the positions before and after the turn in each world, ``rivals`` those of other turns in the first
    world. A hand that the turn keeps for something is named first, as a reason of the subject ``KEPT``.
    """
    compare = SKILLS[pairs[0][0].key].compare
    is_turn = turn_played(*pairs[0], seat)
    lasting = [gain for gain in _agreed(pairs, seat) if not (is_turn and compare.subjects[gain.subject].is_passing)]
    ordered = _largest_first([gain for gain in lasting if gain.weight >= LEAST_POINTS])
    better = _better_than_a_rival(pairs[0][1], rivals, seat) if rivals else {*compare.subjects}
    brought = [{entry.subject: entry.thing for entry in compare(*rival, seat)} for rival in rivals]
    leading = [gain for gain in ordered if gain.subject in better][:1]
    named = list(leading)
    for gain in ordered:
        if gain not in leading:
            is_alike = all(gain.thing in (None, things.get(gain.subject)) for things in brought)
            named.append(gain._replace(is_shared=gain.subject not in better and is_alike))
    kept = compare.kept(*pairs[0], seat)
    return (Reason(KEPT, 0.0, kept), *named[:1]) if kept else tuple(named[:MOST])


def _better_than_a_rival(end: Game, rivals: Sequence[Pair], seat: int) -> set[str]:
    """Return the subjects in which the end of a turn is better than that of any rival."""
    compare = SKILLS[end.key].compare
    differences = [difference for _, rival_end in rivals for difference in compare(rival_end, end, seat)]
    return {difference.subject for difference in differences if difference.weight >= LEAST_WEIGHT}


def counted(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the second position of each pair counts; empty: none, or nobody knows how many."""
    worlds = [SKILLS[before.key].compare.points(before, after, seat) for before, after in pairs]
    return tuple(worlds[0].items()) if worlds.count(worlds[0]) == len(worlds) else ()


def _largest_first(reasons: Sequence[Reason]) -> list[Reason]:
    return sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.subject))


def _agreed(pairs: Sequence[Pair], seat: int) -> Iterator[Reason]:
    """Yield the differences that have the same sign in all worlds, with words if these are the same as well."""
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
