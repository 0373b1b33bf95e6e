"""The moves that the strong player likes best, and why: for hints, reviews and lessons.

Every move is played to the end of its turn in several imagined worlds, in which what is hidden was redrawn. A reason is
what the same comparison shows in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from statistics import fmean
from typing import Any

from bot.thinking.judging import Lead, compared, lead
from bot.thinking.reasons import LEAST_POINTS, LEAST_WEIGHT, Points, Reason, counted, gains, reasons
from bot.thinking.turns import Turn, begins_as_well, enabled, improved, is_idle, play_turn, straightened
from engines import Action, Game
from engines.players import candidates, trade
from engines.players.extras import with_extras
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect, outcome

WORLDS = 10
"""Imagined worlds in which a turn is played: one of two tokens lies alike in all of them once in 500 times."""
MOST = 3
"""Ideas of a hint."""
TRIED = 6
"""Moves whose turns are played, at most."""
SHARE_NOW = 0.25
"""Share of the value at the end of the turn, if the strong player also judges the end of its next turn."""
FAR = 3.0
"""Gap in points from which on a move is not named beside two others."""
PLAIN = 1.0
"""Lead in points below which a move with further steps is no better than without, unless they have a reason."""
MOST_TWINS = 3
"""The most moves that are named with an idea because they lead to the same."""


@dataclass(frozen=True)
class Idea:
    """A move worth considering."""

    action: Action
    gap: float = 0.0
    """Expected points behind the best idea, if ``lacks`` is "points"."""
    lacks: Lead = "points"
    wins: bool = False
    """True if its turn wins the game."""
    then: tuple[Action, ...] = ()
    """The steps that follow in its turn."""
    settled: bool = True
    """True if these steps are the same whatever is hidden."""
    gains: tuple[Reason, ...] = ()
    """For the best idea: the gains of its turn, compared with the position now."""
    reasons: tuple[Reason, ...] = ()
    """For other ideas: the advantages of the best one (weights above zero) and their own (below zero)."""
    points: Points = ()
    """Points of its turn at once: for the best idea compared with now, for others compared with the best one."""
    twins: tuple[Action, ...] = ()
    """Further moves that come to the same."""

    @property
    def is_doubtful(self) -> bool:
        """Return whether more points at once speak for it than the reasons for the best idea outweigh."""
        lost = sum(points for _, points in self.points)
        return self.lacks == "points" and 0 < lost > sum(max(0.0, reason.outlook) for reason in self.reasons)

    @property
    def is_explained(self) -> bool:
        """Return whether anything is named for which the best idea is better."""
        return sum(points for _, points in self.points) < 0 or any(reason.weight > 0 for reason in self.reasons)

    def is_plainer_than(self, best: Idea) -> bool:
        """Return whether the best idea is this one with further steps for which nothing can be named."""
        has_more_steps = {self.action, *self.then} < {best.action, *best.then}
        return has_more_steps and not self.is_explained and self.lacks == "points" and self.gap < PLAIN


@dataclass(frozen=True)
class Hint:
    """Up to three ideas, best first, and what could be offered to others before."""

    ideas: list[Idea]
    offer: Action | None = None
    purpose: tuple[tuple[Action, ...], ...] = ()
    """The steps of the turn that the offer makes possible."""


@dataclass
class Move:
    """A move with its turn in each of the same worlds."""

    prospect: Prospect
    """The value that is expected at the ends of these turns."""
    turns: list[Turn]
    twins: list[Action] = field(default_factory=list)

    @property
    def rank(self) -> tuple[bool, float]:
        """Return by what moves are sorted: what wins comes first, the shortest turn before longer ones."""
        wins = self.prospect.wins
        return not wins, len(self.turns[0].actions) if wins else -round(self.prospect.value, 6)

    def can_begin_with(self, action: Action, seat: int) -> bool:
        """Return whether an action is a later step of the turn that could as well be the first."""
        return all(begins_as_well(turn, action, seat) for turn in self.turns)


def hint(game: Game, seat: int, rng: Random) -> Hint:
    """Return ideas, and an offer unless the best idea wins."""
    best = ideas(game, seat, rng)
    offer = trade(game, seat, rng) if best and not best[0].wins else None
    own_steps = {action for idea in best for action in (idea.action, *idea.then)}
    purpose = tuple(step for step in enabled(game, seat, offer, rng) if step[0] not in own_steps) if offer else ()
    return Hint(best, offer, purpose) if purpose else Hint(best)


def ideas(game: Game, seat: int, rng: Random) -> list[Idea]:
    """Return up to three moves, best first; none in a game whose positions have no values.

    Moves that come to the same are one idea. Idle moves are left out, unless nothing else is left beside the best.
    """
    prospects = _ordered(game, with_extras(game, seat, rng, candidates(game, seat, rng, count=None, most=TRIED)))
    if not prospects:
        return []
    chances = [rng.random() for _ in range(WORLDS)]
    moves = list[Move]()
    idle_moves = list[Move]()
    is_judged_later = strong_at(game, seat).rounds > 0
    for move in _played(game, seat, prospects, chances):
        twin = next((known for known in moves if _come_to_the_same(known, move, seat)), None)
        if not is_judged_later and is_idle(move.turns[0], seat):
            idle_moves += [move] if twin is None else []
        elif twin is not None:
            _add_twin(game, twin, move, seat)
        else:
            moves.append(move)
        if len(moves) == MOST:
            break
    nothing = max((move.value for move in prospects if game.presentation.is_ending(move.first)), default=-inf)
    idle_moves = [move for move in idle_moves if not any(_come_to_the_same(known, move, seat) for known in moves)]
    useful = [move for move in idle_moves if move.prospect.value > nothing + LEAST_POINTS]
    moves += useful if len(moves) + len(useful) > 1 else idle_moves
    moves = sorted(moves[:MOST], key=lambda move: move.rank)
    told = _told(moves, seat)
    if any(idea.is_plainer_than(told[0]) for idea in told[1:]):
        moves = moves[1:]
        told = _told(moves, seat)
    kept = {idea.action for idea in _worth_telling(told)}
    return _told([move for move in moves if move.prospect.first in kept], seat)


def _worth_telling(ideas: list[Idea]) -> list[Idea]:
    """Leave one of three ideas out that is far behind, or behind for no reason that can be named."""
    if len(ideas) < MOST:
        return ideas
    behind = [idea for idea in ideas[:0:-1] if idea.lacks == "points" and idea.gap >= LEAST_POINTS]
    unexplained = [idea for idea in behind if not (idea.reasons or idea.points)]
    doubtful = unexplained or [idea for idea in behind if idea.gap >= FAR]
    return [idea for idea in ideas if idea not in doubtful[:1]]


def of_two(game: Game, seat: int, rng: Random, better: Action, worse: Action) -> list[Idea]:
    """Return two moves as ideas, the one that is found to be better first."""
    chances = [rng.random() for _ in range(WORLDS)]
    prospects = _ordered(game, compared(game, seat, rng, better, worse))
    return _told(sorted(_played(game, seat, prospects, chances), key=lambda move: move.rank), seat)


def _ordered(game: Game, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Sort moves, the best first: of equals the shortest, since it usually does nothing; of payments the whole one."""
    payments = game.presentation.follow_ups.payments

    def rank(move: Prospect) -> tuple[bool, float, int]:
        length = -len(move.first) if move.first[0] in payments else len(move.first)
        return not move.wins, -round(move.value, 6), length

    return sorted(prospects, key=rank)


