"""What a sentence says of itself rather than of the game: that it asks, or that something is not meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from bot.wording.folding import spellings
from bot.wording.lexicon import enough, idle_words, interjections, listed, onward
from bot.wording.reading import split

PARTS = re.compile(r"[,;.:!…]+\s+|\s[-–]\s")
"""What stands between two clauses."""


def going_on(languages: Sequence[str], typed: str) -> str:
    """What was typed without the clauses that say that nothing ends yet: "wait, I'm not done"; empty: it says no
    more."""
    return _without(typed, [part for part in _parts(languages, typed) if _ends_nothing(languages, part)], languages)


def affirmed(languages: Sequence[str], typed: str) -> str:
    """What was typed without the clauses that say what is not meant: "not the pigs, the boarding house"; empty: it says
    no more."""
    return _without(typed, [part for part in _parts(languages, typed) if _denies(languages, part)], languages)


def until_without(languages: Sequence[str], typed: str) -> str:
    """What stands before the first word that says "without": "end my turn without building"; empty: there is none."""
    without = "|".join(sorted({word for language in languages for word in listed(language, "without")}))
    before, *behind = re.split(rf"\s(?:{without})\s", typed, maxsplit=1, flags=re.IGNORECASE)
    return before if behind else ""


def asks(languages: Sequence[str], typed: str) -> bool:
    """Whether it is a question: "can I take the crane", "the crane?"."""
    return typed.rstrip().endswith("?") or _begins(languages, typed, "asking") or weighs(languages, typed)


def weighs(languages: Sequence[str], typed: str) -> bool:
    """Whether somebody asks about the own move rather than for something: "should I offer Ben a wool"."""
    return _begins(languages, typed, "weighing")


def _begins(languages: Sequence[str], typed: str, entry: str) -> bool:
    for language in languages:
        words = list(split(typed))
        while words and (words[0] in interjections(language) or words[0] == ","):
            words.pop(0)
        said = f"{' '.join(words)} "
        if said.startswith(tuple(f"{begun} " for begun in _phrases(language, entry))):
            return True
    return False


def _without(typed: str, left_out: Sequence[str], languages: Sequence[str]) -> str:
    if not left_out:
        return typed
    said_nothing = {word for language in languages for word in interjections(language)}
    kept = [part for part in _parts(languages, typed) if part not in left_out]
    return ", ".join(part for part in kept if not said_nothing.issuperset(split(part)))


def _parts(languages: Sequence[str], typed: str) -> Iterator[str]:
    """The clauses, cut where another one is set against what was denied, too."""
    against = "|".join(sorted({word for language in languages for word in listed(language, "against")}))
    barring = "|".join(sorted({phrase for language in languages for phrase in listed(language, "barring")}))
    said = re.sub(rf"\b(?:{barring})\b", "not", typed, flags=re.IGNORECASE) if barring else typed
    parts = PARTS.split(re.sub(rf"\s(?:{against})\s", ", ", said, flags=re.IGNORECASE) if against else said)
    yield from (part for part in parts if part.strip())


def _ends_nothing(languages: Sequence[str], part: str) -> bool:
    """Whether a word that denies, and one for the end of a turn, have nothing between them: "don't end the turn"."""
    for language in languages:
        ending, no, skipped = _phrases(language, "ending"), _negators(language), idle_words(language) - onward(language)
        words = [] if _is_enough(language, part) else split(part)
        telling = [word for word in words if word in ending or word in no or word not in skipped]
        pairs = list(pairwise(telling))
        if any(before in no and behind in ending for before, behind in pairs):
            return True
        if any(before in ending and behind in no for before, behind in pairs[-1:]):
            return True
    return False


def _denies(languages: Sequence[str], part: str) -> bool:
    """Whether a clause begins or ends with a word that denies, beside others that say something: "no church", which is
    not "no, the church"."""
    first, second, *_ = (*split(part), "", "")
    for language in languages:
        if first in _phrases(language, "none") and second and second not in idle_words(language):
            return True
        telling = [] if _is_enough(language, part) else _telling(language, part)
        if len(telling) > 1 and not _negators(language).isdisjoint((telling[0], telling[-1])):
            return True
    return False


def _is_enough(language: str, part: str) -> bool:
    """Whether a word denies no more than that somebody goes on: "nicht mehr segeln"."""
    said = f" {' '.join(split(part))} "
    return any(f" {phrase} " in said for phrase in enough(language) if " " in phrase)


def _telling(language: str, part: str) -> list[str]:
    return [word for word in split(part) if word in _negators(language) or word not in idle_words(language)]


@cache
def _negators(language: str) -> frozenset[str]:
    """Words that deny all of a clause; what is "without" something is meant all the same."""
    return _phrases(language, "no") - _phrases(language, "without")


@cache
def _phrases(language: str, entry: str) -> frozenset[str]:
    return frozenset(" ".join(spelling) for name in listed(language, entry) for spelling in spellings(name))
