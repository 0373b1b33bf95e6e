"""Roads, settlements, cities, walls and repairs (rules 12, 13 and 18.4)."""

from __future__ import annotations

from engines.contract import Action, Message
from engines.mmn import board, hands, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building

COSTS = {
    "road": board.ROAD,
    "settlement": board.SETTLEMENT,
    "city": board.CITY,
    "wall": board.WALL,
    "repair": board.REPAIR,
}


def legal(game: Position, seat: int, player: Player, out: list[Action]) -> None:
    """Everything that can be paid, is in supply and has a place."""
    hand, words = player.hand, game.words
    if hand[board.BRICK] and hand[board.LUMBER]:
        if len(player.roads) < board.ROADS and hands.has(hand, board.ROAD):
            out += [words.road[edge] for edge in game.network.road_spots(seat)]
        if hands.has(hand, board.SETTLEMENT) and pieces.settlements(player) < board.SETTLEMENTS:
            out += [words.settlement[node] for node in game.network.settlement_spots(seat)]
    if hands.has(hand, board.CITY):
        out += [words.city[building.node] for building in upgradable(player)]
    if hands.has(hand, board.WALL):
        out += [words.wall[building.node] for building in wallable(player)]
    if hands.has(hand, board.REPAIR):
        out += [words.repair[building.node] for building in player.buildings if building.sabotaged]


def upgradable(player: Player) -> list[Building]:
    """Settlements that may become cities as far as pieces go."""
    if pieces.cities(player) == board.CITIES:
        return []
    return [building for building in player.buildings if not building.city]


def wallable(player: Player) -> list[Building]:
    """Cities that may get a wall as far as pieces go: one per city (rules 13.3)."""
    if pieces.walls(player) == board.WALLS:
        return []
    return [building for building in player.buildings if building.city and not building.wall]


def play(game: Position, seat: int, action: Action) -> None:
    word, place = action
    hands.pay(game, seat, COSTS[word])
    if word == "road":
        build_road(game, seat, game.size.geometry.path_number[place])
        return
    node = game.size.geometry.node_number[place]
    match word:
        case "settlement":
            build_settlement(game, seat, node)
        case "city":
            upgrade(game, seat, node)
        case "wall":
            build_wall(game, seat, node)
        case "repair":
            repair(game, seat, node)


def build_road(game: Position, seat: int, edge: int) -> None:
    game.network.add_road(seat, edge)
    game.emit("road", seat, path=game.size.geometry.paths[edge])


def build_settlement(game: Position, seat: int, node: int) -> None:
    game.network.add_building(seat, Building(node=node))
    game.emit("settlement", seat, node=game.size.geometry.nodes[node])


def upgrade(game: Position, seat: int, node: int) -> None:
    """A settlement becomes a city; its store and servants stay (rules 15.4, 16.3)."""
    game.building(node).city = True
    game.network.changed = True
    game.emit("city", seat, node=game.size.geometry.nodes[node])


def build_wall(game: Position, seat: int, node: int) -> None:
    game.building(node).wall = True
    game.emit("wall", seat, node=game.size.geometry.nodes[node])


def repair(game: Position, seat: int, node: int) -> None:
    """Rules 18.4."""
    game.building(node).sabotaged = False
    game.network.changed = True
    game.emit("repaired", seat, node=game.size.geometry.nodes[node])


def refusal(game: Position, seat: int, action: Action) -> Message | None:
    word, place = action
    player, geometry, network = game.state.players[seat], game.size.geometry, game.network
    reason = refusals.site(game, seat, place) if word == "road" else refusals.place(game, place, "node")
    if reason is not None:
        return reason
    if word == "road":
        return Message("mmn.refuse.supply", {"piece": word}) if len(player.roads) == board.ROADS else cost(COSTS[word])
    node = geometry.node_number[place]
    if word == "settlement":
        if not network.free(node):
            return Message("mmn.refuse.taken", {"place": place})
        if not network.distant(node):
            return Message("mmn.refuse.distance", {"place": place})
        if node not in network.settlement_spots(seat):
            return Message("mmn.refuse.not_connected", {"place": place})
        if pieces.settlements(player) == board.SETTLEMENTS:
            return Message("mmn.refuse.supply", {"piece": word})
        return cost(COSTS[word])
    if network.builder[node] != seat:
        return Message("mmn.refuse.not_yours", {"place": place})
    building = game.building(node)
    if word == "city" and building.city:
        return Message("mmn.refuse.is_city", {"place": place})
    if word == "wall" and not building.city:
        return Message("mmn.refuse.needs_city", {"place": place})
    if word == "wall" and building.wall:
        return Message("mmn.refuse.has_wall", {"place": place})
    if word == "repair" and not building.sabotaged:
        return Message("mmn.refuse.not_sabotaged", {"place": place})
    if (word == "city" and not upgradable(player)) or (word == "wall" and not wallable(player)):
        return Message("mmn.refuse.supply", {"piece": word})
    return cost(COSTS[word])


def cost(price: hands.Cost) -> Message:
    """What something would have cost."""
    return Message("mmn.refuse.cost", {"cards": hands.listed(price)})


def hint(game: Position, seat: int, action: Action) -> Message | None:
    return Message("mmn.hint.cost", {"cards": hands.listed(COSTS[action[0]])})
