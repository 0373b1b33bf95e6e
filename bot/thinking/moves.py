"""The moves that the strong player likes best, each played to the end of its turn in several imagined worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from random import Random
from statistics import fmean

from bot.thinking.judging import prospects_of
from bot.thinking.reasons import LEAST_TOLD_GAP, LEAST_WEIGHT
from bot.thinking.turns import Turn, begins_idly, can_begin_with, improved_by_the_best, play_turn, without_idle_steps
from engines import Action, Game
from engines.players import candidates
from engines.players.extras import with_extras
from engines.players.skills import SKILLS, strong_at
from engines.players.strong import Prospect, outcome

MOST_MOVES = 3
"""Moves of a hint, at most."""
LEAST_MOVES = 2
"""Moves of a hint that stay, even far behind the best one; with fewer there would be nothing to compare."""
MOST_PLAYED = 6
"""Actions whose turns are played to find the moves of a hint."""
MOST_TWINS = 3
"""Twins that are named with a move."""
FAR_BEHIND = 3.0
"""Points behind the best move from which on a move beyond ``LEAST_MOVES`` is left out."""
WORLDS = 10
"""Worlds of a hint: in ten, something hidden with a 50 % chance is equal in all by luck only once in 512 times."""
END_OF_TURN_SHARE = 0.25
"""Weight of the value at the end of this turn; the rest is the player's own forecast, which includes its next turn.

