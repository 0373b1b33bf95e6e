"""Random games beside catanatron's, and the functions that take their time.

Both are a heavy eurogame in pure Python, played at random by four players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from time import perf_counter
from typing import NamedTuple

from engines import Game
from tools.bench.measure import Figure, Scope, take_turns, usual_seats

WHAT = "random play-outs"
BARS = {"navegador": 2.8, "burgundy": 1.5, "macao": 1.85, "mmn": 1.25}
"""Three quarters of what has been reached: a loss of a third shows."""
STEPS = ("list what is legal", "play an action, up to the next question", "copy a game")


class Yardstick(NamedTuple):
    """What catanatron does as we do."""

    play_out: Callable[[], int]
    """A whole random game; how many actions it had."""
    step: Callable[[], tuple[float, float, float]]
    """Seconds for listing, playing and copying at the next position of a random game."""


def measure(scope: Scope) -> list[Figure]:
    """Decisions and games a second of whole games, one of ours and one of catanatron's in turn; then single steps."""
    try:
        theirs = _catanatron()
    except ModuleNotFoundError:
        return [Figure(WHAT, "pip install -r requirements/bench.txt")]
    return [*_whole_games(scope, theirs), *_steps(scope, theirs)]


def _whole_games(scope: Scope, theirs: Yardstick) -> list[Figure]:
    seats, seeds = usual_seats(scope.kind), count(1)
    games: tuple[list[float], list[float]] = [], []

    def timed(play_out: Callable[[], int], taken: list[float]) -> float:
        began = perf_counter()
        decisions = play_out()
        taken.append(perf_counter() - began)
        return decisions / taken[-1]

    def ours() -> float:
        return timed(lambda: _play_out(scope.kind.new(seats, seed := next(seeds)), Random(seed)), games[0])

    def other() -> float:
        return timed(theirs.play_out, games[1])

    ours(), other()  # what is loaded or cached the first time is not what is measured
    for taken in games:
        taken.clear()
    rounds = scope.count(300, 25)
    mine, yardstick, ratio = take_turns(ours, other, scope.track("play-outs", range(rounds), rounds))
    detail = f"{mine:,.0f} decisions a second, catanatron {yardstick:,.0f}"
    each = [len(taken) / sum(taken) for taken in games]
    return [
        Figure(WHAT, detail, ratio, bar=BARS.get(scope.kind.key, 1.0), goal=2, high=True, rounds=rounds),
        Figure(
            "the same, whole games",
            f"{each[0]:,.1f} games a second, catanatron {each[1]:,.1f}",
            each[0] / each[1],
            rounds=rounds,
        ),
    ]


def _play_out(game: Game, rng: Random) -> int:
    """Plays a game to its end at random, drawing actions as a search would; how many decisions it had."""
    game.quiet, decisions = True, 0
    while asked := game.to_act:
        game.play(asked[0], game.sample(asked[0], rng))
        decisions += 1
    return decisions


def _steps(scope: Scope, theirs: Yardstick) -> list[Figure]:
    mine, rounds = _positions(scope.kind), scope.count(3000, 300)
    taken = [(next(mine), theirs.step()) for _ in scope.track("steps", range(rounds), rounds)]
    figures = []
    for place, what in enumerate(STEPS):
        ours, other = (sum(pair[side][place] for pair in taken) / rounds for side in (0, 1))
        detail = f"{ours * 1e6:.0f} µs, catanatron {other * 1e6:.0f} µs"
        figures.append(Figure(what, detail, ours / other, rounds=rounds, counted="positions"))
    return figures


def _positions(kind: type[Game]) -> Iterator[tuple[float, float, float]]:
    """Seconds for listing, playing and copying at the positions of random games."""
    for seed in count(1):
        rng, game = Random(seed), kind.new(usual_seats(kind), seed)
        while game.to_act:
            began = perf_counter()
            fresh = game.copy()
            copied = perf_counter()
            seat = fresh.to_act[0]
            action = rng.choice(fresh.legal(seat))
            listed = perf_counter()
            game.play(seat, action)
            yield listed - copied, perf_counter() - listed, copied - began


def _catanatron() -> Yardstick:
    """Return catanatron's play-outs as the yardstick. Raises ModuleNotFoundError."""
    from catanatron import Color, Game, RandomPlayer
    from catanatron.models.actions import generate_playable_actions

    seeds = count(1)

    def begin() -> Game:
        return Game([RandomPlayer(colour) for colour in Color], seed=next(seeds))

    def play_out() -> int:
        game = begin()
        game.play()
        return len(game.state.actions)

    def positions() -> Iterator[tuple[float, float, float]]:
        while True:
            game, rng = begin(), Random(1)
            while game.winning_color() is None:
                began = perf_counter()
                game.copy()
                copied = perf_counter()
                action = rng.choice(generate_playable_actions(game.state))
                listed = perf_counter()
                game.execute(action)
                yield listed - copied, perf_counter() - listed, copied - began

    return Yardstick(play_out, positions().__next__)
