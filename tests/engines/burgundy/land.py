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
    """Return the hexes next to a hex: two in its row, two above and two below. Rows grow towards the middle."""
    row = "abcdefg".index(hex[0])
    place = int(hex[1]) - 1
    above = (place - 1, place) if row <= 3 else (place, place + 1)
    below = (place, place + 1) if row < 3 else (place - 1, place)
    near = [(row, place - 1), (row, place + 1)]
    near += [(row - 1, adjacent) for adjacent in above] + [(row + 1, adjacent) for adjacent in below]
    return frozenset(f"{'abcdefg'[r]}{p + 1}" for r, p in near if 0 <= r < 7 and 0 <= p < ROWS[r])


class Land:
    def __init__(self, board: str) -> None:
        hexes = ESTATES[board].hexes
        self.colour = {name: hexes[name].colour for name in NAMES}
        self.die = {name: hexes[name].die for name in NAMES}
        self._regions: dict[str, frozenset[str]] = {}

    def region(self, hex: str) -> frozenset[str]:
        if hex not in self._regions:
            hexes = {hex}
            while True:
                grown = {near for hex_ in hexes for near in neighbours(hex_) if self.colour[near] == self.colour[hex]}
                if grown <= hexes:
                    break
                hexes |= grown
            self._regions |= dict.fromkeys(hexes, frozenset(hexes))
        return self._regions[hex]

    def of_colour(self, colour: str) -> set[str]:
        return {name for name in NAMES if self.colour[name] == colour}

    def open(self, covered: Mapping[str, str], tile: str, *, repeat: bool) -> set[str]:
        """Return the hexes on which the tile may be laid, whatever the die;

        ``repeat``: also in a city that has such a building.
        """
        colour = COLOUR[tile]
        return {
            hex
            for hex in self.of_colour(colour) - set(covered)
            if neighbours(hex) & set(covered)
            and (repeat or colour != "building" or tile not in [covered.get(city_hex) for city_hex in self.region(hex)])
        }
