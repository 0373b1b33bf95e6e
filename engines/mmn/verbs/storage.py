"""Stores, halls and large stores (rules 15); serfs, servants and journeymen (rules 16).

Their prices may be paid in several ways (rules 12 and 22, point 17): ``Pay`` asks for one, then ``build`` builds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.state import Building, Player
from engines.mmn.verbs.action import Decision, OneWord, Work
from engines.steps import Words


def build(game: Position, seat: int, item: str, node: int, place: int) -> None:
    """Build an item, after it was paid for or for free; `place` is the hex, unless the item keeps its old one."""
    player = game.state.players[seat]
    geometry = game.geometry
    game.network.altered(seat)
    if item == "serf":
        player.serfs += 1
        game.emit("serf", seat)
        return
    building = game.building(node)
    match item:
        case "store":
            building.chip = board.STORE
            building.chip_hex = place
        case "hall":
            building.chip = board.HALL
            place = building.chip_hex
        case "large_store":
            building.chip = board.LARGE_STORE
            place = building.chip_hex
        case "servant":
            player.serfs -= 1
            building.servants.append(place)
        case "journeyman":
            building.servants.remove(place)
            building.journeymen.append(place)
    game.emit(item, seat, node=geometry.nodes[node], hex=geometry.hexes[place])


MATCHING_PAIR = "matching_pair"
"""The price of a resource and the commodity of the same terrain."""
SAME_RESOURCE = "same_resource"
"""The price of two equal resources."""
SAME_COMMODITY = "same_commodity"
"""The price of two equal commodities."""


def kinds(hand: Sequence[int], token: str) -> Iterator[int]:
    """Return the kinds of a hand that can pay a price; a pair is named by its resource."""
    if token == MATCHING_PAIR:
        return (kind for kind in range(board.PAIR) if hand[kind] and hand[kind + board.PAIR])
    first = 0 if token == SAME_RESOURCE else board.PAIR
    return (kind for kind in range(first, first + board.PAIR) if hand[kind] >= board.EQUAL)


def price(kind: int, token: str) -> hands.Cost:
    """Return the cards that are paid when a player chooses a kind for a price."""
    return ((kind, 1), (kind + board.PAIR, 1)) if token == MATCHING_PAIR else ((kind, board.EQUAL),)


class PayWith(OneWord["Pay"]):
    """Pay with a kind of which the hand holds enough."""

    word = "pay"

    def choices(self, game: Position, step: Pay, seat: int) -> Iterable[Words]:
        return ((board.KINDS[kind],) for kind in kinds(game.state.players[seat].hand, step.token))

    def unfit(self, game: Position, step: Pay, seat: int, word: str) -> Message | None:
        if reason := refusals.kind(game, seat, word):
            return reason
        kind = board.KIND[word]
        if kind >= board.PAIR and step.token == MATCHING_PAIR:
            return Message("mmn.refuse.pair", {"kind": board.KINDS[kind - board.PAIR]})
        if (kind < board.PAIR) == (step.token == SAME_COMMODITY):
            return Message("mmn.refuse.token", {"item": step.item, "price": step.token})
        return Message("mmn.refuse.not_in_hand", {"cards": hands.listed(price(kind, step.token))})

    def hint(self, game: Position, step: Pay, seat: int, words: Words) -> Message:
        return Message("mmn.hint.cost", {"cards": hands.listed(price(board.KIND[words[0]], step.token))})

    def do(self, game: Position, step: Pay, seat: int, words: Words) -> None:
        hands.pay(game, seat, price(board.KIND[words[0]], step.token))
        build(game, seat, step.item, step.node, step.hex)


class Pay(Decision, kw_only=True, tag="Pay"):
    """The question how to pay for a store, hall, large store, serf, servant or journeyman; then it is built."""

    asks = "mmn.prompt.pay"
    fills = {"item": "item", "price": "token"}
    verbs = (PayWith(),)

    item: str
    node: int = -1
    hex: int = -1

    def sound(self, game: Position) -> bool:
        """Return whether the item can be built there now and can be paid for."""
        work = STOCKED.get(self.item)
        player = game.state.players[self.seat]
        return (
            work is not None
            and work.enough(player.hand)
            and (self.node, self.hex) in (node_and_hex(game, words) for words in work.possible(game, self.seat, player))
        )

    @property
    def token(self) -> str:
        """The price of the item: "same_resource", "matching_pair" or "same_commodity"."""
        return board.TOKEN_COSTS[self.item]


class Stocked(Work):
    """A verb that builds or upgrades a storage chip or autarky figure."""

    at_buildings = True
    token: ClassVar[str]
    """The price: "same_resource", "matching_pair" or "same_commodity"."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if word := cls.__dict__.get("word"):
            cls.token = board.TOKEN_COSTS[word]

    def dear(self, hand: Sequence[int]) -> Message:
        return Message("mmn.refuse.token", {"item": self.word, "price": self.token})

    def enough(self, hand: Sequence[int]) -> bool:
        return any(True for _ in kinds(hand, self.token))

    def left(self, player: Player) -> bool:
        """Return whether the player has a piece for it."""
        return player.left(self.piece) > 0

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("mmn.hint.token", {"price": self.token})

    def act(self, game: Position, seat: int, words: Words) -> None:
        node, place = node_and_hex(game, words)
        game.push(Pay(seat=seat, item=self.word, node=node, hex=place))


