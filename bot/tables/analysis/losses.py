"""The costliest decisions of a finished game, compared with the choices of the strong player.

A quick search at every decision finds the most suspicious ones, which a longer search then examines. Things that were
hidden from the player stay hidden from the judgement: nobody is blamed for dice and cards that came later.
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
from bot.thinking.judging import MEASURES, Better, Measure, better_action, quick_gap
from bot.thinking.order import question
from bot.work.fair_queue import Groups
from bot.work.process_pool import PoolClosed
from engines import Game
from engines.record import notation, parse
from engines.scenes import Decision

log = structlog.get_logger()

MOST_EXAMINED = 6
"""Decisions that are examined; for a review as many of each seat."""
REVIEW_QUICK_SHARE = 1 / 2
"""Share of the time of a review for the quick searches."""
COSTLIEST_QUICK_SHARE = 2 / 3
"""Share of the time for the quick searches where one loss is looked for."""
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
    """The gap in points, if ``lost`` is "points"."""
    lost: Measure = "points"
    """By what the other action was better; reviews that were stored before this was known lack it."""

    @property
    def rank(self) -> tuple[int, float, int]:
        """Return by what losses are sorted: missed wins first, then lost chances, then points.

        The largest loss of points comes first; of wins and chances, which have no size, the earliest.
        """
        size = self.points if self.lost == "points" else 0.0
        return MEASURES.index(self.lost), -size, self.version

    @property
    def is_public(self) -> bool:
        """Return whether it may be told to everybody: a missed win, or enough points.

        A lost chance may not: by how much it was smaller nobody can say.
        """
        return self.lost == "win" or (self.lost == "points" and self.points >= LEAST_PUBLIC_LOSS)


class Suspect(NamedTuple):
    """A decision of a person that is still to be judged, and the position in which it was made."""

    decision: Decision
    game: Game


class NoTime(Exception):
    """Not a single decision could be examined."""


@dataclass
class Judge:
    """Judges decisions of a table; a decision that raises a fault is logged and left out."""

    table: int
    seed: str
    """The table's, for the chance of all judgements."""
    groups: Groups
    """The server and the person that ask, between whom the thinking processes are shared."""
    examined: int = 0
    """Decisions that were examined without a fault."""
    faults: list[Exception] = field(default_factory=list)

    async def most_suspicious_first(self, suspects: Sequence[Suspect], deadline: float) -> list[Suspect]:
        """Search quickly at decisions until a time of the monotonic clock, and sort those that it sufficed for."""
        gaps = list[tuple[float, int, Suspect]]()
        # In a random order: where time runs out, it does so for every part of the game.
        for suspect in Random(self.seed).sample(suspects, len(suspects)):
            if monotonic() > deadline:
                break
            gap = await self._ask(quick_gap, suspect)
            if gap is not FAULT:
                gaps.append((-gap, suspect.decision.version, suspect))
        return [suspect for _, _, suspect in sorted(gaps)]

    async def examine(self, suspects: Sequence[Suspect], deadline: float) -> list[Loss]:
        """Examine decisions in this order until a time of the monotonic clock, and return what was lost by them."""
        losses = list[Loss]()
        for suspect in suspects:
            if monotonic() > deadline:
                break
            better = await self._ask(better_action, suspect)
            if better is FAULT:
                continue
            self.examined += 1
            if better and (better.measure != "points" or better.gap >= LEAST_LOSS):
                losses.append(_loss(suspect.decision, better))
        return losses

    async def _ask(self, function: Callable[..., Any], suspect: Suspect) -> Any:
        """Return the judgement of a function, or ``FAULT`` if it raises one. Raises PoolClosed."""
        decision = suspect.decision
        order = question(function, self.seed, suspect.game, decision.seat, parse(decision.words))
        try:
            return await pool.ask_twice(order, self.groups)
        except PoolClosed:
            raise
        except Exception as fault:
            log.exception(
                "a decision could not be judged; looking back leaves it out", table=self.table, version=decision.version
            )
            self.faults.append(fault)
            return FAULT


def _loss(decision: Decision, better: Better) -> Loss:
    return Loss(
        version=decision.version,
        seat=decision.seat,
        turn=decision.turn,
        played=decision.words,
        better=notation(better.action),
        points=round(better.gap, 1),
        lost=better.measure,
    )


async def largest_of_each_seat(judge: Judge, suspects: Sequence[Suspect], seconds: float) -> list[Loss]:
    """Return the largest losses of each seat, by seat.

    Raises PoolClosed. If nothing was examined, raises the last fault, or NoTime if there was none.
    """
    start = monotonic()
    by_seat = defaultdict[int, list[Suspect]](list)
    for suspect in await judge.most_suspicious_first(suspects, start + REVIEW_QUICK_SHARE * seconds):
        by_seat[suspect.decision.seat].append(suspect)
    # The most suspicious decision of each seat comes first, then the second of each, and so on.
    rounds = zip_longest(*(of_seat[:MOST_EXAMINED] for of_seat in by_seat.values()))
    in_turn = [suspect for round_ in rounds for suspect in round_ if suspect]
    losses = await judge.examine(in_turn, start + seconds)
    if suspects and not judge.examined:
        raise judge.faults[-1] if judge.faults else NoTime
    losses.sort(key=lambda loss: (loss.seat, loss.rank))
    return [loss for _, group in groupby(losses, key=lambda loss: loss.seat) for loss in [*group][:MOST_LOSSES]]


async def costliest(judge: Judge, suspects: Sequence[Suspect], seconds: float) -> Loss | None:
    """Return the largest loss that can be found in so many seconds and may be told to everybody. Raises PoolClosed."""
    start = monotonic()
    suspicious = await judge.most_suspicious_first(suspects, start + COSTLIEST_QUICK_SHARE * seconds)
    return largest(await judge.examine(suspicious[:MOST_EXAMINED], start + seconds))


def largest(losses: Sequence[Loss]) -> Loss | None:
    """Return the largest loss that may be told to everybody; None: there is none."""
    return min((loss for loss in losses if loss.is_public), key=lambda loss: loss.rank, default=None)
