"""What a turn comes to, in worlds in which what is hidden was redrawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from operator import attrgetter
from random import Random
from time import thread_time
from typing import NamedTuple

from engines import Action, Game, IllegalAction
from engines.contract import Json
from engines.players.beam import Budget, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played
from engines.presentation import FollowUps, Presentation

SEARCHES = 8
"""At most, one after the other, until a turn has come to its end: a long one takes more than one."""
LEAST_MORE = 1e-6
"""Points by which a step must make a turn better: less is but what sums of fractions leave."""


LEAST_TRADED = 0.05
"""The same of a trade: for less nobody trades what may serve later."""


class Turn(NamedTuple):
    """An imagined world, in it the end of a turn, and what was played after the first action."""

    world: Game
    end: Game
    then: tuple[Action, ...] = ()


def turn(game: Game, seat: int, first: Action, rng: Random, known: Sequence[Action] = ()) -> Turn:
    """The turn that begins so, the best of what is found here and what is ``known`` to follow. Whoever has the next one
    as well does not play it here: it knows other dice."""
    world = imagined(game, seat, rng)
    after, rest = after_playing(world, seat, first), SKILLS[game.key].strong.rest
    then: tuple[Action, ...] = ()
    for _ in range(SEARCHES):
        if _over(world, after, seat):
            break
        lines = rest.lines(after, seat, rng, Budget(rest.positions, thread_time() + rest.seconds))
        if lines:
            best = max(lines.values(), key=attrgetter("value"))
            after, played = _as_far_as_the_turn(world, after, seat, (best.first, *best.then))
            then += played
    turns, value = [Turn(world, after, then)], SKILLS[game.key].strong.plan.value
    if known and (end := _ended(world, seat, (first, *known))):
        turns.append(Turn(world, end[0], end[1][1:]))
    return straight(max(turns, key=lambda each: value(each.end, seat)), seat, first)


def again(game: Game, seat: int, found: Turn, first: Action, rng: Random) -> Turn | None:
    """The same actions in another world; None: they are not possible there."""
    world = imagined(game, seat, rng)
    end = _ended(world, seat, (first, *without_endings(world.presentation, found.then)))
    return Turn(world, end[0], found.then) if end else None


def going_on_as(other: Sequence[Action], found: Turn, seat: int, first: Action) -> Turn:
    """The turn, or where that is better the one that goes on as another does: two are compared fairly only if both may
    end as well as they can."""
    value = SKILLS[found.world.key].strong.plan.value
    shorter = without_endings(found.world.presentation, other)
    ended = [_ended(found.world, seat, (first, *then)) for then in dict.fromkeys((tuple(other), shorter)) if then]
    turns = [straight(Turn(found.world, end[0], end[1][1:]), seat, first) for end in ended if end]
    best = max((found, *turns), key=lambda each: value(each.end, seat))
    return best if value(best.end, seat) > value(found.end, seat) + LEAST_MORE else found


def idle(found: Turn, seat: int, first: Action) -> bool:
    """Whether the turn would be worth no less without its first step, or without that and another of its kind."""
    presentation = found.world.presentation
    if presentation.is_ending(first):
        return False
    value = SKILLS[found.world.key].strong.plan.value
    own, *others = deeds(presentation.follow_ups, (first, *found.then))
    undone = [[*others[:at], *others[at + 1 :]] for at, deed in enumerate(others) if deed[0][0] == own[0][0]]
    for left in (others, *undone):
        end = _ended(found.world, seat, tuple(action for deed in left for action in deed))
        if end is not None and value(end[0], seat) >= value(found.end, seat) - LEAST_MORE:
            return True
    return False


def deeds(follow_ups: FollowUps, actions: Sequence[Action]) -> list[tuple[Action, ...]]:
    """Return the actions in groups: each with those that complete it. The first may itself complete an earlier one."""
    groups = list[tuple[Action, ...]]()
    for action in actions:
        if groups and follow_ups.belongs(action, groups[-1][0], groups[-1][-1]):
            groups[-1] += (action,)
        else:
            groups.append((action,))
    return groups


def without_endings(presentation: Presentation, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the actions without those that only end a turn."""
    return tuple(action for action in actions if not presentation.is_ending(action))