def _played(game: Game, seat: int, prospects: Sequence[Prospect], chances: Sequence[float]) -> Iterator[Move]:
    """Yield the most promising moves, the best first, each with its turn in all worlds, as well as it can end.

    The moves are judged anew by the ends of their turns, where the strong player looks no further, or else by these as
    well: how it plays on in a few worlds is partly chance.
    """
    is_judged_later = strong_at(game, seat).rounds > 0
    share = SHARE_NOW if is_judged_later else 1.0

    def value(prospect: Prospect, worth: float) -> float:
        return share * worth + (1 - share) * prospect.value

    turns = [play_turn(game, seat, (prospect.first, *prospect.then), chances[0]) for prospect in prospects[:TRIED]]
    pairs = [*zip(prospects, improved(turns, seat), strict=False)]
    pairs.sort(key=lambda pair: (not pair[0].wins, -round(value(pair[0], pair[1].worth(seat)), 6)))
    for prospect, turn in pairs:
        model = straightened(turn, seat)
        worlds = [model, *[play_turn(game, seat, model.actions, chance) for chance in chances[1:]]]
        outcomes = [outcome(played.end, seat) for played in worlds]
        wins = prospect.wins and all(result > 0 for result in outcomes)
        worth = fmean(played.worth(seat) for played in worlds)
        won = prospect.won if is_judged_later else fmean(outcomes)
        yield Move(prospect._replace(value=value(prospect, worth), wins=wins, won=won), worlds)


