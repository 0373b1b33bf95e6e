"""What a game's words, cards and kinds of actions are called in a language, for who reads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from string import Formatter

from bot.wording.catalogue import catalogue
from bot.wording.folding import Folded, folded, joined, singulars, spellings


@dataclass
class Vocabulary:
    """What things are called in a language: ids by names, each written as one word.

    ``verbs`` name only the first word of an action. ``near`` are singulars of names and the like. ``longest``: words
    of the longest name.
    """

    language: str
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    verbs: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    near: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    near_verbs: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ids: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    longest: int = 1

    def add(self, text: str, id: str, *, verb: bool = False) -> None:
        names, near = (self.verbs, self.near_verbs) if verb else (self.words, self.near)
        for name in filter(None, spellings(text)):
            self.longest = max(self.longest, len(name))
            names[joined(name)].add(id)
            for single in singulars(name, self.language):
                near[joined(single)].add(id)

    def named(self, name: Folded, *, first: bool, nearly: bool) -> Iterator[str]:
        """The ids of a name; ``first``: as the first word of an action."""
        exact, near = [self.words, self.verbs][: 1 + first], [self.near, self.near_verbs][: 1 + first]
        for known in exact + near if nearly else exact:
            yield from known.get(joined(name), ())
        for single in singulars(name, self.language) if nearly else ():
            for known in exact:
                yield from known.get(joined(single), ())


@cache
def vocabulary(key: str, language: str) -> Vocabulary:
    """The words of a game in a language."""
    found = Vocabulary(language)
    for text_id, forms in catalogue(language).texts.items():
        area, _, rest = text_id.partition(".")
        kind, _, id = rest.partition(".")
        if area != key:
            continue
        if kind == "action" and "." not in id:
            verb = id.rstrip("0123456789").removesuffix("_") if id[-1].isdigit() else id
            found.actions.add(verb)
            for form in forms:
                for text in _verbs(form):
                    found.add(text, verb, verb=True)
        elif (kind == "word" and "." not in id) or (kind == "card" and id.removesuffix(".name").count(".") == 0):
            id = id.removesuffix(".name")
            found.ids.add(id)
            for form in (*forms, id):
                found.add(form, id)
            for other in ("typed", "counted"):
                for form in catalogue(language).texts.get(f"{key}.{other}.{id}", ()):
                    found.add(form, id)
    return found


def _verbs(template: str) -> tuple[str, ...]:
    """What stands before the first blank of an action's text, else after the last one: there the verb is."""
    first, *_, last = [literal for literal, *_ in Formatter().parse(template)] * 2
    if any(word.isalpha() for word in folded(first)):
        return (first,)
    ending = folded(last)
    if folded(first) or ")" in last or not all(word.isalpha() for word in ending) or len(ending) > 2:
        return ()
    return (last, *ending[-1:])
