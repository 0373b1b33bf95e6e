"""Weights that were fitted to games: what one more of something is worth, by the moment of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Seen(NamedTuple):
    """What is weighed of a position: the ``points`` that are counted without, the ``amounts`` of what a seat has, the
    ``moment`` of the game.
    """

    points: float
    amounts: Mapping[str, float] = {}
    moment: float = 0.0


@dataclass(frozen=True)
class Fitted:
    """``weights`` hold at the moments ``knots``, the least first; between two of them they change evenly, outside of
    them they stay as they are.

    >>> Fitted((0, 10), {"gold": (1.0, 3.0)}).worth({"gold": 2}, 5)
    4.0
    """

    knots: tuple[float, ...]
    weights: Mapping[str, tuple[float, ...]]
    _known: dict[float, dict[str, float]] = field(default_factory=dict, repr=False, compare=False)

    def worth(self, amounts: Mapping[str, float], moment: float) -> float:
        """Of so much of each, in the unit of the weights."""
        weights = self._known.get(moment) or self._known.setdefault(moment, self.at(moment))
        return sum([amount * weights[name] for name, amount in amounts.items() if amount])

    def at(self, moment: float) -> dict[str, float]:
        """The weights of a moment."""
        right, part = self.between(moment)
        return {name: at[right - 1] * (1 - part) + at[right] * part for name, at in self.weights.items()}

    def between(self, moment: float) -> tuple[int, float]:
        """The knot that is not before the moment, and which part of the way there from the last one has passed."""
        within = min(max(moment, self.knots[0]), self.knots[-1])
        right = next(place for place in range(1, len(self.knots)) if within <= self.knots[place])
        near, far = self.knots[right - 1], self.knots[right]
        return right, (within - near) / (far - near)
