"""Recognise the mood of a sentence: a question, an end of the turn, a superlative, an exception."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from bot.language.read.tokens.utterance import DOT, Utterance, phrase_length
from bot.wording.lists import idle_words, listed, listed_in, phrases, phrases_in, superlatives

HAS_BEFORE = 2
"""Words before "enough" among which "has" says that somebody else has enough."""
QUESTIONS = ("asking", "weighing", "asking_why", "whose_turn", "asking_where")
"""Entries of the word list with the beginnings of questions."""


@dataclass(frozen=True, kw_only=True)
class Mood:
    """The mood of a sentence."""

    is_question: bool = False
    asks_why: bool = False
    """True if the sentence begins as a question for a reason, which proposes no move."""
    end_phrase: str = ""
    """The words that end the turn or the choice; empty: there are none."""
    superlative: str = ""
    """The kind of superlative: "cheapest"; empty: there is none."""
    enough_tokens: frozenset[int] = frozenset()
    """Indices of the tokens of ``enough``."""
    covered: frozenset[int] = frozenset()
    """Indices of the tokens that express the mood and nothing else."""
    is_unfinished: bool = False
    """True if the text denies an end: "I'm not done"."""
    exceptions: frozenset[int] = frozenset()
    """Indices of the tokens of an exception: the church of "all but the church"."""

    @property
    def is_enough(self) -> bool:
        """True if the text ends the turn or the choice."""
        return bool(self.end_phrase)


def mood(utterance: Utterance, language: str) -> Mood:
    """Return the mood of a sentence."""
    words = [token.word for token in utterance.tokens]
    start = next((place for place, word in enumerate(words) if word not in _opening_words(language)), 0)
    spoken = f"{' '.join(words[start:])} "
    asks = utterance.is_question or _begins(spoken, _questions(language))
    is_unfinished = _denies_an_end(words, language)
    end_phrase = None if is_unfinished else _longest(words, phrases_in(language, "enough"))
    if end_phrase and not listed_in(language, "has").isdisjoint(
        words[max(0, end_phrase[0] - HAS_BEFORE) : end_phrase[0]]
    ):
        end_phrase = None  # "anna has enough already"
    if end_phrase and _says_of_what(words, end_phrase, language):
        end_phrase = None  # "I have enough workers"
    superlative = _longest(words, _superlative_phrases(language))
    kind = superlatives(language)[tuple(words[slice(*superlative)])] if superlative else ""
    covered = {place for span in (end_phrase, superlative) if span for place in range(*span)}
    exceptions = frozenset[int]()
    if barring := _longest(words, phrases(language, "barring")):
        exceptions = frozenset(range(barring[1], len(words)))
        covered |= set(range(*barring))
    return Mood(
        is_question=asks,
        asks_why=asks and _begins(spoken, phrases_in(language, "asking_why")),
        end_phrase=" ".join(words[slice(*end_phrase)]) if end_phrase else "",
        superlative=kind,
        enough_tokens=frozenset(range(*end_phrase)) if end_phrase else frozenset(),
        covered=frozenset(covered),
        is_unfinished=is_unfinished,
        exceptions=exceptions,
    )


def _begins(spoken: str, phrases: Collection[str]) -> bool:
    """Return whether words, each with a blank behind it, begin with a known phrase."""
    return spoken.startswith(tuple(f"{phrase} " for phrase in phrases))


def _denies_an_end(words: list[str], language: str) -> bool:
    """Return whether the text denies an end: "I'm not done", "don't pass yet"."""
    # "Instead" and "without" deny no end: "instead pass".
    denying = phrases(language, "no") - phrases(language, "without")
    ending = phrases(language, "ending")
    idle = idle_words(language)
    for place, word in enumerate(words):
        if word not in denying:
            continue
        following = (later_word for later_word in words[place + 1 :] if later_word in ending or later_word not in idle)
        if next(following, "") in ending:
            return True
    return False


def _says_of_what(words: list[str], end_phrase: tuple[int, int], language: str) -> bool:
    """Return whether words for an end are part of a remark on something: the enough of "I have enough workers"."""
    remarks = phrases_in(language, "remarks")
    for start in range(end_phrase[0]):
        stop = start + phrase_length(words, start, remarks)
        if end_phrase[1] <= stop < len(words) and words[stop].isalpha():
            return True
    return False


def _longest(words: list[str], phrases: frozenset[str]) -> tuple[int, int] | None:
    """Return the span of the longest known phrase among words: index of its first word, and behind its last."""
    for length in range(min(_most_words(phrases), len(words)), 0, -1):
        for start in range(len(words) - length + 1):
            if " ".join(words[start : start + length]) in phrases:
                return start, start + length
    return None


@cache
def _most_words(phrases: frozenset[str]) -> int:
    return max((phrase.count(" ") + 1 for phrase in phrases), default=0)


@cache
def _superlative_phrases(language: str) -> frozenset[str]:
    return frozenset(" ".join(name) for name in superlatives(language))


@cache
def _questions(language: str) -> frozenset[str]:
    return frozenset[str]().union(*(phrases_in(language, entry) for entry in QUESTIONS))


@cache
def _opening_words(language: str) -> frozenset[str]:
    """Return words and marks without meaning that may open a sentence."""
    return listed(language, "interjections") | {",", DOT}
