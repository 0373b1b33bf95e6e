"""Folding of words: spellings that differ only in case, accents and hyphens become equal."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, normalize

from bot.wording.languages import LANGUAGES, about

Folded = tuple[str, ...]
"""The folded words of a text."""

DROPPED = frozenset(("Mn", "Cf", "Pd", "Pc", "Sk"))
"""Unicode categories of characters that are dropped: accents, invisible characters, dashes, underscores."""
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", **dict.fromkeys("'’‘´`.\\", "")})
_TRANSLITERATED = str.maketrans(
    {letter: typed for code in LANGUAGES for letter, typed in about(code).transliterated.items()}
)
"""Letters that English lacks, with the English letters that people type for them."""
_ELIDED_WORDS = [word for code in LANGUAGES for word in about(code).elided]
_ELIDED = re.compile(rf"\b({'|'.join(map(re.escape, _ELIDED_WORDS))})['’](?=\w)") if _ELIDED_WORDS else None
"""A word that is joined to the next one by an apostrophe: the "l" of "l'or"; None if no language has such words."""


def folded(text: str) -> Folded:
    """Return the words of a text without case, accents and punctuation: "Moçambique's" is ``mocambiques``."""
    return _words(text.casefold() if text.isascii() else normalize("NFKC", text).casefold())


@lru_cache(maxsize=1 << 13)
def spellings(text: str) -> tuple[Folded, ...]:
    """Return the ways to write a text of the catalogue with English letters: ``gewurze`` and ``gewuerze``."""
    lower = normalize("NFC", normalize("NFKC", text).casefold())
    return tuple(dict.fromkeys((_words(lower), _words(lower.translate(_TRANSLITERATED)))))


def _words(lower: str) -> Folded:
    if lower.isascii() and lower.replace(" ", "").isalnum():
        return tuple(lower.split())
    if _ELIDED is not None:
        lower = _ELIDED.sub(r"\1 ", lower)
    return tuple("".join(map(_kept, normalize("NFKD", lower.translate(_LETTERS)))).split())


def _kept(letter: str) -> str:
    if letter.isalnum():
        return letter
    kind = category(letter)
    if kind in DROPPED:
        return ""
    return letter if kind in ("So", "Mc") else " "  # names of people may be written with signs only


def joined(words: Folded) -> str:
    """Join words without blanks, so that blanks do not matter; a blank stays between two numbers."""
    text = ""
    for word in words:
        text += f" {word}" if text[-1:].isdigit() and word[:1].isdigit() else word
    return text
