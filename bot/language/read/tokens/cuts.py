"""Cut a text into the parts that may be decisions of their own: "sail, then build" begins with "sail".

>>> [(str(head), str(tail)) for head, tail in beginnings(Utterance.of("sail, build and sell"), frozenset({"and"}))]
[('sail, build', 'sell'), ('sail', 'build and sell')]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice, zip_longest

from bot.language.read.tokens.utterance import Utterance

MOST_CUTS = 12
"""The most places at which one text is cut: the first ones."""


def beginnings(utterance: Utterance, separators: Collection[str]) -> Iterator[tuple[Utterance, Utterance]]:
    """Yield the beginnings of a text, the longest first, each with the rest.

    Args:
        utterance: The text.
        separators: Words that separate parts as marks do: "and", "then".
    """
    return _parts_at(reversed(_cuts(utterance, separators)), utterance, separators)


def _cuts(utterance: Utterance, separators: Collection[str]) -> list[int]:
    """Return the first places at which a text may be cut.

    They are neither before the first word nor before the last token, where a part would be empty.
    """
    cuts = (
        place
        for place in range(1, len(utterance) - 1)
        if _separates(utterance, place, separators) and not _separates(utterance, place - 1, separators)
    )
    return list(islice(cuts, MOST_CUTS))


def _parts_at(
    cuts: Iterable[int], utterance: Utterance, separators: Collection[str]
) -> Iterator[tuple[Utterance, Utterance]]:
    """Yield the parts before and behind each of some places that have words on both sides."""
    for cut in cuts:
        next_part = cut
        while next_part < len(utterance) and _separates(utterance, next_part, separators):
            next_part += 1
        head = utterance.part(0, cut)
        tail = utterance.part(next_part)
        if head.words and tail.words:
            yield head, tail


def whole_and_beginnings(utterance: Utterance, separators: Collection[str]) -> Iterator[tuple[Utterance, Utterance]]:
    """Yield a text, then its beginnings, each with the rest."""
    yield utterance, utterance.part(len(utterance))
    yield from beginnings(utterance, separators)


def first_clause(utterance: Utterance, separators: Collection[str]) -> tuple[Utterance, Utterance]:
    """Return the shortest beginning of a text with the rest; the whole text if it cannot be cut."""
    whole = utterance, utterance.part(len(utterance))
    return next(_parts_at(_cuts(utterance, separators), utterance, separators), whole)


def joined_alternatives(utterance: Utterance, joining: Collection[str]) -> Utterance:
    """Return a text without commas before words such as "or", which join alternatives of one decision.

    >>> joined_alternatives(Utterance.of("the mine, or the castle"), {"or"}).clauses[0].words
    ('the', 'mine', 'or', 'the', 'castle')
    """
    tokens = utterance.tokens
    pairs = zip_longest(tokens, tokens[1:])
    kept_tokens = (
        token for token, following in pairs if not (token.is_pause and following and following.word in joining)
    )
    return Utterance(utterance.text, tuple(kept_tokens))


def alternative_parts(utterance: Utterance, joining: Collection[str]) -> list[Utterance]:
    """Return the parts of a text between words such as "or", as far as they have words."""
    places = [place for place, token in enumerate(utterance.tokens) if token.word in joining]
    starts = [0, *(place + 1 for place in places)]
    parts = [utterance.part(start, stop) for start, stop in zip(starts, [*places, len(utterance)], strict=True)]
    return [part for part in parts if part.words]


def with_rest(typed: str, rest: Utterance) -> str:
    """Return a text with a rest added to it."""
    return ", ".join(filter(None, (typed, str(rest))))


def _separates(utterance: Utterance, place: int, separators: Collection[str]) -> bool:
    token = utterance.tokens[place]
    return token.is_pause or token.is_stop or token.word in separators
