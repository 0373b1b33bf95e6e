"""The random generator of the games: seeded, counter-based, the same on every machine."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Any

import msgspec

SEED_BITS = 128
_RANGE = 1 << 64
"""The number of different draws, before they are reduced to a range."""


class Dice(msgspec.Struct):
    """A counter-based generator: draw number ``count`` of ``seed`` is always the same number.

    ``seed`` is 128 bits as 32 hexadecimal digits (JSON numbers would not carry them everywhere). It is the game's
    secret: no view, event or export shows it while the game runs.
    """

    seed: str
    count: int = 0

    @classmethod
    def from_seed(cls, seed: int) -> Dice:
        """Return the generator of a seed.

        Raises:
            ValueError: The seed is not between 0 and 2**128 - 1.
        """
        if not 0 <= seed < 1 << SEED_BITS:
            raise ValueError(f"a seed has {SEED_BITS} bits and is not negative")
        return cls(f"{seed:032x}")

    @classmethod
    def drawn(cls, rng: Random) -> Dice:
        """Return a generator with a random seed, for imagined worlds."""
        return cls.from_seed(rng.getrandbits(SEED_BITS))

    def faults(self) -> list[str]:
        """Return the faults that make a loaded generator unusable; empty: it is sound."""
        is_sound = self.count >= 0 and len(self.seed) == SEED_BITS // 4 and not set(self.seed) - set("0123456789abcdef")
        return [] if is_sound else ["the dice are damaged"]

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to ``bound`` - 1, each equally likely."""
        while True:
            number = self._draw()
            # Draws behind the last multiple of the bound would favour small numbers, and are drawn again.
            if number < _RANGE - bound or number < _RANGE // bound * bound:
                return number % bound

    def roll(self, sides: int = 6) -> int:
        """Return a roll of a die: 1 to ``sides``."""
        return self.below(sides) + 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place, every order equally likely (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            partner = self.below(last + 1)
            items[last], items[partner] = items[partner], items[last]

    def _draw(self) -> int:
        block = _keyed(self.seed).copy()
        block.update(self.count.to_bytes(8, "big"))
        self.count += 1
        return int.from_bytes(block.digest(), "big")


@lru_cache(maxsize=1024)
def _keyed(seed: str) -> blake2b:
    """Return the hash function of a seed, which all its draws begin with."""
    return blake2b(key=bytes.fromhex(seed), digest_size=8)
