"""Words of actions inside custom ids."""

from __future__ import annotations

from itertools import groupby

from engines import Action


def join(action: Action) -> str:
    """Words as part of a custom id, which holds 100 characters: a word that repeats is written once, with a count."""
    runs = [(word, len(list(run))) for word, run in groupby(action)]
    return ".".join(word if count == 1 else f"{word}*{count}" for word, count in runs)


def split(text: str) -> Action:
    """The inverse of ``join``."""
    words: list[str] = []
    for part in filter(None, text.split(".")):
        word, _, count = part.partition("*")
        words += [word] * int(count or 1)
    return tuple(words)
