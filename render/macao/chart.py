"""Where everything lies on Macao's sea: its spaces, the plaques of ports, the berths of ships."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter

from engines.macao import board
from render.kit.canvas import Box
from render.kit.pen import Point, around

_SIDE, _HEAD, _FOOT = 30, 84, 42
_MOVED: dict[str, Point] = {
    "s01": (3.7, 0.9),
    "s02": (2.95, 0.78),
    "s03": (6.3, 0.9),
    "s04": (7.05, 0.78),
    "s05": (5.0, 1.2),
    "s14": (1.72, 3.95),
    "s15": (8.05, 3.95),
    "s16": (4.7, 5.0),
    "s17": (3.7, 5.6),
    "s18": (6.8, 5.85),
    "s19": (9.1, 2.0),
    "s20": (9.4, 4.05),
    "s21": (8.5, 6.0),
    "barcelona": (2.75, 3.0),
    "antwerpen": (8.5, 5.05),
}
"""Spaces that make room for the ports' plaques, on the data's map."""
_SPOTS: dict[str, Point] = {id: _MOVED.get(id, (space.layout.x, space.layout.y)) for id, space in board.SPACES.items()}
_XS, _YS = ([spot[axis] for spot in _SPOTS.values()] for axis in (0, 1))
_WEST, _EAST, _SOUTH, _NORTH = min(_XS), max(_XS), min(_YS), max(_YS)
RADIUS = {"start": 26.0, "port": 20.0, "sea": 14.0}
_PLAQUE_WIDE, _PLAQUE_HIGH = 110, 54
_STEP, OFF, _NEAR = 4, 10, 5
"""How finely a place for a plaque is sought; how much worse it is to cover a space or a plaque than a route; what
a unit of distance counts."""
_CLOSE, _FAR, _CROWDED = (1, 5, 10, 16, 24, 34, 46), (60, 76), 4000
"""How far from its space a berth is sought; how far, when each of those costs so much that it covers what is told."""
Weighed = tuple[float, float, float, float, float]
"""How much worse than anything else it is to cover a box; its left, top, right and bottom."""


class Chart:
    """Where everything lies on a sea of some size."""

    def __init__(self, size: Point) -> None:
        self.width, self.height = self.size = size

    def spot(self, space: str) -> Point:
        """The middle of a space; the data's map has its south at zero."""
        x, y = _SPOTS[space]
        across = (x - _WEST) / (_EAST - _WEST)
        down = (_NORTH - y) / (_NORTH - _SOUTH)
        return _SIDE + across * (self.width - 2 * _SIDE), _HEAD + down * (self.height - _HEAD - _FOOT)

    def around(self, space: str, more: float = 3) -> Box:
        """The box of a space, and ``more`` on every side."""
        x, y = self.spot(space)
        radius = radius_of(space) + more
        return x - radius, y - radius, 2 * radius, 2 * radius

    def _cost(self, box: Box, taken: list[Weighed], near: Point) -> float:
        """What a box covers of the land and of what is there; and a little for being far away."""
        inside = overlap(box, (4, 4, self.width - 8, self.height - 8))
        away = math.dist(near, (box[0] + box[2] / 2, box[1] + box[3] / 2))
        return 8 * (box[2] * box[3] - inside) + covered(box, taken) + _NEAR * away

    @property
    def plaques(self) -> dict[str, Box]:
        """Where each port's plaque lies: beside its harbour, where it covers the least."""
        return _plaques(self.size)

    def crossed(self, a: str, b: str) -> set[str]:
        """The ports whose plaques lie on the route between two neighbours."""
        pieces = pieces_of(self.spot(a), self.spot(b))
        return {port for port, box in self.plaques.items() if any(overlap(box, piece) for piece in pieces)}

    def placed_plaques(self) -> dict[str, Box]:
        chosen: dict[str, Box] = {}
        spaces = [self.around(space) for space in board.SPACES]
        wide, high = _PLAQUE_WIDE, _PLAQUE_HIGH
        for port in board.PORTS:
            x, y = self.spot(port)
            options: list[Box] = [
                (x + right - wide / 2, y + down - high / 2, wide, high)
                for right in range(-84, 85, _STEP)
                for down in range(-56, 57, _STEP)
                if abs(right) >= wide / 2 + RADIUS["port"] or abs(down) >= high / 2 + RADIUS["port"]
            ]
            taken = _reached(options, [*weighed(OFF, [*spaces, *chosen.values()]), *_legs(self.size)])
            costs = [self._cost(box, taken, (x, y)) for box in options]
            chosen[port] = options[costs.index(min(costs))]
        return chosen

    def placed_berths(self, space: str, width: float, height: float) -> list[tuple[float, Box]]:
        close = self._berths(space, width, height, _CLOSE)
        return close if min(close)[0] < _CROWDED else close + self._berths(space, width, height, _FAR)

    def _berths(self, space: str, width: float, height: float, distances: Sequence[int]) -> list[tuple[float, Box]]:
        x, y = self.spot(space)
        options: list[Box] = []
        for angle in range(0, 360, 10) if space != board.START else ():
            sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
            edge = min(width / 2 / max(sine, 0.01), height / 2 / max(cosine, 0.01))
            for further in distances:
                across, down = around((x, y), radius_of(space) + edge + further, angle)
                options.append((across - width / 2, down - height / 2, width, height))
        if space == board.START:
            options.append((x - width / 2, self.height - 5 - height, width, height))
        others = [self.around(other) for other in board.SPACES]
        told = [*self.plaques.values(), *(self.around(other, 2) for other in board.SPACES)]
        taken = _reached(options, [*weighed(1, others), *weighed(4 * OFF, told), *_legs(self.size)])
        water = 2, 2, self.width - 4, self.height - 4
        afloat = [box for box in options if overlap(box, water) >= box[2] * box[3] - 1]
        plaques = _reached(options, weighed(4 * OFF, self.plaques.values()))
        return [(self._cost(box, taken, (x, y)) + _crossed((x, y), box, plaques), box) for box in afloat or options]


