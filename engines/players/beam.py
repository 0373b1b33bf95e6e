"""A player that plans its own turn by beam search: it follows a few promising lines at a time and judges their ends.

It plans in an imagined world, in which the information hidden from its seat has been redrawn, and starts again at each
decision. Lines that lead to the same position count as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from heapq import nlargest
from operator import attrgetter
from random import Random
from time import thread_time
from typing import NamedTuple, TypeVar

import msgspec

from engines.contract import Action, Game
from engines.players.greedy import after_playing, some

G = TypeVar("G", bound=Game)
Value = Callable[[Game, int], float]
"""A function that returns the worth of a position to a seat, in points at the end of the game."""

POSITIONS_PER_CLOCK_CHECK = 512
"""Positions judged between two looks at the clock; a look takes as long as ten positions."""

_VALUE = attrgetter("value")
_encoded = msgspec.msgpack.Encoder().encode


class Line(NamedTuple):
    """A line of play: the actions of one seat and the position that they lead to.

    The first action stands apart, since it is what a player chooses, and lines are compared by it.
    """

    value: float
    """The worth of the position to the seat."""
    position: Game
    """The position at the end."""
    first: Action
    """The first action; empty: the line has none yet."""
    then: tuple[Action, ...] = ()
    """The actions after the first one."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all actions of the line, which has a first one."""
        return self.first, *self.then

    def enter(self, best: dict[Action, Line]) -> None:
        """Store the line in ``best`` unless a line with the same first action is worth as much."""
        if self.first and (self.first not in best or self.value > best[self.first].value):
            best[self.first] = self

    def preceded_by(self, action: Action) -> Line:
        """Return the line with an action put before it."""
        return self._replace(first=action, then=(self.first, *self.then))

    def extended(self, action: Action, position: Game, value: float) -> Line:
        """Return the line continued by an action, with the position and the value that this leads to."""
        if not self.first:
            return Line(value, position, action)
        return Line(value, position, self.first, (*self.then, action))


@dataclass
class Budget:
    """The number of positions and the time that a search may still use."""

    remaining: int
    """Positions that may still be judged."""
    until: float
    """The deadline, in seconds of the thread's processor time; budgets that are parts leave it to the whole."""
    whole: Budget | None = None
    """The budget that this one is a part of, from which each position is taken as well."""
    taken: int = 0
    """Positions that have been judged."""

    def take(self) -> bool:
        """Take one position from the budget; return whether there was one left, and time."""
        if self.remaining <= 0 or (self.whole and not self.whole.take()):
            return False
        if self.whole is None and self.taken % POSITIONS_PER_CLOCK_CHECK == 0 and thread_time() >= self.until:
            self.remaining = 0
            return False
        self.remaining -= 1
        self.taken += 1
        return True

    def part(self, limit: int) -> Budget:
        """Return a budget of at most ``limit`` positions that draws on this one."""
        return Budget(limit, self.until, self)


