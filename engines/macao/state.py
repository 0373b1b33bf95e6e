"""Macao's state: plain typed records. Field names are the keys of the dump; cubes are counted by colour."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.macao import board
from engines.macao.state_parts import Display, Round
from engines.macao.wall import Wall

Cubes = dict[str, int]
"""Cubes by colour; a colour without cubes is absent."""


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
