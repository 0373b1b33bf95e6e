"""The map as a graph: hexes, intersections and paths with their names, neighbours and places.

Names are stable for each size of board: hexes ``h01``, intersections ``n01`` in reading order (top to bottom, left to
right), paths by their two intersections (``n01-n04``), harbours ``p1`` clockwise. Inside the engine all of them are
numbers counted from 0.

Places are whole numbers: one unit of ``x`` is half the width of a hex (``sqrt(3) / 2`` sides), one unit of ``y`` half
a side; a picture scales them to its own size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Axial = tuple[int, int]
"""The column ``q`` and the row ``r`` of a hex in axial coordinates; a row begins half a hex right of the one above."""
Point = tuple[int, int]
"""``x``, to the right, and ``y``, downwards, in the units above."""

_CORNERS: dict[str, Point] = {"N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1)}
"""The corners of a hex, clockwise from the top, each with its place in relation to the middle."""
_SIDES = {
    "NE": ("N", "NE"),
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
    "NW": ("NW", "N"),
}
"""The sides of a hex, each with the corners at its ends."""


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
    """Tables of one size of board; numbers count from 0, tuples are in the order of the numbers.

    Nodes are intersections, edges are paths. A table is called by what it is asked for and what it holds:
    ``node_hexes[node]`` are the hexes at an intersection.
    """

    def __init__(self, land: Sequence[Axial], sea: Sequence[Axial], slots: Sequence[Slot]) -> None:
        """Work out the tables of a map.

        Args:
            land: The land hexes in the order of their numbers.
            sea: The sea hexes around them.
            slots: The places of harbours in the order of their numbers.
        """
        corners = {_corner(cell, name) for cell in land for name in _CORNERS}
        reading_order = sorted(corners, key=lambda point: (point[1], point[0]))
        self.node_count = len(reading_order)
        self.node_points: tuple[Point, ...] = tuple(reading_order)
        node_at = {point: number for number, point in enumerate(reading_order)}

        def side_nodes(cell: Axial, side: str) -> tuple[int, int]:
            """Return the two intersections at the ends of a side of a hex."""
            start, end = _SIDES[side]
            return node_at[_corner(cell, start)], node_at[_corner(cell, end)]

        self._connect_hexes(land, node_at)
        edges = {tuple(sorted(side_nodes(cell, side))) for cell in land for side in _SIDES}
        self._connect_nodes([(low, high) for low, high in sorted(edges)])

        self.harbour_nodes: tuple[tuple[int, int], ...] = tuple(side_nodes(slot.land, slot.side) for slot in slots)
        """The two harbour intersections of each harbour (ruling 24.6)."""
        self.harbour_points: tuple[Point, ...] = tuple(centre(slot.sea) for slot in slots)
        """The middle of each harbour's sea hex, where the pirate stands."""
        self.node_harbour: dict[int, int] = {
            node: number for number, nodes in enumerate(self.harbour_nodes) for node in nodes
        }
        harbours = {slot.sea for slot in slots}
        self.sea_points: tuple[Point, ...] = tuple(centre(cell) for cell in sea if cell not in harbours)
        """The middles of sea hexes without a harbour, where the pirate never stands (rules 7.2)."""
        self._make_names()

    def _connect_hexes(self, land: Sequence[Axial], node_at: Mapping[Point, int]) -> None:
        """Make the tables of hexes, with the intersections and hexes at them."""
        self.hex_count = len(land)
        self.hex_points: tuple[Point, ...] = tuple(map(centre, land))
        """The middle of each hex."""
        self.hex_nodes: tuple[tuple[int, ...], ...] = tuple(
            tuple(node_at[_corner(cell, name)] for name in _CORNERS) for cell in land
        )
        """The six intersections of each hex, clockwise from the top."""
        self.node_hexes: tuple[tuple[int, ...], ...] = tuple(
            tuple(hex for hex, nodes in enumerate(self.hex_nodes) if node in nodes) for node in range(self.node_count)
        )
        """The one to three land hexes at each intersection."""
        self.hex_hexes: tuple[tuple[int, ...], ...] = tuple(
            tuple(
                neighbour
                for neighbour, neighbour_nodes in enumerate(self.hex_nodes)
                if neighbour != hex and len(set(nodes) & set(neighbour_nodes)) == 2
            )
            for hex, nodes in enumerate(self.hex_nodes)
        )
        """The neighbours of each hex, which share two intersections with it."""

    def _connect_nodes(self, edges: Sequence[tuple[int, int]]) -> None:
        """Make the tables of paths, and of the intersections that they join."""
        self.edge_count = len(edges)
        self.edges: tuple[tuple[int, int], ...] = tuple(edges)
        """The two intersections of each path, the lower number first."""
        self.edge_at: dict[tuple[int, int], int] = {}
        """The path between two intersections, given in either order."""
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.node_count)]
        for edge, (low, high) in enumerate(edges):
            self.edge_at[low, high] = self.edge_at[high, low] = edge
            ways[low].append((edge, high))
            ways[high].append((edge, low))
        self.ways: tuple[tuple[tuple[int, int], ...], ...] = tuple(map(tuple, ways))
        """The paths from each intersection, each with the intersection that it leads to."""
        self.node_edges: tuple[tuple[int, ...], ...] = tuple(tuple(edge for edge, _ in ends) for ends in self.ways)
        self.node_nodes: tuple[tuple[int, ...], ...] = tuple(tuple(end for _, end in ends) for ends in self.ways)
        """The one to three intersections next to each intersection, which the distance rule is about."""

    def _make_names(self) -> None:
        """Make the tables of names by number, and of numbers by name."""
        self.hexes: tuple[str, ...] = tuple(f"h{number:02}" for number in range(1, self.hex_count + 1))
        self.nodes: tuple[str, ...] = tuple(f"n{number:02}" for number in range(1, self.node_count + 1))
        self.paths: tuple[str, ...] = tuple(f"{self.nodes[a]}-{self.nodes[b]}" for a, b in self.edges)
        self.harbours: tuple[str, ...] = tuple(f"p{number}" for number in range(1, len(self.harbour_nodes) + 1))
        self.hex_number: dict[str, int] = {name: number for number, name in enumerate(self.hexes)}
        self.node_number: dict[str, int] = {name: number for number, name in enumerate(self.nodes)}
        self.path_number: dict[str, int] = {name: number for number, name in enumerate(self.paths)}
        self.harbour_number: dict[str, int] = {name: number for number, name in enumerate(self.harbours)}
