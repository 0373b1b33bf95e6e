"""Reading single words of actions."""

from __future__ import annotations

DIGITS = 9
"""No game counts further; thousands of digits are not even read."""


def number(word: str) -> int | None:
    """The number a word stands for; None when it is not written the one way numbers are written."""
    if len(word) > DIGITS or not (word.isascii() and word.isdigit()):
        return None
    return int(word) if str(int(word)) == word else None
