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
EXPLAINED_SHARE = 0.5
"""Of the gap between two moves that their reasons must add up to."""
PASSED_SHARE = 0.25
"""Of a difference that may be left after the next turn, if the other move is to have caught up."""

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
    is_passing: bool = False
    """Whether the second move has caught up by then."""

    @property
    def shown_weight(self) -> float:
        """Return what a reader takes it for: the points that are named, else the weight."""
        points = self.points if self.weight > 0 else -self.points
        return 0.0 if self.is_passing else points or self.weight


def reasons(ends: Sequence[Pair], later: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the second move of each pair is ``gap`` points better than the first.

    The first reason speaks for the second move; without it there is none. The other one speaks against it only if the
    two do not contradict the gap.
    ``later``: the positions from which the strong player judged the moves, where it played on.
    """
    least = max(LEAST_POINTS, LEAST_SHARE * gap)
    large = [reason for reason in _agreed(ends, seat) if abs(reason.weight) >= least]
    known = {reason.subject for reason in large}
    if gap >= LEAST_POINTS:
        rest = [reason for reason in _agreed(later, seat, is_later=True) if abs(reason.weight) >= least]
        seen = [_as_early_as_it_shows(reason, ends, seat) for reason in rest]
        large += [reason for reason in seen if reason.is_later or reason.subject not in known]
    large = _largest_first(large)
    first = next((reason for reason in large if reason.weight > 0), None)
    if first is None:
        return ()
    others = [reason for reason in large if reason.subject != first.subject]
    if others and others[0].weight < 0 and shown_sum((first, others[0])) < EXPLAINED_SHARE * gap:
        if _is_caught_up(others[0], later, seat):
            return (first, others[0]._replace(is_passing=True))
        others = [reason for reason in others if reason.weight > 0]
    return (first, *others[: MOST - 1])


def shown_sum(reasons: Sequence[Reason]) -> float:
    """Return what reasons add up to, as a reader adds them."""
    return sum(reason.shown_weight for reason in reasons)


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


def _as_early_as_it_shows(reason: Reason, ends: Sequence[Pair], seat: int) -> Reason:
    """Return a later reason, or what is seen of it at the end of the turn in all worlds, without points of later."""
    if reason.thing is None or not ends:
        return reason
    pairs = ends if reason.weight > 0 else [(after, before) for before, after in ends]
    thing = SKILLS[ends[0][0].key].compare.shown(reason.subject, pairs, seat)
    if thing is None or thing.id != reason.thing.id:
        return reason
    return reason._replace(thing=thing, is_later=False, source="", points=0)


def _is_caught_up(reason: Reason, later: Sequence[Pair], seat: int) -> bool:
    """Return whether little is left of the points of the first move in most worlds, once both have played on."""
    if reason.is_later or not reason.points or not later:
        return False
    passed = 0
    for before, after in later:
        differences = SKILLS[before.key].compare(before, after, seat)
        weight = sum(difference.weight for difference in differences if difference.subject == reason.subject)
        passed += weight >= PASSED_SHARE * reason.weight
    return passed > len(later) // 2


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
