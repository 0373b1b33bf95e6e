"""What players commonly ask about a game's rules, and which of it somebody's question is like.

The questions stand beside the document that they are about: ``docs/rules/<game>.toml`` and its translations. There is a
table for each section; in it, by what answers, questions one after the other. An answer with "…" at its end stands for
the line of the section that has these words; another one is said as it is.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from math import log
from sys import intern
from typing import NamedTuple

from bot.wording.rules import beside
from bot.wording.slips import one_slip
from bot.wording.stems import stem
from bot.wording.synonyms import Synonyms, words_of

QUOTED = "…"
"""What an answer ends with that stands in the section itself."""
FILLER, INTENT = 0.25, 0.8
"""What a word that carries nothing counts, and what it counts to ask for the same: a price, a number, a place."""
SYNONYM, PART, BEGINNING, SLIP = 0.75, 0.6, 0.8, 0.7
"""How much of a word's weight remains in these ways to mean it."""
SHORTEST_SLIP, SHORTEST_BEGINNING = 5, 2
"""Letters of a word in which one may be wrong, and of one that may be another's beginning."""
MOST_WORDS = 16
"""Words of what was typed that are looked at."""


class Asked(NamedTuple):
    """A question, the number of the section that answers it, and what answers."""

    section: str
    answer: str
    question: str


def common_questions(key: str, language: str) -> Iterator[Asked]:
    """What players ask about a game, where the document that is read in one of LANGUAGES has questions beside it."""
    read = beside(key, language, ".toml")
    for section, answers in tomllib.loads(read or "").items():
        for answer, questions in answers.items():
            for question in questions.split("?"):
                if question.strip():
                    yield Asked(section, answer, f"{question.strip()}?")


class Questions:
    """Questions that somebody's may be like: by words of the same weight, the rarer the heavier, and by what they want
    to know."""

    def __init__(
        self, questions: Iterable[str], language: str, synonyms: Synonyms, parts: Callable[[str], Iterable[str]]
    ) -> None:
        self._language, self._synonyms, self._parts = language, synonyms, parts
        self._questions = [self._words(words_of(question)) for question in questions]
        self._in = Counter(word for words in self._questions for word in words)
        """In how many questions each word is."""
        self._weights = [sum(map(self._weight, words)) for words in self._questions]

    def _words(self, words: Sequence[str]) -> tuple[str, ...]:
        """The stems of words, and what they ask for."""
        stems = [intern(stem(word, self._language)) for word in words]
        return (*dict.fromkeys(stems), *self._wanted(stems))

    def _wanted(self, stems: Sequence[str]) -> list[str]:
        wanted = (want for place in range(len(stems)) for want in self._synonyms.wants(stems[place:]))
        return [intern(f"?{want}") for want in dict.fromkeys(wanted)]

    def _weight(self, word: str) -> float:
        rare = log(1 + len(self._questions) / max(1, self._in[word]))
        if word.startswith("?"):
            return INTENT * rare
        return FILLER * rare if word in self._synonyms.filler else rare

    def like(self, typed: str, *, unfinished: bool = False) -> dict[int, float]:
        """How much each question is like what was typed, above 0 to 1. ``unfinished``: its last word may be a
        beginning."""
        asked = self._asked(words_of(typed)[:MOST_WORDS], unfinished=unfinished)
        whole = sum(weight for _, weight in asked)
        found: dict[int, float] = {}
        for number, words in enumerate(self._questions):
            common = sum(max(map(meant.get, words, repeat(0.0))) for meant, _ in asked)
            if common:
                found[number] = min(1.0, 2 * common / (whole + self._weights[number]))
        return found

    def _asked(self, words: Sequence[str], *, unfinished: bool) -> list[tuple[dict[str, float], float]]:
        """For each word of a question, and for what it wants to know: what it counts by the stems that it may stand
        for, and what it counts as itself."""
        stems = [stem(word, self._language) for word in words]
        asked = [({want: self._weight(want)}, self._weight(want)) for want in self._wanted(stems)]
        for place, word in enumerate(words):
            meant = {own: surely for own, surely in self._meant(word, stems[place:]).items() if own in self._in}
            if unfinished and place == len(words) - 1:
                meant = dict.fromkeys(self._begun(word), BEGINNING) | meant
            counted = {own: surely * self._weight(own) for own, surely in meant.items()}
            asked.append((counted, max(counted.values()) if counted else self._weight(stems[place])))
        return asked

    def _meant(self, word: str, stems: Sequence[str]) -> dict[str, float]:
        """The stems that a word may stand for, and how surely; ``stems``: those of itself and of what follows it."""
        own = stems[0]
        meant = dict.fromkeys(self._synonyms.meant(stems), SYNONYM) | {own: 1.0}
        if own in self._synonyms.filler or not meant.keys().isdisjoint(self._in):
            return meant
        meant |= dict.fromkeys(self._parts(word), PART)
        if meant.keys().isdisjoint(self._in) and len(word) >= SHORTEST_SLIP:
            meant |= {other: SLIP for other in self._in if one_slip(own, other)}
        return meant

    def _begun(self, word: str) -> Iterator[str]:
        if len(word) >= SHORTEST_BEGINNING:
            yield from (own for own in self._in if own.startswith(word))
