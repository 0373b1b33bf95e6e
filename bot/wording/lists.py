"""Lists of words that people type, from ``synonyms.toml``; those under ``[common]`` mean the same in every game."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import Any

from bot.wording.languages import FALLBACK, read_file
from bot.wording.word_forms import Folded, joined, spellings


@cache
def typed_words(language: str) -> dict[str, Any]:
    """Return the words that people type in a language, by game; those under ``common`` apply to every game."""
    tables = _tables(language)
    # A language may leave out any entry of the common words; English has all of them.
    empty = {entry: {} if isinstance(words, dict) else "" for entry, words in _tables(FALLBACK)["common"].items()}
    return tables | {"common": empty | tables.get("common", {})}


@cache
def _tables(language: str) -> dict[str, Any]:
    return tomllib.loads(read_file(language, "synonyms.toml") or "")


def words_in(text: str) -> list[str]:
    """Return the items of an entry: words, or, if there are semicolons in it, phrases."""
    return [name.strip() for name in (text.split(";") if ";" in text else text.split())]


@cache
def listed(language: str, entry: str) -> frozenset[str]:
    """Return the common words of a kind.

    Kinds whose names do not explain themselves:
        beside: introduce a means, a price or a place of a decision ("with", "for", "at").
        onward: separate a decision from the next one.
        instead: rule out the choice that follows them ("rather than").
        against: introduce the choice that is wanted instead ("but").
        barring: "all but".
        asking, weighing, asking_why: begin a question; of the last kind, one for a reason.
        may, whose_turn, leading: begin a question about what is possible, whose turn it is, and who leads.
        enough: say that the speaker stops.
        ending: say that a turn ends.
        interjections: words without meaning before or after a decision.
        mine: refer to the speaker's own things.
        afterwards: introduce a consequence of a move.
        on_my_turn: say at the beginning of a planned move when it is to be done ("when it's my turn").
        refusing: are "no" at the beginning of a correction: "nah, the ship".
        or: join alternatives that somebody thinks about.
        rather: introduce, behind "no", the choice that is wanted instead.
        meant: follow the choice that is wanted instead: "the ship, I mean".
        because: begin a reason, up to the end of the clause.
        statements: occur in sentences that say something and ask for nothing, such as "I'll" and "has".
        keeping: say that something is not paid or given away.
        free: say that something costs nothing.
        purpose: introduce what a choice is for: "for".
        repeating: say that what was just done is meant once more.
        has: tell what somebody else has ("has enough").
        remarks: begin a clause that only says what the speaker needs or pays.
    """
    return frozenset(words_in(typed_words(language)["common"][entry]))


@cache
def listed_in(language: str, entry: str) -> frozenset[str]:
    """Return the common words of a kind in a language and in FALLBACK, which everybody may type."""
    return listed(language, entry) | listed(FALLBACK, entry)


@cache
def phrases(language: str, entry: str) -> frozenset[str]:
    """Return the common phrases of a kind ("that's all") in all their spellings."""
    return frozenset(" ".join(spelling) for name in listed(language, entry) for spelling in spellings(name))


@cache
def phrases_in(language: str, entry: str) -> frozenset[str]:
    """Return the common phrases of a kind in a language and in FALLBACK, which everybody may type."""
    return phrases(language, entry) | phrases(FALLBACK, entry)


@cache
def idle_words(language: str) -> frozenset[str]:
    """Return the words that mean nothing, or may mean nothing."""
    words = (word for entry in ("noise", "soft", "one", "breaks") for word in listed(language, entry))
    return frozenset(joined(spelling) for word in words for spelling in spellings(word))


def own_words(key: str, language: str, area: str) -> dict[str, list[str]]:
    """Return the words of an area of a game's table, by their kind."""
    return {kind: words_in(text) for kind, text in typed_words(language).get(key, {}).get(area, {}).items()}


@cache
def superlatives(language: str) -> dict[Folded, str]:
    """Return words for the one that has most or least of something, with the kind of superlative."""
    kinds = typed_words(language)["common"]["superlatives"].items()
    return {spelling: kind for kind, text in kinds for name in words_in(text) for spelling in spellings(name)}


@cache
def words_of_groups(language: str, entry: str) -> frozenset[str]:
    """Return the words of an entry whose groups begin with the number that their words mean: numbers or ordinals."""
    groups = (group.split()[1:] for group in typed_words(language)["common"][entry].split(";"))
    return frozenset(joined(spelling) for group in groups for name in group for spelling in spellings(name))


def ordinal(language: str, words: Sequence[str]) -> int | None:
    """Return the place that words name ("the second one"), from 0, -1 for the last; None if they say anything else."""
    ordinals = typed_words(language)["common"]["ordinals"]
    idle = idle_words(language)
    places = {name: int(group.split()[0]) - 1 for group in ordinals.split(";") for name in group.split()[1:]}
    places |= dict.fromkeys(listed(language, "last"), -1)
    meaningful = [word for word in words if word in places or word not in idle]
    return places.get(meaningful[0]) if len(meaningful) == 1 else None
