"""What a picture marks beside what has changed: the views before and after decisions of games that computers play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import engines
from engines import Event, Game
from engines.players import PLAYERS


class Change(NamedTuple):
    """What everybody saw before some decisions, what they brought, and what everybody saw afterwards."""

    before: Any
    events: list[Event]
    after: Any


def changes(key: str, seats: int, seed: int, player: str = "random", most: int = 1, **options: str) -> Iterator[Change]:
    """A whole game in pieces of 1 to ``most`` decisions each; ``player`` decides for all seats."""
    game, random = engines.new(key, seats, seed, **options), Random(seed)
    while game.to_act:
        before, events = game.view(None), list[Event]()
        for _ in range(random.randint(1, most)):
            if game.to_act:
                seat = game.to_act[0]
                events += [event for event in game.play(seat, PLAYERS[player](game, seat, random)) if not event.seen_by]
        yield Change(before, events, game.view(None))


def positions(key: str, seats: int, seed: int, player: str = "random") -> Iterator[Game]:
    """Every position of a game, the finished one last."""
    game, random = engines.new(key, seats, seed), Random(seed)
    yield game.copy()
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, PLAYERS[player](game, seat, random))
        yield game.copy()
