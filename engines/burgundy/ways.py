"""Which die serves for a number and how many workers that costs (rules 6.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engines.burgundy.box import DICE
from engines.steps import Words

Ways = tuple[tuple[Words, ...], ...]
"""The last words of an action by the number wanted; entry 0 is empty."""
FREELY: Ways = ((), *(((),) for _ in DICE))
"""Without a die."""


MOST_WORKERS = 3
"""No die is turned further."""


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
def every_way(dice: tuple[int, ...], workers: int, free: bool, double: bool) -> Ways:
    """Which die, and how many workers: never more than turn it into the number."""

    def turned(number: int) -> Iterator[Words]:
        for die in dict.fromkeys(dice):
            cost = workers_for(die, number, free=free, double=double)
            if cost <= workers:
                yield ("die", str(die), *(("workers", str(cost)) if cost else ()))

    return ((), *(tuple(turned(number)) for number in DICE))


@cache
def sensible_ways(dice: tuple[int, ...], workers: int, free: bool, double: bool) -> Ways:
    """Those that are offered: no die where the other one reaches the number so much cheaper that it could still be
    turned into this one, for then the other is as good whatever comes next."""

    def cost(die: int, number: int) -> int:
        return workers_for(die, number, free=free, double=double)

    def beaten(die: int, number: int) -> bool:
        others = (other for other in dice if other != die)
        return any(
            cost(other, number) + workers_for(die, other, double=double) <= cost(die, number) for other in others
        )

    every = every_way(dice, workers, free, double)
    return ((), *(tuple(how for how in every[number] if not beaten(int(how[1]), number)) for number in DICE))
