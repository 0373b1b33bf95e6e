"""The common words of a language, which mean the same at every table: those under ``[common]`` in ``synonyms.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from bot.wording.folding import Folded, joined, spellings
from bot.wording.languages import FALLBACK, lines_of

LISTS = ["noise", "soft", "breaks", "from", "to", "numbers", "plurals", "ordinals", "one", "both", "all", "around"]
LISTS += ["last", "onward", "beside", "where", "no", "may", "enough", "mine", "leading", "interjections", "instead"]
LISTS += ["using", "middle", "hold", "spent", "buying", "building", "price", "twice", "having", "asking_where"]
LISTS += ["without", "none", "barring", "against", "ending", "asking", "weighing", "whose_turn", "afterwards"]
EMPTY: dict[str, Any] = {**dict.fromkeys(LISTS, ""), "alike": {}, "units": {}, "superlatives": {}}
"""The common words of a language of which there are none."""


@cache
def typed_words(language: str) -> dict[str, Any]:
    """What else people type in a language, by game; ``common``: at every table."""
    found = tomllib.loads(lines_of(language, "synonyms.toml") or "")
    return found | {"common": EMPTY | found.get("common", {})}


def words_in(text: str) -> list[str]:
    """What an entry lists: words, or between semicolons several words each."""
    return [name.strip() for name in (text.split(";") if ";" in text else text.split())]


@cache
def listed(language: str, entry: str) -> frozenset[str]:
    """Common words of a kind: "beside" a decision they say with what, for how much or where it is done; "onward" is
    what stands between a decision and the next one; behind "instead" stands what is not wanted, and "against" that what
    is; "barring" is all but something; "asking" and "weighing" begin a question, with "may" somebody asks what is
    possible, with "whose_turn" who is to act, and with "leading" who is ahead; "enough" is said by whoever goes on no
    more, and "ending" is the end of a turn; "interjections" say nothing, before or behind what is said; "mine" is what
    is the own; behind "afterwards" stands what comes after a move."""
    return frozenset(words_in(typed_words(language)["common"][entry]))


@cache
def listed_in(language: str, entry: str) -> frozenset[str]:
    """The same in a language and in the one that everybody may type."""
    return listed(language, entry) | listed(FALLBACK, entry)


@cache
def phrases(language: str, entry: str) -> frozenset[str]:
    """The same in all their spellings, words apart: "that's all"."""
    return frozenset(" ".join(spelling) for name in listed(language, entry) for spelling in spellings(name))


@cache
def idle_words(language: str) -> frozenset[str]:
    """Words that say nothing, or may say nothing."""
    words = (word for entry in ("noise", "soft", "one", "breaks") for word in listed(language, entry))
    return frozenset(joined(spelling) for word in words for spelling in spellings(word))


def own_words(key: str, language: str, area: str) -> dict[str, list[str]]:
    """What people say in a game for something that is neither a thing nor done, by what it is."""
    return {kind: words_in(text) for kind, text in typed_words(language).get(key, {}).get(area, {}).items()}


@cache
def superlatives(language: str) -> dict[Folded, str]:
    """Words that mean the one of several that has most or least of something, with what that is."""
    told = typed_words(language)["common"]["superlatives"].items()
    return {spelling: kind for kind, text in told for name in words_in(text) for spelling in spellings(name)}


def ordinal(language: str, words: Sequence[str]) -> int | None:
    """The place, from 0, or -1 for the last, that words name and nothing else: "the second one"; None: they do not."""
    ordinals, idle = typed_words(language)["common"]["ordinals"], idle_words(language)
    places = {name: int(group.split()[0]) - 1 for group in ordinals.split(";") for name in group.split()[1:]}
    places |= dict.fromkeys(listed(language, "last"), -1)
    said = [word for word in words if word in places or word not in idle]
    return places.get(said[0]) if len(said) == 1 else None


def in_digits(languages: Sequence[str], typed: str) -> str:
    """A text with the words for numbers from two on as digits."""
    digits, some = _number_words(tuple(languages))
    return some.sub(lambda found: digits[found[0].lower()], typed)


@cache
def _number_words(languages: Sequence[str]) -> tuple[dict[str, str], re.Pattern[str]]:
    """Those that say nothing but a number, and a pattern that finds them."""
    digits = dict[str, str]()
    for language in reversed(languages):
        groups = [group.split() for group in typed_words(language)["common"]["numbers"].split(";") if group.strip()]
        digits |= {first: number for number, first, *_ in groups if int(number) > 1}
    some = "|".join(map(re.escape, sorted(digits, key=len, reverse=True)))
    return digits, re.compile(rf"\b(?:{some})\b", re.IGNORECASE)


def without(languages: Sequence[str], entry: str, typed: str) -> str:
    """A text without common words of a kind, such as those that say that "both" are meant."""
    words = {word for language in languages for word in listed(language, entry)}
    return " ".join(word for word in typed.split() if word.lower() not in words)
