"""A player that plans its own turn: the most promising lines, a few at a time, judged by what they lead to.

What is hidden from its seat is redrawn first, so it plans in an imagined world; it plans anew at each decision. Lines
that lead to the same position are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
"""How good a position is for a seat, in points of the end of the game."""

GLANCE = 512
"""Positions between two looks at the clock, which takes as long as ten positions."""

_VALUE = attrgetter("value")
_encoded = msgspec.msgpack.Encoder().encode


class Line(NamedTuple):
    """A line of play: what its end is worth, that end, the action it began with, those that followed."""

    value: float
    position: Game
    first: Action
    then: tuple[Action, ...] = ()

    def enter(self, best: dict[Action, Line]) -> None:
        """Notes it if it is the best that begins so."""
        if self.first and (self.first not in best or self.value > best[self.first].value):
            best[self.first] = self

    def after(self, action: Action) -> Line:
        """The same line with an action before it."""
        return self._replace(first=action, then=(self.first, *self.then))


@dataclass
class Budget:
    """What may still be looked at: ``left`` positions, ``until`` a moment of processor time, and no more than the
    ``whole`` has of which this is a part.
    """

    left: int
    until: float
    whole: Budget | None = None
    taken: int = 0

    def take(self) -> bool:
        """Whether there is a position left to look at; it then is one less."""
        if self.left <= 0 or (self.whole and not self.whole.take()):
            return False
        if self.whole is None and self.taken % GLANCE == 0 and thread_time() >= self.until:
            self.left = 0
            return False
        self.left -= 1
        self.taken += 1
        return True

    def part(self, most: int) -> Budget:
        """At most so many of the positions."""
        return Budget(most, self.until, self)


@dataclass(frozen=True)
class Beam:
    """``width``: lines followed at once; ``branch``: actions looked at in a position, of a longer list a sample;
    ``unfinished``: lines followed besides that are in the midst of an action, which is worth something only once it is
    done; 0: they are among the others; ``depth``: decisions of a line; ``positions``: looked at in one decision, which
    bounds its time and, unlike a clock, gives the same answer on every machine; ``seconds``: by then it answers all the
    same, with the best found so far.
    """

    value: Value
    width: int = 8
    branch: int = 60
    unfinished: int = 0
    depth: int = 24
    positions: int = 4_000
    seconds: float = 5.0

    def __call__(self, game: Game, seat: int, rng: Random) -> Action:
        """One of the seat's legal actions; equals are chosen by chance."""
        choices = game.considered(seat)
        if len(choices) == 1:
            return choices[0]
        found = self.plan(game, seat, rng)
        if not found:
            return rng.choice(choices)
        most = max(line.value for line in found.values())
        return rng.choice([action for action, line in found.items() if line.value == most])

    def plan(self, game: Game, seat: int, rng: Random) -> dict[Action, Line]:
        """The best line found that begins with each action; nothing where there was no time at all."""
        return self.lines(imagined(game, seat, rng), seat, rng, Budget(self.positions, thread_time() + self.seconds))

    def lines(self, world: Game, seat: int, rng: Random, budget: Budget) -> dict[Action, Line]:
        """The same in a world that is known, with what is left of a budget.

        A line ends wherever the game does not wait for the seat next: as a rule when its turn is over, but also in the
        midst of it when a card asks others, and after an answer in somebody else's turn, though it may be taken back.
        """
        best: dict[Action, Line] = {}
        lines, short = [Line(0.0, world, ())], False
        for _ in range(self.depth):
            following: dict[bytes, Line] = {}
            for number, (_, position, first, then) in enumerate(lines):
                for action in some(position.considered(seat), self.branch, rng):
                    if not budget.take():
                        short = True
                        break
                    after = after_playing(position, seat, action)
                    if not after.waits_for(seat):
                        Line(self.value(after, seat), after, *_on(first, then, action)).enter(best)
                        continue
                    key = _encoded(after.state)
                    if key not in following:
                        following[key] = Line(self.value(after, seat), after, *_on(first, then, action))
                if short:
                    for line in lines[number:]:  # not looked at to the end: they count as they stand
                        line.enter(best)
                    break
            lines = self._best(following.values(), len(world.state.stack))
            if not lines or short:
                break
        for line in lines:  # cut short: what they have come to counts
            line.enter(best)
        return best

    def _best(self, lines: Iterable[Line], stack: int) -> list[Line]:
        """Those that are followed; whatever waits on top of what waited at first is in the midst of an action."""
        if not self.unfinished:
            return nlargest(self.width, lines, key=_VALUE)
        whole, begun = list[Line](), list[Line]()
        for line in lines:
            (begun if len(line.position.state.stack) > stack else whole).append(line)
        return nlargest(self.width, whole, key=_VALUE) + nlargest(self.unfinished, begun, key=_VALUE)


def _on(first: Action, then: tuple[Action, ...], action: Action) -> tuple[Action, tuple[Action, ...]]:
    """The actions of a line, with one more."""
    return (first, (*then, action)) if first else (action, ())


def imagined(game: G, seat: int, rng: Random) -> G:
    """A game that looks the same to a seat, to be played on unheard."""
    world = game.determinize(seat, rng)
    world.quiet = True
    return world
