"""Weights that were fitted to games: the worth of one more unit of something, by the moment of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Seen(NamedTuple):
    """The features of a position that are weighed."""

    points: float
    """The points that are counted without weights."""
    amounts: Mapping[str, float] = {}
    """The amounts that a seat has, by the name of their weight."""
    moment: float = 0.0
    """The moment of the game, in the unit of the knots."""


@dataclass(frozen=True)
class Fitted:
    """Weights that change linearly between given moments of the game, and are constant before and after them.

    >>> Fitted((0, 10), {"gold": (1.0, 3.0)}).worth({"gold": 2}, 5)
    4.0
    """

    knots: tuple[float, ...]
    """The moments at which the weights are given, in ascending order."""
    weights: Mapping[str, tuple[float, ...]]
    """The weights at the knots, by name."""
    _known: dict[float, dict[str, float]] = field(default_factory=dict, repr=False, compare=False)

    def worth(self, amounts: Mapping[str, float], moment: float) -> float:
        """Return the sum of amounts times their weights."""
        weights = self._known.get(moment) or self._known.setdefault(moment, self.at(moment))
        return sum([amount * weights[name] for name, amount in amounts.items() if amount])

    def at(self, moment: float) -> dict[str, float]:
        """Return the weights of a moment, by name."""
        right, part = self.between(moment)
        return {name: values[right - 1] * (1 - part) + values[right] * part for name, values in self.weights.items()}

    def between(self, moment: float) -> tuple[int, float]:
        """Return the index of the first knot not before the moment, and its position between the knots, from 0 to 1."""
        bounded_moment = min(max(moment, self.knots[0]), self.knots[-1])
        right = next(place for place in range(1, len(self.knots)) if bounded_moment <= self.knots[place])
        start = self.knots[right - 1]
        end = self.knots[right]
        return right, (bounded_moment - start) / (end - start)