@dataclass(frozen=True)
class Beam:
    """A beam search over the rest of a seat's turn, with its bounds; called, it is a player."""

    value: Value
    """The function that judges positions."""
    width: int = 8
    """Lines followed at once."""
    branch: int = 60
    """Actions tried in a position; of a longer list a random sample."""
    unfinished: int = 0
    """Further lines followed at once that are in the midst of an action, whose worth shows only once it is complete; 0:
    such lines compete with the others."""
    depth: int = 24
    """Decisions of a line, at most."""
    positions: int = 4_000
    """Positions judged in one decision, at most. Unlike a clock, this bound gives the same answer on every machine."""
    seconds: float = 5.0
    """Seconds of processor time after which the search answers with the best line so far."""

    def __call__(self, game: Game, seat: int, rng: Random) -> Action:
        """Return the first action of the best line, of equal ones one at random."""
        choices = game.considered(seat)
        if len(choices) == 1:
            return choices[0]
        best_lines = self.plan(game, seat, rng)
        if not best_lines:
            return rng.choice(choices)
        best_value = max(line.value for line in best_lines.values())
        return rng.choice([action for action, line in best_lines.items() if line.value == best_value])

    def plan(self, game: Game, seat: int, rng: Random) -> dict[Action, Line]:
        """Return the best line by its first action; empty if there was no time at all."""
        return self.lines(imagined(game, seat, rng), seat, rng, self.budget())

    def budget(self) -> Budget:
        """Return a new budget of all positions and seconds of the beam."""
        return Budget(self.positions, thread_time() + self.seconds)

    def lines(self, world: Game, seat: int, rng: Random, budget: Budget) -> dict[Action, Line]:
        """Return the best line by its first action in a world without hidden information, within a budget.

        A line ends where the game no longer waits for the seat. This is usually the end of its turn, but also a moment
        within it when a card asks others, and an answer in another seat's turn, even if it may be taken back.
        """
        best: dict[Action, Line] = {}
        lines = [Line(0.0, world, ())]
        height = len(world.state.stack)
        for _ in range(self.depth):
            following: dict[bytes, Line] = {}
            has_budget = self._continue_all(lines, seat, rng, budget, following, best)
            lines = self._best(following.values(), height)
            if not lines or not has_budget:
                break
        for line in lines:  # at the greatest depth, or out of budget: they count as they stand
            line.enter(best)
        return best

    def _continue_all(
        self,
        lines: list[Line],
        seat: int,
        rng: Random,
        budget: Budget,
        following: dict[bytes, Line],
        best: dict[Action, Line],
    ) -> bool:
        """Do with each line what ``_continue`` does with one; where the budget ends, the others enter ``best``."""
        for number, line in enumerate(lines):
            if not self._continue(line, seat, rng, budget, following, best):
                for remaining_line in lines[number:]:
                    remaining_line.enter(best)
                return False
        return True

    def _continue(
        self, line: Line, seat: int, rng: Random, budget: Budget, following: dict[bytes, Line], best: dict[Action, Line]
    ) -> bool:
        """Continue a line by each action of its position; return False if the budget ends before.

        Lines that end with the action enter ``best``. The others enter ``following`` by their encoded position, unless
        a line that leads to the same position is there already.
        """
        for action in some(line.position.considered(seat), self.branch, rng):
            if not budget.take():
                return False
            after = after_playing(line.position, seat, action)
            if not after.waits_for(seat):
                line.extended(action, after, self.value(after, seat)).enter(best)
                continue
            key = _encoded(after.state)
            if key not in following:
                following[key] = line.extended(action, after, self.value(after, seat))
        return True

    def _best(self, lines: Iterable[Line], height: int) -> list[Line]:
        """Return the lines to follow, those that are unfinished apart from the others.

        A line is in the midst of an action if its stack is higher than ``height``, that of the stack at the start.
        """
        if not self.unfinished:
            return nlargest(self.width, lines, key=_VALUE)
        finished: list[Line] = []
        unfinished: list[Line] = []
        for line in lines:
            if len(line.position.state.stack) > height:
                unfinished.append(line)
            else:
                finished.append(line)
        return nlargest(self.width, finished, key=_VALUE) + nlargest(self.unfinished, unfinished, key=_VALUE)


def imagined(game: G, seat: int, rng: Random) -> G:
    """Return a quiet copy of the game that looks the same to the seat, with hidden information redrawn."""
    world = game.determinize(seat, rng)
    world.reports_nothing = True
    return world


@dataclass(frozen=True)
class Among(Beam):
    """A beam search for the best line behind each of some given first actions."""

    first: tuple[Action, ...] = ()
    """The first actions, which are legal."""

    def lines(self, world: Game, seat: int, rng: Random, budget: Budget) -> dict[Action, Line]:
        """Return the best line by its first action; each action gets the same share of the budget."""
        best_lines = dict[Action, Line]()
        for place, action in enumerate(self.first):
            after = after_playing(world, seat, action)
            line = Line(self.value(after, seat), after, action)
            if after.waits_for(seat):
                share = budget.part(budget.remaining // (len(self.first) - place))
                rest = super().lines(after, seat, rng, share).values()
                line = max((following.preceded_by(action) for following in rest), key=_VALUE, default=line)
            best_lines[action] = line
        return best_lines


def among(beam: Beam, *first: Action) -> Among:
    """Return a beam with the same bounds that compares the actions ``first``."""
    return Among(**{field.name: getattr(beam, field.name) for field in fields(beam)}, first=first)
