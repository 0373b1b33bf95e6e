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
LEAST_GAIN = 0.05
"""Least weight of a gain in points."""
LEAST_TOLD_GAP = 0.05
"""Gap in points below which two moves count as equally good."""

Points = tuple[tuple[str, int | None], ...]
"""Points by source; above zero where the best move has more than the baseline. None: how many is not known."""


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
    is_least: bool = False
    """True if it is a count that is higher in some worlds."""


def reasons(pairs: Sequence[Pair], seat: int, gap: float) -> tuple[Reason, ...]:
    """Return at most two reasons why the best move is ``gap`` points better than a rival; a pair stands for a world.

    The largest one that speaks for the best move comes first, then the largest of all others. Of those that speak for
    it, the ones whose advantage differs between the worlds are left out if there are others.
    """
    least_weight = max(LEAST_WEIGHT, LEAST_SHARE * gap)
    large = [reason for reason in _agreed(pairs, seat) if abs(reason.weight) >= least_weight]
    if any(reason.weight > 0 and reason.advantage for reason in large):
        large = [reason for reason in large if reason.weight < 0 or reason.advantage]
    first = next((reason for reason in large if reason.weight > 0), None)
    return tuple(sorted(large, key=lambda reason: reason is not first)[:MOST_REASONS])


def gains(pairs: Sequence[Pair], seat: int, rival_ends: Sequence[Game]) -> tuple[Reason, ...]:
    """Return at most two gains of the best move's turn: those by which it beats the first rival most, then the largest.

    The baseline is the position before the turn; ``rival_ends`` are the ends of the rivals' turns in the first world.
    Gains whose advantage differs between the worlds are left out if there are others. A subject with ``is_passing`` (it
    changes every turn) is no gain of a whole turn, only of a decision within one.
    """
    end, before = pairs[0]
    compare = SKILLS[end.key].compare
    is_turn = turn_played(before, end, seat)
    lasting = [gain for gain in _agreed(pairs, seat) if not (is_turn and compare.subjects[gain.subject].is_passing)]
    large = [gain for gain in lasting if gain.weight >= LEAST_GAIN]
    explained_gains = [gain for gain in large if gain.advantage]
    differences = [difference for rival_end in rival_ends[:1] for difference in compare(end, rival_end, seat)]
    lead_over_rival = {entry.subject: entry.weight for entry in differences if entry.weight >= LEAST_WEIGHT}
    # A stable sort: where the lead is the same, the larger gain stays first.
    return tuple(
        sorted(explained_gains or large, key=lambda gain: -lead_over_rival.get(gain.subject, 0.0))[:MOST_REASONS]
    )


def points_at_once(pairs: Sequence[Pair], seat: int) -> Points:
    """Return how many points more the best move has at once, by source; empty if the worlds agree on no source."""
    points_by_world = [SKILLS[best.key].compare.points(best, baseline, seat) for best, baseline in pairs]
    sources = dict.fromkeys(source for points in points_by_world for source in points)
    counts = {source: {points.get(source, 0) for points in points_by_world} for source in sources}
    points = tuple((source, min(count) if len(count) == 1 else None) for source, count in counts.items())
    return points if any(count is not None for _, count in points) else ()


def _agreed(pairs: Sequence[Pair], seat: int) -> list[Reason]:
    """Return the differences that speak for the same side in all worlds and that one can describe, largest first."""
    agreed = list[Reason]()
    comparisons = [SKILLS[best.key].compare(best, baseline, seat) for best, baseline in pairs]
    differences_by_world = [{entry.subject: entry for entry in comparison} for comparison in comparisons]
    for subject in set(differences_by_world[0]).intersection(*differences_by_world):
        weights = [differences[subject].weight for differences in differences_by_world]
        advantages = [differences[subject].advantage for differences in differences_by_world]
        is_one_sided = min(weights) > 0 or max(weights) < 0
        if is_one_sided and any(advantages):
            is_known = advantages.count(advantages[0]) == len(advantages)
            advantage = advantages[0] if is_known else _smallest(advantages)
            agreed.append(Reason(subject, fmean(weights), advantage, is_least=not is_known and advantage is not None))
    return sorted(agreed, key=lambda reason: (-abs(reason.weight), reason.subject))


def _smallest(advantages: Sequence[Message | None]) -> Message | None:
    """Return the advantage with the lowest count; None: they differ in more, or a lower count is the better one.

    A count stands in the arguments of a message as "own" for the better position, as "other" for the worse one.
    """
    messages = [advantage for advantage in advantages if advantage]
    kinds = [Message(advantage.id, {**advantage.args, "own": 0}) for advantage in messages]
    if len(messages) < len(advantages) or kinds.count(kinds[0]) < len(kinds):
        return None
    smallest = min(messages, key=lambda advantage: _number(advantage, "own"))
    return smallest if _number(smallest, "own") > _number(smallest, "other") else None


def _number(message: Message, name: str) -> int:
    argument = message.args.get(name)
    return argument if isinstance(argument, int) else 0
