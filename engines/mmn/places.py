"""Names of places by what lies around them: the picture shows terrain and numbers, but no ids."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.contract import Action, Message, Place
from engines.mmn import board
from engines.mmn.geometry import Geometry, Point
from engines.mmn.position import Position

_SIDES = ("east", "south_east", "south", "south_west", "west", "north_west", "north", "north_east")
_TOUCHED = {"node": 3, "path": 2}
"""The number of hexes that touch a place away from the coast, by sort of place."""


class _Spot(NamedTuple):
    """An intersection or a path: the hexes that touch it, its harbour, and its direction from the first hex."""

    kind: str
    word: str
    hexes: tuple[int, ...]
    harbour: int | None
    side: str


def places(game: Position) -> Mapping[str, Place]:
    """Return the unique names of all hexes, intersections, paths and harbours, by their words."""
    state = game.state
    return _places(game.geometry, tuple(state.terrain), tuple(state.chips), tuple(state.harbours))


def company(game: Position, seat: int, action: Action) -> frozenset[int]:
    """Return the other seats with a building where the action puts the robber or the pirate."""
    geometry = game.geometry
    match action:
        case ("robber", place) if place in geometry.hex_number:
            nodes = geometry.hex_nodes[geometry.hex_number[place]]
        case ("pirate", place) if place in geometry.harbour_number:
            nodes = geometry.harbour_nodes[geometry.harbour_number[place]]
        case _:
            return frozenset()
    return frozenset(game.network.builder[node] for node in nodes) - {-1, seat}


@lru_cache(maxsize=64)
def _places(
    geometry: Geometry, terrain: tuple[str, ...], chips: tuple[int, ...], kinds: tuple[str, ...]
) -> Mapping[str, Place]:
    hexes = list(_hexes(geometry, terrain, chips))
    harbours = [_harbour(kind) for kind in kinds]
    places_by_word = {word: Place("hex", (hex,)) for word, hex in zip(geometry.hexes, hexes, strict=True)}
    spots = [*_nodes(geometry), *_paths(geometry)]
    counts = Counter((spot.kind, spot.hexes, spot.harbour) for spot in spots)
    for spot in spots:
        hexes_around = [hexes[hex] for hex in spot.hexes]
        if len(hexes_around) < _TOUCHED[spot.kind]:
            hexes_around.append(Message("mmn.place.coast") if spot.harbour is None else harbours[spot.harbour])
        is_ambiguous = counts[spot.kind, spot.hexes, spot.harbour] > 1
        places_by_word[spot.word] = Place(spot.kind, tuple(hexes_around), spot.side if is_ambiguous else "")
        if spot.kind == "path" and spot.harbour is not None:
            places_by_word[geometry.harbours[spot.harbour]] = Place("harbour", tuple(reversed(hexes_around)))
    return places_by_word


def _hexes(geometry: Geometry, terrain: Sequence[str], chips: Sequence[int]) -> Iterator[Message]:
    """Yield the name of each hex: its resource and number.

    Equal hexes also get their direction or, if that is ambiguous, their row and column. A hex without a number always
    gets its row and column.
    """
    points = geometry.hex_points
    resources = [board.RESOURCES[board.TERRAINS.index(name)] for name in terrain]
    names = list(zip(resources, chips, strict=True))
    for (kind, chip), point in zip(names, points, strict=True):
        equal = [centre for centre, name in zip(points, names, strict=True) if name == (kind, chip)]
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
    """Return the row of a hex from the top and its place in the row from the left."""
    lines = sorted({down for _, down in points})
    line = sorted(centre for centre in points if centre[1] == point[1])
    return {"line": lines.index(point[1]) + 1, "column": line.index(point) + 1}


def _sides(points: Sequence[Point]) -> list[str]:
    """Return the direction of each point from the centre of all of them.

    Of several points in one direction, those nearest to the centre are called "middle", until one is left.
    """
    sum_x = sum(x for x, _ in points)
    sum_y = sum(y for _, y in points)
    # Multiplied by the number of points, so that the distances from the centre are whole numbers.
    offsets = [(len(points) * x - sum_x, len(points) * y - sum_y) for x, y in points]
    sides = [_side(across, down) for across, down in offsets]
    for place in sorted(range(len(points)), key=lambda place: math.hypot(*offsets[place])):
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
        hex_x, hex_y = geometry.hex_points[hexes[0]]
        yield _Spot("node", geometry.nodes[node], hexes, geometry.node_harbour.get(node), _side(x - hex_x, y - hex_y))


def _paths(geometry: Geometry) -> Iterator[_Spot]:
    piers = {frozenset(nodes): number for number, nodes in enumerate(geometry.harbour_nodes)}
    for (start, end), word in zip(geometry.edges, geometry.paths, strict=True):
        hexes = tuple(hex for hex in geometry.node_hexes[start] if hex in geometry.node_hexes[end])
        start_x, start_y = geometry.node_points[start]
        end_x, end_y = geometry.node_points[end]
        hex_x, hex_y = geometry.hex_points[hexes[0]]
        # Twice the way from the middle of the hex to the middle of the path: only the direction counts.
        side = _side(start_x + end_x - 2 * hex_x, start_y + end_y - 2 * hex_y)
        yield _Spot("path", word, hexes, piers.get(frozenset((start, end))), side)


def _side(across: int, down: int) -> str:
    """Return the compass direction of an offset on the map; its length does not matter."""
    if not across and not down:
        return "middle"
    return _SIDES[round(math.atan2(down, across * math.sqrt(3)) / (math.pi / 4)) % 8]
