"""For measurements, a thinking process that takes its time: it thinks of the same again and again, and answers then."""

from __future__ import annotations

from time import monotonic

from bot.thinking.__main__ import NICENESS
from bot.thinking.order import DecisionOrder, carry_out
from bot.work.serving import serve
from engines import Action

SECONDS = 1.0
"""For each decision, be the player ever so quick."""


def ponder(order: DecisionOrder) -> Action:
    """The player's action, after a while."""
    until = monotonic() + SECONDS
    while True:
        action = carry_out(order)
        if monotonic() >= until:
            return action


if __name__ == "__main__":
    serve(ponder, NICENESS)
