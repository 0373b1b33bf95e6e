"""Measure random games, and the engine's functions that take most of their time; the yardstick is catanatron.

Both play a complex board game in pure Python, with random decisions of usually four players.
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
"""Three quarters of the measured ratios, so that a loss of a third shows."""
STEPS = ("list what is legal", "play an action, up to the next question", "copy a game")


class Yardstick(NamedTuple):
    """The functions of catanatron that ours are compared with."""

    play_out: Callable[[], int]
    """Plays a whole random game and returns its number of actions."""
    step: Callable[[], tuple[float, float, float]]
    """Returns the seconds for listing, playing and copying at the next position of a random game."""


def measure(scope: Scope) -> list[Figure]:
    """Measure whole games, one of ours and one of catanatron's in turn, and then single steps."""
    try:
        theirs = _catanatron()
    except ModuleNotFoundError:
        return [Figure(WHAT, "pip install -r requirements/bench.txt")]
    return [*_whole_games(scope, theirs), *_steps(scope, theirs)]


def _whole_games(scope: Scope, theirs: Yardstick) -> list[Figure]:
    seats = usual_seats(scope.kind)
    seeds = count(1)
    our_durations: list[float] = []
    their_durations: list[float] = []

    def timed(play_out: Callable[[], int], durations: list[float]) -> float:
        began = perf_counter()
        decisions = play_out()
        durations.append(perf_counter() - began)
        return decisions / durations[-1]

    def play_ours() -> float:
        return timed(lambda: _play_out(scope.kind.new(seats, seed := next(seeds)), Random(seed)), our_durations)

    def play_theirs() -> float:
        return timed(theirs.play_out, their_durations)

    # The first game of each is not counted, since it loads modules and fills caches.
    play_ours()
    play_theirs()
    our_durations.clear()
    their_durations.clear()
    rounds = scope.count(300, 25)
    our_rate, their_rate, ratio = take_turns(play_ours, play_theirs, scope.track("play-outs", range(rounds), rounds))
    detail = f"{our_rate:,.0f} decisions a second, catanatron {their_rate:,.0f}"
    our_games, their_games = (len(durations) / sum(durations) for durations in (our_durations, their_durations))
    return [
        Figure(WHAT, detail, ratio, bar=BARS.get(scope.kind.key, 1.0), goal=2, high=True, rounds=rounds),
        Figure(
            "the same, whole games",
            f"{our_games:,.1f} games a second, catanatron {their_games:,.1f}",
            our_games / their_games,
            rounds=rounds,
        ),
    ]


def _play_out(game: Game, rng: Random) -> int:
    """Play a game to its end with random actions, drawn as a search would draw them; return the number of decisions."""
    game.reports_nothing = True
    decisions = 0
    while seats := game.to_act:
        game.play(seats[0], game.sample(seats[0], rng))
        decisions += 1
    return decisions


def _steps(scope: Scope, theirs: Yardstick) -> list[Figure]:
    positions = _positions(scope.kind)
    rounds = scope.count(3000, 300)
    durations = [(next(positions), theirs.step()) for _ in scope.track("steps", range(rounds), rounds)]
    figures = []
    for place, name in enumerate(STEPS):
        our_seconds, their_seconds = (sum(pair[side][place] for pair in durations) / rounds for side in (0, 1))
        detail = f"{our_seconds * 1e6:.0f} µs, catanatron {their_seconds * 1e6:.0f} µs"
        figures.append(Figure(name, detail, our_seconds / their_seconds, rounds=rounds, counted="positions"))
    return figures


def _positions(kind: type[Game]) -> Iterator[tuple[float, float, float]]:
    """Yield the seconds for listing, playing and copying at each position of random games, without end."""
    for seed in count(1):
        rng = Random(seed)
        game = kind.new(usual_seats(kind), seed)
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
    """Return catanatron as the yardstick. Raises ModuleNotFoundError if it is not installed."""
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
            game = begin()
            rng = Random(1)
            while game.winning_color() is None:
                began = perf_counter()
                game.copy()
                copied = perf_counter()
                action = rng.choice(generate_playable_actions(game.state))
                listed = perf_counter()
                game.execute(action)
                yield listed - copied, perf_counter() - listed, copied - began

    return Yardstick(play_out, positions().__next__)
