"""Records of Macao's state. The names of their fields are the keys of a dump."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.macao import board

Cubes = dict[str, int]
"""The number of cubes by colour; a colour without cubes is absent."""


class Round(msgspec.Struct, kw_only=True):
    """A player's actions and gains since the round began, on which limits and conditions depend."""

    advanced: bool = False
    """True once the paid advance on the wall was made."""
    quarters: int = 0
    """The number of quarters taken."""
    purchases: int = 0
    """The number of purchases of prestige at the tribute value."""
    used: dict[str, int] = {}
    """The number of uses by card."""
    office_uses: dict[str, int] = {}
    """The number of uses by kind of office."""
    gold: int = 0
    """The gold received."""
    prestige: int = 0
    """The prestige received."""
    steps: int = 0
    """The number of spaces that the ship has moved."""


class Display(msgspec.Struct, kw_only=True):
    """The cards of a round that can be taken, and its tribute value: ``prestige`` for ``gold``."""

    cards: list[str] = []
    gold: int = 0
    prestige: int = 0


class Player(msgspec.Struct, kw_only=True):
    """A player's gold, wind rose, cards, ship and quarters."""

    prestige: int = board.PRESTIGE_START
    gold: int = board.GOLD_START
    penalties: int = 0
    """The number of penalty markers."""
    rose: list[Cubes] = []
    """The cubes on the wind rose by field: 0 is the action stock under the arrow, 1 to 6 are the die fields."""
    tableau: list[str] = []
    """The reserved cards, at most five."""
    activated: list[str] = []
    hold: dict[str, int] = {}
    """The number of ware tiles aboard by ware."""
    jokers: int = 0
    ship: str = board.START
    free_steps: int = 0
    """The number of ship steps that need no cubes in this turn."""
    quarters: list[str] = []
    earned: dict[str, int] = {}
    """The prestige so far by source: "wares", "tribute", "cards"."""
    this_round: Round = msgspec.field(default_factory=Round)

    @property
    def stock(self) -> Cubes:
        """The cubes of the action stock."""
        return self.rose[board.STOCK]


class Wall(msgspec.Struct, kw_only=True):
    """The wall with spaces 1 to 16, on which discs set the order of play."""

    stacks: list[list[int]]
    """The seats on each space, the top disc first; ``stacks[0]`` is space 1."""
    locked: list[int] = []
    """The seats that went past the last space; they act first for the rest of the game, and are in no stack."""

    @classmethod
    def at_start(cls, seats: list[int]) -> Wall:
        """Return a wall with all discs on space 1, that of the first seat on top."""
        return cls(stacks=[list(seats), *([] for _ in range(board.WALL_END - 1))])

    def order(self) -> list[int]:
        """Return the seats in the order of play: locked ones, then from the last space to the first, top to bottom."""
        return self.locked + [seat for stack in reversed(self.stacks) for seat in stack]

    def space(self, seat: int) -> int:
        """Return the space of a seat's disc, 1 to 16; a locked disc stays on 16."""
        for number, stack in enumerate(self.stacks, 1):
            if seat in stack:
                return number
        return board.WALL_END

    def spaces_ahead(self, seat: int) -> int:
        """Return how many spaces a seat may still advance; one step past the last space locks it (ruling 8)."""
        if seat in self.locked:
            return 0
        return board.WALL_END - self.space(seat) + board.RULINGS.wall_overshoot_locks_first

    def advance(self, seat: int, spaces: int, tower: int | None) -> None:
        """Move a disc; ``tower`` is the seat whose disc lies on top of any stack (Turm), if there is one."""
        if not self.spaces_ahead(seat):
            return
        target = self.space(seat) + spaces
        self.stacks[self.space(seat) - 1].remove(seat)
        if target > board.WALL_END:
            is_first = seat == tower and board.RULINGS.tower_outranks_overshoot_lock
            self.locked.insert(0 if is_first else len(self.locked), seat)
            return
        stack = self.stacks[target - 1]
        stack.insert(1 if stack[:1] == [tower] else 0, seat)

    def raise_tower(self, seat: int) -> None:
        """Move a disc to the top of its stack, because its owner activated the Turm."""
        for stack in self.stacks:
            if seat in stack:
                stack.remove(seat)
                stack.insert(0, seat)


class State(contract.State, kw_only=True):
    """The state of a game of Macao; ``turn`` is the round, 1 to 12, or 0 before the first round."""

    players: list[Player]
    wall: Wall
    deck: list[str]
    """The face-down building and person cards, the next one last.

    Their order, and dice that are chosen but not revealed, are the only hidden information.
    """
    discard: list[str] = []
    offices: list[list[str]]
    """The pairs of office cards of the rounds to come, that of the next round first."""
    display: Display = msgspec.field(default_factory=Display)
    rolled: dict[str, int] = {}
    """The values of the dice of the round by colour, with high dice already turned; empty before the roll."""
    chosen: list[list[str]]
    """The colours of the dice that each seat has chosen in this round; empty until they are revealed."""
    city: dict[str, str]
    """The tile on each free quarter: a ware, or "joker"."""
    ports: dict[str, int]
    """The number of filled delivery spaces by port."""
    stack: list[Any] = []
    """The steps that wait, the next one last; ``game`` lists their types."""
