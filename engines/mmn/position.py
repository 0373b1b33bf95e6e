"""The position: the state with the map and the operations that verbs, steps and cards share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from engines.contract import Game
from engines.mmn import board, naming
from engines.mmn.cards import CARDS
from engines.mmn.network import Network, strength
from engines.mmn.state import Building, Knight, State

_ROUND = {
    seats: [tuple((first + place) % seats for place in range(seats)) for first in range(seats)] for seats in range(3, 7)
}
"""All seats in clockwise order, by number of seats and first seat."""


@dataclass
class KnownLand:
    """Facts about the hexes, worked out when first needed; copies of a position share them until a chip moves."""

    by_number: dict[int, list[int]] = field(default_factory=dict)
    """The hexes of each number chip."""
    kinds: list[int] = field(default_factory=list)
    """The resource of each hex."""
    worth: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Pips and resources (as bits) of intersections, see ``Position.ground``."""


class Position(Game):
    """A game of MMN as its rules see it; ``game.Mmn`` adds the interface of the contract."""

    effects: ClassVar[Mapping[str, Any]]
    """The effect of each progress card (``verbs.cards.Effect``); set by the game, because effects import positions."""
    state: State

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.size = board.size(state.seats)
        self.geometry = self.size.geometry
        self.words = naming.words(self.size)
        self.known_network: Network | None = None
        """The network, once it was needed; None before."""
        self.land = KnownLand()

    def copy(self) -> Self:
        """Return an independent copy of the game, with everything already worked out about it."""
        game = super().copy()
        if self.known_network is not None:
            game.known_network = self.known_network.twin(game.state.players)
        game.land = self.land
        return game

    # -- the map ---------------------------------------------------------------------------------------------------

    @property
    def network(self) -> Network:
        """The pieces on the map by place, made from the state when first needed."""
        if self.known_network is None:
            self.known_network = Network(self.geometry, self.state.players)
        return self.known_network

    def building(self, node: int) -> Building:
        """Return the building at an intersection that has one."""
        building = self.network.building[node]
        assert building is not None
        return building

    def knight(self, node: int) -> Knight:
        """Return the knight at an intersection that has one."""
        knight = self.network.knight[node]
        assert knight is not None
        return knight

    def hexes_with(self, total: int) -> Sequence[int]:
        """Return the hexes whose number chip shows `total`."""
        by_number = self.land.by_number
        if not by_number:
            for place, chip in enumerate(self.state.chips):
                by_number.setdefault(chip, []).append(place)
        return by_number.get(total, ())

    def swap_chips(self, first: int, second: int) -> None:
        """Swap the number chips of two hexes (Inventor)."""
        chips = self.state.chips
        chips[first], chips[second] = chips[second], chips[first]
        self.land = KnownLand(kinds=self.land.kinds)

    def lay_chip(self, place: int, chip: int) -> None:
        """Lay a number chip on a hex without one."""
        self.state.chips[place] = chip
        self.land = KnownLand(kinds=self.land.kinds)

    def ground(self, node: int) -> tuple[int, int]:
        """Return how many of 36 rolls show a number at an intersection, and its resources as bits."""
        worth = self.land.worth.get(node)
        if worth is None:
            places = self.geometry.node_hexes[node]
            pips = sum(board.ways(self.state.chips[place]) for place in places)
            kinds = sum(1 << kind for kind in {self.terrain_kind(place) for place in places})
            worth = self.land.worth[node] = (pips, kinds)
        return worth

    def terrain_kind(self, place: int) -> int:
        """Return the resource of a hex."""
        kinds = self.land.kinds
        if not kinds:
            kinds.extend(board.TERRAINS.index(terrain) for terrain in self.state.terrain)
        return kinds[place]

    def locked(self) -> bool:
        """Return whether robber and pirate must stay because the first attack is not over (rules 6.7)."""
        return not self.state.attacked and self.option("robber_lock") == "on"

    @property
    def between_turns(self) -> bool:
        """True if other players build between two turns (ruling 24.20)."""
        return any(getattr(step, "between_turns", False) for step in self.state.stack)

    # -- players ---------------------------------------------------------------------------------------------------

    def clockwise(self) -> tuple[int, ...]:
        """Return all seats clockwise, beginning with the active player."""
        return _ROUND[self.state.seats][self.state.active]

    def order(self) -> list[int]:
        return list(self.clockwise())

    def has_turn(self, seat: int) -> bool:
        """Return whether it is the seat's turn, although others may be asked, too.

        Trades, a seven, barbarians and cards ask other players during a turn; in the opening nobody else is asked.
        """
        return seat == self.state.active if self.state.turn else super().has_turn(seat)

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats, clockwise."""
        return list(_ROUND[self.state.seats][seat][1:])

    def right(self, seat: int, track: int) -> int:
        """Return the level of a track whose rights a player has (rules 17.4).

        It is the player's level; as an option, the rights of the highest one need the metropolis (ruling 24.16).
        """
        level = self.state.players[seat].levels[track]
        state = self.state
        if level == board.TOP_LEVEL and state.metropolises[track] != seat:
            return level - (self.option("top_level_rights") == "metropolis")
        return level

    def hand_limit(self, seat: int) -> int:
        """Return the largest hand with which a seat need not discard after a seven (rules 7.1)."""
        return board.HAND_LIMIT + board.WALL_BONUS * self.state.players[seat].walls()

    def attack_strength(self) -> int:
        """Return the strength of the barbarians: all cities, with metropolises and sabotaged ones (rules 6.2)."""
        return sum(player.cities() for player in self.state.players)

    def contributions(self) -> list[int]:
        """Return the strength of the active knights of each seat."""
        return [sum(strength(knight) for knight in player.knights if knight.active) for player in self.state.players]

    # -- progress cards that go back (rules 18.1) ------------------------------------------------------------------

    def put_under(self, card: str) -> None:
        """Put a card face down under its deck."""
        self.state.decks[CARDS[card].deck].insert(0, card)

    def put_away(self, card: str) -> None:
        """Put a played card under its deck unless it is persistent."""
        if not CARDS[card].persistent:
            self.put_under(card)
