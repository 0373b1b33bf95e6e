"""Reasons why one move is better than another: the largest differences between the positions they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines import Game, Message
from engines.players.comparison import Difference
from engines.players.skills import SKILLS, turn_played

MOST = 2
"""Reasons for one move."""
LEAST_SHARE = 0.1
"""Of the gap between two moves: a smaller difference is no reason."""
LEAST_POINTS = 0.05
"""Points that a difference must weigh to be a reason, however small the gap is."""
EXPLAINED_SHARE = 0.5
"""Of the gap between two moves that their reasons must add up to."""
EXCESS = 2.0
"""Points by which reasons that add up to more than twice the gap seem to contradict it."""
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
        if self.is_passing:
            return 0.0
        sign = 1 if self.weight > 0 else -1
        return sign * self.points if self.points else self.weight


def reasons(ends: Sequence[Pair], later: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the second move of each pair is ``gap`` points better than the first.

    The first reason speaks for the second move; without it there is none. The other one speaks against it only if the
    two do not contradict the gap.
    ``later``: the positions from which the strong player judged the moves, where it played on.
    """
    least = max(LEAST_POINTS, LEAST_SHARE * gap)
    large = [reason for reason in _agreed(ends, seat) if abs(reason.weight) >= least]
    if gap >= LEAST_POINTS:
        large += [
            _as_early_as_it_shows(reason, ends, seat)
            for reason in _agreed(later, seat, is_later=True)
            if abs(reason.weight) >= least
        ]
    large = _largest_first(_without_repetitions(large))
    first = next((reason for reason in large if reason.weight > 0), None)
    if first is None:
        return ()
    others = [reason for reason in large if reason.subject != first.subject]
    if others and others[0].weight < 0 and not explains((first, others[0]), gap):
        if _is_caught_up(others[0], later, seat):
            return (first, others[0]._replace(is_passing=True))
        others = [reason for reason in others if reason.weight > 0]
    return (first, *others[: MOST - 1])


def explains(reasons: Sequence[Reason], gap: float) -> bool:
    """Return whether reasons add up to enough of a gap, as a reader adds them."""
    return _sum(reasons) >= EXPLAINED_SHARE * gap


def exceed(reasons: Sequence[Reason], gap: float) -> bool:
    """Return whether reasons add up to so much more than a gap that a reader misses what else there is."""
    return _sum(reasons) > 2 * gap + EXCESS


def _sum(reasons: Sequence[Reason]) -> float:
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


def _without_repetitions(reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons without those that show what an earlier one of the same subject does."""
    kept = list[Reason]()
    for reason in reasons:
        if not any((known.subject, known.thing) == (reason.subject, reason.thing) for known in kept if known.thing):
            kept.append(reason)
    return kept


def _as_early_as_it_shows(reason: Reason, ends: Sequence[Pair], seat: int) -> Reason:
    """Return a later reason, or what can be seen of it at the end of the turn in all worlds.

    Its points are left out then, since they may be those of later.
    """
    if reason.thing is None or not ends:
        return reason
    compare = SKILLS[ends[0][0].key].compare
    pairs = [(after, before) if reason.weight > 0 else (before, after) for before, after in ends]
    things = [compare.shown(reason.subject, better, worse, seat) for better, worse in pairs]
    thing = things[0]
    if thing is None or thing.id != reason.thing.id or things.count(thing) < len(things):
        return reason
    return reason._replace(thing=thing, is_later=False, source="", points=0)


def _is_caught_up(reason: Reason, later: Sequence[Pair], seat: int) -> bool:
    """Return whether little is left of the points of the first move in most worlds, once both have played on."""
    if reason.is_later or not reason.points or not later:
        return False
    remaining = [
        sum(difference.weight for difference in differences if difference.subject == reason.subject)
        for differences in _compared(later, seat)
    ]
    passed = sum(weight >= PASSED_SHARE * reason.weight for weight in remaining)
    return passed > len(later) // 2


def _compared(pairs: Sequence[Pair], seat: int) -> list[list[Difference]]:
    return [SKILLS[before.key].compare(before, after, seat) for before, after in pairs]


def _agreed(pairs: Sequence[Pair], seat: int, *, is_later: bool = False) -> Iterator[Reason]:
    """Yield the differences that can be named, as far as the worlds agree on them.

    At the end of the turn all worlds must show the same, or it is not known yet; a turn later more than half of them.
    """
    worlds = [{difference.subject: difference for difference in world} for world in _compared(pairs, seat)]
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
