"""The rest of a turn, in imagined worlds in which what is hidden was redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import combinations
from operator import attrgetter
from random import Random
from time import thread_time
from typing import NamedTuple

from engines import Action, Game
from engines.players.beam import Budget, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from engines.presentation import FollowUps

SEARCHED = 3
"""Turns that are searched once more from their first step on, in few lines that are followed to the end."""
NARROW = 4
"""Lines of that search."""
DEEP = 40
"""Decisions of a line in it."""
FURTHER = 2_000
"""Positions that are looked at in it."""
LEADERS = 2
"""Turns that the others may go on like."""
SEARCHES = 8
"""Searches, one after the other, until a turn has come to its end: a long one takes more than one."""
BANK_TRADES = 2
"""Trades with the bank that may pay for a step without an offer to others."""
LEAST_GAIN = 1e-6
"""Points by which a step must make a turn better; less is what sums of fractions leave."""
LEAST_STORE_GAIN = 0.25
"""Points by which a trade that pays for nothing in the turn must make it better, since its cards may serve later."""


class Turn(NamedTuple):
    """A turn in an imagined world."""

    world: Game
    end: Game
    actions: tuple[Action, ...]

    def worth(self, seat: int) -> float:
        """Return what the strong player's value says of the end, in points."""
        return SKILLS[self.end.key].strong.plan.value(self.end, seat)


def play_turn(game: Game, seat: int, actions: Sequence[Action], chance: float) -> Turn:
    """Play a turn in the world that ``chance`` draws: these actions as far as they are legal, then the best found.

    It does not go on into the next turn of the seat, whose dice nobody knows.
    """
    rng = Random(chance)
    world = imagined(game, seat, rng)
    rest = SKILLS[game.key].strong.rest
    position = world
    played = list[Action]()
    for _ in range(SEARCHES):
        for action in actions:
            if not position.is_legal(seat, action):
                break
            position = after_playing(position, seat, action)
            played.append(action)
            if _is_over(world, position, seat):
                return Turn(world, position, tuple(played))
        lines = rest.lines(position, seat, rng, Budget(rest.positions, thread_time() + rest.seconds))
        if not lines:
            break
        best = max(lines.values(), key=attrgetter("value"))
        actions = (best.first, *best.then)
    return Turn(world, position, tuple(played))


def enabled(game: Game, seat: int, offer: Action, rng: Random) -> tuple[tuple[Action, ...], ...]:
    """Return the steps of the best turn after a trade with others that no trade with the bank makes possible."""
    skill = SKILLS[game.key]
    presentation = game.presentation
    world = imagined(game, seat, rng)
    rest = skill.strong.rest
    lines = rest.lines(
        skill.traded(world, seat, offer), seat, rng, Budget(rest.positions, thread_time() + rest.seconds)
    )
    best = max(lines.values(), key=attrgetter("value"))
    reached = [world]
    new_steps = list[tuple[Action, ...]]()
    for step in presentation.follow_ups.steps(presentation.without_endings((best.first, *best.then))):
        positions = (traded for known in reached for traded in _with_bank_trades(known, seat, BANK_TRADES))
        position = next((position for position in positions if position.is_legal(seat, step[0])), None)
        if position is None:
            new_steps.append(step)
            continue
        for action in step:
            position = after_playing(position, seat, action) if position.is_legal(seat, action) else position
        reached.append(position)
    return tuple(new_steps)


def _with_bank_trades(position: Game, seat: int, most: int) -> Iterator[Game]:
    """Yield a position, and what it becomes by up to so many trades with the bank."""
    yield position
    follow_ups = position.presentation.follow_ups
    for trade in position.legal(seat) if most else ():
        if trade[0] == follow_ups.trade:
            traded = after_playing(position, seat, trade)
            for choice in traded.legal(seat):
                if follow_ups.is_trade_choice(trade, choice):
                    yield from _with_bank_trades(after_playing(traded, seat, choice), seat, most - 1)


def straightened(turn: Turn, seat: int) -> Turn:
    """Return the turn without steps that lead nowhere: one alone, or two of a kind, without which it is worth no less.

    A search keeps them where it has looked no further, or where one line is as good as another.
    """
    for shorter in _shorter(turn, seat):
        if shorter.actions[0] == turn.actions[0]:
            return straightened(shorter, seat)
    return turn


def is_idle(turn: Turn, seat: int) -> bool:
    """Return whether the turn would be worth no less without its first step."""
    is_ending = turn.world.presentation.is_ending(turn.actions[0])
    return not is_ending and any(shorter.actions[0] != turn.actions[0] for shorter in _shorter(turn, seat))


