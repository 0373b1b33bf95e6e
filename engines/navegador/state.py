"""Records of Navegador's state. The names of their fields are the keys of a dump; money is in Cruzados."""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract


class Player(msgspec.Struct, kw_only=True):
    """One player's mat, purse, fleet and stone."""

    money: int
    workers: int
    fleet: dict[str, int]
    """The ships on the board by region; regions without ships are absent. The other ones of 7 are the supply."""
    colonies: dict[str, int]
    """The number of colony tokens by good; every good is present."""
    factories: dict[str, int]
    """The number of factories by good, with every good present and the start factory as "joker"."""
    privileges: dict[str, int]
    """The privileges on the mat by category; every category is present. A placed royal privilege counts, too."""
    explorers: int = 0
    shipyards: int = 1
    churches: int = 1
    stone: int | None = None
    """The rondel field of the stone, 0 to 7; None before the first turn."""
    royal: bool = True
    """True until the royal privilege is placed; in the Goa variant it lies in Goa until then."""

    @property
    def ships(self) -> int:
        """The number of ships on the board."""
        return sum(self.fleet.values())


class Card(msgspec.Struct, kw_only=True):
    """The Navegador card (rules 9)."""

    holder: int
    mark: int | None = None
    """The rondel field that the orange ship marks; None before the holder's first turn."""
    moved: int = 0
    """The number of fields that the holder's stone has moved since the holder got the card."""


class State(contract.State, kw_only=True):
    """The state of a game of Navegador."""

    start: int
    """The start player's seat; the next higher seat follows, and seat 0 after the last."""
    players: list[Player]
    phase: int = 1
    coming_phase: int | None = None
    """The phase that was triggered in this turn and is not yet in force."""
    market: dict[str, int]
    """The row of the market marker by good, 1 (top) to 10."""
    stacks: dict[str, list[int]]
    """The prices of the colonies in each region, cheapest first; hidden while the region is undiscovered."""
    discovered: list[str]
    """The discovered regions in the order of their discovery; Portugal is the first."""
    removed: dict[str, int]
    """The price of the token of each good that left the game unseen."""
    gallery: dict[str, int]
    """The number of privileges on offer by category."""
    buildings: dict[str, int]
    """The number of buildings on the board by row (factory_sugar, factory_gold, factory_spice, shipyard, church)."""
    card: Card
    trigger: str | None = None
    """The trigger of the end: "nagasaki" or "buildings"; None: nothing has triggered it."""
    turns_left: int | None = None
    """The number of turns still to be played; None until the turn that triggered the end is over."""
    stack: list[Any] = []
    """The steps that wait, the next one last; ``game`` lists their types."""
