"""A player that plays on to its own next turn, in several imagined worlds, before it judges where a plan leads.

A beam finds the plans in one world; in each of the others it finds how the turn goes on after the first action of the
most promising ones. The others, and the seat itself in its next turn, play what a narrow beam finds at once.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from heapq import nlargest
from operator import attrgetter
from random import Random
from statistics import fmean
from time import thread_time
from typing import Any, NamedTuple, Self

from engines.contract import Action, Game
from engines.players.beam import Beam, Budget, Line, imagined
from engines.players.greedy import after_playing, some

LONGEST = 40
"""Turns after which it plays on no further."""
PLAYED_ON = 5
"""Times that all play on from two ends of a turn to see which one is better."""


class Prospect(NamedTuple):
    """What comes of an action: the points to expect (where the end of a game is worth more than points, that, too);
    whether the turn that it begins ends the game with the seat as the winner, in every world that was looked at; in how
    many of them the seat has won in the end, less those in which another has, as a share of all; what follows in the
    turn; the positions that were judged.
    """

    first: Action
    value: float
    wins: bool
    won: float
    then: tuple[Action, ...] = ()
    judged: tuple[Game, ...] = ()


class Judged(NamedTuple):
    """What a line is worth in one world, to the seat and to the best rival; whether it wins by its own end; the
    ``outcome`` once all have played on; the position then."""

    own: float
    rival: float
    at_once: bool
    won: int
    position: Game


@dataclass(frozen=True)
class Strong:
    """Plans the own turn, plays the best plans on in several imagined worlds, and compares where they end."""

    plan: Beam
    """Finds plans for the own turn."""
    rest: Beam
    """Finds how a plan goes on in another world."""
    quick: Beam
    """Plays for the others."""
    worlds: int = 3
    """Imagined at most."""
    kept: int = 4
    """First actions whose plans are played on."""
    rounds: int = 1
    """Own turns until a position is judged."""
    rival: float = 0.5
    """What a point of the best rival counts beside an own one."""
    positions: int = 8_000
    """Looked at in one decision, at most."""
    seconds: float = 5.0
    """By then it answers with the best found so far."""
    least: int = 0
    """First actions to be compared at least, for hints: a plan drops what does not look promising."""
    anew: bool = False
    """Whether the turn is planned once more behind each first action, for the same reason."""

    @classmethod
    def of(cls, plan: Beam, **changes: Any) -> Self:
        """The player who plans so and looks at the rest more narrowly; ``changes``: other fields."""
        rest, quick = replace(plan, width=6, positions=600), replace(plan, width=2, positions=200)
        return cls(**{"plan": plan, "rest": rest, "quick": quick, **changes})

    @classmethod
    def of_own_turn(cls, plan: Beam) -> Self:
        """The player who judges the end of the own turn alone, by a value that was fitted to how games went on."""
        return cls.of(plan, worlds=1, rounds=0, kept=12, rival=0.0)

    def __call__(self, game: Game, seat: int, rng: Random) -> Action:
        """One of the seat's legal actions."""
        choices = game.considered(seat)
        if len(choices) == 1:
            return choices[0]
        found = self.candidates(game, seat, rng)
        return found[0].first if found else rng.choice(choices)

    def candidates(self, game: Game, seat: int, rng: Random) -> list[Prospect]:
        """What comes of each first action that was played on, best first: what wins at once, then by the points to
        expect, less what a rival gains by it beside the others. Nothing where there was no time at all.
        """
        budget = Budget(self.positions, thread_time() + self.seconds)
        world = imagined(game, seat, rng)
        plan = self.plan.lines(world, seat, rng, budget.part(self.plan.positions))
        lines = sorted(plan.values(), key=attrgetter("value"), reverse=True)[: self.kept]
        if not lines:
            return []
        if self.anew:
            lines = [self._anew(world, seat, line, rng, budget) for line in lines]
        if len(lines) < self.least:
            lines += self._left_out(world, seat, {line.first for line in lines}, rng, budget)
        judged = self._judged(game, lines, seat, rng, budget) if len(lines) > 1 else []
        if not judged:  # no choice, or no time: the end of the turn in one world is all there is
            ends = [(line.value, outcome(line.position, seat), line.position) for line in lines]
            judged = [[Judged(own, 0.0, won > 0, won, end) for own, won, end in ends]]
        rivals = fmean(each.rival for values in judged for each in values)
        found = [
            Prospect(
                line.first,
                fmean(each.own - self.rival * (each.rival - rivals) for each in values),
                all(each.at_once for each in values),
                fmean(each.won for each in values),
                line.then,
                tuple(each.position for each in values),
            )
            for line, values in zip(lines, zip(*judged, strict=True), strict=True)
        ]
        return sorted(found, key=attrgetter("wins", "value"), reverse=True)

    def prefers(self, end: Game, other: Game, seat: int) -> bool:
        """Return whether one end of a turn is worth more than another once all have played on from both alike."""
        lead = 0.0
        for chance in range(PLAYED_ON):
            whole = Budget(self.positions, thread_time() + self.seconds)
            ours, theirs = (self._onward(position, seat, Random(chance), whole) for position in (end, other))
            if ours is None or theirs is None:
                return False
            lead += ours.own - theirs.own - self.rival * (ours.rival - theirs.rival)
        return lead > 0

    def _judged(self, game: Game, lines: Sequence[Line], seat: int, rng: Random, budget: Budget) -> list[list[Judged]]:
        """What becomes of the lines: world by world, as long as there is time for all of them; they were found in the
        first."""
        judged: list[list[Judged]] = []
        ends: Sequence[Line | None] = lines
        for number in range(self.worlds):
            chance = rng.random()
            if number:
                world = imagined(game, seat, rng)
                ends = [self._rest(world, seat, line.first, Random(chance), budget) for line in lines]
            values = [end and self._onward(end.position, seat, Random(chance), budget) for end in ends]
            whole = [value for value in values if value is not None]
            if len(whole) < len(lines):
                break
            judged.append(whole)
        return judged

    def _anew(self, world: Game, seat: int, line: Line, rng: Random, budget: Budget) -> Line:
        """The line, or a better one that begins so."""
        found = self._rest(world, seat, line.first, rng, budget)
        return found if found and found.value > line.value else line

    def _left_out(self, world: Game, seat: int, known: Set[Action], rng: Random, budget: Budget) -> list[Line]:
        """The most promising of the other first actions, each with how the turn goes on."""
        found = []
        for action in some(world.considered(seat), self.plan.branch, rng):
            if action not in known and budget.take():
                after = after_playing(world, seat, action)
                found.append(Line(self.plan.value(after, seat), after, action))
        best = nlargest(self.least - len(known), found, key=attrgetter("value"))
        return [self._rest(world, seat, line.first, rng, budget) or line for line in best]

    def _rest(self, world: Game, seat: int, first: Action, rng: Random, budget: Budget) -> Line | None:
        """The best line found that begins so in a world, to the end of the turn; None where there is no time left."""
        if not budget.take():
            return None
        after = after_playing(world, seat, first)
        if not after.waits_for(seat):
            return Line(self.plan.value(after, seat), after, first)
        found = _best(self.rest.lines(after, seat, rng, budget.part(self.rest.positions)))
        return found and found.after(first)

    def _onward(self, position: Game, seat: int, rng: Random, budget: Budget) -> Judged | None:
        """What a position is worth, to the seat and to the best rival, once others and the seat have played on.

        An own turn is over when it was the seat's and is so no longer: who answers in another's turn has none. A line
        that ends in the midst of a turn, since others are asked something, is played on to the end of that turn, too.
        """
        at_once, value = outcome(position, seat) > 0, self.plan.value
        turns = self.rounds + position.has_turn(seat) if self.rounds else 0
        for _ in range(LONGEST):
            if not position.to_act or not turns:
                break
            mover, had = position.blocking_seats[0], position.has_turn(seat)
            beam = self.rest if mover == seat else self.quick
            line = _best(beam.lines(position, mover, rng, budget.part(beam.positions)))
            if line is None:
                return None
            position = line.position
            turns -= had and not position.has_turn(seat)
        others = [other for other in range(position.state.seats) if other != seat] if self.rival else []
        rival = max((value(position, other) for other in others), default=0.0)
        return Judged(value(position, seat), rival, at_once, outcome(position, seat), position)


def outcome(game: Game, seat: int) -> int:
    """1: the game is over and the seat has won; minus 1: another has; 0: it goes on."""
    if not game.state.over:
        return 0
    return 1 if game.ranking()[0] == seat else -1


def _best(lines: dict[Action, Line]) -> Line | None:
    return max(lines.values(), key=attrgetter("value"), default=None)
