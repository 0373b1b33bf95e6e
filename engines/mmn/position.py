"""What the rules of MMN work on: the state and the operations that they share; verbs and steps stand on it."""

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
"""Clockwise, by number of seats and first seat."""


@dataclass
class KnownLand:
    """Facts about the hexes, worked out when first asked for. Copies of a position share them until a chip moves."""

    by_number: dict[int, list[int]] = field(default_factory=dict)
    """Hexes by number chip."""
    kinds: list[int] = field(default_factory=list)
    """The resource of each hex."""
    worth: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Pips and resources (as bits) of intersections."""


class Position(Game):
    """A game of MMN as its rules see it."""

    effects: ClassVar[Mapping[str, Any]]
    """What each progress card does (``verbs.cards.Effect``); set by the game, since decks are built on positions."""
    state: State

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.size = board.size(state.seats)
        self.geometry = self.size.geometry
        self.words = naming.words(self.size)
        self.known_network: Network | None = None
        """The network, once something has asked for it."""
        self.land = KnownLand()

    def copy(self) -> Self:
        """An independent game; what is known beside the state goes with it."""
        game = super().copy()
        if self.known_network is not None:
            game.known_network = self.known_network.twin(game.state.players)
        game.land = self.land
        return game

    # -- the map ---------------------------------------------------------------------------------------------------

    @property
    def network(self) -> Network:
        """Who stands where; made from the state when first asked for."""
        if self.known_network is None:
            self.known_network = Network(self.geometry, self.state.players)
        return self.known_network

    def building(self, node: int) -> Building:
        """The building at an intersection that has one."""
        found = self.network.building[node]
        assert found is not None
        return found

    def knight(self, node: int) -> Knight:
        """The knight at an intersection that has one."""
        found = self.network.knight[node]
        assert found is not None
        return found

    def hexes_with(self, total: int) -> Sequence[int]:
        """Hexes by number chip."""
        by_number = self.land.by_number
        if not by_number:
            for place, chip in enumerate(self.state.chips):
                by_number.setdefault(chip, []).append(place)
        return by_number.get(total, ())

    def swap_chips(self, one: int, other: int) -> None:
        """Inventor."""
        chips = self.state.chips
        chips[one], chips[other] = chips[other], chips[one]
        self.land = KnownLand(kinds=self.land.kinds)

    def lay_chip(self, place: int, chip: int) -> None:
        """On a hex without one."""
        self.state.chips[place] = chip
        self.land = KnownLand(kinds=self.land.kinds)

    def ground(self, node: int) -> tuple[int, int]:
        """What an intersection is worth: the ways of 36 to roll its numbers, and its resources as bits."""
        worth = self.land.worth.get(node)
        if worth is None:
            places = self.geometry.node_hexes[node]
            pips = sum(board.ways(self.state.chips[place]) for place in places)
            kinds = sum(1 << kind for kind in {self.terrain_kind(place) for place in places})
            worth = self.land.worth[node] = (pips, kinds)
        return worth

    def terrain_kind(self, place: int) -> int:
        """The resource of a hex."""
        kinds = self.land.kinds
        if not kinds:
            kinds.extend(board.TERRAINS.index(terrain) for terrain in self.state.terrain)
        return kinds[place]

    def locked(self) -> bool:
        """Robber and pirate are not moved before the first attack is over (rules 6.7)."""
        return not self.state.attacked and self.option("robber_lock") == "on"

    @property
    def between_turns(self) -> bool:
        """Whether others build after a turn and before the next (ruling 24.20)."""
        return any(getattr(step, "between_turns", False) for step in self.state.stack)

    # -- players ---------------------------------------------------------------------------------------------------

    def clockwise(self) -> tuple[int, ...]:
        """All seats, beginning with the active player."""
        return _ROUND[self.state.seats][self.state.active]

    def order(self) -> list[int]:
        return list(self.clockwise())

    def has_turn(self, seat: int) -> bool:
        """Trades, a seven, barbarians and cards ask others as well; in the opening there are no such questions."""
        return seat == self.state.active if self.state.turn else super().has_turn(seat)

    def opponents(self, seat: int) -> list[int]:
        """The other seats, clockwise."""
        return list(_ROUND[self.state.seats][seat][1:])

    def right(self, seat: int, track: int) -> int:
        """The level of a track whose rights a player has: the own one, but those of the highest, where the table has
        agreed so, with the metropolis alone (rules 17.4, ruling 24.16)."""
        level = self.state.players[seat].levels[track]
        state = self.state
        if level == board.TOP_LEVEL and state.metropolises[track] != seat:
            return level - (self.option("top_level_rights") == "metropolis")
        return level

    def hand_limit(self, seat: int) -> int:
        """Cards that a seven spares (rules 7.1)."""
        return board.HAND_LIMIT + board.WALL_BONUS * self.state.players[seat].walls()

    def attack_strength(self) -> int:
        """Cities on the board, metropolises and sabotaged ones too (rules 6.2)."""
        return sum(player.cities() for player in self.state.players)

    def contributions(self) -> list[int]:
        """Strength of the active knights by seat."""
        return [sum(strength(knight) for knight in player.knights if knight.active) for player in self.state.players]

    # -- progress cards that go back (rules 18.1) ------------------------------------------------------------------

    def put_under(self, card: str) -> None:
        """Face down under its own deck."""
        self.state.decks[CARDS[card].deck].insert(0, card)

    def put_away(self, card: str) -> None:
        """A played card goes under its deck unless it lies on."""
        if not CARDS[card].persistent:
            self.put_under(card)
