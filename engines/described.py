"""What a game says of itself before anybody plays it: its name, tables and options, and what to make of its actions and
events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.messages import Action, Option
from engines.spoken import Spoken
from engines.state import State


class Described:
    """``key`` names the game, ``seats`` are the table sizes, ``options`` what may be chosen at the start,
    ``rules_version`` rises when a fix changes what a stored game may do, ``needs_confirmation`` holds the first words
    of actions that reveal something (ask before playing them), ``longest`` bounds the number of actions of a random
    play-out.
    """

    key: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    rules_version: ClassVar[int] = 1
    needs_confirmation: ClassVar[frozenset[str]] = frozenset()
    never_automatic: ClassVar[Mapping[str, int]] = {}
    """First words that never play themselves though nothing is asked twice (that there was no choice would tell, or it
    spends what nobody expects), each with the version of the rules since which it waits."""
    turns_up: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events with which the game itself reveals what comes next, once somebody's turn has ended: ask before a
    decision that leads there. ``<game>.turns_up.<kind>`` says it beforehand."""
    begins_turn: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events with which a turn or round begins: what follows them happens in it."""
    turns_are_rounds: ClassVar[bool] = False
    """Whether what ``state.turn`` counts is everybody's, not one player's."""
    milestones: ClassVar[Mapping[str, int]] = {}
    """Kinds of events that somebody who looks back looks for, each with how much it weighs beside the others;
    ``<game>.milestone.<kind>`` names them."""
    asides: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that a line with little room leaves out: they only lead to others, or follow from them."""
    amounts: ClassVar[Mapping[str, str]] = {}
    """By such a kind what of an event's data says how many there were; else each is one. At the end it is told who was
    the first and who did the most, where there are texts ``<game>.first.<kind>`` and ``<game>.most.<kind>``."""
    shares_places: ClassVar[bool] = False
    """Whether players of equal points share a place behind the first: no rule tells them apart."""
    opening: ClassVar[tuple[str, int, int] | None] = None
    """By what it is told how a player opens: the first word of such actions, which of their words is chosen, and how
    many of the first ones count. None: there is nothing to tell."""
    puts_off: ClassVar[frozenset[str]] = frozenset()
    """First words of actions that only put a decision off, to see what others do: no computer player does so."""
    offered_first: ClassVar[frozenset[Action]] = frozenset()
    """Beginnings of one word of actions that people look for first among those they may choose from."""
    longest: ClassVar[int]
    state_type: ClassVar[type[State]]
    absent: ClassVar[frozenset[str]] = frozenset()
    """Refusals that say only that a card is not there: where a game has several of one name, another one is meant."""
    whereabouts: ClassVar[frozenset[str]] = frozenset()
    """Refusals that say where a player is now: never told of a position that is only looked ahead to."""
    cards: ClassVar[tuple[str, ...]] = ()
    """Ids of what can be looked up one by one (cards, tiles); ``<game>.card.<id>.name`` names each."""
    numbered: ClassVar[tuple[str, ...]] = ()
    """Those among them that bear a printed number: the first is number 1."""

    spoken: ClassVar[Spoken] = Spoken(verbs={})
    """How people name its actions."""

    state: Any

    @classmethod
    def defaults(cls, rules: int | None = None) -> dict[str, str]:
        """Return the value of each option where nobody chose: of this version of the rules, without one of today's."""
        version = cls.rules_version if rules is None else rules
        return {option.id: option.default_by(version) for option in cls.options}

    @classmethod
    def unknown_options(cls, rules: int, options: Mapping[str, str]) -> list[tuple[str, str]]:
        """Names and values among ``options`` that no game of this version of the rules has."""
        known = {option.id: option.values for option in cls.options if option.since <= rules}
        return [(name, value) for name, value in options.items() if value not in known.get(name, ())]

    def option(self, id: str) -> str:
        """Return what was chosen for an option, or the default by the rules of this game where it names none."""
        chosen: str | None = self.state.options.get(id)
        return chosen if chosen is not None else self.defaults(self.state.rules)[id]
