"""Ideas: the best moves with the reasons why, for hints, reviews and lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from bot.thinking.judging import Measure, deciding_measure
from bot.thinking.moves import Move, best_moves, two_moves
from bot.thinking.reasons import Pair, Points, Reason, gains, points_at_once, reasons
from bot.thinking.turns import steps_made_possible
from engines import Action, Game, Message
from engines.players import trade
from engines.players.skills import SKILLS


@dataclass(frozen=True)
class Idea:
    """A move of a hint: the best one with its gains, a rival with the reasons why the best one is better."""

    action: Action
    wins: bool = False
    """True if its turn wins the game."""
    later_actions: tuple[Action, ...] = ()
    """The actions that follow in its turn."""
    is_settled: bool = True
    """True if these are the same whatever is hidden."""
    twins: tuple[Action, ...] = ()
    """Further actions that may take its place, since their turns come to the same."""
    beginnings: tuple[Action, ...] = ()
    """Further actions with which its turn could begin as well."""

    # Only the best idea has these.
    gains: tuple[Reason, ...] = ()
    """What its turn brings."""
    kept_hand: Message | None = None
    """The hand that its turn leaves, if it begins with discarding and leaves the same in all worlds."""
    gained_points: Points = ()
    """The points that its turn brings at once."""

    # Only a rival has these; they say how far the best idea is ahead of it.
    gap: float = 0.0
    """By how many points the best idea is better; 0 if both win. Without meaning if ``measure`` is not "points"."""
    measure: Measure = "points"
    """By what the best idea is better."""
    reasons: tuple[Reason, ...] = ()
    """Why the best idea is better, and with weights below zero what the rival has instead."""
    points_ahead_at_once: Points = ()
    """How many points more the best idea brings at once, by source; below zero where the rival brings more."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all actions of its turn."""
        return self.action, *self.later_actions

    @property
    def total_ahead(self) -> int:
        """Return the total of ``points_ahead_at_once``, as far as it is known."""
        return sum(points or 0 for _, points in self.points_ahead_at_once)


@dataclass(frozen=True)
class Hint:
    """Up to ``MOST_MOVES`` ideas, best first, and an offer of trade that is worth making before."""

    ideas: list[Idea]
    offer: Action | None = None
    made_possible: tuple[tuple[Action, ...], ...] = ()
    """The steps that need the offered trade and that no idea contains."""


def hint(game: Game, seat: int, rng: Random) -> Hint:
    """Return ideas, and unless the best one wins, an offer if it makes further steps possible."""
    best_ideas = ideas(game, seat, rng)
    offer = trade(game, seat, rng) if best_ideas and not best_ideas[0].wins else None
    if offer is None:
        return Hint(best_ideas)
    suggested_actions = {action for idea in best_ideas for action in idea.actions}
    steps = steps_made_possible(game, seat, offer, rng)
    made_possible = tuple(step for step in steps if step[0] not in suggested_actions)
    return Hint(best_ideas, offer, made_possible) if made_possible else Hint(best_ideas)


def ideas(game: Game, seat: int, rng: Random) -> list[Idea]:
    """Return up to ``MOST_MOVES`` ideas, best first; none in a game without a strong player."""
    return _to_ideas(best_moves(game, seat, rng), seat)


def compared_ideas(game: Game, seat: int, rng: Random, first: Action, second: Action) -> list[Idea]:
    """Return two actions as ideas, the one that turns out to be better first, whichever was given first."""
    return _to_ideas(two_moves(game, seat, rng, first, second), seat)


def _to_ideas(moves: Sequence[Move], seat: int) -> list[Idea]:
    """Turn moves, best first, into ideas: the best one with its gains, and its rivals compared with it."""
    if not moves:
        return []
    best, *rivals = moves
    return [_best_idea(best, rivals, seat), *(_rival_idea(best, rival, seat) for rival in rivals)]


def _best_idea(best: Move, rivals: Sequence[Move], seat: int) -> Idea:
    pairs = [Pair(best=turn.end, baseline=turn.world) for turn in best.turns]
    hands = [SKILLS[end.key].compare.kept_hand(before, end, seat) for end, before in pairs]
    return _idea(
        best,
        gains=gains(pairs, seat, [rival.turns[0].end for rival in rivals]),
        kept_hand=hands[0] if all(hand == hands[0] for hand in hands) else None,
        gained_points=points_at_once(pairs, seat),
    )


def _rival_idea(best: Move, rival: Move, seat: int) -> Idea:
    """Return the idea of a rival, with reasons only if points decide and the rival does not win as well."""
    measure = deciding_measure(best.prospect, rival.prospect)
    gap = 0.0 if rival.prospect.wins else best.prospect.value - rival.prospect.value
    if measure != "points" or rival.prospect.wins:
        return _idea(rival, gap=gap, measure=measure)
    turns = [*zip(best.turns, rival.turns, strict=True)]
    pairs = [Pair(best=best_turn.end, baseline=rival_turn.end) for best_turn, rival_turn in turns]
    # `reasons` drops what is small beside the gap. If the gap shows only after this turn, the smaller gap at the ends
    # of the turns is the yardstick; otherwise nothing would be left.
    gap_at_end = abs(fmean(best_turn.value(seat) - rival_turn.value(seat) for best_turn, rival_turn in turns))
    named = reasons(pairs, seat, min(gap, gap_at_end))
    return _idea(rival, gap=gap, reasons=named, points_ahead_at_once=points_at_once(pairs, seat))


def _idea(move: Move, **details: Any) -> Idea:
    return Idea(
        move.action,
        wins=move.prospect.wins,
        later_actions=move.turns[0].actions[1:],
        is_settled=len({turn.actions for turn in move.turns}) == 1,
        twins=tuple(twin.action for twin in move.twins if move.action not in twin.turns[0].actions),
        beginnings=tuple(twin.action for twin in move.twins if move.action in twin.turns[0].actions),
        **details,
    )
