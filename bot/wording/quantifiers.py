"""How much somebody means who says no number: "all my sugar", "both offices"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from bot.wording.folding import folded, joined
from bot.wording.languages import FALLBACK
from bot.wording.lexicon import base
from bot.wording.lists import idle_words, in_digits, listed_in
from bot.wording.offered import MOST_MEANT, Understood
from engines import Action, Message

MOST_CARDS = 24
"""Of a kind that anybody can have and offer."""


def all_of(
    language: str,
    typed: str,
    legal: Sequence[Action],
    offered: bool,
    read: Callable[[str], Understood],
    refusal: Callable[[Action], Message | None],
) -> Understood | None:
    """The largest number that is possible of what somebody wants all of; asked about where no other is, or where
    several things are possible. None: nobody wants all of anything. ``offered``: whether it seems to be an offer, which
    no list has."""
    if len(parts := _around_all(language, typed)) < 2:
        return None
    plainly = read(" ".join(parts))
    verbs = {action[0] for action in plainly.asked or [plainly.action] if action}
    numbers = {number for action in legal for number in amounts(action)}
    numbers |= set(range(1, MOST_CARDS + 1)) if offered else set()
    largest, clear, fewer = dict[Action, Action](), set[Action](), set[Action]()
    for number in sorted(numbers, reverse=True):
        found = read(f" {number} ".join(parts))
        if found.unknown or found.refused:
            continue
        for action in found.asked or [found.action]:
            if number in amounts(action) and action[0] in verbs and refusal(action) is None:
                kind = tuple(word for word in dict.fromkeys(action) if not word.isdigit())
                fewer |= {kind} & largest.keys()
                largest.setdefault(kind, action)
                clear |= {kind} if not found.asked and len(verbs) == 1 else set()
    kinds = [kind for kind in largest if kind in clear] or list(largest)
    meant = [largest[kind] for kind in kinds][:MOST_MEANT]
    if not meant:
        return None
    return Understood(meant[0], () if len(meant) == 1 and set(kinds) <= clear & fewer else meant)


def amounts(action: Action) -> set[int]:
    """How many of something an action may be about: its numbers, or how often it names one thing."""
    return {int(word) for word in action if word.isdigit()} | {times for times in Counter(action).values() if times > 1}


def wants_all(language: str, typed: str) -> bool:
    """Whether somebody wants all of something."""
    return any(True for _ in _alls(language, typed.split()))


def several(language: str, typed: str, found: Understood, legal: Sequence[Action]) -> Understood:
    """Asked about is what somebody wants all of, however much that is; of what is called alike each, also of both."""
    wanted = wants_all(language, typed)
    if found.asked or not (wanted or {*map(_bare, typed.split())} & listed_in(language, "both")):
        return found
    alike = [action for action in legal if [*map(base, action)] == [*map(base, found.action)]]
    return found._replace(asked=alike[:MOST_MEANT]) if len(alike) > (not wanted) else found


def _around_all(language: str, typed: str) -> Sequence[str]:
    """A text in the parts before and behind words for "all" that stand before a thing."""
    words, parts, start = typed.split(), list[str](), 0
    for at in _alls(language, words):
        parts.append(" ".join(words[start:at]))
        start = at + 1
    return [*parts, " ".join(words[start:])]


def _alls(language: str, words: Sequence[str]) -> Iterator[int]:
    for at, word in enumerate(words):
        if _bare(word) in listed_in(language, "all") and _names_something(
            language, words[at : at + 1], words[at + 1 :]
        ):
            yield at


def _names_something(language: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Whether a thing stands behind some words, with no more than "my" between them; behind "all the way" is none."""
    idle, soft = idle_words(language), listed_in(language, "soft")
    for last, word in pairwise((*before, *behind)):
        if last[-1] in ",;.:!?" or _bare(word) in soft:
            return False
        if _bare(word) not in idle:
            return not in_digits((language, FALLBACK), _bare(word)).isdigit()  # "all three"
    return False


def _bare(word: str) -> str:
    return joined(folded(word))
