"""The costliest decisions of a finished game, compared with the choices of the strong player.

A quick search at every decision finds those that are worth a longer one. Things that were hidden from the player stay
hidden from the judgement: nobody is blamed for dice and cards that came later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, zip_longest
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import msgspec
import structlog

from bot.thinking import pool
from bot.thinking.judging import LEADS, Lead, glance, weigh
from bot.thinking.order import question
from bot.work.line import Groups
from bot.work.process_pool import PoolClosed
from engines import Game
from engines.record import notation, parse
from engines.scenes import Decision

log = structlog.get_logger()

MOST_WEIGHED = 6
"""Decisions, for a review those of each seat, that are weighed."""
MOST_LOSSES = 3
"""Losses of a seat in a review."""
LEAST_LOSS = 0.3
"""Least points of a loss of points in a review. Missed wins and lost chances have no size: all of them count."""
LEAST_PUBLIC_LOSS = 2.0
"""Least points of a loss of points that is told to everybody, though nobody has asked."""
FAULT: Any = object()
"""Stands for a judgement that raised a fault."""


class Loss(msgspec.Struct, frozen=True):
    """A decision after which less was to be expected than after another; it is stored with the table."""

    version: int
    seat: int
    turn: int
    played: str
    """In notation, as ``better``."""
    better: str
    points: float
    """The number of points, if ``lost`` is "points"."""
    lost: Lead = "points"
    """Reviews that were stored before this was known lack it."""

    @property
    def rank(self) -> tuple[int, float, int]:
        """Return by what losses are sorted: missed wins first, then lost chances, then points.

        The largest loss of points comes first; of wins and chances, which have no size, the earliest.
        """
        size = self.points if self.lost == "points" else 0.0
        return LEADS.index(self.lost), -size, self.version

    @property
    def is_public(self) -> bool:
        """Return whether it may be told to everybody: a missed win, or enough points.

        A lost chance may not: by how much it was smaller nobody can say.
        """
        return self.lost == "win" or (self.lost == "points" and self.points >= LEAST_PUBLIC_LOSS)


class Decided(NamedTuple):
    """A decision of a person, and the position in which it was made."""

    move: Decision
    game: Game


class NoTime(Exception):
    """Not a single decision could be weighed."""


@dataclass
class Judge:
    """Judges decisions of a table; a decision that raises a fault is logged and left out."""

    table: int
    seed: str
    """The table's, for the chance of all judgements."""
    groups: Groups
    """The server and the person that ask, between whom the thinking processes are shared."""
    weighed: int = 0
    """Decisions that were weighed without a fault."""
    faults: list[Exception] = field(default_factory=list)

    async def costliest_first(self, decided: list[Decided], until: float) -> list[Decided]:
        """Glance at decisions until a time of the monotonic clock, and return those, the most costly first."""
        Random(self.seed).shuffle(decided)  # where time runs out, it does so for every part of the game
        costs = list[tuple[float, int, Decided]]()
        for decision in decided:
            if monotonic() > until:
                break
            cost = await self._ask(glance, decision)
            if cost is not FAULT:
                costs.append((-cost, decision.move.version, decision))
        return [decision for _, _, decision in sorted(costs)]

    async def losses(self, decided: Sequence[Decided], until: float) -> list[Loss]:
        """Weigh decisions in this order until a time of the monotonic clock, and return what was lost by them."""
        losses = list[Loss]()
        for decision in decided:
            if monotonic() > until:
                break
            better = await self._ask(weigh, decision)
            if better is FAULT:
                continue
            self.weighed += 1
            if better and (better.lead != "points" or better.points >= LEAST_LOSS):
                points = round(better.points, 1)
                losses.append(Loss(*decision.move, notation(better.action), points, better.lead))
        return losses

    async def _ask(self, function: Callable[..., Any], decided: Decided) -> Any:
        """Return the judgement of a function, or ``FAULT`` if it raises one. Raises PoolClosed."""
        move = decided.move
        order = question(function, self.seed, decided.game, move.seat, parse(move.words))
        try:
            return await pool.answer(order, self.groups)
        except PoolClosed:
            raise
        except Exception as fault:
            log.exception(
                "a decision could not be judged; looking back leaves it out", table=self.table, version=move.version
            )
            self.faults.append(fault)
            return FAULT


async def largest_of_each_seat(judge: Judge, decided: list[Decided], seconds: float) -> list[Loss]:
    """Return the largest losses of each seat, by seat.

    Raises PoolClosed. If nothing was weighed, raises the last fault, or NoTime if there was none.
    """
    until = monotonic() + seconds
    by_seat = defaultdict[int, list[Decided]](list)
    for decision in await judge.costliest_first(decided, until - seconds / 2):
        by_seat[decision.move.seat].append(decision)
    # The costliest decision of each seat comes first, then the second of each, and so on.
    rounds = zip_longest(*(decisions[:MOST_WEIGHED] for decisions in by_seat.values()))
    losses = await judge.losses([decision for decisions in rounds for decision in decisions if decision], until)
    if decided and not judge.weighed:
        raise judge.faults[-1] if judge.faults else NoTime
    losses.sort(key=lambda loss: (loss.seat, loss.rank))
    return [loss for _, group in groupby(losses, key=lambda loss: loss.seat) for loss in [*group][:MOST_LOSSES]]


async def costliest(judge: Judge, decided: list[Decided], seconds: float) -> Loss | None:
    """Return the largest loss that can be found in so many seconds and may be told to everybody. Raises PoolClosed."""
    until = monotonic() + seconds
    decisions = await judge.costliest_first(decided, until - seconds / 3)
    return largest(await judge.losses(decisions[:MOST_WEIGHED], until))


def largest(losses: Sequence[Loss]) -> Loss | None:
    """Return the largest loss that may be told to everybody; None: there is none."""
    return min((loss for loss in losses if loss.is_public), key=lambda loss: loss.rank, default=None)
