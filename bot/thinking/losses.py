"""Which decisions of a game lost most, beside what the strong player would have done.

A glance at every decision finds those that are worth a longer look. What was hidden from who decided stays hidden from
the judgement, too: nobody is blamed for dice and cards that came later.
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
from bot.thinking.judging import Better, glance, weigh
from bot.thinking.leads import LEADS, Lead
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
"""Of losses of fewer points nobody speaks."""
CLEAR = 2.0
"""Of fewer points nobody is told who has not asked."""


class Loss(msgspec.Struct, frozen=True):
    """A decision after which less was to be expected than after another: ``version``, ``seat`` and ``turn`` as the log
    has them, ``played`` and ``better`` in notation, ``points`` the difference, ``lost`` what it consists of. Reviews
    that were kept before that was told know of points alone."""

    version: int
    seat: int
    turn: int
    played: str
    better: str
    points: float
    lost: Lead = "points"

    @property
    def rank(self) -> tuple[int, float]:
        """The largest loss has the least one."""
        return LEADS.index(self.lost), -self.points


class Decided(NamedTuple):
    """What a person decided, and the position in which it was."""

    move: Decision
    game: Game


class NoTime(Exception):
    """Not a single decision could be looked at longer."""


@dataclass
class Look:
    """Looking at decisions of a table, whose chance has this ``seed``. A fault is logged and noted, and the decision
    left out."""

    table: int
    seed: str
    of: Groups
    weighed: int = 0
    faults: list[Exception] = field(default_factory=list)

    async def worst(self, decided: list[Decided], until: float) -> list[Decided]:
        """Those at which there is time to glance until then, first those that lost most as it seems at once."""
        Random(self.seed).shuffle(decided)  # where time runs out, it does so for every part of the game
        looked = list[tuple[float, Decided]]()
        for each in decided:
            if monotonic() > until:
                break
            with self._left_out(each):
                looked.append((await self._ask(glance, each), each))
        return [each for _, each in sorted(looked, key=lambda pair: (-pair[0], pair[1].move.version))]

    async def weigh(self, decided: Decided) -> Better | None:
        """What was better, and by how much."""
        found: Better | None = None
        with self._left_out(decided):
            found = await self._ask(weigh, decided)
            self.weighed += 1
        return found

    async def _ask(self, function: Callable[..., Any], decided: Decided) -> Any:
        asked = question(function, self.seed, decided.game, decided.move.seat, parse(decided.move.words))
        return await pool.answer(asked, self.of)

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
    """The largest losses of each seat, by seat. Raises a fault where faults left not a single decision that was looked
    at longer, NoTime where time did, and PoolClosed."""
    until = monotonic() + seconds
    worst, found = defaultdict[int, list[Decided]](list), defaultdict[int, list[Loss]](list)
    for each in await look.worst(decided, until - seconds / 2):
        worst[each.move.seat].append(each)
    for rank in range(LOOKED_AT):  # everybody's worst decision first
        for seat, looked in worst.items():
            if rank < len(looked) and monotonic() <= until:
                judged = await look.weigh(looked[rank])
                if judged and (judged.lead == "win" or judged.points >= SMALLEST):
                    found[seat].append(_loss(looked[rank], judged))
    if decided and not look.weighed:
        raise look.faults[-1] if look.faults else NoTime
    return [loss for seat in sorted(found) for loss in sorted(found[seat], key=lambda loss: loss.rank)[:SHOWN]]


async def costliest(look: Look, decided: list[Decided], seconds: float) -> Loss | None:
    """The one that lost most, as far as it can be found in so many seconds; None: none lost enough to be told to
    everybody. Raises PoolClosed."""
    until, found = monotonic() + seconds, list[Loss]()
    for each in (await look.worst(decided, until - seconds / 3))[:LOOKED_AT]:
        if monotonic() <= until and (judged := await look.weigh(each)):
            found.append(_loss(each, judged))
    return largest(found)


def largest(losses: Sequence[Loss]) -> Loss | None:
    """The one that may be told to everybody: a win that was missed, else enough points. How much better a chance was,
    nobody can say."""
    told = [loss for loss in losses if loss.lost == "win" or (loss.lost == "points" and loss.points >= CLEAR)]
    return min(told, key=lambda loss: (loss.rank, loss.version), default=None)


def _loss(decided: Decided, judged: Better) -> Loss:
    version, seat, turn, words = decided.move
    return Loss(version, seat, turn, words, notation(judged.action), round(judged.points, 1), judged.lead)
