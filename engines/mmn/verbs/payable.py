"""What a hand can pay for, looked up: lists of legal actions are asked for all the time, and most is too dear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.mmn import board
from engines.mmn.verbs.action import Work

_MOST, _CARDS = 4, 100
"""More cards of a kind than the first are never asked for; of the second no hand holds as many."""


class Payable:
    """Verbs by the cards in hand.

    ``tables`` holds by terrain, number of its resource and number of its commodity a bit for each verb: for one with a
    fixed price, that these cards are too few; for one that a single terrain pays, that they are enough.
    """

    def __init__(self, verbs: Sequence[Any]) -> None:
        self.verbs = verbs
        self.single = sum(1 << place for place, verb in enumerate(verbs) if isinstance(verb, Work) and verb.single)
        self.tables = [self._table(kind) for kind in range(board.PAIR)]
        self.known: dict[int, tuple[Any, ...]] = {}

    def __call__(self, hand: Sequence[int]) -> tuple[Any, ...]:
        """Those that the hand can pay for, or that cost nothing."""
        a, b, c, d, e, f, u, v, w, x, y, z = hand
        i, j, k, m, n, o = self.tables
        found = i[a][u] | j[b][v] | k[c][w] | m[d][x] | n[e][y] | o[f][z]
        verbs = self.known.get(found)
        if verbs is None:
            bits = found ^ self.single
            verbs = self.known[found] = tuple(verb for at, verb in enumerate(self.verbs) if not bits >> at & 1)
        return verbs

    def _table(self, kind: int) -> list[list[int]]:
        few = range(_MOST + 1)
        rows = [[self._bits(kind, resources, commodities) for commodities in few] for resources in few]
        rows = [row + row[-1:] * _CARDS for row in rows]
        return rows + rows[-1:] * _CARDS

    def _bits(self, kind: int, resources: int, commodities: int) -> int:
        hand = [0] * len(board.KINDS)
        hand[kind], hand[kind + board.PAIR] = resources, commodities
        found = 0
        for place, verb in enumerate(self.verbs):
            if not isinstance(verb, Work):
                continue
            if verb.single:
                found |= verb.enough(hand) << place
            else:
                dear = any(hand[each] < needed for each, needed in verb.price if each % board.PAIR == kind)
                found |= dear << place
        return found
