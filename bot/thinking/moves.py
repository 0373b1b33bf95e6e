"""The moves that the strong player likes best, each played to the end of its turn in several imagined worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from random import Random
from statistics import fmean

from bot.thinking.judging import prospects_of
from bot.thinking.reasons import LEAST_POINTS, LEAST_WEIGHT
from bot.thinking.turns import Turn, begins_idly, can_begin_with, improved_by_the_best, play_turn, without_idle_steps
from engines import Action, Game
from engines.players import candidates
from engines.players.extras import with_extras
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect, outcome

MOST_MOVES = 3
"""Moves of a hint."""
MOST_PLAYED = 6
"""Actions whose turns are played to find the moves of a hint."""
MOST_TWINS = 3
"""Twins that are named with a move."""
WORLDS = 10
"""Worlds of a hint: with ten, a hidden thing with two equal chances looks settled by luck once in 500."""
END_OF_TURN_SHARE = 0.25
"""Share of the end of this turn in the value of an action, where the strong player also judges its next turn."""


@dataclass
class Move:
    """An action with its turn in each of the same worlds."""

    prospect: Prospect
    """The action with its value, which the ends of these turns decide at least in part (``_expected_value``)."""
    turns: list[Turn]
    twins: list[Action] = field(default_factory=list)

    @property
    def action(self) -> Action:
        return self.prospect.first

    def can_begin_with(self, action: Action, seat: int) -> bool:
        """Return whether an action is a later step of the turn that could as well be the first."""
        return all(can_begin_with(turn, action, seat) for turn in self.turns)

    @property
    def rank(self) -> tuple[bool, float]:
        """Return by what moves are sorted: those that win come first, by the length of their turns, then by value."""
        if self.prospect.wins:
            return False, len(self.turns[0].actions)
        return True, -round(self.prospect.value, 6)


def best_moves(game: Game, seat: int, rng: Random) -> list[Move]:
    """Return up to three moves that come to different things, best first; none in a game without a strong player.

    The first three to be found are taken: the most promising are played first. Idle moves, which begin with a step that
    brings nothing, only fill up the list. Where the strong player looks further ahead than the turn no move counts as
    idle, since the step may bring something later. Idle moves are never compared with each other, and have no twins.
    """
    planned = candidates(game, seat, rng, count=None, most=MOST_PLAYED)
    prospects = _best_first(game, with_extras(game, seat, rng, planned))
    if not prospects:
        return []
    moves = list[Move]()
    idle_moves = list[Move]()
    for move in _played(game, seat, prospects, _world_seeds(rng)):
        if not _looks_ahead(game, seat) and begins_idly(move.turns[0], seat):
            idle_moves.append(move)
        elif equal := next((known for known in moves if come_to_the_same(known, move, seat)), None):
            add_twin(game, equal, move, seat)
        else:
            moves.append(move)
        if len(moves) == MOST_MOVES:
            break
    different = [idle for idle in idle_moves if not any(come_to_the_same(move, idle, seat) for move in moves)]
    moves += _useful(game, different, prospects, others=len(moves))
    return sorted(moves[:MOST_MOVES], key=lambda move: move.rank)


def two_moves(game: Game, seat: int, rng: Random, *actions: Action) -> list[Move]:
    """Return two actions as moves, the better one first."""
    world_seeds = _world_seeds(rng)
    prospects = _best_first(game, prospects_of(game, seat, rng, *actions))
    return sorted(_played(game, seat, prospects, world_seeds), key=lambda move: move.rank)


def _useful(game: Game, idle_moves: list[Move], prospects: Sequence[Prospect], *, others: int) -> list[Move]:
    """Return the idle moves that are better than ending the turn at once.

    If a hint with these and the ``others`` had a single move, all are returned.
    """
    endings = [prospect.value for prospect in prospects if game.presentation.is_ending(prospect.first)]
    least = max(endings, default=-inf) + LEAST_POINTS
    useful = [move for move in idle_moves if move.prospect.value > least]
    return useful if others + len(useful) > 1 else idle_moves


def _best_first(game: Game, prospects: Sequence[Prospect]) -> list[Prospect]:
    """Sort by value. Of equal actions the shortest comes first, which usually does nothing; of payments the largest."""
    payments = game.presentation.follow_ups.payments

    def rank(prospect: Prospect) -> tuple[bool, float, int]:
        length = len(prospect.first)
        preference = -length if prospect.first[0] in payments else length
        return not prospect.wins, -round(prospect.value, 6), preference

    return sorted(prospects, key=rank)


def _world_seeds(rng: Random) -> list[float]:
    return [rng.random() for _ in range(WORLDS)]


def _looks_ahead(game: Game, seat: int) -> bool:
    """Return whether the strong player judges moves by the end of its next turn."""
    return strong_at(game, seat).rounds > 0


def _played(game: Game, seat: int, prospects: Sequence[Prospect], world_seeds: Sequence[float]) -> Iterator[Move]:
    """Yield the most promising actions as moves, those first whose turn has the most value in the first world.

    In each other world the turn is played as in the first one, up to the first action that is illegal there.
    """

    def rank(candidate: tuple[Prospect, Turn]) -> tuple[bool, float]:
        prospect, turn = candidate
        return not prospect.wins, -round(_expected_value(prospect, [turn], seat), 6)

    turns = [play_turn(game, seat, prospect.actions, world_seeds[0]) for prospect in prospects[:MOST_PLAYED]]
    improved = zip(prospects[:MOST_PLAYED], improved_by_the_best(turns, seat), strict=True)
    for prospect, turn in sorted(improved, key=rank):
        first = without_idle_steps(turn, seat)
        others = [play_turn(game, seat, first.actions, world_seed) for world_seed in world_seeds[1:]]
        yield _move(prospect, [first, *others], seat)


def _move(prospect: Prospect, turns: list[Turn], seat: int) -> Move:
    """Return a move; what is expected of it is corrected by what its turns show."""
    outcomes = [outcome(turn.end, seat) for turn in turns]
    wins = prospect.wins and all(result > 0 for result in outcomes)
    won = prospect.won if _looks_ahead(turns[0].world, seat) else fmean(outcomes)
    value = _expected_value(prospect, turns, seat)
    return Move(Prospect(prospect.first, value, wins=wins, won=won, then=prospect.then), turns)


def _expected_value(prospect: Prospect, turns: Sequence[Turn], seat: int) -> float:
    """Return the mean value of the ends of turns.

    Where the strong player looks beyond the turn, its own value is mixed in. It would not do alone: it rests on chance
    in a few worlds.
    """
    value_at_end = fmean(turn.value(seat) for turn in turns)
    share = END_OF_TURN_SHARE if _looks_ahead(turns[0].world, seat) else 1.0
    return share * value_at_end + (1 - share) * prospect.value


def come_to_the_same(known: Move, move: Move, seat: int) -> bool:
    """Return whether the turns of both end alike in all worlds, or that of ``known`` can begin with the other action.

    The second is asked one way only, since the turn of ``known`` stands for both. ``known`` was found first, so it was
    better in the first world, or else the other move is idle.
    """
    compare = SKILLS[move.turns[0].end.key].compare
    return known.can_begin_with(move.action, seat) or all(
        abs(difference.weight) < LEAST_WEIGHT
        for known_turn, turn in zip(known.turns, move.turns, strict=True)
        for difference in compare(turn.end, known_turn.end, seat)
    )


def add_twin(game: Game, move: Move, twin: Move, seat: int) -> None:
    """Name the action of ``twin`` with a move that comes to the same.

    It is not named if it pays only a part of what the move pays, takes more actions, or is worse.
    """
    action = twin.action
    is_part = action[0] in game.presentation.follow_ups.payments and len(action) < len(move.action)
    is_longer = len(twin.turns[0].actions) > len(move.turns[0].actions)
    is_worse = move.prospect.value - twin.prospect.value >= LEAST_POINTS and not move.can_begin_with(action, seat)
    if not (is_part or is_longer or is_worse) and len(move.twins) < MOST_TWINS:
        move.twins.append(action)
