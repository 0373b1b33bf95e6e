"""Reading single words of actions."""

from __future__ import annotations


def number(word: str) -> int | None:
    """The number a word stands for; None when it is not written the one way numbers are written."""
    return int(word) if word.isascii() and word.isdigit() and str(int(word)) == word else None
