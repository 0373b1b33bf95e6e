"""Read what players commonly ask about a game's rules: ``docs/rules/<game>.toml`` and its translations.

There is a table for each section; in it, by the answer, questions one after the other. An answer that ends with "…"
stands for the line of the section that has these words; any other is quoted as it is.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log
from typing import NamedTuple

from bot.language.rules_words import RulesWords
from bot.wording.rule_documents import companion
from bot.wording.synonyms import words_of
from bot.wording.word_forms import folded

QUOTED = "…"
"""The end of an answer that is quoted from the section itself."""
MOST_WORDS = 12
"""Words of a typed text that are looked at."""
FILLER = 0.5
"""Share of its weight that a word keeps in the comparison of questions if it carries no meaning of its own."""


class CommonQuestion(NamedTuple):
    """A question, the number of the section that answers it, and the answer."""

    section: str
    answer: str
    question: str


def common_questions(key: str, language: str) -> Iterator[CommonQuestion]:
    """Yield the common questions about a game in a language; none where its rules have no file of questions."""
    tables = tomllib.loads(companion(key, language, ".toml") or "")
    for section, answers in tables.items():
        for answer, questions in answers.items():
            for question in questions.split("?"):
                if question.strip():
                    yield CommonQuestion(section, answer, f"{question.strip()}?")


class QuestionBank:
    """The common questions about a game, by their tokens.

    Two questions are as similar as the share of tokens that they have in common (the Dice coefficient), where a token
    weighs the more the fewer questions have it.
    """

    def __init__(self, questions: Iterable[CommonQuestion], words: RulesWords) -> None:
        self._words = words
        self._questions = list(questions)
        self._by_words = {_folded(words_of(question.question)): question for question in self._questions}
        self._tokens = [self._tokens_of(words_of(question.question)) for question in self._questions]
        self._frequency = Counter(token for tokens in self._tokens for token in tokens)
        """The number of questions that have each token."""
        self._weights = [sum(map(self._weight, tokens)) for tokens in self._tokens]
        """The weight of all tokens of each question together."""

    def exact(self, words: Sequence[str]) -> CommonQuestion | None:
        """Return the common question that consists of these words, if there is one."""
        return self._by_words.get(_folded(words))

    def similar(self, words: Sequence[str], completions: Iterable[str] = ()) -> list[tuple[float, CommonQuestion]]:
        """Return the questions that have words in common with these, and their similarity from 0 to 1, best first.

        Args:
            words: Words of the question.
            completions: Tokens that its last word may stand for, if it is not finished.
        """
        typed = self._tokens_of(words)
        typed_weight = sum(map(self._weight, typed))
        searched_words = frozenset((*typed, *completions))
        similarities = list[tuple[float, CommonQuestion]]()
        for question, tokens, weight in zip(self._questions, self._tokens, self._weights, strict=True):
            common = [token for token in tokens if token in searched_words]
            if common:
                similarity = 2 * sum(map(self._weight, common)) / (typed_weight + weight)
                similarities.append((min(1.0, similarity), question))
        return sorted(similarities, key=lambda pair: -pair[0])

    def _tokens_of(self, words: Sequence[str]) -> Sequence[str]:
        first_words = words[:MOST_WORDS]
        return tuple(dict.fromkeys((*self._words.tokens(first_words), *self._words.asking(first_words))))

    def _weight(self, token: str) -> float:
        rarity = log(1 + len(self._questions) / max(1, self._frequency[token]))
        return rarity * (FILLER if self._words.is_filler(token) else 1)


def _folded(words: Sequence[str]) -> str:
    return " ".join(folded(" ".join(words[:MOST_WORDS])))
