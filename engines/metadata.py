"""The description of a game: name, seats, options, rules of automatic play, and presentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.messages import Option
from engines.presentation import Presentation
from engines.spoken import Spoken
from engines.state import State


class Metadata:
    """The facts of a game that hold before anybody plays it."""

    key: ClassVar[str]
    """The name of the game in stored data, commands and ids of texts."""
    seats: ClassVar[range]
    """The possible numbers of players."""
    options: ClassVar[tuple[Option, ...]] = ()
    """The options that can be chosen when a table opens."""
    rules_version: ClassVar[int] = 1
    """The version of the rules; it rises when a fix changes what a stored game may do."""
    needs_confirmation: ClassVar[frozenset[str]] = frozenset()
    """First words of actions that reveal something: they are confirmed and never played automatically."""
    never_automatic: ClassVar[Mapping[str, int]] = {}
    """First words of actions that are not confirmed but never played automatically either, because that would show that
    there was no choice or spend something unasked; each with the version of the rules since which it waits."""
    deferring_verbs: ClassVar[frozenset[str]] = frozenset()
    """First words of actions that only wait for what others do: no computer player chooses them."""
    shares_places: ClassVar[bool] = False
    """True if players with equal points share a place, because no rule breaks their tie."""
    longest: ClassVar[int]
    """The largest number of actions in a random game."""
    state_type: ClassVar[type[State]]
    """The record of its states."""
    presentation: ClassVar[Presentation] = Presentation()
    """Properties of the game that front ends need to show it."""
    spoken: ClassVar[Spoken] = Spoken(verbs={})
    """The slots of its actions, by which typed moves are read."""

    state: Any

    @classmethod
    def defaults(cls, rules: int | None = None) -> dict[str, str]:
        """Return the default of each option in a version of the rules; None: the present version."""
        version = cls.rules_version if rules is None else rules
        return {option.id: option.default_by(version) for option in cls.options}

    @classmethod
    def unknown_options(cls, rules: int, options: Mapping[str, str]) -> list[tuple[str, str]]:
        """Return the names and values of options that do not exist in a version of the rules."""
        values_by_id = {option.id: option.values for option in cls.options if option.since <= rules}
        return [(name, value) for name, value in options.items() if value not in values_by_id.get(name, ())]

    def option(self, id: str) -> str:
        """Return the value of an option: the chosen one, else the default in the rules of this game."""
        choice: str | None = self.state.options.get(id)
        return choice if choice is not None else self.defaults(self.state.rules)[id]
