"""Reasons why the best move is better than a rival: the largest differences between the positions that they lead to.

Order and sign are those of ``engines.players.comparison``: the best move comes first, and numbers above zero speak for
it. It is compared with a baseline: the end of the rival's turn or, for its gains, the position before its own turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import NamedTuple

from engines import Game, Message
from engines.players.comparison import Difference
from engines.players.skills import SKILLS, turn_played

MOST_REASONS = 2
"""Reasons for one move."""
LEAST_SHARE = 0.1
"""Share of the gap between two moves below which a difference is no reason."""
LEAST_WEIGHT = 0.03
"""Least weight of a reason in points, however small the gap is."""
COUNTERWEIGHT_SHARE = 0.5
"""Share of the first reason's weight from which on a reason for the rival takes the second place."""
LEAST_POINTS = 0.05
"""Least number of points that is told, and least weight of a gain."""

Points = tuple[tuple[str, int], ...]
"""Points by source; above zero where the best move has more than the baseline."""


class Pair(NamedTuple):
    """The end of the best move's turn and its baseline, in the same world."""

    best: Game
    baseline: Game


@dataclass(frozen=True)
class Reason:
    """A ``Difference`` between the best move and its baseline, as far as the imagined worlds agree on it."""

    subject: str
    weight: float
    """Mean of all worlds in points; above zero if it speaks for the best move."""
    advantage: Message | None = None
    """What the better one of the two has; None: it differs between the worlds."""
    later_value: float = 0.0
    """The part of the weight that is no points at once."""
    is_shared: bool = False
    """For gains: True if the rivals bring it as well."""
    is_only_named: bool = False
    """True if it says what the best move has in a subject in which the rival is better; its weight is zero."""

    @property
    def is_for_the_best(self) -> bool:
        """Return whether it is told in favour of the best move."""
        return self.is_only_named or self.weight > 0


def reasons(pairs: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the best move is ``gap`` points better than a rival; a pair stands for a world.

    First comes the heaviest reason for the best move. The second place goes to the heaviest reason for the rival that
    weighs at least half as much as the first; without one, to the next heaviest of either. If nothing speaks for the
    best move, the heaviest reason for the rival is given, after what the best move has of the same, if anything.
    """
    least = max(LEAST_WEIGHT, LEAST_SHARE * gap)
    large = _largest_first([reason for reason in _agreed(pairs, seat) if abs(reason.weight) >= least])
    first = next((reason for reason in large if reason.weight > 0), None)
    if first is None:
        return _with_what_the_best_has_too(large[0], pairs, seat) if large else ()
    rest = [reason for reason in large if reason is not first]
    counterweights = [reason for reason in rest if reason.weight <= -COUNTERWEIGHT_SHARE * first.weight]
    return (first, *(counterweights or rest))[:MOST_REASONS]


def _with_what_the_best_has_too(reason: Reason, pairs: Sequence[Pair], seat: int) -> tuple[Reason, ...]:
    """Return a reason for the rival after what the best move has in the same subject, if it has anything.

    Of Burgundy's stored tiles, for instance, the rival has the better one, but the best move has one as well.
    """
    compare = SKILLS[pairs[0].best.key].compare
    advantage = _same_in_all([compare.describe(reason.subject, best, baseline, seat) for best, baseline in pairs])
    if advantage is None:
        return (reason,)
    # Its weight is zero, since the other reason already weighs the subject as a whole.
    return Reason(reason.subject, 0.0, advantage, is_only_named=True), reason


def gains(pairs: Sequence[Pair], seat: int, rival_ends: Sequence[Game], most: int = MOST_REASONS) -> tuple[Reason, ...]:
    """Return the gains of the best move's turn: first the largest in which it beats a rival, then the largest others.

    The baseline is the position before the turn; ``rival_ends`` are the ends of the rivals' turns in the first world.
    """
    end, before = pairs[0]
    compare = SKILLS[end.key].compare
    is_turn = turn_played(before, end, seat)
    lasting = [gain for gain in _agreed(pairs, seat) if not (is_turn and compare.subjects[gain.subject].is_passing)]
    largest = _largest_first([gain for gain in lasting if gain.weight >= LEAST_POINTS])
    if not rival_ends:
        return tuple(largest[:most])
    differences = [difference for rival_end in rival_ends for difference in compare(end, rival_end, seat)]
    subjects_ahead = {difference.subject for difference in differences if difference.weight >= LEAST_WEIGHT}
    rivals_gains = [compare(rival_end, before, seat) for rival_end in rival_ends]
    marked = list[Reason]()
    for gain in largest:
        all_bring_it = all(_have_the_same(rival_gains, gain) for rival_gains in rivals_gains)
        marked.append(replace(gain, is_shared=all_bring_it and gain.subject not in subjects_ahead))
    first = next((gain for gain in marked if gain.subject in subjects_ahead), None)
    return tuple(sorted(marked, key=lambda gain: gain is not first)[:most])


def _have_the_same(rival_gains: Sequence[Difference], gain: Reason) -> bool:
    """Return whether the gains of a rival's turn have one that reads the same.

    A gain whose size depends on what is hidden reads "more money" without a number, so any rival may bring it.
    """
    if gain.advantage is None:
        return True
    return any(rival.subject == gain.subject and rival.advantage == gain.advantage for rival in rival_gains)


def agreed_points(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the best move has at once; empty: none, or the worlds do not agree."""
    worlds = [SKILLS[best.key].compare.points(best, baseline, seat) for best, baseline in pairs]
    return tuple(worlds[0].items()) if worlds.count(worlds[0]) == len(worlds) else ()


def _agreed(pairs: Sequence[Pair], seat: int) -> Iterator[Reason]:
    """Yield the differences that speak for the same move in all worlds, if at least one world can describe them."""
    comparisons = [SKILLS[best.key].compare(best, baseline, seat) for best, baseline in pairs]
    worlds = [{difference.subject: difference for difference in differences} for differences in comparisons]
    for subject in worlds[0]:
        differences = [world[subject] for world in worlds if subject in world]
        advantages = [difference.advantage for difference in differences]
        is_one_sided = len({difference.weight > 0 for difference in differences}) == 1
        if len(differences) == len(worlds) and is_one_sided and any(advantages):
            weight = fmean(difference.weight for difference in differences)
            points = fmean(difference.points for difference in differences)
            yield Reason(subject, weight, _same_in_all(advantages), later_value=weight - points)


def _same_in_all(messages: Sequence[Message | None]) -> Message | None:
    return messages[0] if messages.count(messages[0]) == len(messages) else None


def _largest_first(reasons: Sequence[Reason]) -> list[Reason]:
    return sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.subject))
