"""Differences between two positions of a game, from which hints take their reasons.

Each game has a ``COMPARISON``: a table of the subjects in which its positions may differ (money, ships, ...). Together
the subjects cover everything that the strong player's value counts, with the same weights. This value consists of the
counted points (those that would be scored if the game ended now) and of terms for what is still to come.

One order and one sign hold everywhere: a position is compared with a ``baseline``, in this order, and a number above
zero speaks for the position. A function that describes an advantage gets the ``better`` position first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar, cast

from engines.contract import Game, Message

P = TypeVar("P", bound=Game)
Describe = Callable[[P, P, int], Message | None]
"""A function of the better position, the worse one and a seat that describes an advantage of the better one.

None: the better position does not have this advantage. If there is nothing to count or name, the message is the text
of the subject itself (``<game>.subject.<subject>``).
"""


class Difference(NamedTuple):
    """One subject in which a position differs from its baseline."""

    subject: str
    """Name of the subject; its text in the catalogues is ``<game>.subject.<subject>``."""
    weight: float
    """Value of the difference to the strong player, in points; above zero if the position is better."""
    advantage: Message | None = None
    """What the better one of the two has, such as a count in both; None: no function of the subject describes it."""


@dataclass(frozen=True, kw_only=True)
class Subject(Generic[P]):
    """A subject as a player sees it: sources of points and terms of the strong player's value that belong together."""

    sources: tuple[str, ...] = ()
    """Names of sources of points."""
    terms: tuple[str, ...] = ()
    """Names of terms of the strong player's value."""
    describers: tuple[Describe[P], ...] = ()
    """Functions that describe a difference; the first that returns a message is used.

    A subject without any is never a reason. It is there so that positions that differ in it do not count as alike.
    """
    is_passing: bool = False
    """True if it changes with every turn, as rondel fields within reach do: what a turn gains of it does not last."""


def _counted_sources(game: Game, seat: int) -> Mapping[str, int]:
    return game.score(seat).sources


def _unchanged(game: P, seat: int) -> P:
    return game


def _with_turn(game: P, seat: int, turn: int) -> P:
    game_at_turn = game.copy()
    game_at_turn.state.turn = turn
    return game_at_turn


def _no_hand(before: Game, after: Game, seat: int) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Comparison(Generic[P]):
    """Compares two positions of one game for a seat."""

    values_by_term: Callable[[P, int], Mapping[str, float]]
    """Returns the strong player's value beyond the counted points, by term."""
    subjects: Mapping[str, Subject[P]]
    points_by_source: Callable[[P, int], Mapping[str, int]] = _counted_sources
    """Returns the counted points by source."""
    carried_out: Callable[[P, int], P] = _unchanged
    """Returns, in games with simultaneous choices, the position as if the seat's choice already had its effect."""
    at_turn: Callable[[P, int, int], P] = _with_turn
    """Returns the position with another ``state.turn``, and with what comes to the seat until then in any case."""
    kept_hand: Callable[[P, P, int], Message | None] = _no_hand
    """Describes the hand after a turn that began with discarding.

    Here alone the order is another one: first the position before the turn, then the one after it.
    """

    def __call__(self, position: Game, baseline: Game, seat: int) -> list[Difference]:
        """Return the differences, the largest first."""
        position, baseline = self._prepared(position, baseline, seat)
        position_points = self.points_by_source(position, seat)
        baseline_points = self.points_by_source(baseline, seat)
        values = self._values(position, seat)
        baseline_values = self._values(baseline, seat)
        differences = list[Difference]()
        for name, subject in self.subjects.items():
            points = sum(position_points.get(source, 0) - baseline_points.get(source, 0) for source in subject.sources)
            value = sum(values.get(term, 0.0) for term in subject.terms)
            baseline_value = sum(baseline_values.get(term, 0.0) for term in subject.terms)
            weight = points + value - baseline_value
            if weight:
                better, worse = (position, baseline) if weight > 0 else (baseline, position)
                differences.append(Difference(name, weight, _describe_subject(subject, better, worse, seat)))
        return sorted(differences, key=lambda difference: -abs(difference.weight))

    def points(self, position: Game, baseline: Game, seat: int) -> dict[str, int]:
        """Return by source how many points the position has more than its baseline, without equal sources."""
        position_points, baseline_points = (
            self.points_by_source(prepared, seat) for prepared in self._prepared(position, baseline, seat)
        )
        sources = {**position_points, **baseline_points}
        gained = {source: position_points.get(source, 0) - baseline_points.get(source, 0) for source in sources}
        return {source: points for source, points in gained.items() if points}

    def _values(self, position: P, seat: int) -> Mapping[str, float]:
        """Return the values of the terms; once the game is over nothing but points counts."""
        return {} if position.state.over else self.values_by_term(position, seat)

    def _prepared(self, position: Game, baseline: Game, seat: int) -> tuple[P, P]:
        """Return both positions with the seat's choice carried out, and as if they were of the same turn.

        The values change with the turns that are left, and this change is no difference between two moves.
        """
        turn = max(position.state.turn, baseline.state.turn)
        return self._at_turn(position, seat, turn), self._at_turn(baseline, seat, turn)

    def _at_turn(self, game: Game, seat: int, turn: int) -> P:
        position = self.carried_out(cast("P", game), seat)
        return position if position.state.turn == turn else self.at_turn(position, seat, turn)


def _describe_subject(subject: Subject[P], better: P, worse: P, seat: int) -> Message | None:
    messages = (describe(better, worse, seat) for describe in subject.describers)
    return next((message for message in messages if message is not None), None)


def count_describer(id: str, count: Callable[[P, int], int], *, fewer_is_better: bool = False) -> Describe[P]:
    """Return a function that describes a count that is higher in the better position, or lower: ``fewer_is_better``."""

    def describe(better: P, worse: P, seat: int) -> Message | None:
        better_count, worse_count = (count(game, seat) for game in (better, worse))
        is_advantage = better_count < worse_count if fewer_is_better else better_count > worse_count
        return Message(id, {"own": better_count, "other": worse_count}) if is_advantage else None

    return describe


def belongings_describer(name: str) -> Describe[Game]:
    """Return a function that describes one number of a seat's ``belongings`` if it is higher in the better position."""

    def describe(better: Game, worse: Game, seat: int) -> Message | None:
        better_amount, worse_amount = (game.belongings(seat)[name] for game in (better, worse))
        if better_amount <= worse_amount:
            return None
        return Message(f"{better.key}.reason.{name}", {"own": better_amount, "other": worse_amount})

    return describe
