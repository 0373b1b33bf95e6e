"""The part of the contract that reads a position: views, points, descriptions and facts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, Self

from engines.messages import Action, Area, InRow, Journey, Message, Place, Score
from engines.metadata import Metadata
from engines.quotes import Quote
from engines.state import View


class Observation(Metadata, ABC):
    """The base class of ``Game`` with everything that only reads a position."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that have a decision now, in order; empty once the game is over."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may know."""

    def base_view(self, seat: int | None) -> dict[str, Any]:
        """Return the values of the fields that all views share."""
        state = self.state
        return {
            "game": self.key,
            "seats": state.seats,
            "viewer": seat,
            "options": self.defaults(state.rules) | state.options,
            "to_act": self.to_act,
            "turn": state.turn,
            "over": state.over,
            "scores": self.scores(),
            "ranking": self.ranking(),
            "quotes": {} if seat is None or seat not in self.to_act else self.quotes(seat),
        }

    def quotes(self, seat: int) -> Mapping[str, Quote]:
        """Return the prices and reasons of what a seat may decide, by verb, for its view."""
        return {}

    def order(self) -> list[int]:
        """Return the seats in the present order of play, as pictures show it; by default from the first seat to act."""
        first = self.to_act[0] if self.to_act else 0
        return [(first + place) % self.state.seats for place in range(self.state.seats)]

    @abstractmethod
    def describe(self, seat: int | None) -> list[Message]:
        """Return the position as a few messages, for alt texts."""

    def belongings(self, seat: int) -> Mapping[str, int]:
        """Return how much of each thing everybody sees a seat own."""
        return {}

    @abstractmethod
    def areas(self, seat: int | None) -> list[Area]:
        """Return the whole position as ``view(seat)`` shows it in words, by parts of the board and players.

        Points, options and the seats to act are left to other methods.
        """

    @abstractmethod
    def scores(self) -> list[Score]:
        """Return the points of all seats by source; while the game runs, as if it ended now."""

    def score(self, seat: int) -> Score:
        """Return the points of one seat; games override it where that takes less than ``scores``."""
        return self.scores()[seat]

    @abstractmethod
    def ranking(self) -> list[int]:
        """Return the seats, best first, with the tie-breaks of the rules applied."""

    @abstractmethod
    def audit(self) -> list[str]:
        """Return the conservation laws that do not hold; empty for a sound state."""

    @abstractmethod
    def validate(self) -> list[str]:
        """Return the faults that make a loaded state unplayable, such as unknown ids; empty: it can be played."""

    @abstractmethod
    def determinize(self, seat: int | None, rng: Random) -> Self:
        """Return a copy in which everything hidden from a seat is redrawn, consistent with ``view(seat)``.

        If the position is ``imaginable``, the result depends only on ``rng`` and on what the seat knows.
        """

    def imaginable(self, seat: int | None) -> bool:
        """Return whether everything hidden from a seat can be redrawn now, so that trying moves reveals nothing."""
        return True

    def places(self) -> Mapping[str, Place]:
        """Return the surroundings of each place that has no name on the board, by its word in actions."""
        return {}

    def company(self, seat: int, action: Action) -> frozenset[int]:
        """Return the other seats whose pieces everybody sees where an action leads: "to the field where Ben is"."""
        return frozenset()

    def rows(self, seat: int) -> Mapping[str, InRow]:
        """Return the position of each field on the seat's own board, by its word in actions; empty: it has no rows."""
        return {}

    def contents(self) -> Mapping[str, str]:
        """Return the thing that lies on a place and by which people may call it, by the place's word in actions."""
        return {}

    def connections(self) -> Mapping[frozenset[str], str]:
        """Return the place between two named places, by the words for these in actions."""
        return {}

    def journey(self, seat: int) -> Journey | None:
        """Return what the seat moves step by step, with distances; None: it moves nothing that way."""
        return None

    def leading_to(self, seat: int, reason: Message) -> list[Action]:
        """Return the legal actions after which an action that was refused for this reason may be legal."""
        return []

    def facts(self, seat: int, action: Action) -> list[Message]:
        """Return public facts that an action depends on: present prices, cards and places.

        A plan may be kept on condition that they still hold. The action need not be legal.
        """
        return []

    def now(self, section: str, seat: int | None) -> list[Message]:
        """Return what the position adds to a section of the rules: present prices, limits and supplies.

        Args:
            section: The number of the section.
            seat: The reader, whose own secrets may be part of it; None: a spectator.
        """
        return []

    def advice(self, seat: int) -> list[Message]:
        """Return advice for a new player: what is worth having now, and what to beware of; the most urgent first."""
        return []

    def discards(self) -> list[str] | None:
        """Return the cards of a discard pile that anybody may look through, the last one last; None: there is none."""
        return None

    @property
    def prepares(self) -> bool:
        """True while the players make choices in turn that hardly change the board: their calls share one picture."""
        return False
