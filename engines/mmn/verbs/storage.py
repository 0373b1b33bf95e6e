"""Stores, halls, large stores (rules 15), serfs, servants, journeymen (rules 16): building them.

What may be paid in several ways is asked by ``Pay``; ``chips.build`` is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, hands, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building
from engines.mmn.verbs import lasting
from engines.mmn.verbs.building import cost
from engines.mmn.verbs.pay import Pay


def legal(game: Position, seat: int, player: Player, out: list[Action]) -> None:
    resources, commodities = player.hand[: board.PAIR], player.hand[board.PAIR :]
    if any(map(min, resources, commodities)):
        out += autarky_steps(game, player)
        out += [game.words.hall[building.node] for building in hallable(player)]
        if player.famine and hands.has(player.hand, board.END_FAMINE):
            out.append(("end_famine",))
    if max(resources) >= board.EQUAL and pieces.stores_left(player):
        for building in player.buildings:
            if not building.chip:
                slots = game.words.store[building.node]
                out += [slots[place] for place in free_slots(game, building)]
    if max(commodities) >= board.EQUAL:
        out += [game.words.large_store[building.node] for building in enlargeable(player)]


def free_slots(game: Position, building: Building) -> Iterator[int]:
    """Hexes at a building without chip or figure of it (rules 15.2, 16.1)."""
    for place in game.size.geometry.node_hexes[building.node]:
        taken = building.chip and building.chip_hex == place
        if not taken and place not in building.servants and place not in building.journeymen:
            yield place


def hallable(player: Player) -> list[Building]:
    """Stores at cities that are not sabotaged (rules 15.7)."""
    if not pieces.halls_left(player):
        return []
    return [
        building
        for building in player.buildings
        if building.chip == pieces.STORE and building.city and not building.sabotaged
    ]


def enlargeable(player: Player) -> list[Building]:
    """Halls; the chip is only turned over."""
    return [building for building in player.buildings if building.chip == pieces.HALL and not building.sabotaged]


def autarky_steps(game: Position, player: Player) -> Iterator[Action]:
    """Every step of figures that chips and places allow, whatever it costs."""
    if pieces.servants_left(player):
        yield ("serf",)
    if player.serfs:
        for building in player.buildings:
            for place in free_slots(game, building):
                yield game.words.servant[building.node][place]
    if pieces.journeymen_left(player):
        for building in player.buildings:
            if building.city:
                for place in building.servants:
                    yield game.words.journeyman[building.node][place]


def play(game: Position, seat: int, action: Action) -> None:
    if action[0] == "end_famine":
        hands.pay(game, seat, board.END_FAMINE)
        lasting.end_famine(game, seat)
        return
    node, place = slot(game, action)
    game.push(Pay(seat=seat, item=action[0], node=node, hex=place))


def slot(game: Position, action: Action) -> tuple[int, int]:
    """The place an action names; -1 where it names none."""
    geometry = game.size.geometry
    node = geometry.node_number[action[1]] if len(action) > 1 else -1
    return node, geometry.hex_number[action[2]] if len(action) > 2 else -1


def refusal(game: Position, seat: int, action: Action) -> Message | None:
    player, geometry, network = game.state.players[seat], game.size.geometry, game.network
    word = action[0]
    if word == "end_famine":
        return cost(board.END_FAMINE) if player.famine else Message("mmn.refuse.no_famine")
    price = Message("mmn.refuse.token", {"item": word, "price": board.TOKEN_COSTS[word]})
    if word == "serf":
        return price if pieces.servants_left(player) else Message("mmn.refuse.supply", {"piece": "servant"})
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
        if building.chip != (pieces.STORE if word == "hall" else pieces.HALL):
            return Message("mmn.refuse.needs_chip", {"chip": "store" if word == "hall" else "hall"})
        if word == "hall" and not pieces.halls_left(player):
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
        return price if pieces.journeymen_left(player) else Message("mmn.refuse.supply", {"piece": "journeyman"})
    if word == "store" and building.chip:
        return Message("mmn.refuse.one_chip", {"place": action[1]})
    if place not in free_slots(game, building):
        return Message("mmn.refuse.slot", {"place": action[1], "hex": action[2]})
    if word == "store":
        return price if pieces.stores_left(player) else Message("mmn.refuse.supply", {"piece": "store"})
    return price if player.serfs else Message("mmn.refuse.needs_chip", {"chip": "serf"})


def hint(game: Position, seat: int, action: Action) -> Message | None:
    if action[0] == "end_famine":
        return Message("mmn.hint.cost", {"cards": hands.listed(board.END_FAMINE)})
    return Message("mmn.hint.token", {"price": board.TOKEN_COSTS[action[0]]})
