"""The tree of words: from the legal actions and the words so far to what is offered next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engines import Action

PAGE = 25
"""Options that fit into one select."""


@dataclass(frozen=True)
class Offer:
    """What can be chosen next.

    ``prefix``: the words so far (words that leave no choice are added). ``choices``: longer beginnings of actions,
    each with one word more, or whole actions where few enough are left to be shown at once.
    """

    prefix: Action
    choices: list[Action]

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.choices) // PAGE))

    def page(self, number: int) -> list[Action]:
        """The choices of a page, counted from 0; a page that does not exist is the first."""
        start = number * PAGE if 0 <= number < self.pages else 0
        return self.choices[start : start + PAGE]


def offer(legal: Sequence[Action], prefix: Action = ()) -> Offer:
    """What to offer after some words; words that lead nowhere are dropped."""
    leaves = [action for action in legal if action[: len(prefix)] == prefix]
    if not leaves:
        prefix, leaves = (), list(legal)
    if len(leaves) <= PAGE:
        return Offer(prefix, leaves)
    while True:
        depth = len(prefix) + 1
        nexts = list(dict.fromkeys(action[:depth] for action in leaves))
        if len(nexts) > 1 or nexts[0] in leaves:
            return Offer(prefix, nexts)
        prefix = nexts[0]


def way_out(legal: Sequence[Action], prefix: Action) -> Action | None:
    """The words to go back to from ``prefix``: the longest beginning that left a choice; None: there was none."""
    for length in reversed(range(len(prefix))):
        if offer(legal, prefix[:length]).prefix == prefix[:length]:
            return prefix[:length]
    return None


def join(action: Action) -> str:
    """Words as part of a custom id, which holds 100 characters: a word that repeats is written once, with a count."""
    runs = [(word, len(list(run))) for word, run in groupby(action)]
    return ".".join(word if count == 1 else f"{word}*{count}" for word, count in runs)


def split(text: str) -> Action:
    """The inverse of ``join``."""
    words: list[str] = []
    for part in filter(None, text.split(".")):
        word, _, count = part.partition("*")
        words += [word] * int(count or 1)
    return tuple(words)