def improved(turns: Sequence[Turn], seat: int) -> list[Turn]:
    """Return the turns, each as the best of them goes on wherever that is worth more.

    A search finds for one first step what it overlooks for another. All begin in the same world.
    """
    promising = nlargest(SEARCHED, turns, key=lambda turn: turn.worth(seat))
    best_turns = [_searched(turn, seat) if turn in promising else turn for turn in turns]
    leaders = nlargest(LEADERS, best_turns, key=lambda turn: turn.worth(seat))
    return [_best_variant(turn, leaders, seat) for turn in best_turns]


def _searched(turn: Turn, seat: int) -> Turn:
    """Return the turn, or a better one that begins so: long ones are cut short where many lines are followed."""
    first = turn.actions[0]
    after = after_playing(turn.world, seat, first)
    if _is_over(turn.world, after, seat):
        return turn
    plan = SKILLS[turn.world.key].strong.plan
    beam = replace(plan, width=NARROW, depth=DEEP)
    lines = beam.lines(after, seat, Random(0), Budget(FURTHER, thread_time() + plan.seconds))
    line = max(lines.values(), key=attrgetter("value"), default=None)
    longer = line and replay(turn.world, seat, (first, line.first, *line.then))
    return longer if longer and longer.worth(seat) > turn.worth(seat) else turn


def _best_variant(turn: Turn, leaders: Sequence[Turn], seat: int) -> Turn:
    presentation = turn.world.presentation
    first, *rest = turn.actions
    own_steps = presentation.without_endings(rest)
    variants = [turn]
    for leader in leaders:
        opening, others = _opening(presentation.follow_ups, first, leader.actions)
        for line in ((*opening, *others), (first, *own_steps, *leader.actions)):
            variant = replay(turn.world, seat, line)
            if variant and variant.actions[0] == first:
                variants.append(variant)
    return max(variants, key=lambda variant: variant.worth(seat))


def _opening(follow_ups: FollowUps, first: Action, actions: Sequence[Action]) -> tuple[tuple[Action, ...], ...]:
    """Return the step of a turn that begins with an action, which may be none of it, and all its other actions."""
    steps = follow_ups.steps(actions)
    opening = next((step for step in steps if step[0] == first), (first,))
    return opening, tuple(action for step in steps if step is not opening for action in step)


def begins_as_well(turn: Turn, action: Action, seat: int) -> bool:
    """Return whether an action is a later step of the turn that can be its first, for a turn that is worth no less."""
    if action not in turn.actions[1:]:
        return False
    opening, others = _opening(turn.world.presentation.follow_ups, action, turn.actions)
    variant = replay(turn.world, seat, (*opening, *others))
    return variant is not None and variant.actions[0] == action and variant.worth(seat) >= turn.worth(seat) - LEAST_GAIN


def _shorter(turn: Turn, seat: int) -> Iterator[Turn]:
    """Yield the turn without one or two of its steps, wherever it is worth no less then.

    What is no longer possible without the steps is left out as well.
    """
    presentation = turn.world.presentation
    steps = presentation.follow_ups.steps(turn.actions)
    places = [place for place, step in enumerate(steps) if not presentation.is_ending(step[0])]
    pairs = (pair for pair in combinations(places, 2) if steps[pair[0]][0][0] == steps[pair[1]][0][0])
    for dropped in (*pairs, *((place,) for place in places)):
        actions = [action for place, step in enumerate(steps) if place not in dropped for action in step]
        shorter = replay(turn.world, seat, actions)
        if shorter is None:
            continue
        is_trade = {steps[place][0][0] for place in dropped} == {presentation.follow_ups.trade}
        pays_for_nothing = is_trade and len(shorter.actions) == len(actions)
        if shorter.worth(seat) >= turn.worth(seat) - (LEAST_STORE_GAIN if pays_for_nothing else LEAST_GAIN):
            yield shorter


def replay(world: Game, seat: int, actions: Iterable[Action]) -> Turn | None:
    """Play those of the actions that are legal when it is their turn, and what ends the turn; None: nothing ends it."""
    position = world.copy()
    played = list[Action]()
    for action in actions:
        if position.is_legal(seat, action):
            position.follow(seat, action)
            played.append(action)
            if _is_over(world, position, seat):
                return Turn(world, position, tuple(played))
    for ending in filter(position.presentation.is_ending, position.considered(seat)):
        after = after_playing(position, seat, ending)
        if played and _is_over(world, after, seat):
            return Turn(world, after, (*played, ending))
    return None


def _is_over(world: Game, position: Game, seat: int) -> bool:
    """Return whether nothing of a turn is left to be decided."""
    return not position.waits_for(seat) or turn_played(world, position, seat)
