"""Places on Macao's sea: its spaces, the plaques of ports, the ships on their spaces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from engines.macao import board
from render.kit.canvas import Box
from render.kit.pen import Point, around

_SPOTS: dict[str, Point] = {
    "start": (0.5, 0.855),
    "s01": (0.376, 0.87),
    "s02": (0.255, 0.81),
    "s03": (0.622, 0.87),
    "s04": (0.745, 0.81),
    "s05": (0.5, 0.742),
    "s06": (0.5, 0.635),
    "s07": (0.36, 0.577),
    "s08": (0.64, 0.583),
    "s09": (0.122, 0.662),
    "s10": (0.883, 0.67),
    "s11": (0.417, 0.514),
    "s12": (0.053, 0.59),
    "s13": (0.053, 0.475),
    "s14": (0.195, 0.46),
    "s15": (0.785, 0.434),
    "s16": (0.369, 0.39),
    "s17": (0.297, 0.33),
    "s18": (0.6, 0.28),
    "s19": (0.947, 0.57),
    "s20": (0.95, 0.39),
    "s21": (0.712, 0.22),
    "s22": (0.57, 0.185),
    "s23": (0.945, 0.27),
    "lisboa": (0.07, 0.8),
    "genova": (0.93, 0.8),
    "barcelona": (0.25, 0.542),
    "marseille": (0.745, 0.535),
    "london": (0.15, 0.34),
    "antwerpen": (0.795, 0.32),
    "amsterdam": (0.43, 0.2),
    "hamburg": (0.645, 0.11),
}
"""The middles of the spaces, as shares of the sea's width and height."""
_PLAQUES: dict[str, Point] = {
    "lisboa": (0.15, 0.925),
    "genova": (0.85, 0.925),
    "barcelona": (0.306, 0.695),
    "marseille": (0.694, 0.695),
    "london": (0.15, 0.215),
    "antwerpen": (0.577, 0.395),
    "amsterdam": (0.345, 0.073),
    "hamburg": (0.848, 0.073),
}
RADIUS = {"start": 26.0, "port": 22.0, "sea": 18.0}
_PLAQUE_WIDE = 114
_PLAQUE_HIGH = 56
_WIDER = {"barcelona": 122, "antwerpen": 136, "amsterdam": 141}
"""Widths of the plaques of ports with long names, in units."""
OFF = 80
"""Weight of covering a ship or a text, compared with covering a route."""
# Size of the ships on a space, by how many they are, and from one to the next.
_SHIPS = (40, 36, 32, 30)
_STEPS = (0, 33, 26, 24)
_SIGN: dict[str, Point] = {"start": (36, 36), "port": (32, 32), "sea": (30, 22)}
"""Sizes of the signs in spaces, which ships leave free."""
# How far ships stand from the edge of their space, mostly within it; by which angles places are tried; how much
# worse it is for each degree that they are not above it, and for each unit that a ship is away from it.
_GAPS = (-12, -7, -3, 1, 5)
_TURN = 10
_LEAN = 0.7
_NEAR = 4
Weighed = tuple[float, float, float, float, float]
"""The weight of covering a box, and its left, top, right and bottom."""


class Chart:
    """The places on a sea of a certain size."""

    def __init__(self, size: Point) -> None:
        self.width, self.height = self.size = size

    def spot(self, space: str) -> Point:
        """Return the middle of a space."""
        return _SPOTS[space][0] * self.width, _SPOTS[space][1] * self.height

    def around(self, space: str, margin: float = 3) -> Box:
        """Return the box of a space, with a margin on every side."""
        x, y = self.spot(space)
        radius = radius_of(space) + margin
        return x - radius, y - radius, 2 * radius, 2 * radius

    def sign(self, space: str) -> Box:
        """Return the box of the sign in a space."""
        (x, y) = self.spot(space)
        (width, height) = _SIGN[board.SPACES[space].kind]
        return x - width / 2, y - height / 2, width, height

    @property
    def plaques(self) -> dict[str, Box]:
        """Return the box of each port's plaque."""
        boxes = {}
        for port, (x, y) in _PLAQUES.items():
            wide = _WIDER.get(port, _PLAQUE_WIDE)
            high = _PLAQUE_HIGH
            boxes[port] = x * self.width - wide / 2, y * self.height - high / 2, float(wide), float(high)
        return boxes

    def stands(self, space: str, ships: int, edge: float) -> list[tuple[float, Stand]]:
        """Return the ways in which ships may stand on a space, the best first, each after its cost.

        The cost counts what they would cover and how far they are from the space, but no other ships. They are tried in
        all directions around the space, with an edge around them.
        """
        x, y = self.spot(space)
        discs = [self.around(neighbour, 0) for neighbour in board.SPACES if neighbour != space]
        written = [*(self.sign(neighbour) for neighbour in board.SPACES), *self.plaques.values()]
        covered_boxes = [*weighed(OFF, written), *weighed(OFF / 8, discs), *_legs(self.size)]
        water = 2, 2, self.width - 4, self.height - 4
        options = []
        for width, height, places in _forms(ships):
            reach = radius_of(space) + max(_GAPS) + (math.hypot(width, height) + max(width, height)) / 2 + edge
            covers_near = [
                cover for cover in covered_boxes if _meets(cover, (x - reach, y - reach, x + reach, y + reach))
            ]
            for angle in range(-180, 180, _TURN):
                sine = abs(math.sin(math.radians(angle)))
                cosine = abs(math.cos(math.radians(angle)))
                shift = min(width / 2 / max(sine, 0.01), height / 2 / max(cosine, 0.01))
                for gap in _GAPS:
                    across, down = around((x, y), radius_of(space) + shift + gap, angle)
                    box = across - width / 2 - edge, down - height / 2 - edge, width + 2 * edge, height + 2 * edge
                    cost = (
                        covered(box, covers_near) + OFF * (box[2] * box[3] - overlap(box, water)) + _LEAN * abs(angle)
                    )
                    stand = tuple((across + right, down + lower) for right, lower in places)
                    options.append((cost + _NEAR * sum(math.dist((x, y), ship) for ship in stand), stand))
        return sorted(options)


