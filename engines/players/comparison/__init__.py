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
"""A function that returns a seat's advantage in the first of two positions; None: there is none to be shown."""


class Difference(NamedTuple):
    """One subject in which two positions differ."""

    subject: str
    """Name of the subject; its text in the catalogues is ``<game>.subject.<subject>``."""
    weight: float
    """Value of the difference to the strong player, in points; above zero if the second position is better."""
    thing: Message | None = None
    """The difference in words, such as a count in both positions; None: it cannot be seen on a board."""
    points: int = 0
    """The part of the weight that is counted as points at once."""


@dataclass(frozen=True)
class Subject(Generic[P]):
    """A subject as a player sees it: sources of points and terms of the strong player's value that belong together."""

    sources: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    things: tuple[Thing[P], ...] = ()
    """Functions for the words of a difference; the first that finds an advantage is used."""
    is_passing: bool = False
    """True if it comes and goes with every turn, and makes no position better than the one before the turn."""


@dataclass(frozen=True)
class Comparison(Generic[P]):
    """Compares two positions of one game for a seat."""

    terms: Callable[[P, int], Mapping[str, float]]
    """Terms of the strong player's value beyond the counted points."""
    subjects: Mapping[str, Subject[P]]
    sources: Callable[[P, int], Mapping[str, int]] = lambda game, seat: game.score(seat).sources
    carried_out: Callable[[P, int], P] = field(default=lambda game, seat: game)
    """Returns the position after the seat's choice takes effect, if that waits for the choices of others."""
    kept: Callable[[P, P, int], Message | None] = lambda before, after, seat: None
    """Returns in words what a seat keeps when it has to give something up."""

    def __call__(self, before: Game, after: Game, seat: int) -> list[Difference]:
        """Return the differences, the largest first. Both positions are valued as if they were of the same turn."""
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
        """Return the points that the second position has more than the first, by source, without equal ones."""
        ours, theirs = (self.sources(position, seat) for position in self._prepared(after, before, seat))
        more = {source: ours.get(source, 0) - theirs.get(source, 0) for source in {**ours, **theirs}}
        return {source: points for source, points in more.items() if points}

    def asset(self, subject: str, better: Game, worse: Game, seat: int) -> Message | None:
        """Return the advantage of the first position in a subject, even if the second is better in it as a whole."""
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
    """Return a function for the words of a count that is higher, or lower if ``sign`` is -1."""

    def thing(better: P, worse: P, seat: int) -> Message | None:
        ours, theirs = (count(game, seat) for game in (better, worse))
        return Message(id, {"own": ours, "other": theirs}) if sign * ours > sign * theirs else None

    return thing


def owned(name: str) -> Thing[Game]:
    """Return a function for the words of a number among the ``belongings`` of a seat that is higher."""

    def thing(better: Game, worse: Game, seat: int) -> Message | None:
        ours, theirs = (game.belongings(seat)[name] for game in (better, worse))
        return Message(f"{better.key}.reason.{name}", {"own": ours, "other": theirs}) if ours > theirs else None

    return thing
