"""A player board of the reference implementation: neighbours and regions worked out from rows of hexes (rules 2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engines.burgundy import box
from engines.burgundy.estate import ESTATES

COLOUR = dict(box.COLOUR)
ROWS = (4, 5, 6, 7, 6, 5, 4)
NAMES = [f"{'abcdefg'[row]}{place + 1}" for row, length in enumerate(ROWS) for place in range(length)]


@cache
def neighbours(hex: str) -> frozenset[str]:
    """Two beside it, and two in the row above and below: rows grow towards the middle."""
    row = "abcdefg".index(hex[0])
    place = int(hex[1]) - 1
    above = (place - 1, place) if row <= 3 else (place, place + 1)
    below = (place, place + 1) if row < 3 else (place - 1, place)
    near = [(row, place - 1), (row, place + 1)]
    near += [(row - 1, other) for other in above] + [(row + 1, other) for other in below]
    return frozenset(f"{'abcdefg'[r]}{p + 1}" for r, p in near if 0 <= r < 7 and 0 <= p < ROWS[r])


class Land:
    def __init__(self, board: str) -> None:
        hexes = ESTATES[board].hexes
        self.colour = {name: hexes[name].colour for name in NAMES}
        self.die = {name: hexes[name].die for name in NAMES}
        self._regions: dict[str, frozenset[str]] = {}

    def region(self, hex: str) -> frozenset[str]:
        if hex not in self._regions:
            found = {hex}
            while True:
                more = {near for each in found for near in neighbours(each) if self.colour[near] == self.colour[hex]}
                if more <= found:
                    break
                found |= more
            self._regions |= dict.fromkeys(found, frozenset(found))
        return self._regions[hex]

    def of_colour(self, colour: str) -> set[str]:
        return {name for name in NAMES if self.colour[name] == colour}

    def open(self, covered: Mapping[str, str], tile: str, *, repeat: bool) -> set[str]:
        """Hexes the tile may be laid on, whatever the die; ``repeat``: also beside its like in a city."""
        colour = COLOUR[tile]
        return {
            hex
            for hex in self.of_colour(colour) - set(covered)
            if neighbours(hex) & set(covered)
            and (repeat or colour != "building" or tile not in [covered.get(other) for other in self.region(hex)])
        }
