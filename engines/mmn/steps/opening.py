"""The opening: a settlement and a road, then a city and a road, then the first cards (rules 3)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state_parts import Building
from engines.mmn.steps.turn import StartTurn
from engines.mmn.verbs.decision import Decision, Step
from engines.mmn.verbs.together import TakeFree
from engines.steps import Arguments


class OpeningBuilding(Decision, kw_only=True, tag="OpeningBuilding"):
    """A settlement in the first round, a city in the second, by the distance rule."""

    asks = "mmn.prompt.openingbuilding"

    city: bool

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"kind": self.word()}

    def word(self) -> str:
        return "city" if self.city else "settlement"

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        actions = game.words.city if self.city else game.words.settlement
        return (action for node, action in enumerate(actions) if game.network.distant(node))

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case (word, place) if word == self.word():
                reason = refusals.free_node(game, place)
                return reason or Message("mmn.refuse.distance", {"place": place})
            case ("settlement" | "city", _):
                return Message("mmn.refuse.opening_piece", {"piece": self.word()})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        node = game.size.geometry.node_number[action[1]]
        game.network.add_building(seat, Building(node=node, city=self.city))
        game.emit(self.word(), seat, node=action[1])
        game.push(OpeningRoad(seat=seat, node=node))


class OpeningRoad(Decision, kw_only=True, tag="OpeningRoad"):
    """The road touches the piece just placed."""

    asks = "mmn.prompt.openingroad"

    node: int

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"node": game.size.geometry.nodes[self.node]}

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        for edge in game.size.geometry.node_edges[self.node]:
            if game.network.road[edge] < 0:
                yield game.words.road[edge]

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("road", word):
                reason = refusals.place(game, word, "path")
                return reason or Message("mmn.refuse.opening_road", {"node": game.size.geometry.nodes[self.node]})
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        edge = game.size.geometry.path_number[action[1]]
        game.network.add_road(seat, edge)
        game.emit("road", seat, path=action[1])


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
        game.push(StartTurn(seat=0))
        game.push(TakeFree(free=free, why="opening"))
