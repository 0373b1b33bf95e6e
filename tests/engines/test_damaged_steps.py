"""A stored question that was damaged is refused when it is loaded, or can be asked and answered all the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

import engines
from engines.contract import CorruptState, Game, Json
from tests.engines.test_public_format import TAGS
from tests.stored_states.make import FOLDER, positions_of

ENOUGH = 3
"""So many stored positions of a kind are damaged."""


def damaged(value: Any, seats: int) -> Iterator[Any]:
    """Yield other values in place of one, also inside it."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (-5, -1, 0, *range(seats), value + 1, 99)
        case str():
            yield from ("", "zzz")
        case list():
            yield from ([], value * 2, value[:-1], value[::-1], [0, 1], ["zzz"], [[]])
            for place, inner in enumerate(value):
                for replacement in damaged(inner, seats):
                    yield [*value[:place], replacement, *value[place + 1 :]]
        case dict():
            yield from ({}, {"zzz": 1})
            for name, inner in value.items():
                for replacement in damaged(inner, seats):
                    yield {**value, name: replacement}
        case None:
            yield from (0, 99, "zzz", [], ["zzz", "up"], {})


@cache
def stored(key: str) -> dict[str, list[Json]]:
    """Return some stored states by the step on top and the questions that it asks."""
    states: dict[str, list[Json]] = {}
    for file in sorted((FOLDER / key).glob("*.json")):
        for position in positions_of(file):
            if not position.asks:
                continue
            kind = f"{position.state['stack'][-1]['type']}:{','.join(sorted(set(position.asks.values())))}"
            similar = states.setdefault(kind, [])
            if len(similar) < ENOUGH:
                similar.append(position.state)
    return states


def is_usable(state: Json) -> bool:
    """Return whether a state is loaded; everything that is then asked of the game must go well."""
    try:
        game = engines.load(state)
    except CorruptState:
        return False
    check_asked(game)
    return True


def check_asked(game: Game) -> None:
    assert game.to_act
    for seat in game.to_act:
        assert game.prompt(seat).message.id
        for action in game.legal(seat):
            game.check(seat, action)
            game.hint(seat, action)
        assert game.legal(seat)
    for seat in (None, *range(game.state.seats)):
        game.view(seat)
        assert game.describe(seat)


@pytest.mark.parametrize("key", engines.GAMES)
def test_whatever_is_wrong_with_a_question_is_found_when_it_is_loaded(key: str) -> None:
    outcomes = Counter[bool]()
    for kind, states in stored(key).items():
        for state in states:
            *below, top = state["stack"]
            for name, value in top.items():
                for replacement in damaged(value, state["seats"]) if name != "type" else ():
                    if replacement != value:
                        worse = {**state, "stack": [*deepcopy(below), {**top, name: replacement}]}
                        try:
                            outcomes[is_usable(worse)] += 1
                        except Exception as fault:
                            fault.add_note(f"{kind}: {name} = {replacement!r} in place of {value!r}")
                            raise
    assert min(outcomes[True], outcomes[False]) > len(TAGS[key].split())