def node_and_hex(game: Position, words: Words) -> tuple[int, int]:
    """Return the intersection and hex that words name; -1 for a place they do not name."""
    node = game.geometry.node_number[words[0]] if words else -1
    return node, game.geometry.hex_number[words[1]] if words[1:] else -1


class InSlot(Stocked):
    """A verb that puts something at one of the player's buildings, on a hex that touches it."""

    length = 2

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if not self.left(player):
            return ()
        slots = game.words.slot
        return [slots[building.node][place] for building in player.buildings for place in self.places(game, building)]

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        nodes = [building.node for building in game.state.players[seat].buildings]
        return [game.words.slot[node][place] for node in nodes for place in game.geometry.node_hexes[node]]

    def places(self, game: Position, building: Building) -> Sequence[int]:
        """Return the hexes at a building where it can go."""
        return free_slots(game, building)

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        reason = refusals.own_building(game, seat, words[0]) or refusals.place(game, words[1], "hex")
        if reason is not None:
            return reason
        node, place = node_and_hex(game, words)
        if place not in game.geometry.node_hexes[node]:
            return Message("mmn.refuse.not_touching", {"place": words[0], "hex": words[1]})
        return self.wrong(game, game.state.players[seat], game.building(node), words)

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        """Return why it cannot go to the hex that the words name."""
        if node_and_hex(game, words)[1] not in free_slots(game, building):
            return Message("mmn.refuse.slot", {"place": words[0], "hex": words[1]})
        return None


def free_slots(game: Position, building: Building) -> Sequence[int]:
    """Return the hexes at a building without a chip or figure of that building (rules 15.2, 16.1)."""
    places = game.geometry.node_hexes[building.node]
    if not (building.chip or building.servants or building.journeymen):
        return places
    taken_slots = (*building.servants, *building.journeymen, building.chip_hex if building.chip else -1)
    return [place for place in places if place not in taken_slots]


class Store(InSlot):
    """Build a store at a building that has no storage chip (rules 15.1, 15.2)."""

    word = piece = "store"

    def places(self, game: Position, building: Building) -> Sequence[int]:
        return () if building.chip else free_slots(game, building)

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        if building.chip:
            return Message("mmn.refuse.one_chip", {"place": words[0]})
        return super().wrong(game, player, building, words) or refusals.supply("store")


class Hall(Stocked):
    """Turn the store of a city that is not sabotaged into a hall (rules 15.7)."""

    word = piece = "hall"
    below: ClassVar[int] = board.STORE
    """The chip that it is built on."""

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        nodes = [
            building.node
            for building in player.buildings
            if building.chip == self.below and building.city and not building.sabotaged
        ]
        return [game.words.node[node] for node in nodes] if nodes and self.left(player) else ()

    def nameable(self, game: Position, seat: int) -> Sequence[Words]:
        return [game.words.node[building.node] for building in game.state.players[seat].buildings]

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.own_building(game, seat, words[0]):
            return reason
        building = game.building(game.geometry.node_number[words[0]])
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": words[0]})
        if building.sabotaged:
            return Message("mmn.refuse.sabotaged", {"place": words[0]})
        if building.chip != self.below:
            return Message("mmn.refuse.needs_chip", {"chip": board.CHIPS[self.below]})
        return refusals.supply("hall")


class LargeStore(Hall):
    """Turn a hall into a large store: its chip is turned over, so that the supply does not matter."""

    word = "large_store"
    piece = ""
    below = board.HALL

    def left(self, player: Player) -> bool:
        return True


class Serf(Stocked):
    """Buy a serf, who lies before the player and not on a hex."""

    word = "serf"
    piece = "servant"  # the same piece, which ``Servant`` moves from the player to a hex
    length = 0

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [()] if self.left(player) else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return refusals.supply(self.piece)


_NEEDS_SERF = Message("mmn.refuse.needs_chip", {"chip": "serf"})


class Servant(InSlot):
    """Send a serf to a free hex at a building as a servant (rules 16.1)."""

    word = "servant"

    def left(self, player: Player) -> bool:
        return player.serfs > 0

    def obstacle(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        return super().obstacle(game, step, seat, words) if self.left(game.state.players[seat]) else _NEEDS_SERF

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        return super().wrong(game, player, building, words) or _NEEDS_SERF


class Journeyman(InSlot):
    """Turn a servant at a city into a journeyman."""

    word = piece = "journeyman"

    def places(self, game: Position, building: Building) -> Sequence[int]:
        return building.servants if building.city else ()

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": words[0]})
        if node_and_hex(game, words)[1] not in building.servants:
            return Message("mmn.refuse.needs_chip", {"chip": "servant"})
        return refusals.supply("journeyman")


AUTARKY_FIGURES = (Serf(), Servant(), Journeyman())
"""The verbs of the autarky figures."""
STOCKED: dict[str, Stocked] = {work.word: work for work in (Store(), Hall(), LargeStore(), *AUTARKY_FIGURES)}
"""The verbs whose price may be paid in several ways, by their words."""
