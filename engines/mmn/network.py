"""Who stands where: tables derived from the players' pieces, what they allow, and the longest road.

``Network`` is no part of the state; it is made from it when needed and kept in step by the methods that put, move and
take pieces, which are the only ones to do so. ``changed`` says that points or lengths may differ since the three
victory point cards were last looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from engines.mmn import board
from engines.mmn.geometry import Geometry
from engines.mmn.state import Building, Knight, Player
from engines.steps import Words

Find = TypeVar("Find", bound=Callable[..., Any])


def _until_moved(find: Find) -> Find:
    """Finds the same until a piece comes, goes or moves: it is remembered until then."""

    @wraps(find)
    def found(self: Network, *key: int) -> Any:
        value = self._known.get((find, *key))
        if value is None:
            value = self._known[(find, *key)] = find(self, *key)
        return value

    return cast("Find", found)


class Network:
    """The pieces on the map by place; -1 and None: nobody's, nothing."""

    def __init__(self, geometry: Geometry, players: list[Player]) -> None:
        self.geometry = geometry
        self.players = players
        self.changed = True
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
        """By seat what can be done at its buildings, by verb (``verbs.action.Work``)."""
        self._lengths: list[int] = [-1] * len(players)
        self.points: dict[int, int] = {}
        """Of seats, since the last change (``scoring``)."""
        self.rates: dict[tuple[int, ...], list[int]] = {}
        """What the bank wants of each kind, by everything but harbours that decides it (``verbs.bank``)."""
        self._moved()

    def twin(self, players: list[Player]) -> Network:
        """The same of a copy of the players, with the lengths already known."""
        found = Network(self.geometry, [])
        found.players = players
        found.changed = self.changed
        found.road = self.road[:]
        found.builder = self.builder[:]
        found.lord = self.lord[:]
        for player in players:
            for building in player.buildings:
                found.building[building.node] = building
            for knight in player.knights:
                found.knight[knight.node] = knight
        found._lengths = list(self._lengths)
        found.points = self.points
        found.works = list(self.works)
        # What has been found for this position is shared: whoever moves a piece begins with empty tables.
        found._known = self._known
        found.rates = self.rates
        return found

    def altered(self, seat: int) -> None:
        """A building of the seat or what lies at it is another one now, or its points are."""
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
        self.road[edge] = owner
        self._lengths[seat] = -1
        self.changed = True
        self._moved()

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
        """Takes a knight off the map; returns its owner."""
        seat = self.lord[knight.node]
        self.players[seat].knights.remove(knight)
        self.knight[knight.node] = None
        self.lord[knight.node] = -1
        self._disturb(seat, knight.node)
        return seat

    def move_knight(self, knight: Knight, node: int) -> None:
        """To an intersection without a knight."""
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
        """A piece came or went: roads of others through the intersection may have changed."""
        for edge in self.geometry.node_edges[node]:
            owner = self.road[edge]
            if owner >= 0 and owner != seat:
                self._lengths[owner] = -1
                self.changed = True
        self._moved()

    def _moved(self) -> None:
        """What is possible must be found anew."""
        self._known: dict[tuple[Any, ...], Any] = {}

    # -- what stands where -----------------------------------------------------------------------------------------

    def free(self, node: int) -> bool:
        """No building and no knight of anybody."""
        return self.builder[node] < 0 and self.lord[node] < 0

    def ends(self, seat: int, node: int) -> bool:
        """Whether a network ends here: another's building or knight, active or not (rules 13.1)."""
        builder = self.builder[node]
        lord = self.lord[node]
        return (builder >= 0 and builder != seat) or (lord >= 0 and lord != seat)

    def touched(self, seat: int, node: int) -> bool:
        """An own road touches the intersection."""
        road = self.road
        return seat in [road[edge] for edge in self.geometry.node_edges[node]]

    def distant(self, node: int) -> bool:
        """The distance rule: no building here or on a neighbouring intersection (rules 3.1)."""
        builder = self.builder
        return builder[node] < 0 and all(builder[other] < 0 for other in self.geometry.node_nodes[node])

    # -- what is possible ------------------------------------------------------------------------------------------

    @_until_moved
    def harbours(self, seat: int) -> list[int]:
        """Harbours at which the seat has a building (rules 24.6)."""
        at = self.geometry.node_harbour
        return [at[building.node] for building in self.players[seat].buildings if building.node in at]

    @_until_moved
    def road_spots(self, seat: int) -> list[int]:
        """Free paths that a road of the seat can be built on (rules 13.1)."""
        road = self.road
        node_edges = self.geometry.node_edges
        spots: set[int] = set()
        nodes = {building.node for building in self.players[seat].buildings}
        for node in nodes.union(self.road_nodes(seat)):
            if not self.ends(seat, node):
                spots.update(edge for edge in node_edges[node] if road[edge] < 0)
        return sorted(spots)

    def road_nodes(self, seat: int) -> list[int]:
        """Intersections touched by a road of the seat, in order."""
        edges = self.geometry.edges
        return sorted({node for edge in self.players[seat].roads for node in edges[edge]})

    @_until_moved
    def settlement_spots(self, seat: int) -> list[int]:
        """Rules 13.2."""
        return [node for node in self.knight_spots(seat) if self.distant(node)]

    @_until_moved
    def outlook(self, seat: int) -> dict[int, int]:
        """Places for a settlement that roads of the seat reach or could reach, with how many more it takes, at most
        two."""
        road = self.road
        ways = self.geometry.ways
        found = dict.fromkeys(self.settlement_spots(seat), 0)
        seen = line = set(self.road_nodes(seat))
        for more in (1, 2):
            ahead = {
                there for node in line if not self.ends(seat, node) for edge, there in ways[node] if road[edge] < 0
            }
            line = ahead - seen
            seen = seen | line
            found |= {
                node: more for node in sorted(line) if node not in found and self.distant(node) and self.free(node)
            }
        return found

    @_until_moved
    def knight_spots(self, seat: int) -> list[int]:
        """Free intersections touching a road of the seat (rules 14.1)."""
        return [node for node in self.road_nodes(seat) if self.free(node)]

    @_until_moved
    def reach(self, seat: int, start: int) -> tuple[list[int], list[int]]:
        """Where a knight can go along connected roads of the seat: free intersections, and those with a knight of
        another (rules 14.5); both in order."""
        ends = sorted(self.connected(seat, start))
        return [node for node in ends if self.free(node)], [node for node in ends if self.lord[node] not in (-1, seat)]

    def connected(self, seat: int, start: int) -> list[int]:
        """Intersections to which roads of the seat lead from there, not passing another's piece."""
        road = self.road
        ways = self.geometry.ways
        line = [start]
        seen = {start}
        for node in line:
            if node != start and self.ends(seat, node):
                continue
            for edge, there in ways[node]:
                if road[edge] == seat and there not in seen:
                    seen.add(there)
                    line.append(there)
        return line[1:]

    @_until_moved
    def open_roads(self, seat: int) -> list[int]:
        """Roads of which one end touches nothing else of their owner (Diplomat)."""
        found = []
        for edge in sorted(self.players[seat].roads):
            for node in self.geometry.edges[edge]:
                others = any(self.road[other] == seat for other in self.geometry.node_edges[node] if other != edge)
                if not others and self.builder[node] != seat and self.lord[node] != seat:
                    found.append(edge)
                    break
        return found

    # -- the longest road ------------------------------------------------------------------------------------------

    def lengths(self) -> list[int]:
        """Of all seats."""
        if -1 in self._lengths:
            for seat in range(len(self.players)):
                self.length(seat)
        return self._lengths

    def length(self, seat: int) -> int:
        """The longest trail of own roads that uses none twice and passes nothing of others (rules 13.4, 13.5)."""
        length = self._lengths[seat]
        if length < 0:
            length = self._lengths[seat] = self._longest(seat)
        return length

    def _longest(self, seat: int) -> int:
        edges = self.geometry.edges
        own = self.players[seat].roads
        bit = {edge: 1 << place for place, edge in enumerate(own)}
        ways: dict[int, list[tuple[int, int]]] = {}
        for edge in own:
            a, b = edges[edge]
            ways.setdefault(a, []).append((bit[edge], b))
            ways.setdefault(b, []).append((bit[edge], a))
        through = {node: () if self.ends(seat, node) else tuple(roads) for node, roads in ways.items()}
        best = 0
        every = len(own)

        def walk(node: int, used: int, length: int) -> int:
            farthest = length
            for mask, there in through[node]:
                if not used & mask:
                    found = walk(there, used | mask, length + 1)
                    if found > farthest:
                        farthest = found
            return farthest

        # A trail can be walked from either end; one end of a longest trail is a dead end, a place where others stand
        # in the way, or a crossing of odd degree, unless the roads form a circle: then any place does.
        starts = [node for node, roads in ways.items() if len(roads) != 2 or not through[node]]
        for start in starts:
            for mask, there in ways[start]:
                best = max(best, walk(there, mask, 1))
            if best == every:
                return best
        for start in set(ways) - self._connected(starts, ways):
            for mask, there in ways[start]:
                best = max(best, walk(there, mask, 1))
        return best

    def _connected(self, starts: list[int], ways: dict[int, list[tuple[int, int]]]) -> set[int]:
        seen = set(starts)
        line = list(starts)
        for node in line:
            for _, there in ways[node]:
                if there not in seen:
                    seen.add(there)
                    line.append(there)
        return seen


def strength(knight: Knight) -> int:
    """Rank and captain (rules 14.6)."""
    return board.STRENGTH[knight.rank] + board.CAPTAIN_BONUS * knight.captain
