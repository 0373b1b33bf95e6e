"""What a sentence says of itself rather than of the game: that it asks, or that something is not meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise

from bot.wording.lists import idle_words, listed, phrases
from bot.wording.reading import Reader, split

PARTS = re.compile(r"[,;.:!…]+\s+|\s[-–]\s")
"""What stands between two clauses."""


def going_on(languages: Sequence[str], typed: str) -> str:
    """What was typed without the clauses that say that nothing ends yet: "wait, I'm not done"; empty: it says no
    more."""
    return _without(typed, [part for part in _parts(languages, typed) if _ends_nothing(languages, part)], languages)


def affirmed(key: str, languages: Sequence[str], typed: str) -> str:
    """What was typed without the clauses that say what is not meant: "not the pigs, the boarding house"; empty: it says
    no more."""
    return _without(typed, [part for part in _parts(languages, typed) if _denies(key, languages, part)], languages)


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
        while words and (words[0] in listed(language, "interjections") or words[0] == ","):
            words.pop(0)
        said = f"{' '.join(words)} "
        if said.startswith(tuple(f"{begun} " for begun in phrases(language, entry))):
            return True
    return False


def _without(typed: str, left_out: Sequence[str], languages: Sequence[str]) -> str:
    if not left_out:
        return typed
    said_nothing = {word for language in languages for word in listed(language, "interjections")}
    kept = [part for part in _parts(languages, typed) if part not in left_out]
    return ", ".join(part for part in kept if not said_nothing.issuperset(split(part)))


def _parts(languages: Sequence[str], typed: str) -> Iterator[str]:
    """The clauses, cut where another one is set against what is denied, too."""
    said = typed
    for pattern, instead in _cutting(tuple(languages)):
        said = pattern.sub(instead, said)
    yield from (part for part in PARTS.split(said) if part.strip())


@cache
def _cutting(languages: Sequence[str]) -> Sequence[tuple[re.Pattern[str], str]]:
    """Patterns, each with what stands for them where a text is cut into clauses."""
    against, barring, joining, no = (
        "|".join(map(re.escape, sorted({word for language in languages for word in words(language)})))
        for words in (
            partial(listed, entry="against"),
            partial(listed, entry="barring"),
            partial(listed, entry="onward"),
            _negators,
        )
    )
    patterns = [(rf"\b(?:{barring})\b", "not")] if barring else []
    patterns.append((rf"\s(?:{against})\s|\s(?:{joining})\s+(?=(?:{no})\b)", ", "))
    return [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in patterns]


def _ends_nothing(languages: Sequence[str], part: str) -> bool:
    """Whether a word that denies, and one for the end of a turn, have nothing between them: "don't end the turn"."""
    for language in languages:
        ending, no, skipped = (
            phrases(language, "ending"),
            _negators(language),
            idle_words(language) - listed(language, "onward"),
        )
        words = [] if _is_enough(language, part) else split(part)
        telling = [word for word in words if word in ending or word in no or word not in skipped]
        pairs = list(pairwise(telling))
        if any(before in no and behind in ending for before, behind in pairs):
            return True
        if any(before in ending and behind in no for before, behind in pairs[-1:]):
            return True
    return False


def _denies(key: str, languages: Sequence[str], part: str) -> bool:
    """Whether a word that denies stands before all things that a clause names, or at its end: "I build no wall"."""
    words = list(split(part))
    for language in languages if not any(_is_enough(language, part) for language in languages) else ():
        idle, no = idle_words(language), _negators(language)
        none = {
            at for at, word in enumerate(words[:-1]) if word in phrases(language, "none") and words[at + 1] not in idle
        }
        at = next((at for at, word in enumerate(words) if word in no or at in none), len(words))
        before, behind = (any(word not in idle for word in some) for some in (words[:at], words[at + 1 :]))
        if (behind and not _names_things(key, language, words[:at])) or (before and not behind and at < len(words)):
            return True
    return False


def _names_things(key: str, language: str, words: Sequence[str]) -> bool:
    """Whether words name more than what is done, which some of them may name as well: "build"."""
    atoms = [atom for atom in Reader(key, language, {}).atoms(" ".join(words)) if not atom.soft]
    return any(atom.number is not None or (atom.of("word") and not atom.of("verb")) for atom in atoms)


def _is_enough(language: str, part: str) -> bool:
    """Whether a word denies no more than that somebody goes on: "nicht mehr segeln"."""
    said = f" {' '.join(split(part))} "
    return any(f" {phrase} " in said for phrase in phrases(language, "enough") if " " in phrase)


@cache
def _negators(language: str) -> frozenset[str]:
    """Words that deny all of a clause; what is "without" something is meant all the same."""
    return phrases(language, "no") - phrases(language, "without")
