"""Small records of the state. Places are numbers from 0 as in ``geometry``; -1 is nowhere."""

from __future__ import annotations

import msgspec


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
