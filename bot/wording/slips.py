"""Words in which a letter went wrong, and those that were meant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator


class Spelled:
    """Known words by their lengths: comparing a word with some hundreds takes less time than anybody notices, and what
    remains of each of them without each of its letters would take megabytes."""

    def __init__(self, words: Iterable[str]) -> None:
        self._of_length: dict[int, list[str]] = defaultdict(list)
        for word in words:
            self._of_length[len(word)].append(word)

    def near(self, word: str, *, first: bool = False) -> Iterator[str]:
        """Those that may be meant by a word; ``first``: see ``one_slip``."""
        for length in range(len(word) - 1, len(word) + 2):
            for other in self._of_length.get(length, ()):
                if one_slip(word, other, first=first):
                    yield other


def one_slip(word: str, other: str, *, first: bool = False) -> bool:
    """Whether one letter is missing, too many, another one, or two have changed places. ``first``: the first letter may
    be another one, too (porkers are no workers)."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    rest, there = word[start:], other[start:]
    another = (first or start > 0) and rest[1:] == there[1:]
    return another or rest[1:] == there or rest == there[1:] or rest[:2][::-1] + rest[2:] == there
