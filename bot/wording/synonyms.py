"""What people type for what the rules say: ``locale/<language>/rules_synonyms.toml``."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from bot.wording.languages import lines_of
from bot.wording.stems import stem

FILE = "rules_synonyms.toml"
LONGEST = 32
"""Letters of a word that are looked at."""
GAP, ASKING_GAP = 2, 4
"""Other words that may stand between two of a phrase, and of one that says what a question wants to know."""

Phrase = Sequence[str]
"""The stems of words that stand in this order."""


class Synonyms(NamedTuple):
    """``filler``: words that carry nothing, and their stems; ``same``: phrases by their first word, each with the stems
    that it may stand for; ``register``: by number of a section, what is asked that it answers; ``leaning``: words that
    begin a sentence and mean what the one before speaks of; ``asking``: phrases by their first word, each with the
    number of what it wants to know."""

    filler: frozenset[str]
    same: Mapping[str, Sequence[tuple[Phrase, Phrase]]]
    register: Mapping[str, Sequence[str]]
    leaning: frozenset[str]
    asking: Mapping[str, Sequence[tuple[Phrase, int]]]

    def meant(self, stems: Phrase, shortest: int = 1) -> Iterator[str]:
        """What may be meant by the phrases of so many words or more that words begin with."""
        for phrase, meant in self.same.get(stems[0], ()):
            if len(phrase) >= shortest and _begin_with(stems, phrase):
                yield from meant

    def wants(self, stems: Phrase) -> Iterator[tuple[int, Phrase]]:
        """What the phrases that words begin with want to know, and the phrases."""
        for phrase, want in self.asking.get(stems[0], ()):
            if _begin_with(stems, phrase, ASKING_GAP):
                yield want, phrase


def words_of(text: str) -> list[str]:
    """The words and numbers of a text in lower case, without what makes them longer than any."""
    return [word[:LONGEST] for word in re.findall(r"\w+", text.casefold())]


@cache
def synonyms(key: str, language: str) -> Synonyms:
    """Those of a game's rules in one of LANGUAGES."""
    read = _read(language)
    return _of_every_game(language)._replace(
        same=_same((*read.get("every", ()), *read.get(key, ())), language),
        register={number: entries.split(",") for number, entries in read.get("register", {}).get(key, {}).items()},
    )


@cache
def _of_every_game(language: str) -> Synonyms:
    """Without what they say of a game."""
    read = _read(language)
    filler = words_of(read.get("filler", ""))
    return Synonyms(
        filler=frozenset((*filler, *(stem(word, language) for word in filler))),
        same={},
        register={},
        leaning=frozenset(words_of(read.get("leaning", ""))),
        asking=_asking(read.get("asking", ()), language),
    )


@cache
def _read(language: str) -> dict[str, Any]:
    return tomllib.loads(lines_of(language, FILE) or "")


def _same(groups: Iterable[str], language: str) -> dict[str, list[tuple[Phrase, Phrase]]]:
    found: dict[str, list[tuple[Phrase, Phrase]]] = defaultdict(list)
    for group in groups:
        phrases = _phrases(group, language)
        meant = [phrase[0] for phrase in phrases if len(phrase) == 1]
        for phrase in phrases:
            found[phrase[0]].append((phrase, meant))
    return found


def _asking(groups: Iterable[str], language: str) -> dict[str, list[tuple[Phrase, int]]]:
    found: dict[str, list[tuple[Phrase, int]]] = defaultdict(list)
    for want, group in enumerate(groups):
        for phrase in _phrases(group, language):
            found[phrase[0]].append((phrase, want))
    return found


def _phrases(group: str, language: str) -> list[list[str]]:
    return [[stem(word, language) for word in words_of(phrase)] for phrase in group.split(",")]


def _begin_with(words: Phrase, phrase: Phrase, gap: int = GAP) -> bool:
    at = 0
    for wanted in phrase[1:]:
        near = words[at + 1 : at + 2 + gap]
        if wanted not in near:
            return False
        at += 1 + near.index(wanted)
    return words[0] == phrase[0]