Stand = tuple[Point, ...]
"""The middles of the ships on a space."""


def ship_size(ships: int) -> int:
    """Return the size of each of so many ships on a space."""
    return _SHIPS[ships - 1]


@lru_cache(maxsize=8)
def _forms(ships: int) -> tuple[tuple[float, float, Stand], ...]:
    """Return the formations of ships: in a row, in two rows, or below each other.

    Each is given by its width and height, and the places from its middle.
    """
    forms = []
    ship = ship_size(ships)
    step = _STEPS[ships - 1]
    for across in sorted({1, min(2, ships), ships}):
        width, height = (ship + (count - 1) * step for count in (across, -(-ships // across)))
        middle = (ship - width) / 2, (ship - height) / 2
        places = ((number % across * step, number // across * step) for number in range(ships))
        forms.append((width, height, tuple((middle[0] + right, middle[1] + lower) for right, lower in places)))
    return tuple(forms)


def weighed(weight: float, boxes: Iterable[Box]) -> list[Weighed]:
    return [(weight, x, y, x + wide, y + high) for x, y, wide, high in boxes]


@lru_cache(maxsize=16)
def _legs(size: Point) -> list[Weighed]:
    spot = Chart(size).spot
    return weighed(1, (piece for a, b in board.ROUTES for piece in pieces_of(spot(a), spot(b))))


@lru_cache(maxsize=512)
def stands(size: Point, space: str, ships: int, edge: float) -> list[tuple[float, Stand]]:
    """Return the ways in which ships may stand on a space (``Chart.stands``)."""
    return Chart(size).stands(space, ships, edge)


def radius_of(space: str) -> float:
    return RADIUS[board.SPACES[space].kind]


def overlap(box: Box, cover: Box) -> float:
    wide = min(box[0] + box[2], cover[0] + cover[2]) - max(box[0], cover[0])
    high = min(box[1] + box[3], cover[1] + cover[3]) - max(box[1], cover[1])
    return max(0.0, wide) * max(0.0, high)


def _meets(cover: Weighed, corners: tuple[float, float, float, float]) -> bool:
    _, left_x, top, right, bottom = cover
    return left_x < corners[2] and top < corners[3] and right > corners[0] and bottom > corners[1]


def covered(box: Box, covers: Sequence[Weighed]) -> float:
    """Return the weight of all boxes that a box covers.

    This is computed for some hundred boxes whenever a ship comes to another space, so that boxes elsewhere must cost
    next to nothing.
    """
    left_x, top, width, height = box
    right = left_x + width
    bottom = top + height
    covered = 0.0
    for weight, a, b, c, d in covers:
        if a < right and b < bottom and c > left_x and d > top:
            across = (right if right < c else c) - (left_x if left_x > a else a)
            covered += weight * across * ((bottom if bottom < d else d) - (top if top > b else b))
    return covered


def pieces_of(start: Point, end: Point) -> list[Box]:
    """Return a route as small boxes."""
    count = 6
    dots = [
        (start[0] + (end[0] - start[0]) * step / count, start[1] + (end[1] - start[1]) * step / count)
        for step in range(count + 1)
    ]
    return [(min(a[0], b[0]) - 3, min(a[1], b[1]) - 3, 6, 6) for a, b in pairwise(dots)]
