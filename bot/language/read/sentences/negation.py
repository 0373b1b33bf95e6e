"""Find what a text rules out: the church of "the mine, not the church"."""

from __future__ import annotations

from collections.abc import Collection

from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.lexicon import Lexicon


def excluded_tokens(
    utterance: Utterance, negations: frozenset[str], lexicon: Lexicon, *, phrase_tokens: Collection[int] = ()
) -> frozenset[int]:
    """Return the indices of the tokens that negations rule out: behind the negation, else before it.

    A negation rules out words of its own clause only, and none behind "but". "Instead" rules out nothing before it
    ("gold instead"), and nothing behind it where the text goes on with "and" ("gold instead and sell it").

    Args:
        utterance: The text.
        negations: Words that rule something out.
        lexicon: The words of the language.
        phrase_tokens: Indices of the tokens of phrases, in which a negation rules out nothing: "don't have any".
    """
    excluded = set[int]()
    part = list[int]()
    negation: int | None = None
    for place, token in enumerate(utterance.tokens):
        if token.is_pause or token.is_stop or token.word in lexicon.common.contrasts:
            excluded |= _excluded_of(part, negation, utterance, lexicon)
            part = []
            negation = None
        elif token.word in lexicon.common.replacing and _word_behind(utterance, place) in lexicon.common.onward:
            continue
        elif token.word in negations and place not in phrase_tokens:
            if negation is None:
                negation = place  # "no church and no mine": what is behind the first one is ruled out
        else:
            part.append(place)
    return frozenset(excluded | _excluded_of(part, negation, utterance, lexicon))


def _word_behind(utterance: Utterance, place: int) -> str:
    return utterance.tokens[place + 1].word if place + 1 < len(utterance) else ""


def _excluded_of(part: list[int], negation: int | None, utterance: Utterance, lexicon: Lexicon) -> set[int]:
    """Return the tokens of a part of a text that its negation rules out."""
    if negation is None:
        return set()
    following = {place for place in part if place > negation}
    if following or utterance.tokens[negation].word in lexicon.common.replacing:
        return following
    return set(part)