def _come_to_the_same(known: Move, move: Move, seat: int) -> bool:
    """Return whether two turns end alike in all worlds, or one is the other in another order."""
    compare = SKILLS[move.turns[0].end.key].compare
    return known.can_begin_with(move.prospect.first, seat) or all(
        abs(difference.weight) < LEAST_WEIGHT
        for before, after in zip(known.turns, move.turns, strict=True)
        for difference in compare(before.end, after.end, seat)
    )


def _add_twin(game: Game, move: Move, twin: Move, seat: int) -> None:
    """Add a twin that is as good, unless it is a part of a payment of which the move is the whole, or takes longer."""
    action = twin.prospect.first
    is_part = action[0] in game.presentation.follow_ups.payments and len(action) < len(move.prospect.first)
    is_longer = len(twin.turns[0].actions) > len(move.turns[0].actions)
    is_behind = move.prospect.value - twin.prospect.value >= LEAST_POINTS and not move.can_begin_with(action, seat)
    if not (is_part or is_longer or is_behind) and len(move.twins) < MOST_TWINS:
        move.twins.append(action)


def _told(moves: Sequence[Move], seat: int) -> list[Idea]:
    """Turn moves into ideas, with what tells them from the best one, which is the first."""
    if not moves:
        return []
    best, *rest = moves
    pairs = [(turn.world, turn.end) for turn in best.turns]
    rivals = [(move.turns[0].world, move.turns[0].end) for move in rest]
    first = _idea(best, gains=gains(pairs, seat, rivals), points=counted(pairs, seat))
    return [first, *[_beside(best, move, seat) for move in rest]]


def _beside(best: Move, move: Move, seat: int) -> Idea:
    """Return a move as an idea with the reasons why the best one is better."""
    lacks = lead(best.prospect, move.prospect)
    gap = 0.0 if move.prospect.wins else best.prospect.value - move.prospect.value
    if lacks != "points" or move.prospect.wins:
        return _idea(move, gap=gap, lacks=lacks)
    turns = [*zip(move.turns, best.turns, strict=True)]
    points = counted([(leading.end, turn.end) for turn, leading in turns], seat)
    gap_now = fmean(leading.worth(seat) - turn.worth(seat) for turn, leading in turns)
    why = reasons([(turn.end, leading.end) for turn, leading in turns], seat, min(gap, abs(gap_now)))
    return _idea(move, gap=gap, reasons=why, points=points)


def _idea(move: Move, **details: Any) -> Idea:
    return Idea(
        move.prospect.first,
        wins=move.prospect.wins,
        then=move.turns[0].actions[1:],
        settled=len({played.actions for played in move.turns}) == 1,
        twins=tuple(move.twins),
        **details,
    )
