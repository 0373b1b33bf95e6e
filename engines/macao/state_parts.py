"""Small records of the state that steps create."""

from __future__ import annotations

import msgspec


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
