"""Which die serves for a number and how many workers that costs (rules 6.1)."""

from __future__ import annotations

from functools import cache

from engines.burgundy.box import DICE
from engines.steps import Words

Ways = tuple[tuple[Words, ...], ...]
"""The last words of an action by the number wanted; entry 0 is empty."""
FREELY: Ways = ((), *(((),) for _ in DICE))
"""Without a die."""


def workers_for(die: int, number: int, *, free: bool = False, double: bool = False) -> int:
    """Workers that turn a die into a number; 1 and 6 are neighbours.

    ``free``: a shift of 1 costs nothing (knowledge 9 to 12). ``double``: a worker shifts by up to 2 (knowledge 8);
    the free shift stays 1 (rules 17, A4).

    >>> workers_for(2, 6), workers_for(3, 6, double=True), workers_for(3, 6, free=True)
    (2, 2, 2)
    """
    step = 2 if double else 1
    starts = (die - 1, die, die + 1) if free else (die,)
    return min(-(-_distance(start, number) // step) for start in starts)


def _distance(a: int, b: int) -> int:
    apart = abs(a - b) % 6
    return min(apart, 6 - apart)


@cache
def ways(dice: tuple[int, ...], workers: int, free: bool, double: bool) -> Ways:
    """Which die, and how many workers.

    Only sensible ways: a die always with the fewest workers; and no die where the other one reaches the number so
    much cheaper that it could still be turned into this one, for then the other is as good whatever comes next.
    """
    return (
        (),
        *(
            tuple(
                ("die", str(die), *(("workers", str(cost)) if cost else ()))
                for die in dict.fromkeys(dice)
                if (cost := workers_for(die, number, free=free, double=double)) <= workers
                and not any(
                    workers_for(other, number, free=free, double=double) + workers_for(die, other, double=double)
                    <= cost
                    for other in dice
                    if other != die
                )
            )
            for number in DICE
        ),
    )
