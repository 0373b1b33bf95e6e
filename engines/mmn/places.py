"""Places by what lies around them, as people point at them: the picture shows terrain and numbers, never an id."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.contract import Message, Place
from engines.mmn import board
from engines.mmn.geometry import Geometry, Point
from engines.mmn.position import Position

_SIDES = ("east", "south_east", "south", "south_west", "west", "north_west", "north", "north_east")
_TOUCHED = {"node": 3, "path": 2}
"""So many hexes touch a place that does not lie at the coast."""


class _Spot(NamedTuple):
    """An intersection or a path: the hexes that touch it, its harbour, where it lies seen from the first hex."""

    kind: str
    word: str
    hexes: tuple[int, ...]
    harbour: int | None
    side: str


def places(game: Position) -> Mapping[str, Place]:
    """Every hex, intersection, path and harbour by its word, each called differently."""
    state = game.state
    return _places(game.geometry, tuple(state.terrain), tuple(state.chips), tuple(state.harbours))


def owners(game: Position, place: str) -> frozenset[int] | None:
    """The seats that have a building at a hex."""
    number = game.geometry.hex_number.get(place)
    if number is None:
        return None
    return frozenset(game.network.builder[node] for node in game.geometry.hex_nodes[number]) - {-1}


@lru_cache(maxsize=64)
def _places(
    geometry: Geometry, terrain: tuple[str, ...], chips: tuple[int, ...], kinds: tuple[str, ...]
) -> Mapping[str, Place]:
    hexes = list(_hexes(geometry, terrain, chips))
    harbours = [_harbour(kind) for kind in kinds]
    found = {word: Place("hex", (hex,)) for word, hex in zip(geometry.hexes, hexes, strict=True)}
    spots = [*_nodes(geometry), *_paths(geometry)]
    alike = Counter((spot.kind, spot.hexes, spot.harbour) for spot in spots)
    for spot in spots:
        around = [hexes[hex] for hex in spot.hexes]
        if len(around) < _TOUCHED[spot.kind]:
            around.append(Message("mmn.place.coast") if spot.harbour is None else harbours[spot.harbour])
        equal = alike[spot.kind, spot.hexes, spot.harbour] > 1
        found[spot.word] = Place(spot.kind, tuple(around), spot.side if equal else "")
        if spot.kind == "path" and spot.harbour is not None:
            found[geometry.harbours[spot.harbour]] = Place("harbour", tuple(reversed(around)))
    return found


def _hexes(geometry: Geometry, terrain: Sequence[str], chips: Sequence[int]) -> Iterator[Message]:
    """What each hex is called: what it yields and its number; where several are equal, also where each of them lies:
    in which direction, or, if that tells too little or there is no number yet, in which row and column."""
    points = geometry.hex_points
    names = [(board.RESOURCES[board.TERRAINS.index(of)], chip) for of, chip in zip(terrain, chips, strict=True)]
    for (kind, chip), point in zip(names, points, strict=True):
        equal = [other for other, name in zip(points, names, strict=True) if name == (kind, chip)]
        sides = _sides(equal)
        if not chip:
            yield Message("mmn.place.bare", {"kind": kind, **_square(points, point)})
        elif len(equal) == 1:
            yield Message("mmn.place.number", {"kind": kind, "number": chip})
        elif len({*sides}) < len(sides):
            yield Message("mmn.place.square_number", {"kind": kind, "number": chip, **_square(points, point)})
        else:
            side = sides[equal.index(point)]
            yield Message("mmn.place.equal_number", {"kind": kind, "number": chip, "side": side})


def _square(points: Sequence[Point], point: Point) -> dict[str, int]:
    """The row of a hex from the top and its place in the row from the left."""
    lines = sorted({down for _, down in points})
    line = sorted(other for other in points if other[1] == point[1])
    return {"line": lines.index(point[1]) + 1, "column": line.index(point) + 1}


def _sides(points: Sequence[Point]) -> list[str]:
    """Where each of some points lies among them; of several in one direction the nearest lies in the middle."""
    of_x = sum(x for x, _ in points)
    of_y = sum(y for _, y in points)
    ways = [(len(points) * x - of_x, len(points) * y - of_y) for x, y in points]
    sides = [_side(across, down) for across, down in ways]
    for place in sorted(range(len(points)), key=lambda place: math.hypot(*ways[place])):
        if sides.count(sides[place]) > 1:
            sides[place] = "middle"
    return sides


def _harbour(kind: str) -> Message:
    return (
        Message("mmn.place.any_harbour") if kind == board.GENERIC else Message("mmn.place.own_harbour", {"kind": kind})
    )


def _nodes(geometry: Geometry) -> Iterator[_Spot]:
    for node, (x, y) in enumerate(geometry.node_points):
        hexes = geometry.node_hexes[node]
        of_x, of_y = geometry.hex_points[hexes[0]]
        yield _Spot("node", geometry.nodes[node], hexes, geometry.node_harbour.get(node), _side(x - of_x, y - of_y))


def _paths(geometry: Geometry) -> Iterator[_Spot]:
    piers = {frozenset(nodes): number for number, nodes in enumerate(geometry.harbour_nodes)}
    for (one, other), word in zip(geometry.edges, geometry.paths, strict=True):
        hexes = tuple(hex for hex in geometry.node_hexes[one] if hex in geometry.node_hexes[other])
        (x, y) = geometry.node_points[one]
        (to_x, to_y) = geometry.node_points[other]
        of_x, of_y = geometry.hex_points[hexes[0]]
        side = _side(x + to_x - 2 * of_x, y + to_y - 2 * of_y)
        yield _Spot("path", word, hexes, piers.get(frozenset((one, other))), side)


def _side(across: int, down: int) -> str:
    """The direction of a point of the map, seen from another: only how they lie to each other counts."""
    if not across and not down:
        return "middle"
    return _SIDES[round(math.atan2(down, across * math.sqrt(3)) / (math.pi / 4)) % 8]
