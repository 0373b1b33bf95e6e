"""Events of games that computers play, each with what the table sees then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

import render
from engines import Event
from engines.contract import Game
from engines.players import PLAYERS
from tests.render.comparing import differ

Happening = tuple[Any, Event]
"""The public view after an action, and an event that it brought."""


def _played(game: Game, name: str, seed: int) -> Iterator[Happening]:
    random = Random(seed)
    while game.to_act:
        seat = game.to_act[0]
        events = game.play(seat, PLAYERS[name](game, seat, random))
        view = game.view(None)
        yield from ((view, event) for event in events)


def first_of_each_kind(games: Iterable[tuple[Game, str, int]]) -> dict[str, Happening]:
    """Return the first event of every kind in games, each given with its computer player and that player's seed."""
    happenings: dict[str, Happening] = {}
    for game, name, seed in games:
        for view, event in _played(game, name, seed):
            happenings.setdefault(event.kind, (view, event))
    return happenings


def is_marked(happening: Happening, caption: Callable[..., Any]) -> bool:
    """Return whether a board visibly marks an event that has just happened."""
    view, event = happening
    return differ(render.board(view, caption()), render.board(view, caption([event])))
