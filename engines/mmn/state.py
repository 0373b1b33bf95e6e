"""The state of a game: plain typed records. Field names are the keys of the dump.

Cards are counted in lists in the order of ``board.KINDS``, levels in the order of ``board.TRACKS``; places and seats
are numbers from 0, -1 is nowhere and nobody.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engines import contract
from engines.mmn import board
from engines.mmn.state_parts import Building, Curse, Knight, Now


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
