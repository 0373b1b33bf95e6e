"""Forms of words: spellings that count as equal, stems, and the parts of compounds.

Spellings that differ only in case, accents and hyphens are equal. ``Häusern`` and ``haeuser`` have the same stem, which
is a part of ``Rathaus``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock
from unicodedata import category, normalize

from Stemmer import Stemmer

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
_LOCK = Lock()
"""Held while a stemmer works, as a stemmer cannot be used by two threads at once."""
COMPOUNDS = frozenset(code for code in LANGUAGES if about(code).compounds)
"""Languages that write compounds as one word."""
SHORTEST_PART = 3
"""Smallest number of letters in a part of a compound."""


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
    return tuple("".join(map(_normal_letter, normalize("NFKD", lower.translate(_LETTERS)))).split())


def _normal_letter(letter: str) -> str:
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


_STEMMERS = {code: Stemmer(name, 0) for code in LANGUAGES if (name := about(code).stemmer)}
"""Stemmers by language. Their own caches are switched off (0 words), as ``stem`` has one."""


@lru_cache(maxsize=1 << 14)
def stem(word: str, language: str) -> str:
    """Return a word in lower case without its endings and accents."""
    stemmer = _STEMMERS.get(language)
    if stemmer is None:
        return _without_accents(word, language)
    with _LOCK:
        stemmed: str = stemmer.stemWord(word)
    return _without_accents(stemmed, language)


def _without_accents(word: str, language: str) -> str:
    """Return a word without accents; umlauts, also those written as two letters, become plain vowels."""
    letters = "".join(folded(word)) or word
    for written, vowel in about(language).respelled.items():
        letters = letters.replace(written, vowel)
    return letters


class Compounds:
    """Splits compounds whose parts have known stems."""

    def __init__(self, words: Iterable[str], language: str) -> None:
        self._words = frozenset(words)
        self._language = language
        self._beginnings = {known_stem[:SHORTEST_PART] for known_stem in self._words}

    def parts(self, word: str) -> Iterator[str]:
        """Yield the stems of the two parts of a compound; nothing if they are not both known."""
        if self._language not in COMPOUNDS:
            return
        cuts = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1) if self._may_begin(word) else ()
        for cut in cuts:
            if not self._may_begin(word[cut:]):
                continue
            last = stem(word[cut:], self._language)
            first = next(self._firsts(word[:cut]), None) if last in self._words else None
            if first:
                yield from (first, last)

    def _may_begin(self, word: str) -> bool:
        return "".join(folded(word[:SHORTEST_PART])) in self._beginnings

    def _firsts(self, beginning: str) -> Iterator[str]:
        for link in ("", *about(self._language).links):
            short = beginning.removesuffix(link)
            if beginning.endswith(link) and len(short) >= SHORTEST_PART and stem(short, self._language) in self._words:
                yield stem(short, self._language)