It matters only in games in which the strong player looks ahead (``_looks_ahead``).
"""


@dataclass
class Move:
    """An action with its turn in each of the same worlds."""

    prospect: Prospect
    """The action with its value, which the ends of these turns decide at least in part (``_expected_value``)."""
    turns: list[Turn]
    twins: list[Move] = field(default_factory=list)

    @property
    def action(self) -> Action:
        return self.prospect.first

    @property
    def rank(self) -> tuple[bool, float]:
        """Return by what moves are sorted: those that win come first, by the length of their turns, then by value."""
        if self.prospect.wins:
            return False, len(self.turns[0].actions)
        return True, -round(self.prospect.value, 6)


def best_moves(game: Game, seat: int, rng: Random) -> list[Move]:
    """Return up to ``MOST_MOVES`` moves that come to different things, best first; none without a strong player.

    Actions are tried in the order of ``_played`` (the most promising first) until that many are found; then these are
    sorted. Moves that come to the same as one of them are named with it. A trade that pays for nothing is no move.
    Beyond ``LEAST_MOVES``, those far behind the first one are left out.
    """
    planned = candidates(game, seat, rng, count=None, limit=MOST_PLAYED)
    moves = list[Move]()
    for move in _ranked_moves(game, seat, with_extras(game, seat, rng, planned), _world_seeds(rng)):
        # An idle first step is allowed where the strong player looks ahead (`_played`), but no trade: it can wait.
        if move.action[0] == game.presentation.follow_ups.trade and begins_idly(move.turns[0], seat):
            continue
        equal = next((better_move for better_move in moves if come_to_the_same(better_move, move, seat)), None)
        if equal:
            add_twin(equal, move)
        else:
            moves.append(move)
        if len(moves) == MOST_MOVES:
            break
    moves.sort(key=attrgetter("rank"))
    # No exception for a first move that wins. If the values of a game include a bonus for winning, a third move that
    # does not win is far behind and goes; if they are plain points, one that is nearly as good stays.
    while len(moves) > LEAST_MOVES and moves[0].prospect.value - moves[-1].prospect.value >= FAR_BEHIND:
        moves.pop()
    return moves


def two_moves(game: Game, seat: int, rng: Random, *actions: Action) -> list[Move]:
    """Return two actions as moves, the better one first."""
    world_seeds = _world_seeds(rng)
    prospects = prospects_of(game, seat, rng, *actions)
    return sorted(_ranked_moves(game, seat, prospects, world_seeds), key=attrgetter("rank"))


def come_to_the_same(other: Move, move: Move, seat: int) -> bool:
    """Return whether ``move`` is no alternative to ``other``.

    In each world, either the turns end alike, or the known turn contains the move's action later and could as well
    begin with it.
    """
    return all(
        can_begin_with(known_turn, move.action, seat) or _end_alike(known_turn, turn, seat)
        for known_turn, turn in zip(other.turns, move.turns, strict=True)
    )


def add_twin(move: Move, twin: Move) -> None:
    """Name the action of ``twin`` with a move that comes to the same, unless it takes more actions or is worse."""
    is_longer = len(twin.turns[0].actions) > len(move.turns[0].actions)
    is_worse = move.prospect.value - twin.prospect.value >= LEAST_TOLD_GAP
    if not (is_longer or is_worse) and len(move.twins) < MOST_TWINS:
        move.twins.append(twin)


def _world_seeds(rng: Random) -> list[float]:
    return [rng.random() for _ in range(WORLDS)]


def _ranked_moves(game: Game, seat: int, prospects: Sequence[Prospect], world_seeds: Sequence[float]) -> Iterator[Move]:
    """Yield the most promising actions as moves: those that win, then the others, then the idle ones, each by value.

    They are sorted by the value in the first world. The other worlds repeat the turn of the first one, and search on
    where it becomes illegal. Where the strong player looks further ahead than the turn, a first step may bring
    something later, so no move is sorted behind the others as idle.
    """

    def rank(candidate: tuple[Prospect, Turn]) -> tuple[bool, bool, float, int, int]:
        prospect, turn = candidate
        is_idle = not _looks_ahead(game, seat) and begins_idly(turn, seat)
        value = round(_expected_value(prospect, [turn], seat), 6)
        # Of equal turns the shortest comes first, and then the one that begins with the fewest words, such as "pass".
        return not prospect.wins, is_idle, -value, len(turn.actions), len(prospect.first)

    promising = prospects[:MOST_PLAYED]
    turns = [play_turn(game, seat, prospect.actions, world_seeds[0]) for prospect in promising]
    improved_turns = [without_idle_steps(turn, seat) for turn in improved_by_the_best(turns, seat)]
    for prospect, turn in sorted(zip(promising, improved_turns, strict=True), key=rank):
        further_turns = [play_turn(game, seat, turn.actions, world_seed) for world_seed in world_seeds[1:]]
        yield _move(prospect, [turn, *further_turns], seat)


def _looks_ahead(game: Game, seat: int) -> bool:
    """Return whether the strong player judges moves by the end of its next turn."""
    return strong_at(game, seat).rounds > 0


def _move(prospect: Prospect, turns: list[Turn], seat: int) -> Move:
    """Return a move; what is expected of it is corrected by what its turns show."""
    outcomes = [outcome(turn.end, seat) for turn in turns]
    wins = prospect.wins and all(result > 0 for result in outcomes)
    win_probability = prospect.won if _looks_ahead(turns[0].world, seat) else fmean(outcomes)
    value = _expected_value(prospect, turns, seat)
    return Move(Prospect(prospect.first, value, wins=wins, won=win_probability, then=prospect.then), turns)


def _expected_value(prospect: Prospect, turns: Sequence[Turn], seat: int) -> float:
    """Return the mean value of the ends of turns.

    Where the strong player looks beyond the turn, its own value is mixed in. It would not do alone: it rests on chance
    in a few worlds.
    """
    value_at_end = fmean(turn.value(seat) for turn in turns)
    share = END_OF_TURN_SHARE if _looks_ahead(turns[0].world, seat) else 1.0
    return share * value_at_end + (1 - share) * prospect.value


def _end_alike(known_turn: Turn, turn: Turn, seat: int) -> bool:
    differences = SKILLS[turn.end.key].compare(turn.end, known_turn.end, seat)
    return all(abs(difference.weight) < LEAST_WEIGHT for difference in differences)
