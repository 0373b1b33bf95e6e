"""Taking turns: how every figure is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

from rich.progress import Progress

from engines import Game

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """A line of the report: ``what`` was measured, and in ``detail`` what the value was made from.

    ``bar`` and ``goal`` bound ``value``, from below if ``high`` and else from above. ``value`` None: it could not be
    measured, and ``detail`` says what is missing.
    """

    what: str
    detail: str = ""
    value: float | None = None
    unit: str = "×"
    bar: float | None = None
    goal: float | None = None
    high: bool = False
    rounds: int = 0
    counted: str = "rounds"
    """What ``rounds`` counts."""

    def reaches(self, bound: float | None) -> bool:
        """Whether the value is on the right side of a bar or goal."""
        if self.value is None or bound is None:
            return False
        return self.value >= bound if self.high else self.value <= bound


@dataclass(frozen=True)
class Scope:
    """What is measured, how thoroughly, and where progress is shown."""

    kind: type[Game]
    quick: bool
    progress: Progress

    def count(self, full: int, quick: int) -> int:
        return quick if self.quick else full

    def track(self, what: str, items: Iterable[T], total: int) -> Iterable[T]:
        return self.progress.track(items, total=total, description=what)


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long ``work`` takes, on average over so many times in a row."""
    began = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - began) / times


def take_turns(
    ours: Callable[[], float], yardstick: Callable[[], float], rounds: Iterable[object]
) -> tuple[float, float, float]:
    """Return the medians of our rate, of the yardstick's, and of their ratio in the same round.

    The two take turns at being first.
    """
    found: list[tuple[float, float]] = []
    for number, _ in enumerate(rounds):
        if number % 2:
            second = yardstick()
            found.append((ours(), second))
        else:
            first = ours()
            found.append((first, yardstick()))
    return (
        median(first for first, _ in found),
        median(second for _, second in found),
        median(first / second for first, second in found),
    )


def percentile(values: list[float], percent: int) -> float:
    """Return the value below which so many percent of the values lie."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def halfway(kind: type[Game], seats: int, seed: int) -> Game:
    """Return a game in the middle: a random game with this seed, cut at half of its length."""
    rng, played = Random(seed), []
    game = kind.new(seats, seed)
    while game.to_act:
        seat = game.to_act[0]
        played.append((seat, rng.choice(game.legal(seat))))
        game.play(*played[-1])
    game = kind.new(seats, seed)
    for seat, action in played[: len(played) // 2]:
        game.play(seat, action)
    return game


def usual_seats(kind: type[Game]) -> int:
    """Four, or as near to four as the game allows."""
    return min(kind.seats, key=lambda seats: abs(seats - 4))
