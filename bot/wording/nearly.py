"""What somebody may have meant who typed the beginnings of words, or words with slips of the finger."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from difflib import SequenceMatcher

from bot.wording.folding import Folded, folded, spellings
from bot.wording.texts import Texts
from engines import Action
from engines.record import notation

MOST = 60
"""Actions that are compared; where more are legal nothing is guessed."""
LONGEST = 8
"""Words that are compared."""
SHORTEST = 2
"""Letters that begin a word."""
CLOSE = 0.7
"""How much of two words is the same, at least, where one is taken for the other (``difflib``)."""

Ways = Sequence[tuple[Action, Collection[Folded]]]
"""Actions, each with the ways to write it."""


def ways(languages: Sequence[Texts], key: str, legal: Sequence[Action], names: Sequence[str]) -> Ways:
    """How legal actions may be written: in notation, as the panel words them, word by word."""
    if len(legal) > MOST:
        return ()
    found = []
    for action in legal:
        written = {folded(notation(action))}
        for texts in languages:
            written.update(spellings(texts.action(key, action, names)), spellings(texts.words(key, action, names)))
        found.append((action, written))
    return found


def begun(known: Ways, typed: Folded, whole: Callable[[int], bool]) -> list[Action]:
    """The actions with words that begin as those typed, in the same order: "wor" and "take wor" for "take workers".

    ``whole``: whether the word of that number means something as it stands; it is no beginning of another one then, and
    no number is.
    """
    exact = [word.isdigit() or whole(number) for number, word in enumerate(typed)]
    if any(len(word) < SHORTEST and not alone for word, alone in zip(typed, exact, strict=True)):
        return []

    def fits(word: str, number: int) -> bool:
        return word == typed[number] if exact[number] else word.startswith(typed[number])

    return [action for action, written in known if any(_in_order(way, len(typed), fits) for way in written)]


def _in_order(way: Folded, count: int, fits: Callable[[str, int], bool]) -> bool:
    number = 0
    for word in way:
        if number < count and fits(word, number):
            number += 1
    return number == count


def nearest(known: Ways, typed: Folded, most: int) -> list[Action]:
    """The actions whose words come closest to those typed, best first; none where a word is like no other."""
    wanted = {word for _, written in known for way in written for word in way}
    alike = [{other: ratio for other in wanted if (ratio := _alike(word, other)) >= CLOSE} for word in typed]
    found = []
    for action, written in known:
        best = max(_likeness(way, alike) for way in written)
        if best:
            found.append((best, action))
    found.sort(key=lambda each: -each[0])
    return [action for _, action in found[:most]]


def _alike(word: str, other: str) -> float:
    if word == other or (len(word) >= SHORTEST and not word.isdigit() and other.startswith(word)):
        return 1
    if word.isdigit() or other.isdigit():
        return 0
    matcher = SequenceMatcher(a=other, b=word)
    return matcher.ratio() if matcher.real_quick_ratio() >= CLOSE else 0


def _likeness(way: Folded, alike: Sequence[dict[str, float]]) -> float:
    """How much a way to write an action is like what was typed, word by word; 0: a word is like none of it. Words that
    nobody typed count a little against it."""
    total = 0.0
    for close in alike:
        best = max((close[word] for word in way if word in close), default=0)
        if not best:
            return 0
        total += best
    return total / len(alike) - 0.01 * max(0, len(way) - len(alike))
