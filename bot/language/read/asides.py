"""Leave out what a text takes back, and the reasons that it gives for a move.

>>> str(without_asides(Utterance.of("sugar, no wait, gold because it is dear"), "en"))
'gold'
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.language.read.utterance import Utterance
from bot.wording.languages import FALLBACK
from bot.wording.lists import idle_words, listed_in, phrases_in
from bot.wording.texts import texts_in


def without_asides(utterance: Utterance, language: str) -> Utterance:
    """Return a text without what the player takes back in it, and without reasons."""
    return _without_reasons(corrected(utterance, language), language)


def corrected(utterance: Utterance, language: str) -> Utterance:
    """Return a text without what the player takes back in it: "sail, no wait, build", "sail... erm, build"."""
    utterance = _decided(utterance, language)
    clauses = utterance.clauses
    for number in range(len(clauses) - 1, -1, -1):
        clause = clauses[number]
        retracting = _retraction(clause, language, is_first=number == 0)
        if retracting == len(clause.words) and number + 1 < len(clauses):
            return Utterance.of(utterance.text[clauses[number + 1].tokens[0].start :])
        if number and 0 < retracting < len(clause.words):
            return Utterance.of(utterance.text[clause.tokens[retracting].start :])
        if (turn := _turn(clause, language)) is not None:
            return Utterance.of(utterance.text[clause.tokens[turn].start :])
        if number and _ends_with(clause, phrases_in(language, "meant")):
            return Utterance.of(utterance.text[clause.tokens[0].start :])
    return utterance


def _turn(clause: Utterance, language: str) -> int | None:
    """Return the token behind a phrase such as "no wait" within a clause; None: there is none, or nothing behind it."""
    words = clause.words
    holding = phrases_in(language, "hold")
    for start in range(1, len(words)):
        length = _longest(words, start, holding)
        if length > 1 and words[start + length - 1] in holding and start + length < len(words):
            return start + length
    return None


def _decided(utterance: Utterance, language: str) -> Utterance:
    """Return a text without alternatives of which it then names one again: "gold or sugar... gold"."""
    sentences = _sentences(utterance)
    joining = listed_in(language, "or")
    for number in range(len(sentences) - 1, 0, -1):
        alternatives = set(sentences[number - 1].words)
        is_choice = not joining.isdisjoint(alternatives)
        if is_choice and not alternatives.isdisjoint(set(sentences[number].words) - idle_words(language)):
            return Utterance.of(utterance.text[sentences[number].tokens[0].start :])
    return utterance


def _sentences(utterance: Utterance) -> list[Utterance]:
    """Return the parts of a text between full stops and their like."""
    stops = [place for place, token in enumerate(utterance.tokens) if token.is_stop]
    starts = [0, *(place + 1 for place in stops)]
    parts = [utterance.part(start, stop) for start, stop in zip(starts, [*stops, len(utterance)], strict=True)]
    return [part for part in parts if part.words]


def _retraction(clause: Utterance, language: str, *, is_first: bool) -> int:
    """Return how many words at the beginning of a clause say that the player thinks again; 0: none do.

    A single word such as "wait" may be meant literally if others follow it, and "no" may rule out what follows it. At
    the beginning of a text "no" answers a question.
    """
    refusing = _answers(language, "typed.no") | listed_in(language, "refusing")
    hesitating = phrases_in(language, "hesitation")
    retracting = phrases_in(language, "hold") | hesitating
    preferring = listed_in(language, "rather")
    opening = listed_in(language, "interjections")
    words = clause.words
    end = 0
    is_clear = False
    is_refusing = False
    while end < len(words):
        phrase = _longest(words, end, retracting)
        is_clear = is_clear or phrase > 1 or " ".join(words[end : end + phrase]) in hesitating
        is_clear = is_clear or (is_refusing and words[end] in preferring | opening - refusing)
        is_refusing = is_refusing or words[end] in refusing
        if not phrase and words[end] not in refusing | preferring | opening:
            break
        end += phrase or 1
    is_whole = end == len(words) and (_says_any(words, retracting) or (is_refusing and not is_first))
    return end if end and (is_clear or is_whole) else 0


def _without_reasons(utterance: Utterance, language: str) -> Utterance:
    """Return a text without clauses that say why: "the ship, since I need goods"."""
    opening = phrases_in(language, "because")
    tokens = list(utterance.tokens)
    words = [token.word for token in tokens]
    start = next((place for place in range(len(words)) if _longest(words, place, opening)), None)
    if start is None:
        return utterance
    stop = next((place for place in range(start, len(tokens)) if _is_mark(utterance, place)), len(tokens))
    before = str(utterance.part(0, start)).rstrip(" ,;")
    remainder = str(utterance.part(stop + 1))
    shorter = Utterance.of(", ".join(filter(None, (before, remainder))))
    return _without_reasons(shorter, language) if shorter.words else utterance


def behind_remark(utterance: Utterance, language: str) -> Utterance:
    """Return a text without a first clause that says what the player needs or has: "I need it for a knight"."""
    first, *_ = utterance.clauses or (utterance,)
    words = [word for word in first.words if word not in listed_in(language, "interjections")]
    if not any(_longest(words, 0, {remark}) for remark in phrases_in(language, "remarks")):
        return utterance
    return utterance.part(utterance.tokens.index(first.tokens[-1]) + 1)


def _is_mark(utterance: Utterance, place: int) -> bool:
    token = utterance.tokens[place]
    return token.is_pause or token.is_stop


def _longest(words: Sequence[str], start: int, known: Collection[str]) -> int:
    """Return the number of words of the longest known phrase at a place; 0: there is none."""
    return next((stop - start for stop in range(len(words), start, -1) if " ".join(words[start:stop]) in known), 0)


def _says_any(words: Sequence[str], known: Collection[str]) -> bool:
    return any(_longest(words, place, known) for place in range(len(words)))


def _ends_with(clause: Utterance, known: Collection[str]) -> bool:
    """Return whether a clause ends with a known phrase, behind other words."""
    text = " ".join(clause.words)
    return any(text.endswith(f" {phrase}") for phrase in known)


def _answers(language: str, id: str) -> frozenset[str]:
    """Return the words of a list of answers in a language and in FALLBACK."""
    return frozenset(word.strip() for code in (language, FALLBACK) for word in texts_in(code).say(id).split(","))
