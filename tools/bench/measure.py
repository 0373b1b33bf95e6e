"""Shared parts of the measurements: figures with their bounds, timing in turns, and games to measure with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

from rich.progress import Progress

from engines import Action, Game

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """A line of the report: ``what`` names the measured thing, ``detail`` has the numbers behind ``value``.

    ``bar`` and ``goal`` bound ``value``, from below if ``high`` and otherwise from above. ``value`` is None if it could
    not be measured; ``detail`` then says what is missing.
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
    """The things that ``rounds`` counts."""

    def reaches(self, bound: float | None) -> bool:
        """Return whether the value is on the right side of a bar or goal."""
        if self.value is None or bound is None:
            return False
        return self.value >= bound if self.high else self.value <= bound


@dataclass(frozen=True)
class Scope:
    """The game to measure, how thoroughly, and the display of progress."""

    kind: type[Game]
    quick: bool
    progress: Progress

    def count(self, full: int, quick: int) -> int:
        """Return the number of rounds: ``quick`` for rough figures, otherwise ``full``."""
        return quick if self.quick else full

    def track(self, description: str, items: Iterable[T], total: int) -> Iterable[T]:
        """Yield the items while the display shows how many of them are done."""
        return self.progress.track(items, total=total, description=description)


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the seconds that ``work`` takes, on average over ``times`` runs in a row."""
    began = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - began) / times


def take_turns(
    ours: Callable[[], float], yardstick: Callable[[], float], rounds: Iterable[object]
) -> tuple[float, float, float]:
    """Return the medians of our rate, of the yardstick's, and of their ratio in the same round.

    Who goes first alternates, so that neither always profits from what the other has warmed up.
    """
    rates: list[tuple[float, float]] = []
    for number, _ in enumerate(rounds):
        if number % 2:
            their_rate = yardstick()
            rates.append((ours(), their_rate))
        else:
            our_rate = ours()
            rates.append((our_rate, yardstick()))
    return (
        median(our_rate for our_rate, _ in rates),
        median(their_rate for _, their_rate in rates),
        median(our_rate / their_rate for our_rate, their_rate in rates),
    )


def percentile(values: list[float], percent: int) -> float:
    """Return the value below which ``percent`` percent of the values lie."""
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def halfway(kind: type[Game], seats: int, seed: int) -> Game:
    """Return a game in the middle: the random game with this seed, after half of its decisions."""
    rng = Random(seed)
    played: list[tuple[int, Action]] = []
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
    """Return four seats, or as near to four as the game allows."""
    return min(kind.seats, key=lambda seats: abs(seats - 4))
