"""The costliest decisions of a game, compared with the choices of the strong player.

A quick search at every decision finds those that are worth a longer one. Things that were hidden from the player stay
hidden from the judgement: nobody is blamed for dice and cards that came later.
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import msgspec
import structlog

from bot.thinking import pool
from bot.thinking.judging import LEADS, Better, Lead, glance, weigh
from bot.thinking.order import question
from bot.work.line import Groups
from bot.work.process_pool import PoolClosed
from engines import Game
from engines.record import notation, parse
from engines.scenes import Decision

log = structlog.get_logger()

LOOKED_AT = 6
"""Decisions of a seat that get a longer look."""
SHOWN = 3
"""Losses of a seat that are told."""
SMALLEST = 0.3
"""Points: of smaller losses nobody is told."""
CLEAR = 2.0
"""Points: of smaller losses nobody is told who has not asked."""


class Loss(msgspec.Struct, frozen=True):
    """A decision after which less was to be expected than after another; it is stored with the table."""

    version: int
    seat: int
    turn: int
    played: str
    """In notation, as ``better``."""
    better: str
    points: float
    lost: Lead = "points"
    """Reviews that were stored before this was known lack it."""

    @property
    def rank(self) -> tuple[int, float]:
        """Return by what losses are sorted, the largest first."""
        return LEADS.index(self.lost), -self.points


class Decided(NamedTuple):
    """A decision of a person, and the position in which it was made."""

    move: Decision
    game: Game


class NoTime(Exception):
    """Not a single decision could be looked at longer."""


@dataclass
class Look:
    """Looks at decisions of a table; a decision that raises a fault is logged and left out."""

    table: int
    seed: str
    """From which the chance of all looks is drawn."""
    groups: Groups
    """For whom it is thought: the server and the person, between whom the thinking processes are shared."""
    weighed: int = 0
    faults: list[Exception] = field(default_factory=list)

    async def worst(self, decided: list[Decided], until: float) -> list[Decided]:
        """Return the decisions that can be glanced at before the time ``until``, the most costly first."""
        Random(self.seed).shuffle(decided)  # where time runs out, it does so for every part of the game
        costs = list[tuple[float, Decided]]()
        for decision in decided:
            if monotonic() > until:
                break
            with self._left_out(decision):
                costs.append((await self._ask(glance, decision), decision))
        return [decision for _, decision in sorted(costs, key=lambda pair: (-pair[0], pair[1].move.version))]

    async def weigh(self, decided: Decided) -> Better | None:
        """Return the action that was better, and by how much."""
        better: Better | None = None
        with self._left_out(decided):
            better = await self._ask(weigh, decided)
            self.weighed += 1
        return better

    async def _ask(self, function: Callable[..., Any], decided: Decided) -> Any:
        move = decided.move
        return await pool.answer(question(function, self.seed, decided.game, move.seat, parse(move.words)), self.groups)

    @contextlib.contextmanager
    def _left_out(self, decided: Decided) -> Iterator[None]:
        try:
            yield
        except PoolClosed:
            raise
        except Exception as fault:
            where = {"table": self.table, "version": decided.move.version}
            log.exception("a decision could not be judged; looking back leaves it out", **where)
            self.faults.append(fault)


async def of_each_seat(look: Look, decided: list[Decided], seconds: float) -> list[Loss]:
    """Return the largest losses of each seat, by seat.

    Raises a fault where faults left not a single decision that was looked at longer, NoTime where time did, and
    PoolClosed.
    """
    until = monotonic() + seconds
    worst = defaultdict[int, list[Decided]](list)
    for decision in await look.worst(decided, until - seconds / 2):
        worst[decision.move.seat].append(decision)
    losses = defaultdict[int, list[Loss]](list)
    for rank in range(LOOKED_AT):  # everybody's worst decision first
        for seat, decisions in worst.items():
            if rank < len(decisions) and monotonic() <= until:
                better = await look.weigh(decisions[rank])
                if better and (better.lead == "win" or better.points >= SMALLEST):
                    losses[seat].append(_loss(decisions[rank], better))
    if decided and not look.weighed:
        raise look.faults[-1] if look.faults else NoTime
    return [loss for seat in sorted(losses) for loss in sorted(losses[seat], key=lambda loss: loss.rank)[:SHOWN]]


async def costliest(look: Look, decided: list[Decided], seconds: float) -> Loss | None:
    """Return the largest loss that can be found in so many seconds and may be told to everybody.

    Raises PoolClosed.
    """
    until = monotonic() + seconds
    losses = list[Loss]()
    for decision in (await look.worst(decided, until - seconds / 3))[:LOOKED_AT]:
        if monotonic() <= until and (better := await look.weigh(decision)):
            losses.append(_loss(decision, better))
    return largest(losses)


def largest(losses: Sequence[Loss]) -> Loss | None:
    """Return the largest loss that may be told to everybody: a win that was missed, else enough points.

    By how much a chance of winning was better nobody can say.
    """
    clear = [loss for loss in losses if loss.lost == "win" or (loss.lost == "points" and loss.points >= CLEAR)]
    return min(clear, key=lambda loss: (loss.rank, loss.version), default=None)


def _loss(decided: Decided, better: Better) -> Loss:
    version, seat, turn, words = decided.move
    return Loss(version, seat, turn, words, notation(better.action), round(better.points, 1), better.lead)
