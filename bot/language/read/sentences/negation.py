"""Find what a text rules out: the church of "the mine, not the church"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.language.read.tokens.utterance import Utterance
from bot.language.read.words.concepts import Mention
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


def spared_number(
    mentions: Sequence[Mention], utterance: Utterance, excluded: frozenset[int], lexicon: Lexicon
) -> Mention | None:
    """Return the number that a text leaves of all there are: the one of "all but one gold"; None: it leaves none.

    Args:
        mentions: The mentions of the utterance, in order.
        utterance: The text.
        excluded: Indices of the tokens that the text rules out.
        lexicon: The words of the language.
    """
    if not any("all" in mention.values("grammar") for mention in mentions):
        return None
    ruled_out = [mention for mention in mentions if mention.start in excluded and mention.concepts]
    behind_contrast = (
        mention
        for mention in mentions
        if mention.start and utterance.tokens[mention.start - 1].word in lexicon.common.contrasts
    )
    spared = ruled_out[0] if ruled_out else next(behind_contrast, None)  # "all ships but one"
    return spared if spared is not None and _is_number_of_things(spared, utterance, lexicon) else None


def without_spared(excluded: frozenset[int], spared: Mention) -> frozenset[int]:
    """Return the excluded tokens without a spared number and what it counts: "all but *one gold*" is about gold."""
    stop = spared.start
    while stop in excluded:
        stop += 1
    return excluded - set(range(spared.start, stop))


def _is_number_of_things(mention: Mention, utterance: Utterance, lexicon: Lexicon) -> bool:
    """Return whether a mention is a number that counts, in contrast to articles, ordinals and names: "but the 6"."""
    before = utterance.tokens[mention.start - 1].word if mention.start else ""
    is_figure = bool(mention.number) and not mention.values("ordinal")
    return is_figure and lexicon.common.articles.isdisjoint((mention.text, before))


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
