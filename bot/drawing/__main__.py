"""A drawing process: pictures for the bot that started it, until it closes its end."""

from __future__ import annotations

from bot.drawing.order import carry_out
from bot.serving import serve

NICENESS = 5
"""Clicks come before pictures."""

if __name__ == "__main__":
    serve(carry_out, NICENESS)
