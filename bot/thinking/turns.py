"""Turns of a seat, played and improved in imagined worlds in which what is hidden was redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations
from operator import attrgetter
from random import Random
from typing import NamedTuple

from engines import Action, Game
from engines.players.beam import Beam, Line, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from engines.presentation import FollowUps

# A search is bounded, so that nobody waits long, but a long turn ends beyond its bounds. So ``play_turn`` searches on
# from there, and ``improved_by_the_best`` searches the best turns once more: along few lines, but deep.
SEARCHES_TO_THE_END = 8
"""Searches, one after the other, after which a turn is left as it is, though it may be in mid-turn."""
TURNS_SEARCHED_AGAIN = 3
"""Turns, the best ones, that are searched once more after their first action."""
AGAIN_WIDTH = 4
"""Lines that this second search follows at once."""
AGAIN_DEPTH = 40
"""Decisions of a line in it."""
AGAIN_POSITIONS = 2_000
"""Positions judged in it."""
BANK_TRADES_FOR_A_STEP = 2
"""Trades with the bank that may pay for a step without an offer to others."""
ROUNDING = 1e-6
"""Difference in points that is none; sums of fractions leave it."""
LEAST_TRADE_GAIN = 0.25
"""Points that a trade must bring if it pays for nothing in the turn; its cards may serve later."""


class Turn(NamedTuple):
    """A turn in an imagined world."""

    world: Game
    """The position before the turn."""
    end: Game
    """The position after its actions; still in mid-turn if the searches have not come to the end of the turn."""
    actions: tuple[Action, ...]

    def value(self, seat: int) -> float:
        """Return the value of the end to the seat."""
        return SKILLS[self.end.key].strong.plan.value(self.end, seat)


def play_turn(game: Game, seat: int, actions: Sequence[Action], world_seed: float) -> Turn:
    """Play a turn in the world of a seed: these actions up to the first illegal one, then the best that searches find.

    It does not go on into the next turn of the seat, whose dice nobody knows.
    """
    rng = Random(world_seed)
    world = imagined(game, seat, rng)
    position = world
    played = list[Action]()
    planned = actions
    for _ in range(SEARCHES_TO_THE_END):
        for action in planned:
            if not position.is_legal(seat, action):
                break
            position = after_playing(position, seat, action)
            played.append(action)
            if _is_over(world, position, seat):
                return Turn(world, position, tuple(played))
        line = _best_line(SKILLS[game.key].strong.rest, position, seat, rng)
        if line is None:
            break
        planned = line.actions
    return Turn(world, position, tuple(played))


def _best_line(beam: Beam, position: Game, seat: int, rng: Random) -> Line | None:
    """Return how the turn goes on best as far as a search sees; None: there was no time."""
    lines = beam.lines(position, seat, rng, beam.budget())
    return max(lines.values(), key=attrgetter("value"), default=None)


def replay_legal(world: Game, seat: int, actions: Iterable[Action]) -> Turn | None:
    """Play these actions without a search, skip those that are illegal when their turn comes, and end the turn.

    None: the turn cannot be ended there, or none of the actions is legal.
    """
    position = world.copy()
    played = list[Action]()
    for action in actions:
        if position.is_legal(seat, action):
            position.follow(seat, action)
            played.append(action)
            if _is_over(world, position, seat):
                return Turn(world, position, tuple(played))
    if not played:
        return None
    for ending in filter(position.presentation.is_ending, position.considered(seat)):
        after = after_playing(position, seat, ending)
        if _is_over(world, after, seat):
            return Turn(world, after, (*played, ending))
    return None


def _is_over(world: Game, position: Game, seat: int) -> bool:
    """Return whether nothing of a turn is left to be decided."""
    return not position.waits_for(seat) or turn_played(world, position, seat)


def improved_by_the_best(turns: Sequence[Turn], seat: int) -> list[Turn]:
    """Return each turn of one world, or a better one that begins with the same action.

    The best turns are searched once more. Then each turn tries the steps of the best one, which its own search may have
    overlooked.
    """
    best_indices = nlargest(TURNS_SEARCHED_AGAIN, range(len(turns)), key=lambda index: turns[index].value(seat))
    searched = [_searched_again(turn, seat) if index in best_indices else turn for index, turn in enumerate(turns)]
    best = max(searched, key=lambda turn: turn.value(seat))
    return [_with_steps_of(best, turn, seat) for turn in searched]


def _searched_again(turn: Turn, seat: int) -> Turn:
    """Return the turn, or a better one with the same first action."""
    first = turn.actions[0]
    after = after_playing(turn.world, seat, first)
    if _is_over(turn.world, after, seat):
        return turn
    plan = SKILLS[turn.world.key].strong.plan
    beam = replace(plan, width=AGAIN_WIDTH, depth=AGAIN_DEPTH, positions=AGAIN_POSITIONS)
    line = _best_line(beam, after, seat, Random(0))
    again = replay_legal(turn.world, seat, (first, *line.actions)) if line else None
    return again if again and again.value(seat) > turn.value(seat) else turn


def _with_steps_of(best: Turn, turn: Turn, seat: int) -> Turn:
    """Return a turn, or a better one that begins with the same action.

    Two variants are tried: its first action and then the best turn's steps; all its own steps and then the best turn's.
    """
    presentation = turn.world.presentation
    first = turn.actions[0]
    after_first = _moved_to_the_front(presentation.follow_ups, first, best.actions)
    after_all = [*presentation.without_endings(turn.actions), *best.actions]
    variants = [replay_legal(turn.world, seat, actions) for actions in (after_first, after_all)]
    same_first = [variant for variant in variants if variant and variant.actions[0] == first]
    return max([turn, *same_first], key=lambda variant: variant.value(seat))


def can_begin_with(turn: Turn, action: Action, seat: int) -> bool:
    """Return whether a later action of the turn can be its first one without making the turn worse."""
    if action not in turn.actions[1:]:
        return False
    actions = _moved_to_the_front(turn.world.presentation.follow_ups, action, turn.actions)
    variant = replay_legal(turn.world, seat, actions)
    return variant is not None and variant.actions[0] == action and variant.value(seat) >= turn.value(seat) - ROUNDING


def _moved_to_the_front(follow_ups: FollowUps, first: Action, actions: Sequence[Action]) -> list[Action]:
    """Return the actions of a turn with the step that begins with ``first`` before all the others.

    If there is no such step, return ``first`` without its completions, then all the others.
    """
    steps = follow_ups.steps(actions)
    front = next((step for step in steps if step[0] == first), (first,))
    return [*front, *(action for step in steps if step is not front for action in step)]


def without_idle_steps(turn: Turn, seat: int) -> Turn:
    """Return the turn without the idle steps after its first action.

    A search leaves them where it has looked no further, or where one line is as good as another.
    """
    for _, shorter in _no_worse_without_steps(turn, seat):
        if shorter.actions[0] == turn.actions[0]:
            return without_idle_steps(shorter, seat)
    return turn


def begins_idly(turn: Turn, seat: int) -> bool:
    """Return whether the first step of the turn is idle, and does not just end it."""
    first = turn.actions[0]
    is_ending = turn.world.presentation.is_ending(first)
    return not is_ending and any(0 in dropped for dropped, _ in _no_worse_without_steps(turn, seat))


def _no_worse_without_steps(turn: Turn, seat: int) -> Iterator[tuple[tuple[int, ...], Turn]]:
    """Yield the indices of idle steps and the turn without them: of one step, or of two with the same verb.

    Two such steps may be idle only together. If a ship sails out and another one into its place, for instance, the turn
    is worse with one of these voyages, but no worse with neither. What is no longer possible without the steps is left
    out as well.
    """
    presentation = turn.world.presentation
    steps = presentation.follow_ups.steps(turn.actions)
    verbs = [step[0][0] for step in steps]
    indices = [index for index, step in enumerate(steps) if not presentation.is_ending(step[0])]
    pairs = [(first, second) for first, second in combinations(indices, 2) if verbs[first] == verbs[second]]
    for dropped in (*pairs, *((index,) for index in indices)):
        actions = [action for index, step in enumerate(steps) if index not in dropped for action in step]
        shorter = replay_legal(turn.world, seat, actions)
        if shorter is None:
            continue
        is_trade = all(verbs[index] == presentation.follow_ups.trade for index in dropped)
        # If all other actions are as legal without a trade, the trade pays for none of them.
        pays_for_nothing = is_trade and len(shorter.actions) == len(actions)
        most_loss = LEAST_TRADE_GAIN if pays_for_nothing else ROUNDING
        if shorter.value(seat) >= turn.value(seat) - most_loss:
            yield dropped, shorter


def steps_made_possible(game: Game, seat: int, offer: Action, rng: Random) -> list[tuple[Action, ...]]:
    """Return the steps of the best turn after a trade with others that cannot be taken without this trade."""
    presentation = game.presentation
    world = imagined(game, seat, rng)
    skill = SKILLS[game.key]
    line = _best_line(skill.strong.rest, skill.traded(world, seat, offer), seat, rng)
    if line is None:
        return []
    new_steps = list[tuple[Action, ...]]()
    untraded = [world]  # positions without the offer: this one, and one after each step that can be taken there
    for step in presentation.follow_ups.steps(presentation.without_endings(line.actions)):
        position = _position_for(step[0], untraded, seat)
        if position is None:
            new_steps.append(step)
        else:
            untraded.append(_after_step(position, seat, step))
    return new_steps


def _position_for(action: Action, positions: Iterable[Game], seat: int) -> Game | None:
    """Return the first of these positions in which an action is legal, if need be after trades with the bank."""
    for position in positions:
        for traded in _with_bank_trades(position, seat):
            if traded.is_legal(seat, action):
                return traded
    return None


def _after_step(position: Game, seat: int, step: Iterable[Action]) -> Game:
    """Return the position after a step, without its actions that are illegal: one may pay for it with other cards."""
    for action in step:
        if position.is_legal(seat, action):
            position = after_playing(position, seat, action)
    return position


def _with_bank_trades(position: Game, seat: int, most: int = BANK_TRADES_FOR_A_STEP) -> Iterator[Game]:
    """Yield a position, and what it becomes by up to so many trades with the bank."""
    yield position
    if not most:
        return
    follow_ups = position.presentation.follow_ups
    for trade in position.legal(seat):
        if trade[0] != follow_ups.trade:
            continue
        traded = after_playing(position, seat, trade)
        for choice in traded.legal(seat):
            if follow_ups.is_trade_choice(trade, choice):
                yield from _with_bank_trades(after_playing(traded, seat, choice), seat, most - 1)
