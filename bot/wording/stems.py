"""Words of a language without what changes in use: ``Häusern`` and ``haeuser`` are one word, of which ``Rathaus`` has a
part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from threading import Lock

from Stemmer import Stemmer

from bot.wording.folding import folded
from bot.wording.languages import LANGUAGES, about

_STEMMERS = {code: Stemmer(name, 0) for code in LANGUAGES if (name := about(code).stemmer)}
"""Without the cache of their own (0 words): ``stem`` has one."""
_ONE_AT_A_TIME = Lock()
"""A stemmer keeps the word it is at."""
COMPOUNDS = frozenset(code for code in LANGUAGES if about(code).compounds)
"""Languages that write compounds as one word."""
SHORTEST_PART = 3


@lru_cache(maxsize=1 << 14)
def stem(word: str, language: str) -> str:
    """A word in lower case without its endings, plain."""
    stemmer = _STEMMERS.get(language)
    if stemmer is None:
        return plain(word, language)
    with _ONE_AT_A_TIME:
        found: str = stemmer.stemWord(word)
    return plain(found, language)


def plain(word: str, language: str) -> str:
    """A word without accents, umlauts as their vowels, however they are written."""
    found = "".join(folded(word)) or word
    for written, vowel in about(language).respelled.items():
        found = found.replace(written, vowel)
    return found


class Compounds:
    """Takes words apart whose parts are ``known`` by stem."""

    def __init__(self, known: Iterable[str], language: str) -> None:
        self._known, self._language = frozenset(known), language
        self._beginnings = {own[:SHORTEST_PART] for own in self._known}

    def parts(self, word: str) -> Iterator[str]:
        """The stems of what a compound is made of; nothing if it cannot be made of two known words."""
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
