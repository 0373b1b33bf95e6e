"""A few ways to open a table that between them show every pair of seats and values of options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

from engines.contract import Game
from tests.engines.contract_suite import Case

Setting = tuple[str, ...]


def cover(game: type[Game]) -> Iterator[Case]:
    """Cases in which every value of every option meets every value of every other, and every number of seats."""
    rng = Random(game.key)
    ways = [[str(seats) for seats in game.seats], *(list(option.values) for option in game.options)]
    left = {
        (one, other, a, b)
        for one, other in combinations(range(len(ways)), 2)
        for a, b in product(ways[one], ways[other])
    }
    chosen = [way[0] for way in ways]
    while left:
        tries = [chosen] + [[rng.choice(way) for way in ways] for _ in range(200)]
        best = max(tries, key=lambda setting: len(pairs(setting) & left))
        left -= pairs(best)
        names = [option.id for option in game.options]
        yield Case(game, int(best[0]), dict(zip(names, best[1:], strict=True)))


def pairs(setting: list[str]) -> set[tuple[int, int, str, str]]:
    """Every two values that a setting shows together."""
    return {(one, other, setting[one], setting[other]) for one, other in combinations(range(len(setting)), 2)}
