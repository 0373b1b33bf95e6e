"""The games' own chance: seeded, counted, the same on every machine."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec

SEED_BITS = 128
_RANGE = 1 << 64
"""A draw is below that."""


class Dice(msgspec.Struct):
    """A counter-based generator: draw number ``count`` of ``seed`` is always the same number.

    ``seed`` is 128 bits as 32 hexadecimal digits (JSON numbers would not carry them everywhere). It is the game's
    secret: no view, event or export shows it while the game runs.
    """

    seed: str
    count: int = 0

    @classmethod
    def from_seed(cls, seed: int) -> Dice:
        """Raises ValueError for a seed outside 0 to 2**128 - 1."""
        if not 0 <= seed < 1 << SEED_BITS:
            raise ValueError(f"a seed has {SEED_BITS} bits and is not negative")
        return cls(f"{seed:032x}")

    @classmethod
    def drawn(cls, rng: Random) -> Dice:
        """Other dice, as imagined worlds need them."""
        return cls.from_seed(rng.getrandbits(SEED_BITS))

    def faults(self) -> list[str]:
        """What makes a loaded generator unusable; empty on a sound one."""
        sound = self.count >= 0 and len(self.seed) == SEED_BITS // 4 and not set(self.seed) - set("0123456789abcdef")
        return [] if sound else ["the dice are damaged"]

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound`` - 1, each equally likely."""
        while True:
            number = self._draw()
            # The rest of the range would favour small numbers; most are below all of it.
            if number < _RANGE - bound or number < _RANGE // bound * bound:
                return number % bound

    def roll(self, sides: int = 6) -> int:
        """A die: 1 to ``sides``."""
        return self.below(sides) + 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Every order equally likely (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _draw(self) -> int:
        block = _keyed(self.seed).copy()
        block.update(self.count.to_bytes(8, "big"))
        self.count += 1
        return int.from_bytes(block.digest(), "big")


@lru_cache(maxsize=1024)
def _keyed(seed: str) -> blake2b:
    """What every draw of a seed begins with."""
    return blake2b(key=bytes.fromhex(seed), digest_size=8)
