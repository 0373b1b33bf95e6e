"""Places of hexes, intersections, paths and harbours on the picture of the map, in its units."""

from __future__ import annotations

import math
from functools import lru_cache

from engines.mmn import board
from render.kit.pen import Point

WIDEST = {3: 256, 4: 256, 5: 214, 6: 214}
"""Width of a hex by the number of players, in units."""
# From the coast to a harbour's sign, and from that to the pirate beside it, in hex widths.
_HARBOUR = 0.27
_PIRATE = 0.37
_HEX_OF_PIECES = 208
"""Width of a hex in units of pieces."""
_RAISED = 0.04
"""Height of a harbour's sign above its coast, in hex widths: its rate stands in the lower half, above a road."""
_SLOT = 0.55
"""Distance of a chip from the middle of its hex, as a share of the way to the intersection."""
_BERTHS = range(-105, 106, 15)
"""Directions from a harbour's sign to the pirate, in degrees from straight out to sea."""
_CLEAR = 0.22
"""Distance of the pirate from the edge of the map, in hex widths."""


def land(seats: int) -> tuple[float, float]:
    """Return width and height of the land."""
    points = board.size(seats).geometry.node_points
    wide = WIDEST[seats]
    across, down = (max(axis) - min(axis) for axis in zip(*points, strict=True))
    return across * wide / 2, down * wide / math.sqrt(3) / 2


class Chart:
    """The places of a board in the middle of a map.

    ``wide`` is the width of a hex, ``unit`` the scale of the pieces on it.
    """

    def __init__(self, seats: int, width: float, height: float) -> None:
        self.geometry = board.size(seats).geometry
        self.wide = WIDEST[seats]
        self.side = self.wide / math.sqrt(3)
        self.unit = self.wide / _HEX_OF_PIECES
        self.width = width
        self.height = height
        lefts, tops = zip(*self.geometry.node_points, strict=True)
        middle = (min(lefts) + max(lefts)) / 2 * self.wide / 2, (min(tops) + max(tops)) / 2 * self.side / 2
        self._at = width / 2 - middle[0], height / 2 - middle[1]
        self._harbours = [self._harbour(number) for number in range(len(self.geometry.harbours))]

    def spot(self, point: tuple[float, float]) -> Point:
        """Return a point of the geometry."""
        return self._at[0] + point[0] * self.wide / 2, self._at[1] + point[1] * self.side / 2

    def hex(self, word: str) -> Point:
        """Return the middle of a hex."""
        return self.spot(self.geometry.hex_points[self.geometry.hex_number[word]])

    def node(self, word: str) -> Point:
        """Return an intersection."""
        return self.spot(self.geometry.node_points[self.geometry.node_number[word]])

    def path(self, word: str) -> tuple[Point, int]:
        """Return the middle of a path and its direction: 0 upright, 1 rising to the right, -1 falling to the right."""
        start, end_point = (self.spot(self.geometry.node_points[end]) for end in self._ends(word))
        dx = end_point[0] - start[0]
        dy = end_point[1] - start[1]
        turn = 0
        if abs(dx) >= 1:
            turn = 1 if dx * dy < 0 else -1
        return ((start[0] + end_point[0]) / 2, (start[1] + end_point[1]) / 2), turn

    def _ends(self, word: str) -> tuple[int, int]:
        return self.geometry.edges[self.geometry.path_number[word]]

    def corner(self, hex: str, node: str) -> Point:
        """Return the place on a hex beside one of its intersections."""
        (x, y) = self.hex(hex)
        (to_x, to_y) = self.node(node)
        return x + (to_x - x) * _SLOT, y + (to_y - y) * _SLOT

    def harbour(self, word: str) -> Point:
        """Return the place of a harbour's sign."""
        return self._harbours[self.geometry.harbour_number[word]][0]

    def pirate(self, word: str) -> Point:
        """Return the place of the pirate at a harbour."""
        return self._harbours[self.geometry.harbour_number[word]][1]

    def _harbour(self, number: int) -> tuple[Point, Point]:
        first, second = (self.spot(self.geometry.node_points[node]) for node in self.geometry.harbour_nodes[number])
        sea = self.spot(self.geometry.harbour_points[number])
        coast = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        away = (sea[0] - coast[0]) * 2 / self.wide, (sea[1] - coast[1]) * 2 / self.wide
        far = self.wide * (_HARBOUR + _RAISED * (away[1] < -0.1))
        sign = coast[0] + away[0] * far, coast[1] + away[1] * far
        berths = [self._berth(sign, away, degrees) for degrees in _BERTHS]
        return sign, max(berths, key=self._room)

    def _berth(self, sign: Point, away: Point, degrees: int) -> Point:
        turn = math.radians(degrees)
        along = away[0] * math.cos(turn) - away[1] * math.sin(turn), away[0] * math.sin(turn) + away[1] * math.cos(turn)
        return sign[0] + along[0] * self.wide * _PIRATE, sign[1] + along[1] * self.wide * _PIRATE

    def _room(self, at: Point) -> float:
        """Return the distance of a place on the sea from land, if the edge leaves room for a figure."""
        edge = min(at[0], at[1], self.width - at[0], self.height - at[1])
        land = min(math.dist(at, self.spot(point)) for point in self.geometry.node_points)
        return land if edge >= self.wide * _CLEAR else edge - self.wide


@lru_cache(maxsize=32)
def chart_of(seats: int, width: float, height: float) -> Chart:
    """Return the map for a number of players, with a width and a height in units."""
    return Chart(seats, width, height)
