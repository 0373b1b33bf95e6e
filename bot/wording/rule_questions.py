"""What players commonly ask about a game's rules, and which of it somebody's question is like.

The questions stand beside the document that they are about: ``docs/rules/<game>.toml`` and its translations. There is a
table for each section; in it, by what answers, questions one after the other. An answer with "…" at its end stands for
the line of the section that has these words; another one is said as it is.
"""

from __future__ import annotations

import tomllib
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
FILLER, STRANGE = 0.25, 0.5
"""What a word counts that carries nothing, and one that is in no common question."""
FRAME = 0.4
"""How much less a question is like another one that is about the same but wants to know something else."""
SYNONYM, PART, BEGINNING, SLIP = 0.65, 0.6, 0.8, 0.7
"""How much of a word's weight remains in these ways to mean it."""
SHORTEST_SLIP, SHORTEST_BEGINNING = 5, 2
"""Letters of a word in which one may be wrong, and of one that may be another's beginning."""
ALONE = ("?0", "?1")
"""What a word without more wants to know, as what is wanted is numbered: what something is, and what it does."""
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


class Words(NamedTuple):
    """A question as it is compared: ``about``, the stems of the words that carry something, and ``frame``, what it
    wants to know of that and the stems of the other words."""

    about: tuple[str, ...]
    frame: tuple[str, ...]


Counted = Sequence[tuple[Mapping[str, float], float]]
"""For each word of a question, what it counts by the stems that it may stand for, and what it counts as itself."""


class Questions:
    """Questions that somebody's may be like: about the same, the rarer its words the more, and wanting to know the same
    of it."""

    def __init__(
        self, questions: Iterable[str], language: str, synonyms: Synonyms, parts: Callable[[str], Iterable[str]]
    ) -> None:
        self._language, self._synonyms, self._parts = language, synonyms, parts
        self._questions = [Words(*map(_interned, self._words(words_of(question)))) for question in questions]
        self._in = Counter(word for question in self._questions for words in question for word in words)
        """In how many questions each stem is."""
        self._made_of: dict[str, list[str]] = defaultdict(list)
        """The compounds that are made of each stem."""
        for own in self._in:
            for part in parts(own):
                self._made_of[part].append(own)
        self._about = array("f", (sum(map(self._weight, question.about)) for question in self._questions))
        self._frames = array("f", (sum(map(self._weight, question.frame)) for question in self._questions))
        """What the words of each question count together."""

    def _words(self, words: Sequence[str]) -> Words:
        stems = [stem(word, self._language) for word in words]
        wanted = [each for place in range(len(stems)) for each in self._synonyms.wants(stems[place:])]
        asking = {own for _, phrase in wanted for own in phrase}
        about = dict.fromkeys(own for own in stems if own not in asking and own not in self._synonyms.filler)
        frame = [*(f"?{want}" for want, _ in wanted), *(own for own in stems if own not in about)]
        return Words(tuple(about), tuple(dict.fromkeys(frame)))

    def _weight(self, word: str) -> float:
        rare = log(1 + len(self._questions) / max(1, self._in[word]))
        if word not in self._in:
            return STRANGE * rare
        return rare * (FILLER if word in self._synonyms.filler else 1)

    def like(self, typed: str, *, unfinished: bool = False) -> dict[int, float]:
        """How much each question is like what was typed, above 0 to 1. ``unfinished``: its last word may be a
        beginning."""
        words = words_of(typed)[:MOST_WORDS]
        own = self._words(words)
        if not own.frame and len(own.about) == 1 and not unfinished:
            own = own._replace(frame=ALONE)
        about = self._asked(words, own.about, unfinished=unfinished)
        frame = [({word: weight}, weight) for word, weight in zip(own.frame, map(self._weight, own.frame), strict=True)]
        meant = {own for counted, _ in about for own in counted}
        found: dict[int, float] = {}
        for number, question in enumerate(self._questions):
            if not (meant or question.about) or not meant.isdisjoint(question.about):
                alike = _shared(about, question.about, self._about[number])
                wanted = _shared(frame, question.frame, self._frames[number])
                found[number] = alike * (1 - FRAME + FRAME * wanted)
        return found

    def _asked(self, words: Sequence[str], about: Sequence[str], *, unfinished: bool) -> Counted:
        stems = [stem(word, self._language) for word in words]
        asked = []
        for place, word in enumerate(words):
            meant = self._meant(word, stems[place:])
            if unfinished and place == len(words) - 1:
                meant = dict.fromkeys(self._begun(word), BEGINNING) | meant
            elif stems[place] not in about:
                continue
            counted = {own: surely * self._weight(own) for own, surely in meant.items() if own in self._in}
            asked.append((counted, max(counted.values()) if counted else self._weight(stems[place])))
        return asked

    def _meant(self, word: str, stems: Sequence[str]) -> dict[str, float]:
        """The stems that a word may stand for, and how surely; ``stems``: those of itself and of what follows it."""
        own = stems[0]
        meant = dict.fromkeys(self._synonyms.meant(stems), SYNONYM) | {own: 1.0}
        meant = dict.fromkeys(self._made_of.get(own, ()), PART) | meant
        if meant.keys().isdisjoint(self._in):
            meant |= dict.fromkeys(self._parts(word), PART)
        if meant.keys().isdisjoint(self._in) and len(word) >= SHORTEST_SLIP:
            length = range(len(own) - 1, len(own) + 2)
            meant |= {other: SLIP for other in self._in if len(other) in length and one_slip(own, other)}
        return meant

    def _begun(self, word: str) -> Iterator[str]:
        if len(word) >= SHORTEST_BEGINNING:
            yield from (own for own in self._in if own.startswith(word))


def _shared(asked: Counted, words: Sequence[str], counting: float) -> float:
    """How much of two questions is in both of them; everything, if neither has anything. ``counting``: what the words
    of the second one count together."""
    whole = sum(weight for _, weight in asked) + counting
    common = sum(max(map(meant.get, words, repeat(0.0)), default=0) for meant, _ in asked)
    return min(1.0, 2 * common / whole) if whole else 1.0


def _interned(words: Iterable[str]) -> tuple[str, ...]:
    """Words as they are kept: each of them once, in however many questions it is."""
    return tuple(map(intern, words))