def straight(found: Turn, seat: int, first: Action) -> Turn:
    """The turn without steps that lead nowhere: one alone, or two of a kind, without which it is worth no less. A
    search keeps them where it has looked no further, or where one line is as good as the other."""
    value = SKILLS[found.world.key].strong.plan.value
    worth = value(found.end, seat)
    for actions, least in _shorter(found.world.presentation, first, found.then):
        end = _ended(found.world, seat, actions)
        if end is not None and value(end[0], seat) >= worth - least:
            return straight(Turn(found.world, end[0], end[1][1:]), seat, first)
    return found


def _shorter(
    presentation: Presentation, first: Action, then: Sequence[Action]
) -> Iterator[tuple[tuple[Action, ...], float]]:
    """The actions of a turn without two deeds of a kind, and without one, each with what these must be worth; the first
    action stays."""
    done = deeds(presentation.follow_ups, (first, *then))
    steps = [place for place, deed in enumerate(done) if place and not presentation.is_ending(deed[0])]
    pairs = (pair for pair in combinations(steps, 2) if done[pair[0]][0][0] == done[pair[1]][0][0])
    for left_out in (*pairs, *((place,) for place in steps)):
        traded = all(done[place][0][0] == presentation.follow_ups.trade for place in left_out)
        left = tuple(action for place, deed in enumerate(done) if place not in left_out for action in deed)
        yield left, LEAST_TRADED if traded else LEAST_MORE


def _ended(world: Game, seat: int, actions: Sequence[Action]) -> tuple[Game, tuple[Action, ...]] | None:
    """The end of the turn that consists of these actions, as far as it has room for them and with what ends it if need
    be, and what was played; None: there is none."""
    position = world.copy()
    for number, action in enumerate(actions, 1):
        try:
            position.check(seat, action)
        except IllegalAction:
            return None
        position.follow(seat, action)
        if turn_played(world, position, seat):
            return position, tuple(actions[:number])
    if not position.waits_for(seat):
        return position, tuple(actions)
    endings = filter(position.presentation.is_ending, position.considered(seat))
    ends = ((after_playing(position, seat, end), end) for end in endings)
    return next(((after, (*actions, end)) for after, end in ends if _over(world, after, seat)), None)


def _over(world: Game, position: Game, seat: int) -> bool:
    """Whether nothing of a turn is left to be decided."""
    return not position.waits_for(seat) or turn_played(world, position, seat)


def _as_far_as_the_turn(
    world: Game, position: Game, seat: int, actions: Sequence[Action]
) -> tuple[Game, tuple[Action, ...]]:
    """The position after those of the actions that the turn has room for, and these."""
    for number, action in enumerate(actions, 1):
        position = after_playing(position, seat, action)
        if turn_played(world, position, seat):
            return position, tuple(actions[:number])
    return position, tuple(actions)


def same(one: Game, other: Game) -> bool:
    """Whether two positions differ in nothing but the order in which something came to lie where it lies."""
    return bool(_sorted(one.dump()) == _sorted(other.dump()))


def _sorted(part: Json) -> Json:
    """Names, and things that say by a name what and where they are, in one order; of all else the place matters, as of
    the cubes of a round or the discs of a space."""
    if isinstance(part, dict):
        return {name: _sorted(each) for name, each in part.items()}
    if not isinstance(part, list):
        return part
    found = [_sorted(each) for each in part]
    return sorted(found, key=repr) if all(map(_named, found)) else found


def _named(part: Json) -> bool:
    if not isinstance(part, dict):
        return isinstance(part, str)
    return any(isinstance(each, str) for each in part.values()) and not any(
        isinstance(each, list | dict) for each in part.values()
    )
