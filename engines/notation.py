"""Read single words of actions."""

from __future__ import annotations

DIGITS = 9
"""Digits of the longest number that is read; no game counts further."""


def number(word: str) -> int | None:
    """Return the number that a word stands for; None: it is not written in the usual way, without leading zeros."""
    if len(word) > DIGITS or not (word.isascii() and word.isdigit()):
        return None
    return int(word) if str(int(word)) == word else None
