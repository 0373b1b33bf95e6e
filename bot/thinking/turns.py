"""What a turn comes to, in worlds in which what is hidden was redrawn."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from time import thread_time
from typing import NamedTuple

from engines import Action, Game
from engines.contract import Json
from engines.players.beam import Budget, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played

SEARCHES = 8
"""At most, one after the other, until a turn has come to its end: a long one takes more than one."""


class Turn(NamedTuple):
    """An imagined world, in it the end of a turn, and what was played after the first action."""

    world: Game
    end: Game
    then: tuple[Action, ...] = ()


def turn(game: Game, seat: int, first: Action, rng: Random) -> Turn:
    """The turn that begins so. Whoever has the next one as well does not play it here: it knows other dice."""
    world = imagined(game, seat, rng)
    after, rest = after_playing(world, seat, first), SKILLS[game.key].strong.rest
    then: tuple[Action, ...] = ()
    for _ in range(SEARCHES):
        if not after.waits_for(seat) or turn_played(world, after, seat):
            break
        lines = rest.lines(after, seat, rng, Budget(rest.positions, thread_time() + rest.seconds))
        if lines:
            best = max(lines.values(), key=attrgetter("value"))
            after, played = _as_far_as_the_turn(world, after, seat, (best.first, *best.then))
            then += played
    return Turn(world, after, then)


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
    if isinstance(part, dict):
        return {name: _sorted(each) for name, each in part.items()}
    if not isinstance(part, list) or any(isinstance(each, int | float | None) for each in part):
        return part
    return sorted((_sorted(each) for each in part), key=repr)
