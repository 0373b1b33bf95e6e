"""Differences between two positions of a game, for whoever explains why one move is better than another.

Each game has a ``COMPARISON``: a table of the subjects in which its positions may differ. It is a function of two
positions, and its weights are those of the strong player: together they are all that this player sees between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar, cast

from engines.contract import Game, Message

P = TypeVar("P", bound=Game)
Thing = Callable[[P, P, int], Message | None]
"""What the first of two positions has more of than the second, for a seat."""


class Difference(NamedTuple):
    """One subject in which two positions differ."""

    subject: str
    """The catalogues call it ``<game>.subject.<subject>``."""
    weight: float
    """Points that the strong player gives for it: above zero where the second position has the better of it."""
    thing: Message | None = None
    """What the better position has, beside what the other one has; None: nothing that could be shown on a board."""
    points: int = 0
    """Of the weight, what is counted at once."""


@dataclass(frozen=True)
class Subject(Generic[P]):
    """What belongs together to a player: sources of points, terms of the strong player's value, and how it is shown."""

    sources: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    things: tuple[Thing[P], ...] = ()
    """The first of these that there is more of is shown."""
    is_passing: bool = False
    """Whether it comes and goes with every turn, so that a position is none the better for it than the one before."""


@dataclass(frozen=True)
class Comparison(Generic[P]):
    """Compares two positions of one game for a seat."""

    terms: Callable[[P, int], Mapping[str, float]]
    """What the strong player's value adds to the points that are counted, by term."""
    subjects: Mapping[str, Subject[P]]
    sources: Callable[[P, int], Mapping[str, int]] = lambda game, seat: game.score(seat).sources
    carried_out: Callable[[P, int], P] = field(default=lambda game, seat: game)
    """The position once the choice of the seat is carried out, where that waits for the choices of others."""
    kept: Callable[[P, P, int], Message | None] = lambda before, after, seat: None
    """What is left to a seat that has to give something up."""

    def __call__(self, before: Game, after: Game, seat: int) -> list[Difference]:
        """Return what differs, the largest difference first; both positions are weighed as if of the same turn."""
        positions = self._prepared(before, after, seat)
        sources = [self.sources(position, seat) for position in positions]
        terms = [{} if position.state.over else self.terms(position, seat) for position in positions]
        differences = list[Difference]()
        for name, subject in self.subjects.items():
            points = sum(sources[1].get(source, 0) - sources[0].get(source, 0) for source in subject.sources)
            worth = [sum(worths.get(term, 0.0) for term in subject.terms) for worths in terms]
            weight = points + worth[1] - worth[0]
            if weight:
                better, worse = reversed(positions) if weight > 0 else positions
                differences.append(Difference(name, weight, _first_thing(subject, better, worse, seat), points))
        return sorted(differences, key=lambda difference: -abs(difference.weight))

    def points(self, before: Game, after: Game, seat: int) -> dict[str, int]:
        """Return how many points more the second position counts, by source; those that give as many are left out."""
        ours, theirs = (self.sources(position, seat) for position in self._prepared(after, before, seat))
        more = {source: ours.get(source, 0) - theirs.get(source, 0) for source in {**ours, **theirs}}
        return {source: points for source, points in more.items() if points}

    def asset(self, subject: str, better: Game, worse: Game, seat: int) -> Message | None:
        """Return what the first position has more of in a subject, whichever has the better of it on the whole."""
        ours, theirs = self._prepared(better, worse, seat)
        return _first_thing(self.subjects[subject], ours, theirs, seat)

    def _prepared(self, before: Game, after: Game, seat: int) -> list[P]:
        turn = max(before.state.turn, after.state.turn)
        return [self._at_turn(game, seat, turn) for game in (before, after)]

    def _at_turn(self, game: Game, seat: int, turn: int) -> P:
        position = self.carried_out(cast("P", game), seat)
        if position.state.turn != turn:
            position = position.copy()
            position.state.turn = turn
        return position


def _first_thing(subject: Subject[P], better: P, worse: P, seat: int) -> Message | None:
    things = (thing(better, worse, seat) for thing in subject.things)
    return next((thing for thing in things if thing is not None), None)


def counted(id: str, count: Callable[[P, int], int], sign: int = 1) -> Thing[P]:
    """Return what shows how many of something a seat has, if there are more; fewer, if the ``sign`` is -1."""

    def thing(better: P, worse: P, seat: int) -> Message | None:
        ours, theirs = (count(game, seat) for game in (better, worse))
        return Message(id, {"own": ours, "other": theirs}) if sign * ours > sign * theirs else None

    return thing


def owned(name: str) -> Thing[Game]:
    """Return what shows how many of its ``belongings`` of this name a seat has, if it has more."""

    def thing(better: Game, worse: Game, seat: int) -> Message | None:
        ours, theirs = (game.belongings(seat)[name] for game in (better, worse))
        return Message(f"{better.key}.reason.{name}", {"own": ours, "other": theirs}) if ours > theirs else None

    return thing
