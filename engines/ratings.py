"""Ratings of players, and how results of games change them.

A rating estimates a player's strength (``mu``, 25 at first) and the uncertainty of the estimate (``sigma``). A game
compares each player with each other (Bradley-Terry with full pairing): finishing above an opponent raises the rating,
the more the less it was expected. Ratings depend on nothing but the results in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
"""The rating model, with its usual parameters."""
SURE = MODEL.sigma * 3 / 4
"""The sigma above which a rating is provisional."""
EVERYBODY = "people"
"""The name of all people together on the ladder of computers, where they count as one player."""


class Unrated(StrEnum):
    """The reason why a game is not rated; the first three are known before it begins."""

    SERVER = "server"
    """The game is played outside of a server."""
    FRIENDLY = "friendly"
    """The table was opened as a friendly game."""
    COMPUTERS = "computers"
    """Computers have half of the seats or more."""
    HANDS = "hands"
    """A seat was played by more than one person, or partly by a computer."""
    DRAW = "draw"
    """The players agreed on a draw."""


UNEVEN = (Unrated.SERVER, Unrated.HANDS, Unrated.DRAW)
"""The reasons for which a game does not change the ratings of computers either."""


class Rating(NamedTuple):
    """A rating; the defaults, 25 and a third of it, are those of a player without games."""

    mu: float = MODEL.mu
    """The estimated strength."""
    sigma: float = MODEL.sigma
    """The uncertainty of the estimate."""

    @property
    def provisional(self) -> bool:
        """True if the rating is still uncertain."""
        return self.sigma > SURE


class Step(NamedTuple):
    """A rating before a game and after it."""

    before: Rating
    after: Rating


@dataclass(frozen=True)
class Seat:
    """A seat of a finished game."""

    number: int
    """The number of the seat."""
    who: int | None
    """The person at the seat; None: a computer, or a person whose data were deleted."""
    computer: str | None
    """The level of the computer at the seat; None: a person."""
    place: int
    """The final place in the game, from 1."""
    before: Rating | None = None
    """The stored rating before the game of a person whose data were deleted."""


@dataclass(frozen=True)
class Rated:
    """The changes of ratings by a game."""

    seats: Mapping[int, Step] = field(default_factory=dict)
    """The changes of people's ratings by the number of the seat."""
    levels: Mapping[str, Step] = field(default_factory=dict)
    """The changes on the ladder of computers by level; all people are ``EVERYBODY``."""


def rate(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """Return the ratings after a game, given the final places and the ratings before, all in the same order.

    Players are sorted first, so that the result does not depend on the order in which they are given.
    """
    order = sorted(range(len(places)), key=lambda index: (places[index], before[index]))
    teams = [[MODEL.rating(*before[index])] for index in order]
    ranked = MODEL.rate(teams, ranks=[float(places[index]) for index in order])
    after = {index: Rating(team[0].mu, team[0].sigma) for index, team in zip(order, ranked, strict=True)}
    return [after[index] for index in range(len(places))]


class Fold:
    """The ratings on a ladder after some games, by person and by level of computers."""

    def __init__(self, people: Mapping[int, Rating] | None = None, levels: Mapping[str, Rating] | None = None) -> None:
        self.people = dict(people or {})
        self.levels = dict(levels or {})

    def play(self, seats: Iterable[Seat], unrated: str | None) -> Rated:
        """Apply the next game and return the changes.

        Args:
            seats: The seats of the game.
            unrated: The value of ``Unrated`` for which the game does not change ratings of people; None: it does.
        """
        sorted_seats = sorted(seats, key=lambda seat: seat.number)
        people = self._people(sorted_seats) if unrated is None else {}
        return Rated(people, self._levels(sorted_seats) if unrated not in UNEVEN else {})

    def _people(self, sorted_seats: Sequence[Seat]) -> dict[int, Step]:
        """Rate the people among themselves, leaving computers out."""
        people = [seat for seat in sorted_seats if seat.computer is None]
        if len(people) < 2:
            return {}
        before = [self._before(seat) for seat in people]
        after = rate([seat.place for seat in people], before)
        self.people |= {seat.who: rating for seat, rating in zip(people, after, strict=True) if seat.who is not None}
        return {seat.number: Step(*ratings) for seat, *ratings in zip(people, before, after, strict=True)}

    def _before(self, seat: Seat) -> Rating:
        return (seat.before if seat.who is None else self.people.get(seat.who)) or Rating()

    def _levels(self, sorted_seats: Sequence[Seat]) -> dict[str, Step]:
        """Rate computers by level, with all people as one player; of several seats of a level the mean counts."""
        named = [seat.computer or EVERYBODY for seat in sorted_seats]
        if len(set(named)) < 2:
            return {}
        before = [self.levels.get(name, Rating()) for name in named]
        after = rate([seat.place for seat in sorted_seats], before)
        steps = {}
        for name in dict.fromkeys(named):
            ratings = [rating for level, rating in zip(named, after, strict=True) if level == name]
            mean = Rating(*(sum(values) / len(ratings) for values in zip(*ratings, strict=True)))
            steps[name] = Step(self.levels.get(name, Rating()), mean)
            self.levels[name] = mean
        return steps
