"""A thinking process: decisions for the bot that started it, until it closes its end."""

from __future__ import annotations

from bot.thinking.order import carry_out
from bot.work.serving import serve

NICENESS = 10
"""Clicks come before pictures, and pictures before thoughts."""

if __name__ == "__main__":
    serve(carry_out, NICENESS)
