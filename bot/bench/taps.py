"""How many taps playing takes through the panel: no speed of ours, but of the people's."""

from __future__ import annotations

from itertools import groupby
from random import Random
from statistics import median, quantiles

import engines
from bot.bench.measure import Figure, Scope, usual_seats
from bot.panel.taps import taps
from engines.players import PLAYERS

OF_A_DECISION = 1
OF_A_TURN = {"navegador": 2, "macao": 3, "burgundy": 3, "mmn": 6}
"""Taps in the median; no more are needed."""


def measure(scope: Scope) -> list[Figure]:
    """Taps of greedy players: for a decision, and for a turn (at least two decisions of a seat in a row)."""
    games = scope.count(6, 1)
    single: list[int] = []
    turns: list[int] = []
    for seed in scope.track("taps", range(games), games):
        game, rng = engines.new(scope.kind.key, usual_seats(scope.kind), seed), Random(seed)
        played: list[tuple[int, int]] = []
        while game.to_act:
            seat = game.to_act[0]
            action = PLAYERS["greedy"](game, seat, rng)
            played.append((seat, taps(game.legal(seat), action)))
            game.play(seat, action)
        single += [count for _, count in played]
        stretches = [[count for _, count in run] for _, run in groupby(played, key=lambda one: one[0])]
        turns += [sum(stretch) for stretch in stretches if len(stretch) > 1]
    return [
        _figure("taps for a decision", single, OF_A_DECISION),
        _figure("taps for a turn", turns, OF_A_TURN.get(scope.kind.key)),
    ]


def _figure(what: str, counts: list[int], bar: int | None) -> Figure:
    rare = quantiles(counts, n=20)[-1]
    detail = f"95th percentile {rare:.0f}, most {max(counts)}"
    return Figure(f"{what}, median", detail, median(counts), "taps", bar, rounds=len(counts), counted="counted")
