"""Read what people type for what the rules say: ``locale/<language>/rules_synonyms.toml``."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.wording.languages import lines_of
from bot.wording.stems import stem

FILE = "rules_synonyms.toml"
LONGEST = 32
"""Letters of a word that are looked at."""
GAP = 2
"""Other words that may stand between two words of a phrase."""
ASKING_GAP = 4
"""Other words that may stand between two words that say what a question wants to know."""

Stems = Sequence[str]
"""The stems of words that stand in this order."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that mean the same as other words of their group."""

    stems: Stems
    group: int
    """The number of its group in the file."""
    single: Stems = ()
    """The stems of the phrases of one word in the group."""


Phrases = Mapping[str, Sequence[Phrase]]
"""Phrases by their first stem."""


@dataclass(frozen=True, kw_only=True)
class Synonyms:
    """What people type for the words of a game's rules."""

    filler: frozenset[str]
    """Words that carry nothing, and their stems."""
    leaning: frozenset[str]
    """Words that begin a sentence of the rules and mean what the sentence before speaks of."""
    same: Phrases
    """Phrases that mean the same as others."""
    asking: Phrases
    """Phrases that say what a question wants to know: a price, a number, a time."""
    register: Mapping[str, str]
    """What is asked that a section answers, by its number."""

    def meant(self, stems: Stems, shortest: int = 1) -> Iterator[str]:
        """Yield what may be meant by the phrases of at least so many words that stems begin with."""
        for phrase in _beginning(self.same, stems, GAP):
            if len(phrase.stems) >= shortest:
                yield from phrase.single

    def groups(self, stems: Stems) -> Iterator[int]:
        """Yield the groups of the phrases in a text of these stems."""
        return _inside(self.same, stems, GAP)

    def wanted(self, stems: Stems) -> Iterator[int]:
        """Yield the numbers of what a question of these stems wants to know."""
        return _inside(self.asking, stems, ASKING_GAP)


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a text in lower case, without what makes them longer than any."""
    return [word[:LONGEST] for word in re.findall(r"\w+", text.casefold())]


@cache
def synonyms(key: str, language: str) -> Synonyms:
    """Return what people type for the words of a game's rules in a language."""
    read = _read(language)
    filler = words_of(read.get("filler", ""))
    return Synonyms(
        filler=frozenset((*filler, *(stem(word, language) for word in filler))),
        leaning=frozenset(words_of(read.get("leaning", ""))),
        same=_phrases((*read.get("every", ()), *read.get(key, ())), language),
        asking=_phrases(read.get("asking", ()), language),
        register=read.get("register", {}).get(key, {}),
    )


@cache
def _read(language: str) -> dict[str, Any]:
    return tomllib.loads(lines_of(language, FILE) or "")


def _phrases(groups: Iterable[str], language: str) -> Phrases:
    by_first: dict[str, list[Phrase]] = defaultdict(list)
    for number, group in enumerate(groups):
        phrases = [tuple(stem(word, language) for word in words_of(phrase)) for phrase in group.split(",")]
        single = tuple(phrase[0] for phrase in phrases if len(phrase) == 1)
        for phrase in phrases:
            by_first[phrase[0]].append(Phrase(phrase, number, single))
    return by_first


def _inside(phrases: Phrases, stems: Stems, gap: int) -> Iterator[int]:
    for place, first in enumerate(stems):
        if first in phrases:
            yield from (phrase.group for phrase in _beginning(phrases, stems[place:], gap))


def _beginning(phrases: Phrases, stems: Stems, gap: int) -> Iterator[Phrase]:
    """Yield the phrases that stems begin with, with at most so many other words between two of theirs."""
    for phrase in phrases.get(stems[0], ()):
        place = 0
        for wanted in phrase.stems[1:]:
            near = stems[place + 1 : place + 2 + gap]
            if wanted not in near:
                break
            place += 1 + near.index(wanted)
        else:
            yield phrase
