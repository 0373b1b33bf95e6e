"""Burgundy's state: plain typed records. Field names are the keys of the dump.

Tiles are words for their kinds (``bank``, ``cow3``, ``k12``), hexes are named by row and place (``d4``), goods by
their colour; a good of which there is none is absent.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.burgundy import box

Goods = dict[str, int]
"""Goods tiles by type."""


class Player(msgspec.Struct, kw_only=True):
    """A player: estate, storage, goods, workers, silverlings, dice."""

    board: str = ""
    """Id of the player board; empty until it is chosen."""
    covered: dict[str, str] = {}
    """The tile on each covered hex, in the order of placing; the start castle is the first."""
    knowledge: list[str] = []
    """The knowledge tiles among them."""
    storage: list[str] = []
    """Tiles taken and not yet placed."""
    goods: Goods = {}
    """The goods store."""
    sold: Goods = {}
    workers: int = 0
    silverlings: int = 0
    rolled: list[int] = []
    """Both dice as they fell in this round."""
    unused: list[int] = []
    """The dice not yet used, in ascending order."""
    purchased: bool = False
    """The purchase of this turn has been made."""
    hired: bool = False
    """Knowledge 6 of the Special Edition has been used in this turn."""
    bonus: list[str] = []
    """Bonus tiles won, as ``<colour>.large`` or ``<colour>.small``."""
    earned: dict[str, int] = {}
    """Where VP came from: "animals", "regions", "bonus", "sales", "watchtowers"."""


class Track(msgspec.Struct):
    """Seats by space from the left, on each space the upper marker first."""

    spaces: list[list[int]]

    def order(self) -> list[int]:
        """Seats in turn order: furthest right first, of a stack the upper one first."""
        return [seat for stack in reversed(self.spaces) for seat in stack]

    def space(self, seat: int) -> int:
        """The space of a seat's marker, 0 being the first."""
        return next(number for number, stack in enumerate(self.spaces) if seat in stack)

    def advance(self, seat: int) -> int:
        """One space to the right, onto whatever stands there (rules 8); returns the new space."""
        here = self.space(seat)
        self.spaces[here].remove(seat)
        if here + 1 == len(self.spaces):
            self.spaces.append([])
        self.spaces[here + 1].insert(0, seat)
        return here + 1


class State(contract.State, kw_only=True):
    """A game of Burgundy. ``turn`` counts rounds, 1 to 25 (0: boards and castles are chosen).

    Hidden are the order of ``supplies``, ``stacks`` and ``leftover``. ``stack`` holds what waits, the last first.
    """

    players: list[Player]
    track: Track
    order: list[int]
    """Turn order of the running round, fixed at its start."""
    white: int = 0
    """The white die of the round; 0 before the first."""
    depots: dict[str, list[str]]
    """Tiles in the depots "1" to "6" and "black"."""
    lying: dict[str, Goods]
    """Goods on the goods spaces of the depots "1" to "6"."""
    coming: list[str] = []
    """Goods on the round spaces of the phase, the next round's first."""
    stacks: list[list[str]]
    """Goods stacks of the phases to come, the next phase's first, face down."""
    leftover: list[str]
    """Goods that leave the game unseen."""
    supplies: dict[str, list[str]]
    """Face-down tiles by back, the next one last."""
    removed: list[str] = []
    """Tiles that left the game, in the order of leaving."""
    bonus: dict[str, list[str]]
    """Bonus tiles still to be won by colour, the large one first."""
    stack: list[Any] = []
    """Steps; ``game`` names their kinds."""

    @property
    def phase(self) -> str:
        """ "A" to "E"; "A" before the first round."""
        return box.PHASES[max(0, self.turn - 1) // box.ROUNDS]

    @property
    def round(self) -> int:
        """The round within the phase, 1 to 5; 0 before the first."""
        return (self.turn - 1) % box.ROUNDS + 1 if self.turn else 0
