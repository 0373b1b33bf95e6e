"""What words may mean at a table: verbs, things, numbers, units, places and players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

Kind = Literal["verb", "thing", "number", "ordinal", "unit", "end", "grammar"]


class Concept(NamedTuple):
    """One thing that a word may mean."""

    kind: Kind
    value: str


ANY_NUMBER = Concept("number", "*")
"""What any number means that counts something of which all are meant."""


@dataclass(frozen=True)
class Mention:
    """Words of an utterance that mean something together."""

    text: str
    start: int
    """Its first token."""
    stop: int
    """The token behind its last one."""
    concepts: frozenset[Concept] = frozenset()
    is_weak: bool = False
    """Whether the words may as well mean nothing: "take", "with"."""
    is_guessed: bool = False
    """Whether the word is known only by its beginning, or with another letter."""
    exact_names: frozenset[str] = frozenset()
    """Things with exactly this name in the catalogue; such a word is weak evidence for a verb or another thing."""
    proper: frozenset[str] = frozenset()
    """Verbs that the panel itself calls so."""

    @cached_property
    def by_kind(self) -> dict[Kind, frozenset[str]]:
        """The values of its concepts by their kind."""
        kinds = {concept.kind for concept in self.concepts}
        return {kind: frozenset(concept.value for concept in self.concepts if concept.kind == kind) for kind in kinds}

    def values(self, kind: Kind) -> frozenset[str]:
        """Return what it may mean of a kind."""
        return self.by_kind.get(kind, frozenset())

    @property
    def is_unknown(self) -> bool:
        """True if the words mean nothing here."""
        return not self.concepts and not self.is_weak

    @property
    def is_grammar(self) -> bool:
        """True if the words only join or relate others."""
        return bool(self.concepts) and self.by_kind.keys() <= {"end", "grammar"}

    @property
    def is_filler(self) -> bool:
        """True if the words say nothing of a move."""
        return self.is_weak and not self.concepts

    @cached_property
    def number(self) -> int | None:
        """The number that it may be."""
        return min(map(int, self.values("number")), default=None)
