"""Roads, settlements, cities, walls and repairs (rules 12, 13 and 18.4)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Message
from engines.mmn import board, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import OnBuilding, Work
from engines.mmn.words import as_path
from engines.steps import Words


class Road(Work):
    """On a free path at the own network (rules 13.1)."""

    word = "road"
    price = board.ROAD

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if len(player.roads) == board.ROADS:
            return ()
        return [game.words.path[edge] for edge in game.network.road_spots(seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return refusals.site(game, seat, words[0]) or refusals.supply("road")

    def normal(self, words: Words) -> Words:
        return tuple(map(as_path, words))

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_road(seat, game.size.geometry.path_number[words[0]])
        game.emit("road", seat, path=words[0])


class Settlement(Work):
    """On a free intersection at an own road, no building beside it (rules 13.2)."""

    word = "settlement"
    price = board.SETTLEMENT

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if player.settlements() == board.SETTLEMENTS:
            return ()
        return [game.words.node[node] for node in game.network.settlement_spots(seat)]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.free_node(game, words[0]):
            return reason
        node = game.size.geometry.node_number[words[0]]
        if not game.network.distant(node):
            return Message("mmn.refuse.distance", {"place": words[0]})
        return refusals.post(game, seat, words[0]) or refusals.supply("settlement")

    def act(self, game: Position, seat: int, words: Words) -> None:
        game.network.add_building(seat, Building(node=game.size.geometry.node_number[words[0]]))
        game.emit("settlement", seat, node=words[0])


class City(OnBuilding):
    """A settlement becomes a city; its store and servants stay (rules 15.4, 16.3)."""

    word = "city"
    price = board.CITY

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if piece.city:
            return "is_city"
        return refusals.supply("city") if player.cities() == board.CITIES else ""

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.city = True
        game.network.changed = True
        game.emit("city", seat, node=game.size.geometry.nodes[piece.node])


class Wall(OnBuilding):
    """One for each city (rules 13.3)."""

    word = "wall"
    price = board.WALL

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        if piece.wall:
            return "has_wall"
        return refusals.supply("wall") if player.walls() == board.WALLS else ""

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.wall = True
        game.emit("wall", seat, node=game.size.geometry.nodes[piece.node])


class Repair(OnBuilding):
    """A sabotaged city works again (rules 18.4)."""

    word = "repair"
    price = board.REPAIR

    def wrong(self, player: Player, piece: Building) -> Message | str:
        if not piece.city:
            return "needs_city"
        return "" if piece.sabotaged else "not_sabotaged"

    def change(self, game: Position, seat: int, piece: Building) -> None:
        piece.sabotaged = False
        game.network.changed = True
        game.emit("repaired", seat, node=game.size.geometry.nodes[piece.node])


ROAD, CITY, WALL, REPAIR = Road(), City(), Wall(), Repair()
BUILDING = (ROAD, Settlement(), CITY, WALL, REPAIR)
"""In the order of lists, which is a public format."""
