"""What a picture marks beside what has changed: the views before and after decisions of games that computers play."""

from __future__ import annotations

from collections import Counter
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
    """Return an action of any kind, each kind equally likely, and give nothing up while there is something to do."""
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
    """Yield a whole game in pieces of 1 to ``most`` decisions each; ``player`` decides for all seats.

    A piece goes on while the game is not ``whole``: amid what is told when it is done.
    """
    game = engines.new(key, seats, seed, **options)
    random = Random(seed)
    while game.to_act:
        before = game.view(None)
        events = list[Event]()
        remaining = random.randint(1, most)
        while game.to_act and (remaining > 0 or not whole(game)):
            remaining -= 1
            seat = game.to_act[0]
            events += [event for event in game.play(seat, _PLAYERS[player](game, seat, random)) if not event.seen_by]
        yield Change(before, events, game.view(None))


def pairs(change: Change) -> Iterator[tuple[Any, Any]]:
    """Return what everybody saw of each player, before and afterwards."""
    return zip(change.before.players, change.after.players, strict=True)


def changed(change: Change, field: Callable[[Any], Any]) -> set[int]:
    """Return the seats whose field is no longer what it was."""
    return {old.seat for old, new in pairs(change) if field(old) != field(new)}


def difference(change: Change, number: Callable[[Any], int]) -> Counter[int]:
    """Return by how much a number of each seat has risen, less than 0 if it fell."""
    rises = Counter[int]()
    for old, new in pairs(change):
        rises[old.seat] = number(new) - number(old)
    return rises


def positions(key: str, seats: int, seed: int, player: str = "random") -> Iterator[Game]:
    """Yield every position of a game, the finished one last."""
    game = engines.new(key, seats, seed)
    random = Random(seed)
    yield game.copy()
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, PLAYERS[player](game, seat, random))
        yield game.copy()
