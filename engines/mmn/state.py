"""The state of a game: plain typed records. Field names are the keys of the dump.

Cards are counted in lists in the order of ``board.KINDS``, levels in the order of ``board.TRACKS``. Places and seats
are numbers from 0; -1 means no place or no player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engines import contract
from engines.mmn import board


class Building(msgspec.Struct, kw_only=True):
    """A settlement, city or metropolis with its wall, storage chip and autarky figures (rules 13 to 17)."""

    node: int
    city: bool = False
    metropolis: str = ""
    """The track of its metropolis marker; empty without one. A metropolis is also a ``city``."""
    wall: bool = False
    sabotaged: bool = False
    chip: int = 0
    """The storage chip: 1 store, 2 hall, 3 large store (rules 15); 0 none."""
    chip_hex: int = -1
    servants: list[int] = []
    """Hexes on which a servant of this building stands (rules 16)."""
    journeymen: list[int] = []
    """Hexes on which a journeyman of this building stands (rules 16)."""

    @property
    def storage(self) -> int:
        """The chip that counts: a hall or large store at a sabotaged city counts as a store (rules 15.7)."""
        return min(self.chip, 1) if self.sabotaged else self.chip


class Knight(msgspec.Struct, kw_only=True):
    """A knight; ``rank`` 1 basic, 2 strong, 3 mighty (rules 14)."""

    node: int
    rank: int = 1
    active: bool = False
    captain: bool = False
    acted: bool = False
    """True if it has done its one action of this turn."""
    fresh: bool = False
    """True if it was activated in this turn and so may not act."""
    promoted: bool = False
    """True if it was promoted in this turn."""
    defended: bool = False
    """True if it took part in the barbarian attack that is being resolved (rules 6.5)."""


class Curse(msgspec.Struct, kw_only=True):
    """A curse marker on a hex, and the seat that played the card (rules 18.5)."""

    hex: int
    seat: int


class Now(msgspec.Struct, kw_only=True):
    """Facts of the current turn: its dice, and what was used up or granted for it."""

    event: str = ""
    """ "ship" or "castle"; empty before the roll."""
    colour: str = ""
    """The track that the colour die shows; empty before the roll."""
    red: int = 0
    white: int = 0
    begun: bool = False
    """True if steps A to E are over: the action phase runs."""
    fixed: bool = False
    """True if Alchemist has set the red and the white die."""
    struck: bool = False
    """True if the assassin of power levels 3 and 5 has struck."""
    fleet: list[int] = []
    """Kinds of cards that the bank exchanges 2:1 because of Merchant Fleet or Market Day."""
    harbour: bool = False
    """True if Commercial Harbour is in force."""
    swapped: list[int] = []
    """Seats of the opponents whom Commercial Harbour has already made swap."""
    offers: int | msgspec.UnsetType = msgspec.UNSET
    """Number of offers made to other players, counted since rules version 6; not stored before the first offer."""


class Player(msgspec.Struct, kw_only=True):
    """Cards, pieces and improvement levels of one player."""

    hand: list[int] = msgspec.field(default_factory=lambda: [0] * len(board.KINDS))
    """Resources and commodities by kind: hidden from others."""
    cards: list[str] = []
    """Progress cards, the newest last: hidden from others."""
    vp_cards: list[str] = []
    """Victory point cards: public."""
    roads: list[int] = []
    buildings: list[Building] = []
    knights: list[Knight] = []
    levels: list[int] = msgspec.field(default_factory=lambda: [0] * len(board.TRACKS))
    serfs: int = 0
    famine: bool = False
    """True if a Famine card lies before the player (rules 18.6)."""
    defender: int = 0
    """Number of Defender of Catan cards."""

    def settlements(self) -> int:
        """Return the number of settlements on the board."""
        return len(self.buildings) - self.cities()

    def cities(self) -> int:
        """Return the number of cities on the board, metropolises included."""
        return sum([building.city for building in self.buildings])

    def walls(self) -> int:
        return sum([building.wall for building in self.buildings])

    def left(self, piece: str) -> int:
        """Return how many pieces of a sort are in supply (rules 1.3)."""
        return board.PIECES[piece] - _USED[piece](self)

    def supply(self) -> dict[str, int]:
        """Return the number of pieces in supply by sort."""
        return {piece: self.left(piece) for piece in board.PIECES}

    def storage_points(self) -> int:
        """Return the points of the storage chips; at a sabotaged city any chip counts as a store (rules 15.5, 15.7)."""
        points = 0
        for building in self.buildings:
            if building.chip:
                points += board.CHIP_POINTS[building.storage]
        return points

    def autarky_points(self) -> int:
        """Return the points of the autarky figures (rules 16.4).

        Under a Famine they are 0; a journeyman at a sabotaged city counts as a servant (rules 16.5).
        """
        if self.famine:
            return 0
        points = self.serfs * board.SERF_POINTS
        for building in self.buildings:
            if building.servants or building.journeymen:
                journeyman_points = board.SERVANT_POINTS if building.sabotaged else board.JOURNEYMAN_POINTS
                points += len(building.servants) * board.SERVANT_POINTS
                points += len(building.journeymen) * journeyman_points
        return points


def _knights(rank: int) -> Callable[[Player], int]:
    return lambda player: [knight.rank for knight in player.knights].count(rank)


_USED: dict[str, Callable[[Player], int]] = {
    "road": lambda player: len(player.roads),
    "settlement": Player.settlements,
    "city": Player.cities,
    "wall": Player.walls,
    **{rank: _knights(number) for number, rank in enumerate(board.RANKS) if rank},
    "captain": lambda player: sum([knight.captain for knight in player.knights]),
    "store": lambda player: [building.chip for building in player.buildings].count(board.STORE),
    "hall": lambda player: sum(building.chip > board.STORE for building in player.buildings),
    "servant": lambda player: player.serfs + sum(len(building.servants) for building in player.buildings),
    "journeyman": lambda player: sum(len(building.journeymen) for building in player.buildings),
}
"""Functions that count the pieces that a player has taken out of the supply, by sort."""


class State(contract.State, kw_only=True):
    """The state of a game.

    ``turn`` counts the turns of all players; it is 0 in the opening.
    """

    active: int = 0
    """The seat whose turn it is."""
    players: list[Player]
    terrain: list[str]
    """The terrain of each hex."""
    chips: list[int]
    """The number chip of each hex; 0: none."""
    harbours: list[str]
    """The type of each harbour: "generic" or a resource."""
    bank: list[int]
    """Cards in the bank by kind."""
    robber: int = -1
    """The hex of the robber."""
    pirate: int = -1
    """The harbour of the pirate."""
    merchant: int = -1
    """The hex of the merchant."""
    merchant_seat: int = -1
    """The seat that controls the merchant."""
    curses: list[Curse] = []
    ship: int = 0
    """The space of the barbarian ship on its track."""
    attacked: bool = False
    """True if the first attack has been resolved (rules 6.7)."""
    decks: dict[str, list[str]]
    """Progress cards face down by track, the top card last: hidden."""
    storage: list[str]
    """Storage cards face down, the top card last: hidden."""
    storage_used: list[str] = []
    """Storage cards face up, the latest last."""
    longest_road: int = -1
    """The seat that holds the Longest Road card."""
    storage_card: int = -1
    """The seat that holds the victory point card for storage."""
    autarky: int = -1
    """The seat that holds the victory point card for autarky."""
    metropolises: list[int] = msgspec.field(default_factory=lambda: [-1] * len(board.TRACKS))
    """The seat that owns the metropolis marker of each track."""
    now: Now = msgspec.field(default_factory=Now)
    winner: int = -1
    stack: list[Any] = []
    """The waiting steps, the next one last; ``game.State`` restricts them to the steps of MMN."""
