"""Escape names and what people have typed, so that nothing in them formats, links or mentions."""

from __future__ import annotations

import re
from functools import lru_cache

from render.names import ISOLATE, POP, clusters, isolated, shown

MAX_TYPED = 80
"""Characters of what somebody has typed that are shown."""
_UNSEEN = re.compile("[\x00-\x20\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""Blanks, breaks of lines, and what turns the direction of the text after it."""
_FORMATTING = re.compile(r"[\\*_~|`\[\]#>]|^-")
_LINKING = re.compile(r"[<@:/]")
NOTHING_SEEN = "\u200b"
"""A blank of no width: it keeps apart what Discord would otherwise read together."""
_MARKUP = re.compile(rf"\\([^0-9A-Za-z\s])|\*\*|{NOTHING_SEEN}")
"""Bold, and what ``plain`` has put before a sign; the sign itself stays."""
_LONGEST_CLUSTER = 40
"""Characters of the longest emoji that consists of several."""


@lru_cache(1024)
def plain(text: str) -> str:
    """Return something that people typed or named as Discord shows it unchanged, cut to MAX_TYPED characters.

    Nothing in it is a format, link, mention, emoji or time.
    """
    line = _UNSEEN.sub(" ", text).strip()
    short = line if len(line) <= MAX_TYPED else line[: MAX_TYPED - 1] + "…"
    return isolated(_escaped(short))


@lru_cache(1024)
def named(stored: str) -> str:
    """Return a person's name as it is shown in a text, without effect on it; empty if nothing of it can be seen."""
    return isolated(_escaped(shown(stored)))


def _escaped(line: str) -> str:
    """Return a line in which nothing formats, links or calls.

    A backslash stops formatting; links, <t:…>, <#…>, </…> and :emoji: are only stopped by taking them apart.
    """
    return _LINKING.sub(rf"\g<0>{NOTHING_SEEN}", _FORMATTING.sub(r"\\\g<0>", line))


def within(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, cut after a whole word, else after a whole grapheme cluster."""
    if len(text) <= most:
        return text
    whole_words = text[:most].rpartition(" ")[0].rstrip(" ,;:·(/–")
    return _closed(f"{whole_words or _beginning(text, most - 1)}…", most)


def _beginning(text: str, most: int) -> str:
    """Return as many grapheme clusters of a text as ``most`` characters hold, or a part of the first one."""
    beginning = ""
    for cluster in clusters(text[: most + _LONGEST_CLUSTER]):
        if len(beginning) + len(cluster) > most:
            break
        beginning += cluster
    return beginning or text[:most]


def _closed(text: str, most: int) -> str:
    """Return a text that was cut, with the end of the isolate that the cut left open."""
    if text.count(ISOLATE) == text.count(POP):
        return text
    return f"{text}{POP}" if len(text) < most else f"{text[: most - 2]}…{POP}"


def unformatted(text: str) -> str:
    """Return a text with ``plain`` parts as it reads where Discord formats nothing: labels and alt texts."""
    return _MARKUP.sub(r"\1", text)


def bold(text: str) -> str:
    """Return a title or anything else that people have named in bold; ``Texts.player`` does so for players."""
    return f"**{plain(text)}**"
