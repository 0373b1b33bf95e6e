"""Copying, saving and loading a state beside what it costs to write and read the same state as JSON.

The yardstick is Python's own ``json``, with which the database layer writes and reads every stored state anyway:
beside it the engine's share must be small.
"""

from __future__ import annotations

import json
from functools import partial

from engines import saving
from tools.bench.measure import Figure, Scope, halfway, seconds, take_turns, usual_seats

TIMES = 100
"""Repetitions within a round."""
COPIED, DUMPED = 0.2, 0.28
LOADED = {"navegador": 5.5, "macao": 5.7, "burgundy": 9.0, "mmn": 2.8}
"""A third above what has been reached: a loss of a third shows."""


def measure(scope: Scope) -> list[Figure]:
    """Microseconds for a position in the middle of a game."""
    game = halfway(scope.kind, usual_seats(scope.kind), seed=1)
    dump = game.dump()
    text = json.dumps(dump)
    load = scope.kind.load  # judges a state once, and this one is loaded again and again
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
    for what, ours, name, yardstick, bar in compared:
        mine, other, ratio = take_turns(
            partial(seconds, ours, TIMES),
            partial(seconds, yardstick, TIMES),
            scope.track(what, range(rounds), rounds),
        )
        detail = f"{mine * 1e6:.0f} µs, {name} {other * 1e6:.0f} µs"
        figures.append(Figure(what, detail, ratio, bar=bar, rounds=rounds))
    return figures
