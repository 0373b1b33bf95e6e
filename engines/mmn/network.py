"""The pieces on the map by place, the places they make available, and the longest road.

``Network`` is not part of the state. It is made from the state when needed, and the methods that put, move and take
pieces keep both in step; nothing else may do so. Searches ask the same questions in thousands of positions, so it also
remembers answers, for itself and for other modules, and forgets them when a piece changes that they depend on.

Nodes are intersections and edges are paths, both counted from 0 as in ``geometry``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from engines.mmn import board
from engines.mmn.geometry import Geometry
from engines.mmn.state import Building, Knight, Player
from engines.steps import Words

_FARTHEST = 2
"""The most roads that may be missing to a place for a settlement in ``Network.outlook``."""
_UNKNOWN = -1
"""The length of a longest road that must be worked out again."""

Find = TypeVar("Find", bound=Callable[..., Any])


def _until_moved(find: Find) -> Find:
    """Decorate a method so that its result is remembered until a piece is put, moved or taken."""

    @wraps(find)
    def remembered(self: Network, *key: int) -> Any:
        value = self._cache.get((find, *key))
        if value is None:
            value = self._cache[(find, *key)] = find(self, *key)
        return value

    return cast("Find", remembered)


class Network:
    """The pieces on the map by place; -1 means no owner, None no piece."""

    def __init__(self, geometry: Geometry, players: list[Player]) -> None:
        self.geometry = geometry
        self.players = players
        self.changed = True
        """True if points or lengths of roads may differ since the three victory point cards were last awarded."""
        self.road = [-1] * geometry.edge_count
        """The owner of each path."""
        self.building: list[Building | None] = [None] * geometry.node_count
        self.knight: list[Knight | None] = [None] * geometry.node_count
        self.builder = [-1] * geometry.node_count
        """The owner of each building."""
        self.lord = [-1] * geometry.node_count
        """The owner of each knight."""
        for seat, player in enumerate(players):
            for edge in player.roads:
                self.road[edge] = seat
            for building in player.buildings:
                self.building[building.node] = building
                self.builder[building.node] = seat
            for knight in player.knights:
                self.knight[knight.node] = knight
                self.lord[knight.node] = seat
        self.works: list[dict[Any, Sequence[Words]]] = [{} for _ in players]
        """For each seat, the completions of the verbs about its buildings, by verb (``verbs.action.Work``)."""
        self._lengths: list[int] = [_UNKNOWN] * len(players)
        """The length of the longest road of each seat."""
        self.points: dict[int, int] = {}
        """The points of seats that were counted since the last change (``scoring``)."""
        self.rates: dict[tuple[int, ...], list[int]] = {}
        """The rates of the bank by kind; the keys are all circumstances besides harbours (``verbs.bank``)."""
        self._forget_results()

    def twin(self, players: list[Player]) -> Network:
        """Return a network of a copy of the players, with everything that is already known about it.

        It is faster than a new network, since the owners of places are copied at once and nothing is worked out again.
        """
        twin = Network(self.geometry, [])
        twin.players = players
        twin.changed = self.changed
        twin.road = self.road[:]
        twin.builder = self.builder[:]
        twin.lord = self.lord[:]
        for player in players:
            for building in player.buildings:
                twin.building[building.node] = building
            for knight in player.knights:
                twin.knight[knight.node] = knight
        twin._lengths = list(self._lengths)
        # These tables are shared: a network in which they no longer hold takes new empty ones instead of clearing them.
        twin.points = self.points
        twin.works = list(self.works)
        twin._cache = self._cache
        twin.rates = self.rates
        return twin

    def altered(self, seat: int) -> None:
        """Forget what is remembered about a seat's buildings and points, because one of them has changed."""
        self.changed = True
        self.works[seat] = {}

    # -- putting, moving, taking -----------------------------------------------------------------------------------

    def add_road(self, seat: int, edge: int) -> None:
        self.players[seat].roads.append(edge)
        self._route(seat, edge, seat)

    def remove_road(self, seat: int, edge: int) -> None:
        self.players[seat].roads.remove(edge)
        self._route(seat, edge, -1)

    def _route(self, seat: int, edge: int, owner: int) -> None:
        """Set the owner of a path, -1 for none, where a road of the seat is put or taken."""
        self.road[edge] = owner
        self._lengths[seat] = _UNKNOWN
        self.changed = True
        self._forget_results()

    def add_building(self, seat: int, building: Building) -> None:
        self.players[seat].buildings.append(building)
        self.building[building.node] = building
        self.builder[building.node] = seat
        self.altered(seat)
        self.rates = {}
        self._disturb(seat, building.node)

    def remove_building(self, seat: int, building: Building) -> None:
        self.players[seat].buildings.remove(building)
        self.building[building.node] = None
        self.builder[building.node] = -1
        self.altered(seat)
        self.rates = {}
        self._disturb(seat, building.node)

    def add_knight(self, seat: int, knight: Knight) -> None:
        self.players[seat].knights.append(knight)
        self.knight[knight.node] = knight
        self.lord[knight.node] = seat
        self._disturb(seat, knight.node)

    def remove_knight(self, knight: Knight) -> int:
        """Take a knight off the map and return its owner."""
        seat = self.lord[knight.node]
        self.players[seat].knights.remove(knight)
        self.knight[knight.node] = None
        self.lord[knight.node] = -1
        self._disturb(seat, knight.node)
        return seat

    def move_knight(self, knight: Knight, node: int) -> None:
        """Move a knight to an intersection without one."""
        seat = self.lord[knight.node]
        start = knight.node
        self.knight[start] = None
        self.lord[start] = -1
        knight.node = node
        self.knight[node] = knight
        self.lord[node] = seat
        self._disturb(seat, start)
        self._disturb(seat, node)

    def _disturb(self, seat: int, node: int) -> None:
        """Forget the lengths of other players' roads through an intersection where a piece was put or taken."""
        for edge in self.geometry.node_edges[node]:
            owner = self.road[edge]
            if owner >= 0 and owner != seat:
                self._lengths[owner] = _UNKNOWN
                self.changed = True
        self._forget_results()

    def _forget_results(self) -> None:
        """Forget all remembered results, because a piece was put, moved or taken."""
        self._cache: dict[tuple[Any, ...], Any] = {}

    # -- what stands where -----------------------------------------------------------------------------------------

    def free(self, node: int) -> bool:
        """Return whether an intersection has no building and no knight."""
        return self.builder[node] < 0 and self.lord[node] < 0

    def ends(self, seat: int, node: int) -> bool:
        """Return whether an opponent's building or knight, active or not, ends a seat's network (rules 13.1)."""
        builder = self.builder[node]
        lord = self.lord[node]
        return (builder >= 0 and builder != seat) or (lord >= 0 and lord != seat)

    def is_touched_by(self, seat: int, node: int) -> bool:
        """Return whether a road of the seat touches an intersection."""
        road = self.road
        return seat in [road[edge] for edge in self.geometry.node_edges[node]]

    def distant(self, node: int) -> bool:
        """Return whether an intersection keeps the distance rule: no building on it or next to it (rules 3.1)."""
        builder = self.builder
        return builder[node] < 0 and all(builder[neighbour] < 0 for neighbour in self.geometry.node_nodes[node])

    # -- what is possible ------------------------------------------------------------------------------------------

    @_until_moved
    def harbours(self, seat: int) -> list[int]:
        """Return the harbours at which the seat has a building (ruling 24.6)."""
        node_harbour = self.geometry.node_harbour
        nodes = [building.node for building in self.players[seat].buildings]
        return [node_harbour[node] for node in nodes if node in node_harbour]

    @_until_moved
    def road_spots(self, seat: int) -> list[int]:
        """Return the free paths that a road of the seat can be built on (rules 13.1)."""
        road = self.road
        node_edges = self.geometry.node_edges
        spots: set[int] = set()
        nodes = {building.node for building in self.players[seat].buildings}
        for node in nodes.union(self.road_nodes(seat)):
            if not self.ends(seat, node):
                spots.update(edge for edge in node_edges[node] if road[edge] < 0)
        return sorted(spots)

    def road_nodes(self, seat: int) -> list[int]:
        """Return the intersections touched by a road of the seat, in order."""
        edges = self.geometry.edges
        return sorted({node for edge in self.players[seat].roads for node in edges[edge]})

    @_until_moved
    def settlement_spots(self, seat: int) -> list[int]:
        """Return the intersections on which the seat can build a settlement (rules 13.2)."""
        return [node for node in self.knight_spots(seat) if self.distant(node)]

    @_until_moved
    def outlook(self, seat: int) -> dict[int, int]:
        """Return the places for a settlement in reach, with the number of roads still missing, at most two.

        The roads are followed outwards from the seat's own ones, over free paths and not past an opponent's piece.
        """
        road = self.road
        ways = self.geometry.ways
        missing_roads = dict.fromkeys(self.settlement_spots(seat), 0)
        frontier = set(self.road_nodes(seat))
        nodes_seen = set(frontier)
        for roads in range(1, _FARTHEST + 1):
            nodes_reached = {
                end for node in frontier if not self.ends(seat, node) for edge, end in ways[node] if road[edge] < 0
            }
            frontier = nodes_reached - nodes_seen
            nodes_seen |= frontier
            for node in sorted(frontier):
                if node not in missing_roads and self.distant(node) and self.free(node):
                    missing_roads[node] = roads
        return missing_roads

    @_until_moved
    def knight_spots(self, seat: int) -> list[int]:
        """Return the free intersections that touch a road of the seat (rules 14.1)."""
        return [node for node in self.road_nodes(seat) if self.free(node)]

    @_until_moved
    def reach(self, seat: int, start: int) -> tuple[list[int], list[int]]:
        """Return where a knight can go along connected roads of the seat (rules 14.5).

        The first list holds free intersections, the second those with a knight of an opponent, both in order.
        """
        ends = sorted(self.connected(seat, start))
        return [node for node in ends if self.free(node)], [node for node in ends if self.lord[node] not in (-1, seat)]

    def connected(self, seat: int, start: int) -> list[int]:
        """Return the intersections to which roads of the seat lead from `start`, not passing an opponent's piece."""
        road = self.road
        ways = self.geometry.ways
        nodes_reached = [start]
        nodes_seen = {start}
        for node in nodes_reached:
            if node != start and self.ends(seat, node):
                continue
            for edge, end in ways[node]:
                if road[edge] == seat and end not in nodes_seen:
                    nodes_seen.add(end)
                    nodes_reached.append(end)
        return nodes_reached[1:]

    @_until_moved
    def open_roads(self, seat: int) -> list[int]:
        """Return the roads of a seat of which one end touches no other piece of their owner.

        The progress card Diplomat can remove them.
        """
        open_roads = []
        for edge in sorted(self.players[seat].roads):
            for node in self.geometry.edges[edge]:
                continues = any(
                    self.road[next_edge] == seat for next_edge in self.geometry.node_edges[node] if next_edge != edge
                )
                if not continues and self.builder[node] != seat and self.lord[node] != seat:
                    open_roads.append(edge)
                    break
        return open_roads

    # -- the longest road ------------------------------------------------------------------------------------------

    def lengths(self) -> list[int]:
        """Return the length of the longest road of each seat."""
        if _UNKNOWN in self._lengths:
            for seat in range(len(self.players)):
                self.length(seat)
        return self._lengths

    def length(self, seat: int) -> int:
        """Return the length of the longest road of a seat (rules 13.4, 13.5).

        It uses no road twice and passes no piece of an opponent.
        """
        length = self._lengths[seat]
        if length == _UNKNOWN:
            length = self._lengths[seat] = self._longest(seat)
        return length

    def _longest(self, seat: int) -> int:
        """Work out the length of the longest road of a seat by walking all trails from each possible end.

        The roads that a trail has used are a set of bits, one for each road of the seat: this is faster than a set.
        """
        edges = self.geometry.edges
        roads = self.players[seat].roads
        bit_of = {edge: 1 << place for place, edge in enumerate(roads)}
        exits: dict[
            int, list[tuple[int, int]]
        ] = {}  # by node, the bit of each road there and the node at its other end
        for edge in roads:
            a, b = edges[edge]
            exits.setdefault(a, []).append((bit_of[edge], b))
            exits.setdefault(b, []).append((bit_of[edge], a))
        # The exits of a trail that comes to a node; none where an opponent's piece ends it.
        ways_onward = {node: () if self.ends(seat, node) else tuple(ways) for node, ways in exits.items()}

        def walk(node: int, edges_used: int, length: int) -> int:
            """Return the greatest length of a trail that has come to a node by the used roads."""
            farthest = length
            for bit, end in ways_onward[node]:
                if not edges_used & bit:
                    trail = walk(end, edges_used | bit, length + 1)
                    if trail > farthest:
                        farthest = trail
            return farthest

        def longest_from(start: int) -> int:
            return max(walk(end, bit, 1) for bit, end in exits[start])

        # A trail can be walked from either end; one end of a longest trail is a dead end, a place where others stand
        # in the way, or a crossing of odd degree, unless the roads form a circle: then any place does.
        best = 0
        starts = [node for node, ways in exits.items() if len(ways) != 2 or not ways_onward[node]]
        for start in starts:
            best = max(best, longest_from(start))
            if best == len(roads):
                return best
        for start in set(exits) - self._connected(starts, exits):
            best = max(best, longest_from(start))
        return best

    def _connected(self, starts: list[int], exits: dict[int, list[tuple[int, int]]]) -> set[int]:
        """Return the intersections that roads connect with `starts`, themselves included."""
        nodes_seen = set(starts)
        nodes_reached = list(starts)
        for node in nodes_reached:
            for _, end in exits[node]:
                if end not in nodes_seen:
                    nodes_seen.add(end)
                    nodes_reached.append(end)
        return nodes_seen


def strength(knight: Knight) -> int:
    """Return the strength of a knight, its captain included (rules 14.6)."""
    return board.STRENGTH[knight.rank] + board.CAPTAIN_BONUS * knight.captain
