"""Ratings: what a game changes about them, and what all games together lead to.

A rating is a guess at how well somebody plays (``mu``, 25 at first) and how sure that is (``sigma``). A game compares
everybody with everybody (Bradley-Terry with full pairing): who ends before whom gains, and the more the less that was
to be expected. Ratings are a pure fold over results in their order; nothing else goes into them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from openskill.models import BradleyTerryFull

MODEL = BradleyTerryFull()
SURE = MODEL.sigma * 3 / 4
"""A rating is provisional as long as its sigma is larger."""
EVERYBODY = "people"
"""Who plays against computers is one player on their ladder, whoever it is."""


class Unrated(StrEnum):
    """Why a game counts for no rating. The first three are known before it begins."""

    SERVER = "server"
    """It is played outside of a server."""
    FRIENDLY = "friendly"
    """The table chose so."""
    COMPUTERS = "computers"
    """They have half of the seats, or more."""
    HANDS = "hands"
    """A seat was not played by one person alone."""
    DRAW = "draw"
    """Everybody agreed to end it so."""


UNEVEN = (Unrated.SERVER, Unrated.HANDS, Unrated.DRAW)
"""Games that say nothing of computers either."""


class Rating(NamedTuple):
    """Of somebody who has not played: 25 and a third of it."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def provisional(self) -> bool:
        """Whether too little is known."""
        return self.sigma > SURE


class Step(NamedTuple):
    """A rating before a game and after it."""

    before: Rating
    after: Rating


@dataclass(frozen=True)
class Seat:
    """``who``: a person, or None for somebody who is not known any more; what that one's rating was ``before`` is."""

    number: int
    who: int | None
    computer: str | None
    place: int
    before: Rating | None = None


@dataclass(frozen=True)
class Rated:
    """What a game changes: steps by seat, and on the ladder of computers by level."""

    seats: Mapping[int, Step] = field(default_factory=dict)
    levels: Mapping[str, Step] = field(default_factory=dict)


def rate(places: Sequence[int], before: Sequence[Rating]) -> list[Rating]:
    """The ratings after a game in which these ended at these places; in whatever order they are named."""
    order = sorted(range(len(places)), key=lambda each: (places[each], before[each]))
    teams = [[MODEL.rating(*before[each])] for each in order]
    ranked = MODEL.rate(teams, ranks=[float(places[each]) for each in order])
    after = {each: Rating(team[0].mu, team[0].sigma) for each, team in zip(order, ranked, strict=True)}
    return [after[each] for each in range(len(places))]


class Fold:
    """Where everybody on a ladder stands after some games."""

    def __init__(self, people: Mapping[int, Rating] | None = None, levels: Mapping[str, Rating] | None = None) -> None:
        self.people = dict(people or {})
        self.levels = dict(levels or {})

    def play(self, seats: Iterable[Seat], unrated: str | None) -> Rated:
        """The next game; ``unrated``: why it counts for no rating of people, as in ``Unrated``."""
        taken = sorted(seats, key=lambda seat: seat.number)
        people = self._people(taken) if unrated is None else {}
        return Rated(people, self._levels(taken) if unrated not in UNEVEN else {})

    def _people(self, taken: Sequence[Seat]) -> dict[int, Step]:
        """People among themselves; computers between them change nothing."""
        people = [seat for seat in taken if seat.computer is None]
        if len(people) < 2:
            return {}
        before = [self._before(seat) for seat in people]
        after = rate([seat.place for seat in people], before)
        self.people |= {seat.who: now for seat, now in zip(people, after, strict=True) if seat.who is not None}
        return {seat.number: Step(*each) for seat, *each in zip(people, before, after, strict=True)}

    def _before(self, seat: Seat) -> Rating:
        return (seat.before if seat.who is None else self.people.get(seat.who)) or Rating()

    def _levels(self, taken: Sequence[Seat]) -> dict[str, Step]:
        """Computers by their level; all people are one player. Of several seats of one each counts its share."""
        named = [seat.computer or EVERYBODY for seat in taken]
        if len(set(named)) < 2:
            return {}
        before = [self.levels.get(name, Rating()) for name in named]
        after = rate([seat.place for seat in taken], before)
        found = {}
        for name in dict.fromkeys(named):
            shares = [now for who, now in zip(named, after, strict=True) if who == name]
            mean = Rating(*(sum(part) / len(shares) for part in zip(*shares, strict=True)))
            found[name] = Step(self.levels.get(name, Rating()), mean)
            self.levels[name] = mean
        return found
