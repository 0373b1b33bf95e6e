"""Stems of words, and the parts of compounds.

``Häusern`` and ``haeuser`` have the same stem, which is a part of ``Rathaus``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock

from Stemmer import Stemmer

from bot.wording.folding import folded
from bot.wording.languages import LANGUAGES, about

_STEMMERS = {code: Stemmer(name, 0) for code in LANGUAGES if (name := about(code).stemmer)}
"""Stemmers by language. Their own caches are switched off (0 words), as ``stem`` has one."""
_LOCK = Lock()
"""Held while a stemmer works, as a stemmer cannot be used by two threads at once."""
COMPOUNDS = frozenset(code for code in LANGUAGES if about(code).compounds)
"""Languages that write compounds as one word."""
SHORTEST_PART = 3
"""Smallest number of letters in a part of a compound."""


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

    def __init__(self, known: Iterable[str], language: str) -> None:
        self._known = frozenset(known)
        self._language = language
        self._beginnings = {known_stem[:SHORTEST_PART] for known_stem in self._known}

    def parts(self, word: str) -> Iterator[str]:
        """Yield the stems of the two parts of a compound; nothing if they are not both known."""
        if self._language not in COMPOUNDS:
            return
        cuts = range(SHORTEST_PART, len(word) - SHORTEST_PART + 1) if self._may_begin(word) else ()
        for cut in cuts:
            if not self._may_begin(word[cut:]):
                continue
            last = stem(word[cut:], self._language)
            first = next(self._firsts(word[:cut]), None) if last in self._known else None
            if first:
                yield from (first, last)

    def _may_begin(self, word: str) -> bool:
        return "".join(folded(word[:SHORTEST_PART])) in self._beginnings

    def _firsts(self, beginning: str) -> Iterator[str]:
        for link in ("", *about(self._language).links):
            short = beginning.removesuffix(link)
            if beginning.endswith(link) and len(short) >= SHORTEST_PART and stem(short, self._language) in self._known:
                yield stem(short, self._language)
