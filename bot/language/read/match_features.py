"""What a speaker can name of an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.language.read.concepts import Concept
from engines import Action
from engines.spoken import Need


@dataclass(frozen=True)
class Feature:
    """Something of an action that a speaker can name."""

    concepts: frozenset[Concept]
    """Any of these names it."""
    need: Need = Need.ALWAYS
    units: frozenset[str] = frozenset()
    """What may be said beside a number."""
    end: str = ""
    """"from" or "to" for an end of a way."""
    is_verb: bool = False
    is_remark: bool = False
    """Whether it may be said though it does not stand in the action."""
    is_price: bool = False
    """Whether it is what the action costs or brings."""
    is_way: bool = False
    """Whether it tells where something goes as well as a name does: two spaces ahead."""
    is_own: bool = False
    """Whether it describes the very place that the action is about."""
    group: int | None = None
    """Features of one group lie at one place of the board: the number and the kind of a hex."""

    @property
    def is_number(self) -> bool:
        """True if it is a number."""
        return any(concept.kind == "number" for concept in self.concepts)

    @property
    def is_count(self) -> bool:
        """True if it is a number that stands in the action."""
        return self.is_number and not (self.is_remark or self.is_price)


def thing_feature(*things: str, need: Need = Need.NEVER, **traits: Any) -> Feature:
    """Return a feature that any of some things names."""
    return Feature(frozenset(Concept("thing", thing) for thing in things), need, **traits)


def unit_feature(unit: str, need: Need = Need.NEVER, **traits: Any) -> Feature:
    """Return a feature that a unit names: the coast, the top row."""
    return Feature(frozenset((Concept("unit", unit),)), need, **traits)


def number_feature(
    number: int | str, units: frozenset[str] = frozenset(), need: Need = Need.NEVER, **traits: Any
) -> Feature:
    """Return a feature that a number names, with what may be said beside it."""
    return Feature(frozenset((Concept("number", str(number)),)), need, units, **traits)


@dataclass(frozen=True)
class Candidate:
    """An action that may be meant."""

    action: Action
    features: tuple[Feature, ...]
    is_legal: bool = True
    price: int = 0
    """What it costs beside others that do the same: of such the cheapest is meant."""
    is_whole: bool = False
    """Whether it answers all that is asked, where others answer a part."""
