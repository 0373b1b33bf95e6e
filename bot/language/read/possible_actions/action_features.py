"""Features of actions: the parts of a move that a player can name, and the verbs that end a turn or a choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

from bot.language.read.words.concepts import Concept
from engines import GAMES, Action
from engines.spoken import Need


class Group(NamedTuple):
    """The one thing that several features are about, such as the number and the kind of a hex.

    A text that names several of these features beside each other means all of them, or none.
    """

    kind: Literal["neighbour", "position", "shown"]
    """A neighbour of a place; a thing and the position where it lies; a thing and the number that it shows."""
    word: int
    """Index of the word in its action to which the features belong."""
    neighbour: int = 0
    """Number of the neighbour of a place."""


@dataclass(frozen=True)
class Feature:
    """A part or trait of an action that a player can name.

    A feature is the verb, a word of the action, a *remark* about the action, or a trait of the place where it leads.
    Toll verbs and prices are remarks, ends are ways, and only features of places are a place's own; other flags are
    not combined.
    """

    concepts: frozenset[Concept]
    """Meanings of which any one names the feature."""
    need: Need = Need.ALWAYS
    units: frozenset[str] = frozenset()
    """Units in which a number may be given."""
    end: str = ""
    """"from" or "to" for one end of a route."""
    is_verb: bool = False
    is_remark: bool = False
    """True for a trait that the action's notation does not contain."""
    is_toll_verb: bool = False
    """True for the verb with which people name a toll: to give up a ship."""
    needs_unit: bool = False
    """True for a number that nobody means without its unit: the 3 of a harbour 3:1."""
    is_copy: bool = False
    """True for the number of one of several cards or tiles of a kind: the 2 of "Customs 2"."""
    is_price: bool = False
    """True for the cost or gain of the action."""
    is_way: bool = False
    """True if it identifies a destination as well as its name does: two spaces ahead, where Ben is."""
    is_end: bool = False
    """True for one of the two ends between which the destination lies."""
    is_own: bool = False
    """True if it describes the place itself, not a neighbour of it."""
    group: Group | None = None
    """The group of features that belong together; None: it belongs to no other."""

    @cached_property
    def is_number(self) -> bool:
        """True if it is a number."""
        return any(concept.kind == "number" for concept in self.concepts)

    @property
    def is_in_notation(self) -> bool:
        """True for a number that the action's notation contains."""
        return self.is_number and not (self.is_remark or self.is_price)


@lru_cache(maxsize=1 << 14)
def thing_feature(*things: str, need: Need = Need.NEVER, **traits: Any) -> Feature:
    """Return a feature that is named by any of some things."""
    return Feature(frozenset(Concept("thing", thing) for thing in things), need, **traits)


@lru_cache(maxsize=1 << 10)
def unit_feature(unit: str, need: Need = Need.NEVER, **traits: Any) -> Feature:
    """Return a feature that is named by a unit: the coast, the top row."""
    return Feature(frozenset((Concept("unit", unit),)), need, **traits)


@lru_cache(maxsize=1 << 14)
def number_feature(
    number: int | str, units: frozenset[str] = frozenset(), need: Need = Need.NEVER, **traits: Any
) -> Feature:
    """Return a feature that is named by a number in one of some units."""
    return Feature(frozenset((Concept("number", str(number)),)), need, units, **traits)


ENDING_VERBS = frozenset[str]().union(*(kind.spoken.endings for kind in GAMES.values()))
"""Verbs that end a turn or a choice."""
ENDING_ACTIONS: frozenset[Action] = frozenset((verb,) for verb in ENDING_VERBS)
"""The actions of these verbs, which have no further words."""
