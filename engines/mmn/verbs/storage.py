"""Stores, halls, large stores (rules 15), serfs, servants, journeymen (rules 16).

What each costs may be paid in several ways: ``Pay`` asks, ``chips.build`` is what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engines.contract import Message
from engines.mmn import board, pieces, refusals
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.state_parts import Building
from engines.mmn.verbs.action import Work
from engines.mmn.verbs.pay import Pay, payable
from engines.steps import Offer, Words


class Stocked(Work):
    """A chip or figure goes up a step."""

    single = True
    token: ClassVar[str]
    """What is paid: "same_resource", "matching_pair" or "same_commodity"."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if word := cls.__dict__.get("word"):
            cls.token = board.TOKEN_COSTS[word]
            cls.dear = Message("mmn.refuse.token", {"item": word, "price": cls.token})

    def enough(self, hand: list[int]) -> bool:
        return payable(hand, self.token)

    def offers(self, game: Position, step: Any, seat: int) -> Sequence[Offer]:
        """Asked for only of what the hand can pay for."""
        found = self.possible(game, seat, game.state.players[seat])
        return [(self, found)] if found else ()

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("mmn.hint.token", {"price": self.token})

    def act(self, game: Position, seat: int, words: Words) -> None:
        node, place = where(game, words)
        game.push(Pay(seat=seat, item=self.word, node=node, hex=place))


def where(game: Position, words: Words) -> tuple[int, int]:
    """The slot that words name; -1 where they name none."""
    geometry = game.size.geometry
    node = geometry.node_number[words[0]] if words else -1
    return node, geometry.hex_number[words[1]] if words[1:] else -1


class InSlot(Stocked):
    """It lies or stands at an own building on a hex that touches it."""

    length = 2

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        reason = refusals.own_building(game, seat, words[0]) or refusals.place(game, words[1], "hex")
        if reason is not None:
            return reason
        node, place = where(game, words)
        if place not in game.size.geometry.node_hexes[node]:
            return Message("mmn.refuse.not_touching", {"place": words[0], "hex": words[1]})
        return self.wrong(game, game.state.players[seat], game.building(node), words)

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        """What speaks against the slot."""
        if where(game, words)[1] not in free_slots(game, building):
            return Message("mmn.refuse.slot", {"place": words[0], "hex": words[1]})
        return None


def free_slots(game: Position, building: Building) -> Iterator[int]:
    """Hexes at a building without chip or figure of it (rules 15.2, 16.1)."""
    for place in game.size.geometry.node_hexes[building.node]:
        taken = building.chip and building.chip_hex == place
        if not taken and place not in building.servants and place not in building.journeymen:
            yield place


class Store(InSlot):
    """One chip for each building (rules 15.1, 15.2)."""

    word = "store"

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if not pieces.stores_left(player):
            return ()
        slots = game.words.slot
        return [
            slots[building.node][place]
            for building in player.buildings
            if not building.chip
            for place in free_slots(game, building)
        ]

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        if building.chip:
            return Message("mmn.refuse.one_chip", {"place": words[0]})
        return super().wrong(game, player, building, words) or refusals.supply("store")


class Hall(Stocked):
    """A store at a city that is not sabotaged becomes a hall (rules 15.7)."""

    word = "hall"
    below: ClassVar[int] = pieces.STORE
    """The chip that it is built on."""

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        nodes = [
            building.node
            for building in player.buildings
            if building.chip == self.below and building.city and not building.sabotaged
        ]
        return [game.words.node[node] for node in nodes] if nodes and self.left(player) else ()

    def left(self, player: Player) -> bool:
        return pieces.halls_left(player) > 0

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        if reason := refusals.own_building(game, seat, words[0]):
            return reason
        building = game.building(game.size.geometry.node_number[words[0]])
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": words[0]})
        if building.sabotaged:
            return Message("mmn.refuse.sabotaged", {"place": words[0]})
        if building.chip != self.below:
            return Message("mmn.refuse.needs_chip", {"chip": board.CHIPS[self.below]})
        return refusals.supply("hall")


class LargeStore(Hall):
    """A hall's chip is only turned over."""

    word = "large_store"
    below = pieces.HALL

    def left(self, player: Player) -> bool:
        return True


class Serf(Stocked):
    """Before the player, on no hex."""

    word = "serf"
    length = 0

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        return [()] if pieces.servants_left(player) else ()

    def unfit(self, game: Position, seat: int, words: Words) -> Message | None:
        return refusals.supply("servant")


class Servant(InSlot):
    """A serf goes to a free slot (rules 16.1)."""

    word = "servant"

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if not player.serfs:
            return ()
        slots = game.words.slot
        return [slots[each.node][place] for each in player.buildings for place in free_slots(game, each)]

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        return super().wrong(game, player, building, words) or Message("mmn.refuse.needs_chip", {"chip": "serf"})


class Journeyman(InSlot):
    """A servant at a city becomes one."""

    word = "journeyman"

    def possible(self, game: Position, seat: int, player: Player) -> Sequence[Words]:
        if not pieces.journeymen_left(player):
            return ()
        slots = game.words.slot
        return [slots[each.node][place] for each in player.buildings if each.city for place in each.servants]

    def wrong(self, game: Position, player: Player, building: Building, words: Words) -> Message | None:
        if not building.city:
            return Message("mmn.refuse.needs_city", {"place": words[0]})
        if where(game, words)[1] not in building.servants:
            return Message("mmn.refuse.needs_chip", {"chip": "servant"})
        return refusals.supply("journeyman")


FIGURES = (Serf(), Servant(), Journeyman())
"""Steps of autarky."""
