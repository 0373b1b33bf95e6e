"""Turn texts about the rules into tokens that mean the same in every form.

A word stands for its stem, for the parts of a compound and for the group of words that mean the same; words that carry
nothing stand for nothing. Documents and questions are tokenised alike, so that a search only has to compare tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.wording.stems import Compounds, stem
from bot.wording.synonyms import synonyms, words_of

SHORTEST_SLIP = 5
"""Letters of a word in which one may be wrong."""
MOST_SLIPS = 3
"""Known words that a word with a slip may stand for."""
SHARED = 0.7
"""The share of a word's letters with which a word of the same origin begins: "discovery", "discover"."""
SHORTEST_SHARED = 5
"""Letters that words of one origin begin with in common at least."""


class RulesWords:
    """The words of a game's rules in a language."""

    def __init__(self, key: str, language: str, texts: Iterable[str]) -> None:
        self.language = language
        self.synonyms = synonyms(key, language)
        self._stems = {word: stem(word, language) for text in texts for word in words_of(text)}
        """Every known word with its stem."""
        self._known = frozenset(self._stems.values())
        self._compounds = Compounds(self._known, language)

    def tokens(self, text: str) -> list[str]:
        """Return what the words of a text of the rules stand for."""
        words = words_of(text)
        tokens = self._groups(words)
        for word in words:
            if not self.is_filler(word):
                tokens += [self._stem(word), *self._compounds.parts(word)]
        return tokens

    def question(self, text: str) -> list[str]:
        """Return what the words of a question stand for, with what it wants to know."""
        stems = [self._stem(word) for word in words_of(text)]
        wanted = [f"wanted{number}" for place in range(len(stems)) for number in self.synonyms.wanted(stems[place:])]
        return [*self.tokens(text), *stems, *wanted]

    def typed(self, words: list[str]) -> list[str]:
        """Return what typed words stand for, those that are not known for what they resemble."""
        tokens = self._groups(words)
        for word in words:
            if not self.is_filler(word):
                tokens += [self._stem(word), *self._compounds.parts(word)] if self._stem(word) in self._known else self._resembling(word)
        return tokens

    def begun(self, beginning: str) -> list[str]:
        """Return what words stand for that begin so."""
        return [own for word, own in self._stems.items() if word.startswith(beginning) and not self.is_filler(word)]

    def is_filler(self, word: str) -> bool:
        """Return whether a word carries nothing."""
        return word in self.synonyms.filler or self._stem(word) in self.synonyms.filler

    def knows(self, word: str) -> bool:
        """Return whether a word stands for something, or is known to carry nothing."""
        return self.is_filler(word) or self._stem(word) in self._known or bool(self._groups([word]))

    def has_like(self, word: str) -> bool:
        """Return whether a word resembles a known one."""
        return bool(self._resembling(word))

    def _stem(self, word: str) -> str:
        return stem(word, self.language)

    def _groups(self, words: list[str]) -> list[str]:
        stems = [self._stem(word) for word in words]
        return [f"same{number}" for place in range(len(stems)) for number in self.synonyms.groups(stems[place:])]

    def _resembling(self, word: str) -> list[str]:
        """Return what an unknown word may stand for: the parts of a compound, a slip, a word of the same origin."""
        if self._groups([word]):
            return []
        return list(self._compounds.parts(word)) or list(self._slips(word)) or list(self._related(word))

    def _slips(self, word: str) -> Iterator[str]:
        if len(word) < SHORTEST_SLIP or word.isdigit():
            return
        near = process.extract(word, self._stems.keys(), scorer=OSA.distance, score_cutoff=1, limit=MOST_SLIPS)
        yield from (self._stems[known] for known, _, _ in near)

    def _related(self, word: str) -> Iterator[str]:
        shared = word[: max(SHORTEST_SHARED, round(SHARED * len(word)))]
        if len(word) >= SHORTEST_SHARED:
            yield from dict.fromkeys(self.begun(shared))
