"""The state of a game: plain typed records. Field names are the keys of the dump.

Cards are counted in lists in the order of ``board.KINDS``, levels in the order of ``board.TRACKS``; places and seats
are numbers from 0, -1 is nowhere and nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engines import contract
from engines.mmn import board


class Building(msgspec.Struct, kw_only=True):
    """A settlement, city or metropolis with what lies at it (rules 13 to 17)."""

    node: int
    city: bool = False
    metropolis: str = ""
    """The track of the marker it carries; a metropolis is a city."""
    wall: bool = False
    sabotaged: bool = False
    chip: int = 0
    """1 store, 2 hall, 3 large store (rules 15); 0 none."""
    chip_hex: int = -1
    servants: list[int] = []
    """Hexes on which a servant of this building stands (rules 16)."""
    journeymen: list[int] = []

    @property
    def storage(self) -> int:
        """The chip as it counts: at a sabotaged city a hall or large store is a store (rules 15.7)."""
        return min(self.chip, 1) if self.sabotaged else self.chip


class Knight(msgspec.Struct, kw_only=True):
    """A knight; ``rank`` 1 basic, 2 strong, 3 mighty (rules 14)."""

    node: int
    rank: int = 1
    active: bool = False
    captain: bool = False
    acted: bool = False
    """Has done its one action of this turn."""
    fresh: bool = False
    """Was activated this turn and may not act."""
    promoted: bool = False
    """Was promoted this turn."""
    defended: bool = False
    """Took part in the attack that is being resolved (rules 6.5)."""


class Curse(msgspec.Struct, kw_only=True):
    """A curse marker and whose card put it there (rules 18.5)."""

    hex: int
    seat: int


class Now(msgspec.Struct, kw_only=True):
    """What holds for the running turn only."""

    event: str = ""
    """ "ship" or "castle"; empty before the roll."""
    colour: str = ""
    """The track of the colour die."""
    red: int = 0
    white: int = 0
    begun: bool = False
    """Steps A to E are over: the action phase runs."""
    fixed: bool = False
    """Alchemist has set red and white."""
    struck: bool = False
    """The assassin of power levels 3 and 5 has struck."""
    fleet: list[int] = []
    """Kinds that Merchant Fleet and Market Day exchange 2:1."""
    harbour: bool = False
    """Commercial Harbour is in force."""
    swapped: list[int] = []
    """Opponents already made to swap by it."""
    offers: int | msgspec.UnsetType = msgspec.UNSET
    """Offers made to others, counted since rules 6; left out before the first."""


class Player(msgspec.Struct, kw_only=True):
    """A player: cards, pieces, levels."""

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
    """A Famine lies before the player (rules 18.6)."""
    defender: int = 0
    """Defender of Catan cards."""

    def settlements(self) -> int:
        """Settlement pieces on the board."""
        return len(self.buildings) - self.cities()

    def cities(self) -> int:
        """City pieces on the board; metropolises are cities."""
        return sum([building.city for building in self.buildings])

    def walls(self) -> int:
        return sum([building.wall for building in self.buildings])

    def left(self, piece: str) -> int:
        """Pieces of a sort in supply (rules 1.3)."""
        return board.PIECES[piece] - _USED[piece](self)

    def supply(self) -> dict[str, int]:
        """Pieces in supply by sort."""
        return {piece: self.left(piece) for piece in board.PIECES}

    def storage_points(self) -> int:
        """Chips as they count now: at a sabotaged city as a store (rules 15.5, 15.7)."""
        points = 0
        for building in self.buildings:
            if building.chip:
                points += board.CHIP_POINTS[building.storage]
        return points

    def autarky_points(self) -> int:
        """Rules 16.4: 0 under a Famine; a journeyman at a sabotaged city counts as a servant (rules 16.5)."""
        if self.famine:
            return 0
        points = self.serfs * board.SERF_POINTS
        for building in self.buildings:
            if building.servants or building.journeymen:
                each = board.SERVANT_POINTS if building.sabotaged else board.JOURNEYMAN_POINTS
                points += len(building.servants) * board.SERVANT_POINTS + len(building.journeymen) * each
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
"""Pieces that a player has taken out of the supply, by sort."""


class State(contract.State, kw_only=True):
    """A game. ``turn`` counts the turns of all players (0: the opening). ``stack`` holds what waits, the last first."""

    active: int = 0
    """The seat whose turn it is."""
    players: list[Player]
    terrain: list[str]
    """By hex."""
    chips: list[int]
    """Number chips by hex."""
    harbours: list[str]
    """ "generic" or a resource by harbour."""
    bank: list[int]
    robber: int = -1
    """A hex."""
    pirate: int = -1
    """A harbour."""
    merchant: int = -1
    """A hex."""
    merchant_seat: int = -1
    curses: list[Curse] = []
    ship: int = 0
    """The barbarians' space."""
    attacked: bool = False
    """The first attack has been resolved (rules 6.7)."""
    decks: dict[str, list[str]]
    """Progress cards face down by track, the top card last: hidden."""
    storage: list[str]
    """Storage cards face down, the top card last: hidden."""
    storage_used: list[str] = []
    """Storage cards face up, the latest last."""
    longest_road: int = -1
    storage_card: int = -1
    autarky: int = -1
    """Seats that hold the three victory point cards."""
    metropolises: list[int] = msgspec.field(default_factory=lambda: [-1] * len(board.TRACKS))
    """Seats that own the markers, by track."""
    now: Now = msgspec.field(default_factory=Now)
    winner: int = -1
    stack: list[Any] = []
    """Steps; ``game`` names their kinds."""
