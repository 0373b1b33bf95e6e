"""Reasons why one move is better than another: the largest differences between the positions that they lead to.

Order and sign are those of ``engines.players.comparison``: the best move comes first, and numbers above zero speak for
it. It is compared with a baseline: the end of another move's turn or, for its gains, the position before its own turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
COUNTERWEIGHT_SHARE = 0.5
"""Share of the first reason's weight from which on an advantage of the other move is named, not a second reason."""
LEAST_POINTS = 0.05
"""Least number of points that is told, and least weight of a gain."""
KEPT = "kept"
"""Subject of the reason that names a hand which is kept for something; it has no weight."""

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
    outlook: float = 0.0
    """The part of the weight that is not counted as points at once."""
    is_shared: bool = False
    """For gains: True if the other moves of the hint bring it as well."""


def reasons(pairs: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the best move is ``gap`` points better than another one; a pair for each world.

    First comes the largest reason for the best move, then the largest advantage of the other move if it is about as
    large, or else the next reason. If nothing speaks for the best move, the largest advantage of the other one is
    named, after what the best move has in the same subject.
    """
    least = max(LEAST_WEIGHT, LEAST_SHARE * gap)
    large = _largest_first([reason for reason in _agreed(pairs, seat) if abs(reason.weight) >= least])
    first = next((reason for reason in large if reason.weight > 0), None)
    if first:
        rest = [reason for reason in large if reason is not first]
        counterweights = [reason for reason in rest if reason.weight <= -COUNTERWEIGHT_SHARE * first.weight]
        return (first, *(counterweights or rest))[:MOST_REASONS]
    if not large:
        return ()
    subject = large[0].subject
    compare = SKILLS[pairs[0].best.key].compare
    advantage = _if_equal([compare.advantage(subject, best, baseline, seat) for best, baseline in pairs])
    return (Reason(subject, LEAST_WEIGHT, advantage), large[0]) if advantage else (large[0],)


def gains(pairs: Sequence[Pair], seat: int, rival_ends: Sequence[Game]) -> tuple[Reason, ...]:
    """Return at most two gains of the best move's turn: the largest in which it beats a rival, then the largest others.

    The baseline is the position before the turn; ``rival_ends`` are the ends of the other moves' turns in the first
    world. A hand that the turn keeps for something comes first, as a reason of the subject ``KEPT``.
    """
    end, before = pairs[0]
    compare = SKILLS[end.key].compare
    is_turn = turn_played(before, end, seat)
    lasting = [gain for gain in _agreed(pairs, seat) if not (is_turn and compare.subjects[gain.subject].is_passing)]
    ordered = _largest_first([gain for gain in lasting if gain.weight >= LEAST_POINTS])
    if rival_ends:
        ordered = _compared_with_rivals(ordered, pairs[0], seat, rival_ends)
    hand = compare.kept_hand(before, end, seat)
    return (*([Reason(KEPT, 0.0, hand)] if hand else []), *ordered)[:MOST_REASONS]


def _compared_with_rivals(gains: Sequence[Reason], pair: Pair, seat: int, rival_ends: Sequence[Game]) -> list[Reason]:
    """Put the first gain in which the turn beats a rival before all others, and mark those that all rivals share."""
    end, before = pair
    compare = SKILLS[end.key].compare
    leads = [lead for rival_end in rival_ends for lead in compare(end, rival_end, seat)]
    leading_subjects = {lead.subject for lead in leads if lead.weight >= LEAST_WEIGHT}
    rivals = [{gain.subject: gain.advantage for gain in compare(rival_end, before, seat)} for rival_end in rival_ends]
    marked = list[Reason]()
    for gain in gains:
        is_equal = all(gain.advantage in (None, advantages.get(gain.subject)) for advantages in rivals)
        marked.append(replace(gain, is_shared=gain.subject not in leading_subjects and is_equal))
    first = next((gain for gain in marked if gain.subject in leading_subjects), None)
    return sorted(marked, key=lambda gain: gain is not first)


def agreed_points(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the best move has at once; empty: none, or the worlds do not agree."""
    worlds = [SKILLS[best.key].compare.points(best, baseline, seat) for best, baseline in pairs]
    return tuple(worlds[0].items()) if worlds.count(worlds[0]) == len(worlds) else ()


def _agreed(pairs: Sequence[Pair], seat: int) -> Iterator[Reason]:
    """Yield the differences that speak for the same position in all worlds, unless no world can describe them."""
    comparisons = [SKILLS[best.key].compare(best, baseline, seat) for best, baseline in pairs]
    worlds = [{difference.subject: difference for difference in differences} for differences in comparisons]
    for subject in worlds[0]:
        differences = [world[subject] for world in worlds if subject in world]
        advantages = [difference.advantage for difference in differences]
        is_one_sided = len({difference.weight > 0 for difference in differences}) == 1
        if len(differences) == len(worlds) and is_one_sided and any(advantages):
            weight = fmean(difference.weight for difference in differences)
            points = fmean(difference.points for difference in differences)
            yield Reason(subject, weight, _if_equal(advantages), weight - points)


def _if_equal(messages: Sequence[Message | None]) -> Message | None:
    return messages[0] if messages.count(messages[0]) == len(messages) else None


def _largest_first(reasons: Sequence[Reason]) -> list[Reason]:
    return sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.subject))
