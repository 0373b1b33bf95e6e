"""Turn texts about the rules into tokens that are the same for every form of a word.

A word gives its stem, the stems of the parts of a compound and the number of the group of words that mean the same;
filler words ("the", "how") give nothing. Documents and questions are tokenised alike, so that a search only has to
compare tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from sys import intern

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bot.wording.synonyms import synonyms, words_of
from bot.wording.word_forms import Compounds, stem

SHORTEST_SLIP = 5
"""Letters of a word in which one may be wrong."""
MOST_SLIPS = 3
"""Known words that a misspelt word may stand for."""
SHARED = 0.7
"""Share of a word's letters that a word of the same origin begins with: "discovery", "discover"."""
SHORTEST_SHARED = 5
"""Letters that words of the same origin begin with in common at least."""


class RulesWords:
    """The words of a game's rules in a language."""

    def __init__(self, key: str, language: str, texts: Iterable[str]) -> None:
        self.language = language
        self.synonyms = synonyms(key, language)
        words = {word: stem(word, language) for text in texts for word in words_of(text)}
        self._stem_words = frozenset(words.values())
        self._stems = words | {known_stem: known_stem for known_stem in self._stem_words}
        """The stem of every known word, and of every known stem."""
        self._compounds = Compounds(self._stem_words, language)
        self._tokens = {word: self._tokens_of(word) for word in words}
        """The tokens of every known word without its groups."""

    def tokens(self, words: Sequence[str]) -> list[str]:
        """Return the tokens of words of the rules or of a question; an unknown word gives those of similar words."""
        tokens = self._groups(words)
        for word in words:
            tokens += self._tokens[word] if word in self._tokens else self._tokens_of(word)
        return tokens

    def asking(self, words: Sequence[str]) -> list[str]:
        """Return tokens for the way a question is asked: the stems of all words, and what it wants to know."""
        stems = [self._stem(word) for word in words]
        return [*stems, *(intern(f"wanted{number}") for number in self.synonyms.question_kinds(stems))]

    def completions(self, beginning: str) -> list[str]:
        """Return the tokens of the known words that begin with these letters."""
        return [token for word, token in self._stems.items() if word.startswith(beginning) and not self.is_filler(word)]

    def is_filler(self, word: str) -> bool:
        """Return whether a word carries no meaning of its own."""
        return word in self.synonyms.filler or self._stem(word) in self.synonyms.filler

    def knows(self, word: str) -> bool:
        """Return whether a word is in the rules, is a synonym of their words, or is filler."""
        return self.is_filler(word) or self._is_known(word) or bool(self._groups([word]))

    def understands(self, word: str) -> bool:
        """Return whether a word is known or resembles a known one."""
        return self.knows(word) or bool(self._resembling(word))

    def _stem(self, word: str) -> str:
        return stem(word, self.language)

    def _is_known(self, word: str) -> bool:
        return self._stem(word) in self._stem_words

    def _groups(self, words: Sequence[str]) -> list[str]:
        stems = [self._stem(word) for word in words]
        return [intern(f"group{number}") for number in self.synonyms.groups(stems)]

    def _tokens_of(self, word: str) -> Sequence[str]:
        if self.is_filler(word):
            return ()
        if self._is_known(word):
            return (self._stem(word), *self._compounds.parts(word))
        return self._resembling(word)

    def _resembling(self, word: str) -> list[str]:
        """Return the tokens of the parts of an unknown compound, of a misspelt word or of words of the same origin."""
        if self._groups([word]):
            return []
        return list(self._compounds.parts(word)) or list(self._slips(word)) or self._related(word)

    def _slips(self, word: str) -> Iterator[str]:
        if len(word) < SHORTEST_SLIP or word.isdigit():
            return
        similar_stems = process.extract(word, self._stems.keys(), scorer=OSA.distance, score_cutoff=1, limit=MOST_SLIPS)
        yield from (self._stems[similar] for similar, _, _ in similar_stems)

    def _related(self, word: str) -> list[str]:
        shared = word[: max(SHORTEST_SHARED, round(SHARED * len(word)))]
        return list(dict.fromkeys(self.completions(shared))) if len(word) >= SHORTEST_SHARED else []
