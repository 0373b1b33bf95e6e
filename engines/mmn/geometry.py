"""The map as a graph: hexes, intersections and paths with their names, neighbours and places.

Names are stable for each size of board: hexes ``h01``, intersections ``n01`` in reading order (top to bottom, left to
right), paths by their two intersections (``n01-n04``), harbours ``p1`` clockwise. Inside the engine all of them are
numbers counted from 0.

Places are whole numbers: one unit of ``x`` is half the width of a hex (``sqrt(3) / 2`` sides), one unit of ``y`` half
a side; a picture scales them to its own size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Axial = tuple[int, int]
Point = tuple[int, int]

_CORNERS: dict[str, Point] = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
_SIDES = {
    "NE": ("N", "NE"),
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
    "NW": ("NW", "N"),
}


class Slot(NamedTuple):
    """The place of a harbour: its sea hex, its land hex and the side of the land hex between them."""

    sea: Axial
    land: Axial
    side: str


def centre(cell: Axial) -> Point:
    """Return the middle of a hex (axial coordinates, pointed top)."""
    q, r = cell
    return 2 * q + r, 3 * r


def _corner(cell: Axial, name: str) -> Point:
    x, y = centre(cell)
    dx, dy = _CORNERS[name]
    return x + dx, y + dy


class Geometry:
    """Tables of one size of board; numbers count from 0, tuples are in the order of the numbers."""

    def __init__(self, land: Sequence[Axial], sea: Sequence[Axial], slots: Sequence[Slot]) -> None:
        points = sorted({_corner(cell, name) for cell in land for name in _CORNERS}, key=lambda point: point[::-1])
        at = {point: number for number, point in enumerate(points)}
        sides = {
            tuple(sorted((at[_corner(cell, a)], at[_corner(cell, b)]))) for cell in land for a, b in _SIDES.values()
        }

        self.hex_count = len(land)
        self.node_count = len(points)
        self.edge_count = len(sides)
        self.hex_points: tuple[Point, ...] = tuple(map(centre, land))
        self.node_points: tuple[Point, ...] = tuple(points)
        self.edges: tuple[tuple[int, int], ...] = tuple((a, b) for a, b in sorted(sides))
        """The two intersections of each path, the lower number first."""
        self.edge_at: dict[tuple[int, int], int] = {}
        for number, (a, b) in enumerate(self.edges):
            self.edge_at[a, b] = self.edge_at[b, a] = number
        self.hex_nodes: tuple[tuple[int, ...], ...] = tuple(
            tuple(at[_corner(cell, name)] for name in _CORNERS) for cell in land
        )
        """The six intersections of each hex, clockwise from the top."""
        self.node_hexes: tuple[tuple[int, ...], ...] = tuple(
            tuple(number for number, nodes in enumerate(self.hex_nodes) if node in nodes) for node in range(len(points))
        )
        """The one to three land hexes at each intersection."""
        self.node_edges: tuple[tuple[int, ...], ...] = tuple(
            tuple(number for number, ends in enumerate(self.edges) if node in ends) for node in range(len(points))
        )
        self.ways: tuple[tuple[tuple[int, int], ...], ...] = tuple(
            tuple((edge, sum(self.edges[edge]) - node) for edge in self.node_edges[node]) for node in range(len(points))
        )
        """The paths from each intersection, each with the intersection that it leads to."""
        self.node_nodes: tuple[tuple[int, ...], ...] = tuple(tuple(end for _, end in ways) for ways in self.ways)
        self.hex_hexes: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                neighbour
                for neighbour, nodes in enumerate(self.hex_nodes)
                if neighbour != number and len(set(nodes) & set(self.hex_nodes[number])) == 2
            )
            for number in range(len(land))
        )

        self.harbour_nodes: tuple[tuple[int, int], ...] = tuple(
            (at[_corner(slot.land, _SIDES[slot.side][0])], at[_corner(slot.land, _SIDES[slot.side][1])])
            for slot in slots
        )
        """The two harbour intersections of each harbour (ruling 24.6)."""
        self.harbour_points: tuple[Point, ...] = tuple(centre(slot.sea) for slot in slots)
        """The middle of each harbour's sea hex, where the pirate stands."""
        self.node_harbour: dict[int, int] = {
            node: number for number, nodes in enumerate(self.harbour_nodes) for node in nodes
        }
        harbours = {slot.sea for slot in slots}
        self.sea_points: tuple[Point, ...] = tuple(centre(cell) for cell in sea if cell not in harbours)
        """The middles of sea hexes without a harbour, where the pirate never stands (rules 7.2)."""
        self._name()

    def _name(self) -> None:
        """Name hexes, intersections, paths and harbours."""
        self.hexes: tuple[str, ...] = tuple(f"h{number:02}" for number in range(1, self.hex_count + 1))
        self.nodes: tuple[str, ...] = tuple(f"n{number:02}" for number in range(1, self.node_count + 1))
        self.paths: tuple[str, ...] = tuple(f"{self.nodes[a]}-{self.nodes[b]}" for a, b in self.edges)
        self.harbours: tuple[str, ...] = tuple(f"p{number}" for number in range(1, len(self.harbour_nodes) + 1))
        self.hex_number: dict[str, int] = {word: number for number, word in enumerate(self.hexes)}
        self.node_number: dict[str, int] = {word: number for number, word in enumerate(self.nodes)}
        self.path_number: dict[str, int] = {word: number for number, word in enumerate(self.paths)}
        self.harbour_number: dict[str, int] = {word: number for number, word in enumerate(self.harbours)}
