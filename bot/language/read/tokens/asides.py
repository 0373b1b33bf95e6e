"""Leave out what a text takes back, and the reasons that it gives for a move.

>>> str(without_asides(Utterance.of("sugar, no wait, gold because it is dear"), "en"))
'gold'
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from bot.language.read.tokens.utterance import Token, Utterance, phrase_length
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed_in, phrases_in
from bot.wording.texts import texts_in


def without_asides(utterance: Utterance, language: str) -> Utterance:
    """Return a text without what the player takes back in it, and without reasons."""
    return _without_reasons(corrected(utterance, language), language)


def corrected(utterance: Utterance, language: str) -> Utterance:
    """Return a text without what the player takes back in it: "sail, no wait, build", "sail... erm, build"."""
    utterance = _behind_alternatives(utterance, language)
    clauses = utterance.clauses
    for number in reversed(range(len(clauses))):
        following = clauses[number + 1] if number + 1 < len(clauses) else None
        if (start := _new_start(clauses[number], following, language, is_first=number == 0)) is not None:
            return utterance.beginning_at(start)
    return utterance


def _new_start(clause: Utterance, following: Utterance | None, language: str, *, is_first: bool) -> Token | None:
    """Return the token with which a text begins anew in a clause, or in the clause behind it; None: it does not."""
    words = clause.word_tokens
    retracting = _retraction(clause, language, is_first=is_first)
    if retracting == len(words) and following is not None:
        return following.tokens[0]  # "sail, no wait, build"
    if not is_first and 0 < retracting < len(words):
        return words[retracting]  # "sail, no wait build"
    if (turn := _behind_retraction(clause, following, language)) is not None:
        return turn  # "sail no wait build", "sail or wait, build"
    if not is_first and _ends_with(clause, phrases_in(language, "meant")):
        return clause.tokens[0]  # "sail, build I mean"
    return None


def _behind_retraction(clause: Utterance, following: Utterance | None, language: str) -> Token | None:
    """Return the token behind a phrase such as "no wait" within a clause or at its end; None: there is none."""
    words = clause.words
    retracting = phrases_in(language, "hold")
    for start in range(1, len(words)):
        stop = start + phrase_length(words, start, retracting)
        # The last word retracts by itself, as in "no wait"; others, such as "not yet", may be meant literally here.
        if stop > start + 1 and words[stop - 1] in retracting | listed_in(language, "refusing"):
            if stop < len(words):
                return clause.word_tokens[stop]
            if following is not None:
                return following.tokens[0]
    return None


def _behind_alternatives(utterance: Utterance, language: str) -> Utterance:
    """Return a text without alternatives of which it then names one again: "gold or sugar... gold"."""
    sentences = _sentences(utterance)
    joining = listed_in(language, "or")
    for number in range(len(sentences) - 1, 0, -1):
        alternatives = set(sentences[number - 1].words)
        is_choice = not joining.isdisjoint(alternatives)
        if is_choice and not alternatives.isdisjoint(set(sentences[number].words) - idle_words(language)):
            return utterance.beginning_at(sentences[number].tokens[0])
    return utterance


def _sentences(utterance: Utterance) -> list[Utterance]:
    """Return the parts of a text between full stops and their like."""
    stops = [place for place, token in enumerate(utterance.tokens) if token.is_stop]
    starts = [0, *(place + 1 for place in stops)]
    parts = [utterance.part(start, stop) for start, stop in zip(starts, [*stops, len(utterance)], strict=True)]
    return [part for part in parts if part.words]


def _retraction(clause: Utterance, language: str, *, is_first: bool) -> int:
    """Return how many words at the beginning of a clause say that the player thinks again; 0: none do.

    They are clear if they are a phrase of several words ("no wait"), a hesitation ("erm"), or "no" before another such
    word ("no, rather"). A single word such as "wait" may be meant literally if others follow it, and "no" may rule out
    what follows it. As the only word of a clause either counts; but at the beginning of a text "no" answers a question.
    """
    lists = _retracting_words(language)
    words = clause.words
    phrases = _opening_phrases(words, lists)
    length = sum(map(len, phrases))
    if _is_clear_retraction(phrases, lists):
        return length
    is_refusing = any(phrase[0] in lists.refusing for phrase in phrases)
    may_be_alone = _says_any(words, lists.retracting) or (is_refusing and not is_first)
    return length if length == len(words) and may_be_alone else 0


class _RetractingWords(NamedTuple):
    """Words of a language at the beginning of a clause in which the player thinks again."""

    refusing: frozenset[str]
    """No, not."""
    hesitating: frozenset[str]
    """Phrases such as "erm"."""
    retracting: frozenset[str]
    """Phrases such as "wait" and "no wait", those that hesitate included."""
    preferring: frozenset[str]
    """Rather."""
    interjections: frozenset[str]
    """Oh, well. Words for "no" may be among them."""


@cache
def _retracting_words(language: str) -> _RetractingWords:
    """Return the words with which players think again in a language."""
    hesitating = phrases_in(language, "hesitation")
    return _RetractingWords(
        refusing=_words_for_no(language) | listed_in(language, "refusing"),
        hesitating=hesitating,
        retracting=phrases_in(language, "hold") | hesitating,
        preferring=listed_in(language, "rather"),
        interjections=listed_in(language, "interjections"),
    )


def _opening_phrases(words: Sequence[str], lists: _RetractingWords) -> list[Sequence[str]]:
    """Return the phrases and words at the beginning of a clause that may be said when thinking again."""
    phrases = list[Sequence[str]]()
    single_words = lists.refusing | lists.preferring | lists.interjections
    start = 0
    while start < len(words):
        length = phrase_length(words, start, lists.retracting)
        if not length and words[start] not in single_words:
            break
        phrases.append(words[start : start + (length or 1)])
        start += length or 1
    return phrases


def _is_clear_retraction(phrases: Sequence[Sequence[str]], lists: _RetractingWords) -> bool:
    """Return whether phrases at the beginning of a clause certainly say that the player thinks again."""
    if any(len(phrase) > 1 or " ".join(phrase) in lists.hesitating for phrase in phrases):
        return True  # "no wait", "erm"
    refusals = [place for place, phrase in enumerate(phrases) if phrase[0] in lists.refusing]
    behind_no = phrases[refusals[0] + 1 :] if refusals else []
    # A second "no" only repeats the first one ("no no").
    further = lists.preferring | (lists.interjections - lists.refusing)
    return any(phrase[0] in further for phrase in behind_no)  # "no, rather"


def _without_reasons(utterance: Utterance, language: str) -> Utterance:
    """Return a text without clauses that say why: "the ship, since I need goods"."""
    opening = phrases_in(language, "because")
    tokens = utterance.tokens
    words = [token.word for token in tokens]
    start = next((place for place in range(len(words)) if phrase_length(words, place, opening)), None)
    if start is None:
        return utterance
    marks = (place for place in range(start, len(tokens)) if tokens[place].is_pause or tokens[place].is_stop)
    stop = next(marks, len(tokens))
    before = str(utterance.part(0, start)).rstrip(" ,;")
    remainder = str(utterance.part(stop + 1))
    shorter = Utterance.of(", ".join(filter(None, (before, remainder))))
    return _without_reasons(shorter, language) if shorter.words else utterance


def behind_remark(utterance: Utterance, language: str) -> Utterance:
    """Return a text without a first clause that says what the player needs or has: "I need it for a knight"."""
    first, *_ = utterance.clauses or (utterance,)
    words = [word for word in first.words if word not in listed_in(language, "interjections")]
    if not phrase_length(words, 0, phrases_in(language, "remarks")):
        return utterance
    return utterance.part(utterance.tokens.index(first.tokens[-1]) + 1)


def _says_any(words: Sequence[str], phrases: Collection[str]) -> bool:
    """Return whether a known phrase is among words."""
    return any(phrase_length(words, place, phrases) for place in range(len(words)))


def _ends_with(clause: Utterance, phrases: Collection[str]) -> bool:
    """Return whether a clause ends with a known phrase, behind other words."""
    text = " ".join(clause.words)
    return any(text.endswith(f" {phrase}") for phrase in phrases)


def _words_for_no(language: str) -> frozenset[str]:
    """Return the words for "no" in a language and in FALLBACK."""
    lists = (texts_in(code).say("typed.no") for code in (language, FALLBACK))
    return frozenset(word.strip() for words in lists for word in words.split(","))
