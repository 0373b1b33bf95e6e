"""Measure copying, dumping and loading a state; the yardstick is writing and reading the same state as JSON.

The database layer writes and reads every stored state by Python's ``json`` anyway, so the share of the engine must be
small in comparison.
"""

from __future__ import annotations

import json
from functools import partial

from engines import saving
from tools.bench.measure import Figure, Scope, halfway, seconds, take_turns, usual_seats

TIMES = 100
"""Repetitions within a round."""
COPIED = 0.2
"""Bar of copying a state: a third above the measured ratio, so that a loss of a third shows."""
DUMPED = 0.28
"""The same of dumping a state."""
LOADED = {"navegador": 5.5, "macao": 5.7, "burgundy": 9.0, "mmn": 2.8}
"""The same of loading a state, by game."""


def measure(scope: Scope) -> list[Figure]:
    """Time a position in the middle of a game."""
    game = halfway(scope.kind, usual_seats(scope.kind), seed=1)
    dump = game.dump()
    text = json.dumps(dump)
    load = scope.kind.load  # it checks the same state only once, so that the check is called by itself below
    compared = (
        ("copy a state", game.copy, "json.dumps + json.loads", lambda: json.loads(json.dumps(dump)), COPIED),
        ("dump a state", game.dump, "json.dumps", lambda: json.dumps(dump), DUMPED),
        (
            "load a state, checked",
            lambda: saving.judge(load(dump)),
            "json.loads",
            lambda: json.loads(text),
            LOADED.get(scope.kind.key),
        ),
    )
    rounds = scope.count(100, 10)
    figures = []
    for name, ours, yardstick_name, yardstick, bar in compared:
        our_seconds, yardstick_seconds, ratio = take_turns(
            partial(seconds, ours, TIMES),
            partial(seconds, yardstick, TIMES),
            scope.track(name, range(rounds), rounds),
        )
        detail = f"{our_seconds * 1e6:.0f} µs, {yardstick_name} {yardstick_seconds * 1e6:.0f} µs"
        figures.append(Figure(name, detail, ratio, bar=bar, rounds=rounds))
    return figures
