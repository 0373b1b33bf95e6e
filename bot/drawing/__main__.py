"""A drawing process: pictures for the bot that started it, until it closes its end."""

from __future__ import annotations

from bot.drawing.order import PictureOrder, carry_out
from bot.work.serving import serve
from render.kit import kept

NICENESS = 5
"""Clicks come before pictures."""


def answer(order: PictureOrder) -> tuple[bytes, int]:
    """The picture, and the bytes that this process keeps of what it has drawn."""
    return carry_out(order), kept.held()


if __name__ == "__main__":
    serve(answer, NICENESS)
