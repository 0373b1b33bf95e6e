"""Encoding of an action's words in custom ids and in values of selects; text that arrives may be damaged or forged."""

from __future__ import annotations

import re
from itertools import groupby

from engines import Action

LONGEST = 100
"""Discord's limit for a custom id and for a select's value, in characters."""
NUMBER = "[0-9]{1,9}"
"""Pattern of a number in a custom id; nine digits fit into 32 bits, as the database needs for ids of tables."""
WORDS = rf"[^.].{{0,{LONGEST - 1}}}"
"""Pattern of the words of an action in a custom id; there is at least one word."""
_REPEATED = re.compile(r"(.+)\*([2-9]|[1-9][0-9])")  # two digits bound what a forged id expands to


def join(action: Action) -> str:
    """Return the words of an action as one text; a word that repeats is written once, with a count.

    >>> join(("pay", "wood", "wood"))
    'pay.wood*2'
    """
    runs = [(word, len(list(run))) for word, run in groupby(action)]
    return ".".join(word if count == 1 else f"{word}*{count}" for word, count in runs)


def split(text: str) -> Action:
    """Return the words that ``join`` wrote.

    A count in a form that ``join`` never writes stays part of its word; such a word exists in no game and is refused.
    """
    words: list[str] = []
    for part in filter(None, text[:LONGEST].split(".")):
        repeated = _REPEATED.fullmatch(part)
        words += [repeated[1]] * int(repeated[2]) if repeated else [part]
    return tuple(words)
