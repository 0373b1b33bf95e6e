"""Storage chips and figures go up a step, paid or free (rules 15 and 16)."""

from __future__ import annotations

from engines.mmn import pieces
from engines.mmn.position import Position


def build(game: Position, seat: int, item: str, node: int, place: int) -> None:
    """One step up, paid or free."""
    player, geometry = game.state.players[seat], game.size.geometry
    game.network.changed = True
    if item == "serf":
        player.serfs += 1
        game.emit("serf", seat)
        return
    building = game.building(node)
    match item:
        case "store":
            building.chip, building.chip_hex = pieces.STORE, place
        case "hall":
            building.chip, place = pieces.HALL, building.chip_hex
        case "large_store":
            building.chip, place = pieces.LARGE, building.chip_hex
        case "servant":
            player.serfs -= 1
            building.servants.append(place)
        case "journeyman":
            building.servants.remove(place)
            building.journeymen.append(place)
    game.emit(item, seat, node=geometry.nodes[node], hex=geometry.hexes[place])
