"""Macao's state: plain typed records. Field names are the keys of the dump; cubes are counted by colour."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.macao import board

Cubes = dict[str, int]
"""Cubes by colour; a colour without cubes is absent."""


class Round(msgspec.Struct, kw_only=True):
    """What a player has done and received since the round began; limits and conditions look at it."""

    advanced: bool = False
    """The paid advance on the wall is done."""
    quarters: int = 0
    purchases: int = 0
    """Purchases of prestige at the tribute value."""
    used: dict[str, int] = {}
    """Uses by card."""
    office_uses: dict[str, int] = {}
    """Uses by kind of office."""
    gold: int = 0
    """Gold received."""
    prestige: int = 0
    """Prestige received."""
    steps: int = 0
    """Spaces the ship has moved."""


class Display(msgspec.Struct, kw_only=True):
    """The cards of a round that can be taken, and the tribute value they set."""

    cards: list[str] = []
    gold: int = 0
    prestige: int = 0


class Player(msgspec.Struct, kw_only=True):
    """A player: purse, wind rose, cards, ship, quarters."""

    prestige: int = board.PRESTIGE_START
    gold: int = board.GOLD_START
    penalties: int = 0
    """Penalty markers."""
    rose: list[Cubes] = []
    """Cubes by field: 0 is the action stock under the arrow, 1 to 6 the die fields."""
    tableau: list[str] = []
    """Reserved cards, at most five."""
    activated: list[str] = []
    hold: dict[str, int] = {}
    """Ware tiles aboard by ware."""
    jokers: int = 0
    ship: str = board.START
    free_steps: int = 0
    """Unpaid ship steps left in this turn."""
    quarters: list[str] = []
    earned: dict[str, int] = {}
    """Where the prestige came from: "wares", "tribute", "cards"."""
    this_round: Round = msgspec.field(default_factory=Round)

    @property
    def stock(self) -> Cubes:
        """The action stock."""
        return self.rose[board.STOCK]


class Wall(msgspec.Struct, kw_only=True):
    """Discs on spaces 1 to 16. ``stacks``: seats on each space, the top disc first; ``stacks[0]`` is space 1.

    ``locked``: seats that went past the last space, in that order; they are first for the rest of the game and lie
    in no stack.
    """

    stacks: list[list[int]]
    locked: list[int] = []

    @classmethod
    def at_start(cls, seats: list[int]) -> Wall:
        """All discs on space 1, the first seat named on top."""
        return cls(stacks=[list(seats), *([] for _ in range(board.WALL_END - 1))])

    def order(self) -> list[int]:
        """Seats, first to act first: locked ones, then further spaces, then top to bottom."""
        return self.locked + [seat for stack in reversed(self.stacks) for seat in stack]

    def space(self, seat: int) -> int:
        """The space of a seat's disc, 1 to 16; a locked disc stays on 16."""
        for number, stack in enumerate(self.stacks, 1):
            if seat in stack:
                return number
        return board.WALL_END

    def spaces_ahead(self, seat: int) -> int:
        """How far a seat may still advance: one step past the last space locks it (ruling 8)."""
        if seat in self.locked:
            return 0
        return board.WALL_END - self.space(seat) + board.RULINGS.wall_overshoot_locks_first

    def advance(self, seat: int, spaces: int, tower: int | None) -> None:
        """Moves a disc; ``tower`` is the seat whose disc lies on top of any stack (Turm)."""
        if not self.spaces_ahead(seat):
            return
        target = self.space(seat) + spaces
        self.stacks[self.space(seat) - 1].remove(seat)
        if target > board.WALL_END:
            ahead = seat == tower and board.RULINGS.tower_outranks_overshoot_lock
            self.locked.insert(0 if ahead else len(self.locked), seat)
            return
        stack = self.stacks[target - 1]
        stack.insert(1 if stack[:1] == [tower] else 0, seat)

    def raise_tower(self, seat: int) -> None:
        """Turm was activated: the disc moves to the top of its stack at once."""
        for stack in self.stacks:
            if seat in stack:
                stack.remove(seat)
                stack.insert(0, seat)


class State(contract.State, kw_only=True):
    """A game of Macao. ``turn`` is the round, 1 to 12 (0: the draft). ``stack`` holds what waits, the last first."""

    players: list[Player]
    wall: Wall
    deck: list[str]
    """Building and person cards face down, the next one last: the only hidden information."""
    discard: list[str] = []
    offices: list[list[str]]
    """The pairs of office cards of the rounds to come, the next round's first."""
    display: Display = msgspec.field(default_factory=Display)
    rolled: dict[str, int] = {}
    """The dice of the round by colour, high ones already turned; empty before the roll."""
    chosen: list[list[str]]
    """Colours of the dice each seat has chosen in this round, by seat; empty before they may be known."""
    city: dict[str, str]
    """The tile on each free quarter: a ware, or "joker"."""
    ports: dict[str, int]
    """Delivery spaces filled in each port."""
    stack: list[Any] = []
    """Steps; ``game`` names their kinds."""