def weighed(weight: float, boxes: Iterable[Box]) -> list[Weighed]:
    return [(weight, left, top, left + wide, top + high) for left, top, wide, high in boxes]


def _reached(options: Sequence[Box], taken: Sequence[Weighed]) -> list[Weighed]:
    """Those of what is there that some of the options may cover; the search asks about each of them for each option."""
    left, top = min(box[0] for box in options), min(box[1] for box in options)
    right, bottom = max(box[0] + box[2] for box in options), max(box[1] + box[3] for box in options)
    return [each for each in taken if each[1] < right and each[2] < bottom and each[3] > left and each[4] > top]


@lru_cache(maxsize=16)
def _plaques(size: Point) -> dict[str, Box]:
    return Chart(size).placed_plaques()


@lru_cache(maxsize=16)
def _legs(size: Point) -> list[Weighed]:
    spot = Chart(size).spot
    return weighed(1, (piece for a, b in board.ROUTES for piece in pieces_of(spot(a), spot(b))))


@lru_cache(maxsize=512)
def berths(size: Point, space: str, wide: float, high: float) -> list[tuple[float, Box]]:
    """Places beside a space, each with what it covers, the best first."""
    return sorted(Chart(size).placed_berths(space, wide, high), key=itemgetter(0))


def radius_of(space: str) -> float:
    return RADIUS[board.SPACES[space].kind]


def overlap(one: Box, other: Box) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def covered(box: Box, taken: Sequence[Weighed]) -> float:
    """How much of what is there a box covers, by weight. It is asked about some hundred boxes for every ship that comes
    to a new space, so what lies elsewhere must cost next to nothing."""
    left, top, width, height = box
    right, bottom, covered = left + width, top + height, 0.0
    for weight, a, b, c, d in taken:
        if a < right and b < bottom and c > left and d > top:
            across = (right if right < c else c) - (left if left > a else a)
            covered += weight * across * ((bottom if bottom < d else d) - (top if top > b else b))
    return covered


def _crossed(space: Point, berth: Box, plaques: Sequence[Weighed]) -> float:
    """How much of the plaques the line covers that ties ships to their space."""
    if not plaques:
        return 0
    left, top, width, height = berth
    return sum(covered(piece, plaques) for piece in pieces_of(space, (left + width / 2, top + height / 2)))


def pieces_of(start: Point, end: Point) -> list[Box]:
    """A route as small boxes."""
    count = 6
    dots = [
        (start[0] + (end[0] - start[0]) * step / count, start[1] + (end[1] - start[1]) * step / count)
        for step in range(count + 1)
    ]
    return [(min(a[0], b[0]) - 3, min(a[1], b[1]) - 3, 6, 6) for a, b in pairwise(dots)]
