"""A thinking process: it carries out orders of the bot that started it, until the bot closes its end."""

from __future__ import annotations

from bot.thinking.order import carry_out
from bot.work.serving import serve

NICENESS = 10
"""Clicks come before pictures, and pictures before thoughts."""

if __name__ == "__main__":
    serve(carry_out, NICENESS)
