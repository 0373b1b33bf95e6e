"""Meanings of words at a table: verbs, things, numbers, units, places and players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

Kind = Literal["verb", "thing", "number", "ordinal", "unit", "end", "grammar"]
"""An end is "from" or "to" of a route; grammar is "all", "both", "plural" or "price"."""


class Concept(NamedTuple):
    """One possible meaning of a word."""

    kind: Kind
    value: str


ANY_NUMBER = Concept("number", "*")
"""Stands for any number, where all there are is meant and the player may say how many."""


@dataclass(frozen=True)
class Mention:
    """Words of an utterance with their possible meanings."""

    text: str
    start: int
    """Index of the first token."""
    stop: int
    """Index behind the last token."""
    concepts: frozenset[Concept] = frozenset()
    is_weak: bool = False
    """True for words that may also mean nothing: "take", "with"."""
    is_guessed: bool = False
    """True if the word was recognised by its beginning or in spite of a slip."""
    exact_names: frozenset[str] = frozenset()
    """Things that the catalogue calls exactly so; for a verb or another thing such a word is weak evidence."""
    panel_verbs: frozenset[str] = frozenset()
    """Verbs that the panel calls by these words."""

    @cached_property
    def by_kind(self) -> dict[Kind, frozenset[str]]:
        """The values of the concepts, by kind."""
        kinds = {concept.kind for concept in self.concepts}
        return {kind: frozenset(concept.value for concept in self.concepts if concept.kind == kind) for kind in kinds}

    def values(self, kind: Kind) -> frozenset[str]:
        """Return the possible meanings of one kind."""
        return self.by_kind.get(kind, frozenset())

    @property
    def is_unknown(self) -> bool:
        """True if the words have no meaning in this game."""
        return not self.concepts and not self.is_weak

    @property
    def is_only_verb(self) -> bool:
        """True if the words mean nothing but what is done, whichever verb it is."""
        return self.by_kind.keys() == {"verb"}

    @property
    def own_verbs(self) -> frozenset[str]:
        """The verbs that the words are for: those that the panel calls so, or else the only one that they may mean."""
        verbs = self.values("verb")
        return self.panel_verbs or (verbs if len(verbs) == 1 else frozenset())

    @property
    def is_grammar(self) -> bool:
        """True if the words only relate others to each other."""
        return bool(self.concepts) and self.by_kind.keys() <= {"end", "grammar"}

    @property
    def is_filler(self) -> bool:
        """True if the words have no bearing on a move."""
        return self.is_weak and not self.concepts

    @cached_property
    def number(self) -> int | None:
        """The number that the words may stand for, one at most; None: none."""
        return next(map(int, self.values("number")), None)
