"""Words of actions inside custom ids and values of selects. What comes in may be damaged or forged."""

from __future__ import annotations

import re
from itertools import groupby

from engines import Action

LONGEST = 100
"""Characters of a custom id, and of a select's value."""
NUMBER = "[0-9]{1,9}"
"""What a number in a custom id looks like: it fits into 32 bits, as ids of tables do in the database."""
WORDS = rf"[^.].{{0,{LONGEST - 1}}}"
"""What words in a custom id look like: at least one."""
_REPEATED = re.compile(r"(.+)\*([1-9][0-9]?)")


def join(action: Action) -> str:
    """Words as part of a custom id: a word that repeats is written once, with a count."""
    runs = [(word, len(list(run))) for word, run in groupby(action)]
    return ".".join(word if count == 1 else f"{word}*{count}" for word, count in runs)


def split(text: str) -> Action:
    """Return the inverse of ``join``.

    A count that ``join`` does not write stays part of its word, which no game knows.
    """
    words: list[str] = []
    for part in filter(None, text[:LONGEST].split(".")):
        repeated = _REPEATED.fullmatch(part)
        words += [repeated[1]] * int(repeated[2]) if repeated else [part]
    return tuple(words)
