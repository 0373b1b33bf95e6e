"""Reasons why the best move is better than a rival: the largest differences between the positions that they lead to.

Order and sign are those of ``engines.players.comparison``: the best move comes first, and numbers above zero speak for
it. It is compared with a baseline: the end of the rival's turn or, for its gains, the position before its own turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from engines import Game, Message
from engines.players.skills import SKILLS, turn_played

MOST_REASONS = 2
"""Reasons for one move."""
LEAST_SHARE = 0.1
"""Share of the gap between two moves below which a difference is no reason."""
LEAST_WEIGHT = 0.03
"""Least weight of a reason in points, however small the gap is."""
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


def reasons(pairs: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the best move is ``gap`` points better than a rival; a pair stands for a world.

    The largest one that speaks for the best move comes first, then the largest of all others.
    """
    least = max(LEAST_WEIGHT, LEAST_SHARE * gap)
    large = [reason for reason in _agreed(pairs, seat) if abs(reason.weight) >= least]
    first = next((reason for reason in large if reason.weight > 0), None)
    return _move_to_front(first, large)


def gains(pairs: Sequence[Pair], seat: int, rival_ends: Sequence[Game]) -> tuple[Reason, ...]:
    """Return at most two gains of the best move's turn: the largest in which it beats a rival, then the largest other.

    The baseline is the position before the turn; ``rival_ends`` are the ends of the rivals' turns in the first world.
    A subject with ``is_passing`` (it changes every turn) counts as a gain only if the decision did not play a whole
    turn.
    """
    end, before = pairs[0]
    compare = SKILLS[end.key].compare
    is_turn = turn_played(before, end, seat)
    lasting = [gain for gain in _agreed(pairs, seat) if not (is_turn and compare.subjects[gain.subject].is_passing)]
    large = [gain for gain in lasting if gain.weight >= LEAST_POINTS]
    differences = [difference for rival_end in rival_ends for difference in compare(end, rival_end, seat)]
    subjects_ahead = {difference.subject for difference in differences if difference.weight >= LEAST_WEIGHT}
    first = next((gain for gain in large if gain.subject in subjects_ahead), None)
    return _move_to_front(first, large)


def agreed_points(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the best move has at once; empty: none, or the worlds do not agree."""
    points_by_world = [SKILLS[best.key].compare.points(best, baseline, seat) for best, baseline in pairs]
    points = points_by_world[0]
    return tuple(points.items()) if points_by_world.count(points) == len(points_by_world) else ()


def _move_to_front(first: Reason | None, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return at most ``MOST_REASONS`` reasons, ``first`` before the others, which keep their order."""
    return tuple(sorted(reasons, key=lambda reason: reason is not first)[:MOST_REASONS])


def _agreed(pairs: Sequence[Pair], seat: int) -> list[Reason]:
    """Return the differences that speak for the same side in all worlds and that one can describe, largest first."""
    agreed = list[Reason]()
    comparisons = [SKILLS[best.key].compare(best, baseline, seat) for best, baseline in pairs]
    differences_by_world = [
        {difference.subject: difference for difference in differences} for differences in comparisons
    ]
    for subject in set(differences_by_world[0]).intersection(*differences_by_world):
        weights = [differences[subject].weight for differences in differences_by_world]
        advantages = [differences[subject].advantage for differences in differences_by_world]
        is_one_sided = min(weights) > 0 or max(weights) < 0
        is_known = advantages.count(advantages[0]) == len(advantages)
        if is_one_sided and any(advantages):
            agreed.append(Reason(subject, fmean(weights), advantages[0] if is_known else None))
    return sorted(agreed, key=lambda reason: (-abs(reason.weight), reason.subject))
