"""Words in which a letter went wrong, and those that were meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain


class Spelled:
    """Known words by their length and their first and their last letter, of which one slip leaves at least one: what
    remains of each without each of its letters would take megabytes."""

    def __init__(self, words: Iterable[str]) -> None:
        self._like: dict[tuple[int, str], list[str]] = defaultdict(list)
        for word in words:
            for end in _ends(word):
                self._like[len(word), end].append(word)

    def near(self, word: str) -> frozenset[str]:
        """Those that differ from a word by one slip."""
        return _near(self, word)

    def roughly(self, word: str) -> set[str]:
        """Those of which the same remains without one letter, whichever it is: "comoddity" for "commodity"."""
        own = _shortened(word)
        return {other for other in self.alike(word) if not own.isdisjoint(_shortened(other))}

    def alike(self, word: str) -> Iterator[str]:
        """Those of about its length that share an end with a word."""
        like = [
            self._like.get((length, end), ()) for length in range(len(word) - 1, len(word) + 2) for end in _ends(word)
        ]
        return chain.from_iterable(like)


@lru_cache(maxsize=1 << 12)
def _near(spelled: Spelled, word: str) -> frozenset[str]:
    """Kept, since a text is looked at from many sides."""
    return frozenset(other for other in spelled.alike(word) if one_slip(word, other))


def _ends(word: str) -> tuple[str, str]:
    """The first letter, and the last one behind a mark."""
    return word[:1], f"~{word[-1:]}"


def _shortened(word: str) -> set[str]:
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def one_slip(word: str, other: str) -> bool:
    """Whether one letter is missing, too many, another one (not the first: porkers are no workers), or two have changed
    places."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    rest, there = word[start:], other[start:]
    another = start > 0 and rest[1:] == there[1:]
    return another or rest[1:] == there or rest == there[1:] or rest[:2][::-1] + rest[2:] == there
