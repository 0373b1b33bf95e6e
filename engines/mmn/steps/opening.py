"""The opening: a settlement and a road, then a city and a road, then the first cards (rules 3)."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building
from engines.mmn.steps.turn import StartTurn
from engines.mmn.verbs.action import Decision, OneWord, Step
from engines.mmn.verbs.giving import TakeFree
from engines.mmn.words import as_path
from engines.steps import Arguments, Words


class FirstSettlement(OneWord["OpeningBuilding"]):
    """In the first round, by the distance rule (rules 3.1)."""

    word = "settlement"

    def closed(self, game: Position, step: OpeningBuilding, seat: int) -> Message | None:
        return None if self.word == step.piece else Message("mmn.refuse.opening_piece", {"piece": step.piece})

    def choices(self, game: Position, step: OpeningBuilding, seat: int) -> Iterable[Words]:
        return ((name,) for node, name in enumerate(game.size.geometry.nodes) if game.network.distant(node))

    def unfit(self, game: Position, step: OpeningBuilding, seat: int, word: str) -> Message | None:
        return refusals.free_node(game, word) or Message("mmn.refuse.distance", {"place": word})

    def do(self, game: Position, step: OpeningBuilding, seat: int, words: Words) -> None:
        node = game.size.geometry.node_number[words[0]]
        game.network.add_building(seat, Building(node=node, city=step.city))
        game.emit(self.word, seat, node=words[0])
        game.push(OpeningRoad(seat=seat, node=node))


class FirstCity(FirstSettlement):
    """In the second round."""

    word = "city"


class OpeningBuilding(Decision, kw_only=True, tag="OpeningBuilding"):
    """A settlement in the first round, a city in the second."""

    asks = "mmn.prompt.openingbuilding"
    verbs = (FirstSettlement(), FirstCity())

    city: bool

    @property
    def piece(self) -> str:
        return "city" if self.city else "settlement"

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"kind": self.piece}


class FirstRoad(OneWord["OpeningRoad"]):
    """It touches the piece just placed."""

    word = "road"

    def choices(self, game: Position, step: OpeningRoad, seat: int) -> Iterable[Words]:
        geometry, road = game.size.geometry, game.network.road
        return ((geometry.paths[edge],) for edge in geometry.node_edges[step.node] if road[edge] < 0)

    def unfit(self, game: Position, step: OpeningRoad, seat: int, word: str) -> Message | None:
        geometry = game.size.geometry
        reason = refusals.place(game, word, "path")
        if reason is None and geometry.path_number[word] in geometry.node_edges[step.node]:
            return Message("mmn.refuse.taken", {"place": word})
        return reason or Message("mmn.refuse.opening_road", {"node": geometry.nodes[step.node]})

    def do(self, game: Position, step: OpeningRoad, seat: int, words: Words) -> None:
        game.network.add_road(seat, game.size.geometry.path_number[words[0]])
        game.emit("road", seat, path=words[0])

    def normal(self, words: Words) -> Words:
        return tuple(map(as_path, words))


class OpeningRoad(Decision, kw_only=True, tag="OpeningRoad"):
    """The road of the piece just placed."""

    asks = "mmn.prompt.openingroad"
    verbs = (FirstRoad(),)

    node: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.size.geometry.nodes[self.node]}


class OpeningIncome(Step, kw_only=True, tag="OpeningIncome"):
    """A resource for every land hex at each building (rules 3.2, ruling 24.18); then seat 0 begins."""

    def run(self, game: Position) -> None:
        state, geometry = game.state, game.size.geometry
        twice = state.options["opening_shared_hex_counts_twice"] == "on"
        choice = state.options["gold_mode"] == "choice"
        free = [0] * state.seats
        for seat, player in enumerate(state.players):
            places = [place for building in player.buildings for place in geometry.node_hexes[building.node]]
            found: dict[int, int] = {}
            for place in places if twice else dict.fromkeys(places):
                kind = game.terrain_kind(place)
                found[kind] = found.get(kind, 0) + 1
            if choice:
                free[seat] = found.pop(board.NUGGET, 0)
            hands.receive(game, seat, sorted(found.items()), "opening")
        game.push(TakeFree(free=free, why="opening"), StartTurn(seat=0))
