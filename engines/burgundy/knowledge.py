"""Names and effects of the knowledge tiles (rules 13), each with the rule that it changes.

The amounts that they bring are in the data file (``box.AMOUNT``) or depend on the edition.
"""

from __future__ import annotations

from functools import lru_cache

from engines.burgundy import box
from engines.burgundy.state import Player

REPEATS = "k1"
"""The tile that allows equal buildings in one city (rules 6.3)."""
MINE_WORKERS = "k2"
"""The tile with which each mine also brings workers at the end of a phase (rules 11)."""
SALE_SILVERLINGS = "k3"
"""The tile that adds silverlings to a sale (rules 6.4)."""
SALE_WORKERS = "k4"
"""The tile that adds workers to a sale (rules 6.4)."""
TWO_DEPOTS = "k5"
"""The tile that lets a ship collect goods from two neighbouring depots (rules 8)."""
TRADER = "k6"
"""The tile that extends the purchase, in a way that depends on the edition (rules 6.6, 15)."""
BETTER_ANIMALS = "k7"
"""The tile that adds VP to each animal tile that scores (rules 9)."""
DOUBLE_SHIFT = "k8"
"""The tile with which a worker turns a die by up to 2 (rules 6.1)."""
FREE_SHIFT = {
    "building": "k9",
    "ship": "k10",
    "animal": "k10",
    "take": "k12",
    **dict.fromkeys(("castle", "mine", "knowledge"), "k11"),
}
"""The tiles 9 to 12, with which a die turns by 1 without a worker (rules 6.1), by the use of the die."""
SHIFTS = frozenset((DOUBLE_SHIFT, *FREE_SHIFT.values()))
"""The tiles that make it cheaper to turn a die."""
WORKERS_SILVERLINGS = "k13"
"""The tile that adds silverlings to the action of taking workers (rules 6.5)."""
MORE_WORKERS = "k14"
"""The tile that raises the number of workers that the action takes (rules 6.5)."""

# These tiles, and those of ``box.HONOURED``, bring VP at the end of the game (rules 12).
SOLD_TYPES = "k15"
ANIMAL_KINDS = "k24"
SOLD_GOODS = "k25"
BONUS_TILES = "k26"


def brought(player: Player, tile: str) -> int:
    """Return the amount that a knowledge tile brings each time; 0 if the player does not have it."""
    return box.AMOUNT[tile] if tile in player.knowledge else 0


def shift_tiles(player: Player) -> tuple[str, ...]:
    """Return the tiles of ``SHIFTS`` that a player has, by which ``free_and_double`` caches its results."""
    return tuple(tile for tile in player.knowledge if tile in SHIFTS)


@lru_cache(maxsize=1 << 10)
def free_and_double(knowledge: tuple[str, ...], use: str) -> tuple[bool, bool]:
    """Return whether a die turns by 1 without a worker, and whether a worker turns it by up to 2.

    Args:
        knowledge: The player's tiles as ``shift_tiles`` returns them.
        use: The use of the die: the colour of the tile to place, "take", "sell" or "workers".
    """
    # No tile turns a die without a worker for a sale or to take workers.
    return FREE_SHIFT.get(use) in knowledge, DOUBLE_SHIFT in knowledge


def vp(player: Player, edition: box.Edition, tile: str) -> int:
    """Return the VP that a knowledge tile brings at the end (rules 12).

    Tile 15 pays for each type of goods sold, 16 to 23 for each building that they name, 24 for each kind of animal,
    25 for each goods tile sold, 26 for each bonus tile.
    """
    if tile in box.HONOURED:
        return box.AMOUNT[tile] * sum(covering == box.HONOURED[tile] for covering in player.covered.values())
    if tile == SOLD_TYPES:
        return edition.knowledge_15_vp * len(player.sold)
    if tile == ANIMAL_KINDS:
        kinds = {box.ANIMAL[covering][0] for covering in player.covered.values() if covering in box.ANIMAL}
        return box.AMOUNT[tile] * len(kinds)
    if tile == SOLD_GOODS:
        return box.AMOUNT[tile] * sum(player.sold.values())
    if tile == BONUS_TILES:
        return edition.knowledge_26_vp * len(player.bonus)
    return 0
