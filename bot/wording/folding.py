"""What spellings have in common: nothing is told apart by case, accents, hyphens, nor nearly by singular and plural."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, normalize

Folded = tuple[str, ...]
"""Words of a text, folded."""

DROPPED = frozenset(("Mn", "Cf", "Pd", "Pc", "Sk"))
"""Kinds of characters that a word is written with or without: accents, invisible ones, dashes, underscores."""
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", **dict.fromkeys("'’‘´`.\\", "")})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_ENDINGS = {
    "en": (("ies", "y"), ("es", ""), ("s", "")),
    "de": (("en", ""), ("er", ""), ("e", ""), ("n", ""), ("s", "")),
    "nl": (("en", ""), ("s", ""), ("e", ""), ("n", "")),
}
"""What a plural, or the infinitive of a verb, ends with, and what stands there otherwise."""
_IRREGULAR = {"koeien": "koe", "schepen": "schip", "steden": "stad"}
_SHORTEST = 3
"""Letters that are left of a word without its ending."""


def folded(text: str) -> Folded:
    """The words of a text without case, accents and punctuation: "Moçambique's" is ``mocambiques``."""
    return _words(text.casefold())


@lru_cache(maxsize=1 << 13)
def spellings(text: str) -> tuple[Folded, ...]:
    """The ways to write a text of ours with the letters of English: ``gewurze`` and ``gewuerze``."""
    lower = normalize("NFC", text.casefold())
    return tuple(dict.fromkeys((_words(lower), _words(lower.translate(_UMLAUTS)))))


def _words(lower: str) -> Folded:
    if lower.isascii() and lower.replace(" ", "").isalnum():
        return tuple(lower.split())
    return tuple("".join(map(_kept, normalize("NFKD", lower.translate(_LETTERS)))).split())


def _kept(letter: str) -> str:
    if letter.isalnum():
        return letter
    kind = category(letter)
    if kind in DROPPED:
        return ""
    return letter if kind in ("So", "Mc") else " "  # names of people may be written with signs only


def joined(words: Folded) -> str:
    """Words written as one, so that blanks do not matter; two numbers stay two."""
    text = ""
    for word in words:
        text += f" {word}" if text[-1:].isdigit() and word[:1].isdigit() else word
    return text


def singulars(words: Folded, language: str) -> Iterator[Folded]:
    """The same words with one of them in the singular, and what else a language's endings could make of it."""
    for place, word in enumerate(words):
        for single in _singulars(word, language):
            yield (*words[:place], single, *words[place + 1 :])


def _singulars(word: str, language: str) -> Iterator[str]:
    if language == "nl" and word in _IRREGULAR:
        yield _IRREGULAR[word]
    for ending, instead in _ENDINGS[language]:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _SHORTEST:
            continue
        yield stem + instead
        if language == "nl" and ending == "en":
            yield from _dutch(stem)


def _dutch(stem: str) -> Iterator[str]:
    """What is written otherwise without an ending: ``stenen`` is of ``steen``, ``kippen`` of ``kip``, ``huizen`` of
    ``huis``."""
    last = {"z": "s", "v": "f"}.get(stem[-1], stem[-1])
    if stem[-1] == stem[-2]:
        yield stem[:-1]
    elif stem[-2] in "aeou" and stem[-3] not in "aeiou":
        yield stem[:-1] + stem[-2] + last
    elif last != stem[-1]:
        yield stem[:-1] + last
