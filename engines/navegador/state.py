"""Navegador's state: plain records. Field names are the keys of the dump; money is in Cruzados."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract


class Player(msgspec.Struct, kw_only=True):
    """One player's mat, purse, fleet and stone."""

    money: int
    workers: int
    fleet: dict[str, int]
    """Ships on the board by region; regions without ships are absent. 7 minus their sum is the supply."""
    colonies: dict[str, int]
    """Colony tokens by good; every good is present."""
    factories: dict[str, int]
    """Factories by good, every good present, and the start factory as "joker"."""
    privileges: dict[str, int]
    """Privileges on the mat by category; every category is present. A royal privilege counts like any other."""
    explorers: int = 0
    shipyards: int = 1
    churches: int = 1
    stone: int | None = None
    """Rondel field 0 to 7; None before the first turn."""
    royal: bool = True
    """The royal privilege is still to be placed (in the Goa variant: still lies in Goa)."""

    @property
    def ships(self) -> int:
        """Ships on the board."""
        return sum(self.fleet.values())


class Card(msgspec.Struct, kw_only=True):
    """The Navegador card (rules 9): who holds it, the field the orange ship marks, fields moved since receipt."""

    holder: int
    mark: int | None = None
    moved: int = 0


class State(contract.State, kw_only=True):
    """A game of Navegador. ``stack`` holds what waits, the last entry first."""

    start: int
    """The start player's seat; play runs to the next higher seat and from the last to 0."""
    players: list[Player]
    phase: int = 1
    coming_phase: int | None = None
    """A phase triggered in this turn that is not yet in force."""
    market: dict[str, int]
    """The marker's row by good, 1 (top) to 10."""
    stacks: dict[str, list[int]]
    """Colony prices left in each region, cheapest first; hidden while the region is undiscovered."""
    discovered: list[str]
    """Regions without explorer disk, in the order of their discovery; Portugal first."""
    removed: dict[str, int]
    """The price of the token of each good that left the game unseen."""
    gallery: dict[str, int]
    """Privileges on offer by category."""
    buildings: dict[str, int]
    """Buildings left on the board by row id (factory_sugar, factory_gold, factory_spice, shipyard, church)."""
    card: Card
    trigger: str | None = None
    """What triggered the end: "nagasaki" or "buildings"."""
    turns_left: int | None = None
    """Turns still to be played after the turn that triggered the end; None before."""
    stack: list[Any] = []
    """Steps; ``game`` names their kinds."""
