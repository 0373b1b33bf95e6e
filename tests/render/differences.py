"""What a picture marks beside what has changed: the views before and after decisions of games that computers play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import engines
from engines import Action, Event, Game
from engines.players import PLAYERS


class Change(NamedTuple):
    """What everybody saw before some decisions, what they brought, and what everybody saw afterwards."""

    before: Any
    events: list[Event]
    after: Any


def varied(game: Game, seat: int, rng: Random) -> Action:
    """An action of any kind, each kind equally likely, and nothing given up while there is something to do."""
    legal = game.legal(seat)
    kinds = [*dict.fromkeys(action[0] for action in legal if action[0] not in _IDLE)] or [action[0] for action in legal]
    kind = rng.choice(kinds)
    return rng.choice([action for action in legal if action[0] == kind])


_IDLE = frozenset(("pass", "end", "decline"))
_PLAYERS = {**PLAYERS, "varied": varied}


def changes(
    key: str,
    seats: int,
    seed: int,
    player: str = "random",
    most: int = 1,
    whole: Callable[[Any], bool] = lambda game: True,
    **options: str,
) -> Iterator[Change]:
    """A whole game in pieces of 1 to ``most`` decisions each; ``player`` decides for all seats. A piece goes on while
    the game is not ``whole``: amid what is told when it is done."""
    game, random = engines.new(key, seats, seed, **options), Random(seed)
    while game.to_act:
        before, events = game.view(None), list[Event]()
        left = random.randint(1, most)
        while game.to_act and (left > 0 or not whole(game)):
            left -= 1
            seat = game.to_act[0]
            events += [event for event in game.play(seat, _PLAYERS[player](game, seat, random)) if not event.seen_by]
        yield Change(before, events, game.view(None))


def pairs(change: Change) -> Iterator[tuple[Any, Any]]:
    """What everybody saw of each player, before and afterwards."""
    return zip(change.before.players, change.after.players, strict=True)


def changed(change: Change, what: Callable[[Any], Any]) -> set[int]:
    """The seats of which this is no longer what it was."""
    return {old.seat for old, new in pairs(change) if what(old) != what(new)}


def positions(key: str, seats: int, seed: int, player: str = "random") -> Iterator[Game]:
    """Every position of a game, the finished one last."""
    game, random = engines.new(key, seats, seed), Random(seed)
    yield game.copy()
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, PLAYERS[player](game, seat, random))
        yield game.copy()
