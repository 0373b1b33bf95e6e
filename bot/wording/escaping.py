"""Escaping of names and typed text, so that nothing in them becomes a format, link or mention in Discord."""

from __future__ import annotations

import re
from functools import lru_cache

from render.names import ISOLATE, POP, clusters, displayed_name, isolated

MAX_TYPED = 80
"""Largest number of characters of typed text that is shown."""
_UNSEEN = re.compile("[\x00-\x20\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Blanks, line breaks, and characters that change the direction of the following text."""
_FORMATTING = re.compile(r"[\\*_~|`\[\]#>]|^-")
_LINKING = re.compile(r"[<@:/]")
NOTHING_SEEN = "\u200b"
"""A zero-width space, which keeps Discord from reading the characters around it together."""
_MARKUP = re.compile(rf"\\([^0-9A-Za-z\s])|\*\*|{NOTHING_SEEN}")
"""Bold marks, zero-width spaces, and backslashes with the escaped character, which is the group that stays."""
_LONGEST_CLUSTER = 40
"""Code points of the longest emoji sequence."""


@lru_cache(1024)
def plain(text: str) -> str:
    """Escape typed text so that Discord shows it unchanged, cut to MAX_TYPED characters.

    Nothing in it becomes a format, link, mention, emoji or timestamp.
    """
    line = _UNSEEN.sub(" ", text).strip()
    short = line if len(line) <= MAX_TYPED else line[: MAX_TYPED - 1] + "…"
    return isolated(_escaped(short))


@lru_cache(1024)
def named(stored: str) -> str:
    """Escape a person's name for use in a text; return an empty text if no character of it is visible."""
    return isolated(_escaped(displayed_name(stored)))


def _escaped(line: str) -> str:
    """Escape formatting, links and mentions in a line.

    A backslash escapes formatting. Links, <t:…>, <#…>, </…> and :emoji: need a zero-width space inside of them.
    """
    return _LINKING.sub(rf"\g<0>{NOTHING_SEEN}", _FORMATTING.sub(r"\\\g<0>", line))


def within(text: str, limit: int) -> str:
    """Shorten a text to at most ``limit`` characters, after a whole word or else after a whole grapheme cluster."""
    if len(text) <= limit:
        return text
    whole_words = text[:limit].rpartition(" ")[0].rstrip(" ,;:·(/–")
    return _closed(f"{whole_words or _beginning(text, limit - 1)}…", limit)


def _beginning(text: str, limit: int) -> str:
    """Return the first grapheme clusters of a text that fit into ``limit`` characters; at least a part of the first."""
    beginning = ""
    for cluster in clusters(text[: limit + _LONGEST_CLUSTER]):
        if len(beginning) + len(cluster) > limit:
            break
        beginning += cluster
    return beginning or text[:limit]


def _closed(text: str, limit: int) -> str:
    """Close the directional isolate that was left open when a text was cut."""
    if text.count(ISOLATE) == text.count(POP):
        return text
    return f"{text}{POP}" if len(text) < limit else f"{text[: limit - 2]}…{POP}"


def unformatted(text: str) -> str:
    """Remove formatting and escapes from a text, for labels and alt texts, which Discord never formats."""
    return _MARKUP.sub(r"\1", text)


def bold(text: str) -> str:
    """Return a title that people have typed, escaped and in bold; for players there is ``Texts.player``."""
    return f"**{plain(text)}**"
