"""Synonyms for the words of the rules, by which questions find them, from ``locale/<language>/rules_synonyms.toml``."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.wording.languages import read_file
from bot.wording.word_forms import stem

FILE = "rules_synonyms.toml"
LONGEST = 32
"""Number of letters of a word that are considered; the rest is cut off."""
GAP = 2
"""Largest number of other words between two words of a phrase."""
QUESTION_GAP = 4
"""Largest number of other words between two words of a phrase that tells the kind of question."""

Stems = Sequence[str]
"""The stems of words, in their order."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that means the same as the other phrases of its group."""

    stems: Stems
    group: int
    """The number of its group, among the synonyms or among the kinds of questions."""
    words_of_group: Stems = ()
    """The stems of those phrases of the group that have one word."""


Phrases = Mapping[str, Sequence[Phrase]]
"""Phrases by their first stem."""


@dataclass(frozen=True, kw_only=True)
class Synonyms:
    """The synonyms for the words of a game's rules."""

    filler: frozenset[str]
    """Words without meaning for a search, and their stems."""
    back_references: frozenset[str]
    """Words at the beginning of a sentence of the rules that refer to the sentence before, such as pronouns."""
    phrases: Phrases
    """Phrases that have synonyms."""
    question_phrases: Phrases
    """Phrases that tell the kind of question: for a price, a number, a time."""
    register: Mapping[str, str]
    """Questions that a section of the rules answers, by the number of the section."""

    def single_words(self, stems: Stems, shortest: int = 1) -> Iterator[str]:
        """Yield one-word synonyms of the phrases with which ``stems`` begin; ``shortest``: fewest words of a phrase."""
        for phrase in _phrases_at_start(self.phrases, stems, GAP):
            if len(phrase.stems) >= shortest:
                yield from phrase.words_of_group

    def groups(self, stems: Stems) -> Iterator[int]:
        """Yield the groups of the phrases that occur in a text, given by its stems."""
        return _groups_within(self.phrases, stems, GAP)

    def question_kinds(self, stems: Stems) -> Iterator[int]:
        """Yield the kinds of a question, given by its stems: the groups of ``question_phrases``."""
        return _groups_within(self.question_phrases, stems, QUESTION_GAP)


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case, each cut to LONGEST letters."""
    return [word[:LONGEST] for word in re.findall(r"\w+", text.casefold())]


@cache
def synonyms(key: str, language: str) -> Synonyms:
    """Return the synonyms for the words of a game's rules in a language."""
    tables = _load(language)
    filler = words_of(tables.get("filler", ""))
    return Synonyms(
        filler=frozenset((*filler, *(stem(word, language) for word in filler))),
        back_references=frozenset(words_of(tables.get("leaning", ""))),
        phrases=_phrases((*tables.get("every", ()), *tables.get(key, ())), language),
        question_phrases=_phrases(tables.get("asking", ()), language),
        register=tables.get("register", {}).get(key, {}),
    )


@cache
def _load(language: str) -> dict[str, Any]:
    return tomllib.loads(read_file(language, FILE) or "")


def _phrases(groups: Iterable[str], language: str) -> Phrases:
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for number, group in enumerate(groups):
        phrases = [tuple(stem(word, language) for word in words_of(phrase)) for phrase in group.split(",")]
        words_of_group = tuple(phrase[0] for phrase in phrases if len(phrase) == 1)
        for phrase in phrases:
            by_first[phrase[0]].append(Phrase(phrase, number, words_of_group))
    return by_first


def _groups_within(phrases: Phrases, stems: Stems, gap: int) -> Iterator[int]:
    for place, first in enumerate(stems):
        if first in phrases:
            yield from (phrase.group for phrase in _phrases_at_start(phrases, stems[place:], gap))


def _phrases_at_start(phrases: Phrases, stems: Stems, gap: int) -> Iterator[Phrase]:
    """Yield the phrases with which ``stems`` begin; ``gap``: largest number of other words between two of a phrase."""
    for phrase in phrases.get(stems[0], ()):
        place = 0
        for next_stem in phrase.stems[1:]:
            following_stems = stems[place + 1 : place + 2 + gap]
            if next_stem not in following_stems:
                break
            place += 1 + following_stems.index(next_stem)
        else:
            yield phrase
