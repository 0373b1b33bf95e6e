"""Ideas: the best moves with the reasons why, for hints, reviews and lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from bot.thinking.judging import Lead, lead
from bot.thinking.moves import MOST_MOVES, Move, best_moves, two_moves
from bot.thinking.reasons import LEAST_POINTS, Pair, Points, Reason, agreed_points, gains, reasons
from bot.thinking.turns import steps_made_possible
from engines import Action, Game
from engines.players import trade

FAR_BEHIND = 3.0
"""Gap in points from which on a move is not named along with two others."""
LEAST_LEAD = 1.0
"""Lead in points below which further steps make a move no better than without them, unless there is a reason."""


@dataclass(frozen=True)
class Idea:
    """A move worth considering: the best one with what its turn brings, another one with why the best is better."""

    action: Action
    gap: float = 0.0
    """Expected points behind the best idea, if ``lacks`` is "points"."""
    lacks: Lead = "points"
    """What the best idea has more of."""
    wins: bool = False
    """True if its turn wins the game."""
    later_actions: tuple[Action, ...] = ()
    """The actions that follow in its turn."""
    is_settled: bool = True
    """True if these are the same whatever is hidden."""
    gains: tuple[Reason, ...] = ()
    """For the best idea: what its turn brings."""
    gained_points: Points = ()
    """For the best idea: the points that its turn brings at once."""
    reasons: tuple[Reason, ...] = ()
    """For other ideas: why the best one is better, and with weights below zero what this one has instead."""
    lost_points: Points = ()
    """For other ideas: the points at once that the best one has more, below zero where this one has more."""
    twins: tuple[Action, ...] = ()
    """Further actions that come to the same."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all actions of its turn."""
        return self.action, *self.later_actions

    @property
    def points_behind(self) -> int:
        """Return the total of ``lost_points``."""
        return sum(points for _, points in self.lost_points)

    @property
    def is_doubtful(self) -> bool:
        """Return whether it brings more points at once than the reasons for the best idea outweigh."""
        outlook = sum(max(0.0, reason.outlook) for reason in self.reasons)
        return self.lacks == "points" and -self.points_behind > outlook

    @property
    def is_explained(self) -> bool:
        """Return whether anything is named for which the best idea is better."""
        return self.points_behind > 0 or any(reason.weight > 0 for reason in self.reasons)

    def is_plainer_than(self, best: Idea) -> bool:
        """Return whether the best idea is this one with further steps for which nothing can be named."""
        has_fewer_steps = {*self.actions} < {*best.actions}
        return has_fewer_steps and not self.is_explained and self.lacks == "points" and self.gap < LEAST_LEAD


@dataclass(frozen=True)
class Hint:
    """Up to three ideas, best first, and an offer of trade that is worth making before."""

    ideas: list[Idea]
    offer: Action | None = None
    purpose: tuple[tuple[Action, ...], ...] = ()
    """The steps of the turn that the offer makes possible."""


def hint(game: Game, seat: int, rng: Random) -> Hint:
    """Return ideas, and unless the best one wins, an offer that makes further steps possible."""
    best = ideas(game, seat, rng)
    offer = trade(game, seat, rng) if best and not best[0].wins else None
    if offer is None:
        return Hint(best)
    suggested_actions = {action for idea in best for action in idea.actions}
    purpose = tuple(step for step in steps_made_possible(game, seat, offer, rng) if step[0] not in suggested_actions)
    return Hint(best, offer, purpose) if purpose else Hint(best)


def ideas(game: Game, seat: int, rng: Random) -> list[Idea]:
    """Return up to three ideas, best first; none in a game without a strong player."""
    moves = best_moves(game, seat, rng)
    explained = _explained(moves, seat)
    if any(idea.is_plainer_than(explained[0]) for idea in explained[1:]):
        moves = moves[1:]  # the best move is one of the others with steps that bring nothing that could be named
        explained = _explained(moves, seat)
    weakest = _weakest(explained)
    if weakest:
        explained = _explained([move for move in moves if move.action != weakest.action], seat)
    return explained


def of_two(game: Game, seat: int, rng: Random, better: Action, worse: Action) -> list[Idea]:
    """Return two actions as ideas, the one that is found to be better first."""
    return _explained(two_moves(game, seat, rng, better, worse), seat)


def _weakest(ideas: Sequence[Idea]) -> Idea | None:
    """Return which of three ideas to leave out: the last one behind for no reason, or else far behind; None: none."""
    worse = [idea for idea in ideas[1:] if idea.lacks == "points" and idea.gap >= LEAST_POINTS]
    unexplained = [idea for idea in worse if not (idea.reasons or idea.lost_points)]
    doubtful = unexplained or [idea for idea in worse if idea.gap >= FAR_BEHIND]
    return doubtful[-1] if doubtful and len(ideas) == MOST_MOVES else None


def _explained(moves: Sequence[Move], seat: int) -> list[Idea]:
    """Turn moves into ideas: the best one, which is the first, with its gains, and the others compared with it."""
    if not moves:
        return []
    best, *others = moves
    pairs = [Pair(best=turn.end, baseline=turn.world) for turn in best.turns]
    best_gains = gains(pairs, seat, [move.turns[0].end for move in others])
    best_idea = _idea(best, gains=best_gains, gained_points=agreed_points(pairs, seat))
    return [best_idea, *(_compared(best, move, seat) for move in others)]


def _compared(best: Move, move: Move, seat: int) -> Idea:
    """Return a move as an idea with the reasons why the best one is better."""
    lacks = lead(best.prospect, move.prospect)
    gap = 0.0 if move.prospect.wins else best.prospect.value - move.prospect.value
    if lacks != "points" or move.prospect.wins:
        return _idea(move, gap=gap, lacks=lacks)
    turns = [*zip(best.turns, move.turns, strict=True)]
    pairs = [Pair(best=best_turn.end, baseline=turn.end) for best_turn, turn in turns]
    gap_at_end = fmean(best_turn.worth(seat) - turn.worth(seat) for best_turn, turn in turns)
    named = reasons(pairs, seat, min(gap, abs(gap_at_end)))
    return _idea(move, gap=gap, reasons=named, lost_points=agreed_points(pairs, seat))


def _idea(move: Move, **details: Any) -> Idea:
    return Idea(
        move.action,
        wins=move.prospect.wins,
        later_actions=move.turns[0].actions[1:],
        is_settled=len({turn.actions for turn in move.turns}) == 1,
        twins=tuple(move.twins),
        **details,
    )
