"""Count the taps that playing takes through the panel, which bound how fast people can play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from statistics import median, quantiles

import engines
from bot.panel.offers import MOST_BUTTONS, PAGE, ROWS, offer
from engines import Action
from engines.players import PLAYERS
from tools.bench.measure import Figure, Scope, usual_seats

OF_A_DECISION = 1
"""Bar of the median of taps for a decision."""
OF_A_TURN = {"navegador": 2, "macao": 3, "burgundy": 3, "mmn": 6}
"""Bar of the median of taps for a turn, by game."""


def measure(scope: Scope) -> list[Figure]:
    """Count the taps of greedy players for a decision, and for a turn of two decisions or more."""
    games = scope.count(6, 1)
    single: list[int] = []
    turns: list[int] = []
    for seed in scope.track("taps", range(games), games):
        game = engines.new(scope.kind.key, usual_seats(scope.kind), seed)
        rng = Random(seed)
        played: list[tuple[int, int]] = []
        while game.to_act:
            seat = game.to_act[0]
            action = PLAYERS["greedy"](game, seat, rng)
            played.append((seat, count_taps(game.legal(seat), action)))
            game.play(seat, action)
        single += [count for _, count in played]
        stretches = [[count for _, count in run] for _, run in groupby(played, key=lambda decision: decision[0])]
        turns += [sum(stretch) for stretch in stretches if len(stretch) > 1]
    return [
        _figure("taps for a decision", single, OF_A_DECISION),
        _figure("taps for a turn", turns, OF_A_TURN.get(scope.kind.key)),
    ]


def count_taps(legal: Sequence[Action], action: Action) -> int:
    """Return how many taps reach an action: one for a button, two for a select (open, choose), one for each page."""
    prefix: Action = ()
    count = 0
    while True:
        offered = offer(legal, prefix)
        choice = max((choice for choice in offered.choices if action[: len(choice)] == choice), key=len)
        if choice in offered.groups:
            count += 2
            if action in offered.groups[choice]:
                return count
            prefix = choice
            continue
        has_buttons = bool(offered.groups) or len(offered.choices) <= MOST_BUTTONS
        count += (1 if has_buttons else 2) + offered.choices.index(choice) // (ROWS * PAGE)
        if choice in legal:
            return count
        prefix = choice


def _figure(name: str, counts: list[int], bar: int | None) -> Figure:
    rare = quantiles(counts, n=20)[-1]
    detail = f"95th percentile {rare:.0f}, most {max(counts)}"
    return Figure(f"{name}, median", detail, median(counts), "taps", bar, rounds=len(counts), counted="counted")
