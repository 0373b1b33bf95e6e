"""Computer players that take their time, for measurements: they think of the same again and again, and answer then."""

from __future__ import annotations

from time import monotonic

from bot.thinking.order import DecisionOrder, carry_out
from engines import Action

SECONDS = 1.0
"""For each decision, be the player ever so quick."""


def ponder(order: DecisionOrder) -> Action:
    """Return the player's action, after a while."""
    until = monotonic() + SECONDS
    while True:
        action: Action = carry_out(order)
        if monotonic() >= until:
            return action
