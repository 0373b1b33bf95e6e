"""Weights that were fitted to games: the worth of one more unit of something, by the moment of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Features(NamedTuple):
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
    _weights_at: dict[float, dict[str, float]] = field(default_factory=dict, repr=False, compare=False)
    """The weights by moment, for the moments asked for: a search judges thousands of positions of the same moment."""

    def worth(self, amounts: Mapping[str, float], moment: float) -> float:
        """Return the sum of amounts times their weights."""
        weights = self._weights_at.get(moment) or self._weights_at.setdefault(moment, self.at(moment))
        return sum([amount * weights[name] for name, amount in amounts.items() if amount])

    def at(self, moment: float) -> dict[str, float]:
        """Return the weights of a moment, by name."""
        end, share = self.interval(moment)
        return {name: values[end - 1] * (1 - share) + values[end] * share for name, values in self.weights.items()}

    def interval(self, moment: float) -> tuple[int, float]:
        """Return the index of the knot that ends the interval of a moment, and the share of the interval before it.

        >>> Fitted((0, 10, 30), {}).interval(15)
        (2, 0.25)
        """
        bounded_moment = min(max(moment, self.knots[0]), self.knots[-1])
        end = next(index for index in range(1, len(self.knots)) if bounded_moment <= self.knots[index])
        start_moment = self.knots[end - 1]
        return end, (bounded_moment - start_moment) / (self.knots[end] - start_moment)
