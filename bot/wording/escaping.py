"""What people have typed, and names, as they are shown: nothing in them formats, links or calls."""

from __future__ import annotations

import re
from functools import lru_cache

MAX_TYPED = 80
"""Characters of what somebody has typed that are shown."""
_UNSEEN = re.compile("[\x00-\x20\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Blanks, breaks of lines, and what turns the direction of the text after it."""
_FORMATTING = re.compile(r"[\\*_~|`\[\]#>]|^-")
_LINKING = re.compile(r"[<@:/]")
NOTHING_SEEN = "\u200b"
"""A blank of no width: it keeps apart what Discord would otherwise read together."""


@lru_cache(1024)
def plain(text: str) -> str:
    """Something typed or named by people, shown as it is: no formatting, link, mention, emoji or time; not endless."""
    line = _UNSEEN.sub(" ", text).strip()
    short = line if len(line) <= MAX_TYPED else line[: MAX_TYPED - 1] + "…"
    # A backslash stops formatting; links, <t:…>, <#…>, </…> and :emoji: are only stopped by taking them apart.
    return _LINKING.sub(rf"\g<0>{NOTHING_SEEN}", _FORMATTING.sub(r"\\\g<0>", short))


def within(text: str, most: int) -> str:
    """A text that is no longer than this: what is too much falls off after a whole word."""
    if len(text) <= most:
        return text
    kept = text[:most].rpartition(" ")[0].rstrip(" ,;:·(/–")
    return f"{kept or text[: most - 1]}…"


def unformatted(text: str) -> str:
    """A text with ``plain`` parts for where Discord formats nothing: labels and alt texts."""
    return text.replace("**", "").replace("\\", "").replace(NOTHING_SEEN, "")


def bold(name: str) -> str:
    """A player's name in a text."""
    return f"**{plain(name)}**"
