"""Stores, halls, large stores (rules 15), serfs, servants, journeymen (rules 16): building them.

What may be paid in several ways is asked by ``Pay``; ``build`` is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals
from engines.mmn.actions.building import cost
from engines.mmn.state_parts import Building
from engines.mmn.steps.pay import Pay

if TYPE_CHECKING:
    from engines.mmn.game import Mmn
    from engines.mmn.state import Player

STORE, HALL, LARGE = 1, 2, 3


def legal(game: Mmn, seat: int, player: Player, out: list[Action]) -> None:
    resources, commodities = player.hand[: board.PAIR], player.hand[board.PAIR :]
    if any(map(min, resources, commodities)):
        out += autarky_steps(game, player)
        out += [game.words.hall[building.node] for building in hallable(player)]
        if player.famine and hands.has(player.hand, board.END_FAMINE):
            out.append(("end_famine",))
    if max(resources) >= board.EQUAL and stores_left(player):
        for building in player.buildings:
            if not building.chip:
                slots = game.words.store[building.node]
                out += [slots[place] for place in free_slots(game, building)]
    if max(commodities) >= board.EQUAL:
        out += [game.words.large_store[building.node] for building in enlargeable(player)]


def free_slots(game: Mmn, building: Building) -> Iterator[int]:
    """Hexes at a building without chip or figure of it (rules 15.2, 16.1)."""
    for place in game.size.geometry.node_hexes[building.node]:
        taken = building.chip and building.chip_hex == place
        if not taken and place not in building.servants and place not in building.journeymen:
            yield place


def stores_left(player: Player) -> int:
    """Store chips in supply (rules 15.3)."""
    return board.STORES - sum(building.chip == STORE for building in player.buildings)


def halls_left(player: Player) -> int:
    """Two-sided chips in supply."""
    return board.HALLS - sum(building.chip > STORE for building in player.buildings)


def servants_left(player: Player) -> int:
    """Serf and servant chips in supply (rules 16.6)."""
    return board.SERVANTS - player.serfs - sum(len(building.servants) for building in player.buildings)


def journeymen_left(player: Player) -> int:
    return board.JOURNEYMEN - sum(len(building.journeymen) for building in player.buildings)


def hallable(player: Player) -> list[Building]:
    """Stores at cities that are not sabotaged (rules 15.7)."""
    if not halls_left(player):
        return []
    return [
        building for building in player.buildings if building.chip == STORE and building.city and not building.sabotaged
    ]


def enlargeable(player: Player) -> list[Building]:
    """Halls; the chip is only turned over."""
    return [building for building in player.buildings if building.chip == HALL and not building.sabotaged]


def autarky_steps(game: Mmn, player: Player) -> Iterator[Action]:
    """Every step of figures that chips and places allow, whatever it costs."""
    if servants_left(player):
        yield ("serf",)
    if player.serfs:
        for building in player.buildings:
            for place in free_slots(game, building):
                yield game.words.servant[building.node][place]
    if journeymen_left(player):
        for building in player.buildings:
            if building.city:
                for place in building.servants:
                    yield game.words.journeyman[building.node][place]


def play(game: Mmn, seat: int, action: Action) -> None:
    if action[0] == "end_famine":
        hands.pay(game, seat, board.END_FAMINE)
        end_famine(game, seat)
        return
    node, place = slot(game, action)
    game.push(Pay(seat=seat, item=action[0], node=node, hex=place))


def slot(game: Mmn, action: Action) -> tuple[int, int]:
    """The place an action names; -1 where it names none."""
    geometry = game.size.geometry
    node = geometry.node_number[action[1]] if len(action) > 1 else -1
    return node, geometry.hex_number[action[2]] if len(action) > 2 else -1


def build(game: Mmn, seat: int, item: str, node: int, place: int) -> None:
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
            building.chip, building.chip_hex = STORE, place
        case "hall":
            building.chip, place = HALL, building.chip_hex
        case "large_store":
            building.chip, place = LARGE, building.chip_hex
        case "servant":
            player.serfs -= 1
            building.servants.append(place)
        case "journeyman":
            building.servants.remove(place)
            building.journeymen.append(place)
    game.emit(item, seat, node=geometry.nodes[node], hex=geometry.hexes[place])


def end_famine(game: Mmn, seat: int) -> None:
    """Rules 18.6."""
    game.state.players[seat].famine = False
    game.network.changed = True
    game.under("famine")
    game.emit("famine_ended", seat)


def refusal(game: Mmn, seat: int, action: Action) -> Message | None:
    player, geometry, network = game.state.players[seat], game.size.geometry, game.network
    word = action[0]
    if word == "end_famine":
        return cost(board.END_FAMINE) if player.famine else Message("mmn.refuse.no_famine")
    price = Message("mmn.refuse.token", {"item": word, "price": board.TOKEN_COSTS[word]})
    if word == "serf":
        return price if servants_left(player) else Message("mmn.refuse.supply", {"piece": "servant"})
    reason = refusals.place(game, action[1], "node")
    if reason is not None:
        return reason
    node = geometry.node_number[action[1]]
    if network.builder[node] != seat:
        return Message("mmn.refuse.not_yours", {"place": action[1]})
    building = game.building(node)
    if word in ("hall", "large_store"):
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": action[1]})
        if building.sabotaged:
            return Message("mmn.refuse.sabotaged", {"place": action[1]})
        if building.chip != (STORE if word == "hall" else HALL):
            return Message("mmn.refuse.needs_chip", {"chip": "store" if word == "hall" else "hall"})
        if word == "hall" and not halls_left(player):
            return Message("mmn.refuse.supply", {"piece": "hall"})
        return price
    reason = refusals.place(game, action[2], "hex")
    if reason is not None:
        return reason
    place = geometry.hex_number[action[2]]
    if place not in geometry.node_hexes[node]:
        return Message("mmn.refuse.not_touching", {"place": action[1], "hex": action[2]})
    if word == "journeyman":
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": action[1]})
        if place not in building.servants:
            return Message("mmn.refuse.needs_chip", {"chip": "servant"})
        return price if journeymen_left(player) else Message("mmn.refuse.supply", {"piece": "journeyman"})
    if word == "store" and building.chip:
        return Message("mmn.refuse.one_chip", {"place": action[1]})
    if place not in free_slots(game, building):
        return Message("mmn.refuse.slot", {"place": action[1], "hex": action[2]})
    if word == "store":
        return price if stores_left(player) else Message("mmn.refuse.supply", {"piece": "store"})
    return price if player.serfs else Message("mmn.refuse.needs_chip", {"chip": "serf"})


def hint(game: Mmn, seat: int, action: Action) -> Message | None:
    if action[0] == "end_famine":
        return Message("mmn.hint.cost", {"cards": hands.listed(board.END_FAMINE)})
    return Message("mmn.hint.token", {"price": board.TOKEN_COSTS[action[0]]})
