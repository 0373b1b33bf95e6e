"""Computer players that think for a fixed time, for measurements of bots with busy processors."""

from __future__ import annotations

from time import monotonic

from bot.thinking.order import DecisionOrder, carry_out
from engines import Action

SECONDS = 1.0
"""Shortest time for a decision, however quick the player is."""


def ponder(order: DecisionOrder) -> Action:
    """Decide again and again until ``SECONDS`` have passed, and return the last action."""
    until = monotonic() + SECONDS
    while True:
        action: Action = carry_out(order)
        if monotonic() >= until:
            return action
