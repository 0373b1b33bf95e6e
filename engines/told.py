"""What a running game tells: what each seat may know, in views, in words and in points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, Self

from engines.described import Described
from engines.messages import Action, Area, InRow, Journey, Message, Place, Score
from engines.quotes import Quote
from engines.state import View


class Told(Described, ABC):
    """Views, points and facts of a position; what can be decided in it: ``Game``."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now, in order; empty once the game is over."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What ``seat`` (None: a spectator) may know."""

    def base_view(self, seat: int | None) -> dict[str, Any]:
        """What every view shows, as the fields of ``View``."""
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
        """Return what a seat that must decide is offered, and at what price: the quotes of its view."""
        return {}

    def order(self) -> list[int]:
        """Seats in the order of play as it stands now, the one that pictures show; here first to act first."""
        first = self.to_act[0] if self.to_act else 0
        return [(first + place) % self.state.seats for place in range(self.state.seats)]

    @abstractmethod
    def describe(self, seat: int | None) -> list[Message]:
        """The position in words, for alt texts and for those who do not see the picture."""

    def belongings(self, seat: int) -> Mapping[str, int]:
        """Return how much of each thing everybody sees a seat own."""
        return {}

    @abstractmethod
    def areas(self, seat: int | None) -> list[Area]:
        """The whole position in words, as ``view(seat)`` shows it: an area for each part of the board and each player.
        Points, options and who must act are no part of it: other methods tell them."""

    @abstractmethod
    def scores(self) -> list[Score]:
        """Every seat's points by source; projected while the game runs."""

    def score(self, seat: int) -> Score:
        """Those of one seat alone; games that can tell them without the others' do."""
        return self.scores()[seat]

    @abstractmethod
    def ranking(self) -> list[int]:
        """Seats, best first, tie-breaks applied."""

    @abstractmethod
    def audit(self) -> list[str]:
        """Conservation laws that do not hold; empty on a sound state."""

    @abstractmethod
    def validate(self) -> list[str]:
        """Faults that make a loaded state unplayable (ranges, unknown ids); empty on a usable one."""

    @abstractmethod
    def determinize(self, seat: int | None, rng: Random) -> Self:
        """A copy whose parts hidden from ``seat`` are redrawn, consistent with ``view(seat)``.

        Where it is ``imaginable``, what is drawn depends on ``rng`` and on what ``seat`` knows, and on nothing else.
        """

    def imaginable(self, seat: int | None) -> bool:
        """Whether all that is hidden from ``seat`` can be redrawn now, so that trying moves tells nothing of it."""
        return True

    def places(self) -> Mapping[str, Place]:
        """What lies around each place that actions name by a word nobody sees on the board, by that word."""
        return {}

    def owners(self, place: str) -> frozenset[int] | None:
        """The seats that have built something at one of the places; None: it is none of which that can be said."""
        return None

    def rows(self, seat: int) -> Mapping[str, InRow]:
        """Where each field of the seat's own board lies, if that has rows, by the word of actions for it."""
        return {}

    def between(self) -> Mapping[frozenset[str], str]:
        """The one place between two others that bear names, by the words of actions for these."""
        return {}

    def journey(self, seat: int) -> Journey | None:
        """What the seat moves step by step; None: there is nothing of the kind, or a distance says nothing about it."""
        return None

    def leading_to(self, seat: int, reason: Message) -> list[Action]:
        """The legal actions of the seat after which what was refused for a reason may be possible, if the reason tells
        which these are."""
        return []

    def facts(self, seat: int, action: Action) -> list[Message]:
        """What everybody can see and an action of ``seat`` depends on: prices, cards and places as they are now.

        The action need not be legal, nor make sense; then there may be nothing to say. A plan may be kept on condition
        that such a fact still holds.
        """
        return []

    def now(self, section: str, seat: int | None) -> list[Message]:
        """What the position adds to a section of the rules, given by its number: prices, limits and what is left, as
        they are now; of what only ``seat`` may know its own. Most sections have nothing."""
        return []

    def advice(self, seat: int) -> list[Message]:
        """Why something that ``seat`` may do now is worth having, and what it should beware of, for whom the game is
        new; the most urgent first. Most positions have nothing."""
        return []

    def discards(self) -> list[str] | None:
        """The cards of the discard pile, the last one last, where anybody may look through it; None: there is no such
        pile."""
        return None

    @property
    def prepares(self) -> bool:
        """Whether what is decided now, by everybody in turn, only prepares what follows, and changes little to be seen:
        the calls to it share one picture of the board."""
        return False
