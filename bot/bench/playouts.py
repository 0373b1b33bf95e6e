"""Random games beside catanatron's: both are a heavy eurogame in pure Python, played at random by four players."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from time import perf_counter

from bot.bench.measure import Figure, Scope, take_turns, usual_seats

WHAT = "random play-outs"


def measure(scope: Scope) -> list[Figure]:
    """Decisions a second of whole games, one of ours and one of catanatron's in turn."""
    try:
        theirs = _catanatron()
    except ModuleNotFoundError:
        return [Figure(WHAT, "pip install 'portolan[bench]'")]
    seats, seeds = usual_seats(scope.kind), count(1)

    def ours() -> float:
        began = perf_counter()
        decisions = _play_out(scope, seats, next(seeds))
        return decisions / (perf_counter() - began)

    ours(), theirs()  # what is loaded or cached the first time is not what is measured
    rounds = scope.count(300, 25)
    mine, other, ratio = take_turns(ours, theirs, scope.track("play-outs", range(rounds), rounds))
    detail = f"{mine:,.0f} decisions a second, catanatron {other:,.0f}"
    return [Figure(WHAT, detail, ratio, bar=1, goal=3, high=True, rounds=rounds)]


def _play_out(scope: Scope, seats: int, seed: int) -> int:
    rng, game, decisions = Random(seed), scope.kind.new(seats, seed), 0
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal(seat)))
        decisions += 1
    return decisions


def _catanatron() -> Callable[[], float]:
    """Plays a game of catanatron, every action of its log counted. Raises ModuleNotFoundError."""
    from catanatron import Color, Game, RandomPlayer

    seeds = count(1)

    def play() -> float:
        began = perf_counter()
        game = Game([RandomPlayer(colour) for colour in Color], seed=next(seeds))
        game.play()
        return len(game.state.actions) / (perf_counter() - began)

    return play
