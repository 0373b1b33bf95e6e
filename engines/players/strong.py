"""A player that plays its plans on to its next turn, in several imagined worlds, before it judges them.

A world is a copy of the game in which the hidden information is drawn again. A beam search finds plans in one world. In
each further world it searches how the turn goes on after the first actions of the most promising plans. Narrower beams
play the turns of the other seats, and the seat's next turn.
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
"""The number of turns that are played on after a plan, at most, even if the seat has not had its own by then."""


class Prospect(NamedTuple):
    """The expected result of an action, over all worlds in which it was played on."""

    first: Action
    """The action."""
    value: float
    """The expected points, and whatever the value of the game adds for winning."""
    wins: bool
    """True if the turn that begins with the action wins the game in every world."""
    won: float
    """The share of worlds in which the seat has won in the end, less the share in which another seat has."""
    then: tuple[Action, ...] = ()
    """The actions that follow in the turn."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all actions of the turn."""
        return self.first, *self.then


class Judged(NamedTuple):
    """The worth of a line in one world."""

    worth: float
    """The worth to the seat once all have played on."""
    rival: float
    """The worth of the same position to the best rival."""
    wins: bool
    """True if the line itself wins the game, before anybody plays on."""
    won: int
    """The ``outcome`` once all have played on."""


@dataclass(frozen=True)
class Strong:
    """The strong player: it plays the best plans on in several imagined worlds and compares where they end."""

    plan: Beam
    """The beam that finds plans for the seat's turn."""
    rest: Beam
    """The beam that finds how a plan goes on in another world."""
    quick: Beam
    """The beam that plays for the others."""
    worlds: int = 3
    """The number of worlds that are imagined, at most."""
    most_plans: int = 4
    """The number of plans that are played on, each with another first action."""
    rounds: int = 1
    """The seat's own turns that are played before a position is judged; 0: it is judged at the end of the plan."""
    rival: float = 0.5
    """The worth of a point of the best rival, as a share of an own point."""
    positions: int = 8_000
    """Positions judged in one decision, at most."""
    seconds: float = 5.0
    """Seconds of processor time after which it answers with the best prospect so far."""
    least: int = 0
    """The least number of first actions to compare, for hints: a beam drops those that do not look promising."""
    plans_again: bool = False
    """True to plan the turn once more after each first action, for the same reason."""

    @classmethod
    def of(cls, plan: Beam, **changes: Any) -> Self:
        """Return the player with this plan and narrower beams for all else; ``changes`` sets further fields."""
        rest = replace(plan, width=6, positions=600)
        quick = replace(plan, width=2, positions=200)
        return cls(**{"plan": plan, "rest": rest, "quick": quick, **changes})

    @classmethod
    def of_own_turn(cls, plan: Beam) -> Self:
        """Return the player that judges the end of its own turn in one world, and does not play on."""
        return cls.of(plan, worlds=1, rounds=0, most_plans=12, rival=0.0)

    def __call__(self, game: Game, seat: int, rng: Random) -> Action:
        """Return the first action of the best prospect; without time a legal action at random."""
        choices = game.considered(seat)
        if len(choices) == 1:
            return choices[0]
        prospects = self.candidates(game, seat, rng)
        return prospects[0].first if prospects else rng.choice(choices)

    def candidates(self, game: Game, seat: int, rng: Random) -> list[Prospect]:
        """Return the prospects of the first actions that were played on, best first; empty: there was no time.

        Actions that win at once come first; the others follow by their expected points, from which is taken what the
        best rival gains by the action more than by the average one.
        """
        budget = Budget(self.positions, thread_time() + self.seconds)
        world = imagined(game, seat, rng)
        plan = self.plan.lines(world, seat, rng, budget.part(self.plan.positions))
        lines = sorted(plan.values(), key=attrgetter("value"), reverse=True)[: self.most_plans]
        if not lines:
            return []
        if self.plans_again:
            lines = [self._plan_again(world, seat, line, rng, budget) for line in lines]
        if len(lines) < self.least:
            lines += self._further_lines(world, seat, {line.first for line in lines}, rng, budget)
        judged = self._judged(game, lines, seat, rng, budget) if len(lines) > 1 else []
        if not judged:  # a single line, or no time: only the end of the turn in one world is known
            ends = [(line.value, outcome(line.position, seat)) for line in lines]
            judged = [[Judged(worth, 0.0, won > 0, won) for worth, won in ends]]
        return sorted(self._prospects(lines, judged), key=attrgetter("wins", "value"), reverse=True)

    def _prospects(self, lines: Sequence[Line], judged: Sequence[Sequence[Judged]]) -> list[Prospect]:
        """Return the prospect of each line from its results in all worlds.

        Args:
            lines: The lines, in the order in which each world lists them.
            judged: For each world the results of all lines.
        """
        average_rival = fmean(result.rival for results in judged for result in results)
        prospects = []
        for line, results in zip(lines, zip(*judged, strict=True), strict=True):
            value = fmean(result.worth - self.rival * (result.rival - average_rival) for result in results)
            wins = all(result.wins for result in results)
            prospects.append(Prospect(line.first, value, wins, fmean(result.won for result in results), line.then))
        return prospects

    def _judged(self, game: Game, lines: Sequence[Line], seat: int, rng: Random, budget: Budget) -> list[list[Judged]]:
        """Return the worth of all lines, world by world, in as many worlds as there is time for.

        The lines were found in the first world; in each further one a line is its first action with a new rest. A world
        counts only if there was time for all lines, since they are compared.
        """
        judged: list[list[Judged]] = []
        ends: Sequence[Line | None] = lines
        for number in range(self.worlds):
            # All lines of a world have the same luck in what follows, so that they differ only by what they are worth.
            chance = rng.random()
            if number:
                world = imagined(game, seat, rng)
                ends = [self._rest(world, seat, line.first, Random(chance), budget) for line in lines]
            results = [end and self._onward(end.position, seat, Random(chance), budget) for end in ends]
            complete = [result for result in results if result is not None]
            if len(complete) < len(lines):
                break
            judged.append(complete)
        return judged

    def _plan_again(self, world: Game, seat: int, line: Line, rng: Random, budget: Budget) -> Line:
        """Return the line, or a better one with the same first action."""
        alternative = self._rest(world, seat, line.first, rng, budget)
        return alternative if alternative and alternative.value > line.value else line

    def _further_lines(
        self, world: Game, seat: int, actions_tried: Set[Action], rng: Random, budget: Budget
    ) -> list[Line]:
        """Return lines for the most promising first actions that are not ``actions_tried``, up to ``least`` in all."""
        candidates = []
        for action in some(world.considered(seat), self.plan.branch, rng):
            if action not in actions_tried and budget.take():
                after = after_playing(world, seat, action)
                candidates.append(Line(self.plan.value(after, seat), after, action))
        best = nlargest(self.least - len(actions_tried), candidates, key=attrgetter("value"))
        return [self._rest(world, seat, line.first, rng, budget) or line for line in best]

    def _rest(self, world: Game, seat: int, first: Action, rng: Random, budget: Budget) -> Line | None:
        """Return the best line of a world with this first action, to the end of the turn; None: no time is left."""
        if not budget.take():
            return None
        after = after_playing(world, seat, first)
        if not after.waits_for(seat):
            return Line(self.plan.value(after, seat), after, first)
        line = _best(self.rest.lines(after, seat, rng, budget.part(self.rest.positions)))
        return line and line.preceded_by(first)

    def _onward(self, position: Game, seat: int, rng: Random, budget: Budget) -> Judged | None:
        """Return the worth of a position once others and the seat have played on; None: there is no time.

        A turn of the seat is over when ``has_turn`` becomes false, so answers in the turns of others count for none. A
        line that ends within a turn, because others have to answer first, is played on to the end of that turn, too.
        """
        value = self.plan.value
        wins = outcome(position, seat) > 0
        turns_left = self.rounds
        if self.rounds and position.has_turn(seat):
            turns_left += 1  # the one in progress
        for _ in range(LONGEST):
            if not position.to_act or not turns_left:
                break
            mover = position.blocking_seats[0]
            had_turn = position.has_turn(seat)
            beam = self.rest if mover == seat else self.quick
            line = _best(beam.lines(position, mover, rng, budget.part(beam.positions)))
            if line is None:
                return None
            position = line.position
            if had_turn and not position.has_turn(seat):
                turns_left -= 1
        opponents = [number for number in range(position.state.seats) if number != seat] if self.rival else []
        rival = max((value(position, opponent) for opponent in opponents), default=0.0)
        return Judged(value(position, seat), rival, wins, outcome(position, seat))


def outcome(game: Game, seat: int) -> int:
    """Return 1 if the seat has won the game, -1 if another seat has, 0 if the game goes on."""
    if not game.state.over:
        return 0
    return 1 if game.ranking()[0] == seat else -1


def _best(lines: dict[Action, Line]) -> Line | None:
    return max(lines.values(), key=attrgetter("value"), default=None)
