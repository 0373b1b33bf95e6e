"""Records of Burgundy's state. The names of their fields are the keys of a dump.

Tiles are identified by their kinds (``bank``, ``cow3``, ``k12``), hexes by row and place (``d4``), goods by their
colour. Numbers of goods are positive: types of which there are none are absent.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.burgundy import box

Goods = dict[str, int]
"""The number of goods tiles by type."""


class Player(msgspec.Struct, kw_only=True):
    """A player's estate, storage, goods, workers, silverlings and dice."""

    board: str = ""
    """The id of the player board; empty until it is chosen."""
    covered: dict[str, str] = {}
    """The tile on each covered hex, in the order of placing; the start castle is the first."""
    knowledge: list[str] = []
    """The knowledge tiles of ``covered``."""
    storage: list[str] = []
    """The tiles that were taken and are not placed yet."""
    goods: Goods = {}
    """The goods in the goods store."""
    sold: Goods = {}
    workers: int = 0
    silverlings: int = 0
    rolled: list[int] = []
    """The numbers of both dice as they were rolled in this round."""
    unused: list[int] = []
    """The dice that are not used yet, in ascending order."""
    purchased: bool = False
    """True once the purchase of this turn has been made."""
    hired: bool = False
    """True once knowledge 6 of the Special Edition has been used in this turn."""
    bonus: list[str] = []
    """The bonus tiles won, as ``<colour>.large`` or ``<colour>.small``."""
    earned: dict[str, int] = {}
    """The VP so far by source: "animals", "regions", "bonus", "sales", "watchtowers"."""

    @property
    def mines(self) -> int:
        """Number of mines on the estate."""
        return list(self.covered.values()).count("mine")


class Track(msgspec.Struct):
    """The turn-order track."""

    spaces: list[list[int]]
    """The seats on each space from the left, with the upper marker first."""

    def order(self) -> list[int]:
        """Return the seats in turn order: from right to left, in a stack from top to bottom."""
        return [seat for stack in reversed(self.spaces) for seat in stack]

    def space(self, seat: int) -> int:
        """Return the space of a seat's marker; the first space is 0."""
        return next(number for number, stack in enumerate(self.spaces) if seat in stack)

    def advance(self, seat: int) -> int:
        """Move a marker one space to the right, on top of others there (rules 8), and return the new space."""
        space = self.space(seat)
        self.spaces[space].remove(seat)
        if space + 1 == len(self.spaces):
            self.spaces.append([])
        self.spaces[space + 1].insert(0, seat)
        return space + 1


class State(contract.State, kw_only=True):
    """The state of a game of Burgundy.

    ``turn`` counts rounds from 1 to 25; it is 0 while boards and castles are chosen. The order of ``supplies``, and
    ``stacks`` and ``leftover`` are hidden from all players.
    """

    players: list[Player]
    track: Track
    order: list[int]
    """The turn order of the running round, which is fixed at its start."""
    white: int = 0
    """The number on the white die of the round; 0 before the first round."""
    depots: dict[str, list[str]]
    """The tiles in the depots "1" to "6" and "black"."""
    lying: dict[str, Goods]
    """The goods on the goods spaces of the depots "1" to "6"."""
    coming: list[str] = []
    """The goods on the round spaces of the phase, that of the next round first."""
    stacks: list[list[str]]
    """The face-down goods stacks of the phases to come, that of the next phase first."""
    leftover: list[str]
    """The goods that left the game unseen at the start."""
    supplies: dict[str, list[str]]
    """The face-down tiles by back, the next one last."""
    removed: list[str] = []
    """The tiles that left the game, in the order of leaving."""
    bonus: dict[str, list[str]]
    """The sizes of the bonus tiles still to be won, by colour, the large one first."""
    stack: list[Any] = []
    """The steps that wait, the next one last; ``game`` lists their types."""

    @property
    def phase(self) -> str:
        """The phase, "A" to "E"; "A" before the first round."""
        return box.PHASES[max(0, self.turn - 1) // box.ROUNDS]

    @property
    def round(self) -> int:
        """The round within the phase, 1 to 5; 0 before the first round."""
        return (self.turn - 1) % box.ROUNDS + 1 if self.turn else 0
