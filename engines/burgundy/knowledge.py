"""The knowledge tiles (rules 13): each is named once, here, with the rule that asks for it.

Tile numbers stand in the texts; how much a tile brings, the data say (``box.AMOUNT``) or the edition does.
"""

from __future__ import annotations

from functools import lru_cache

from engines.burgundy import box
from engines.burgundy.state import Player

REPEATS = "k1"
"""Equal buildings may stand in one city (rules 6.3)."""
MINE_WORKERS = "k2"
"""Each mine brings workers too at the end of a phase (rules 11)."""
SALE_SILVERLINGS = "k3"
"""More silverlings for a sale (rules 6.4)."""
SALE_WORKERS = "k4"
"""A sale pays workers too (rules 6.4)."""
TWO_DEPOTS = "k5"
"""A ship collects from two neighbouring depots (rules 8)."""
TRADER = "k6"
"""The purchase has more to choose from, by edition (rules 6.6, 15)."""
BETTER_ANIMALS = "k7"
"""VP more for every animal tile that scores (rules 9)."""
DOUBLE_SHIFT = "k8"
"""A worker turns a die by up to 2 (rules 6.1)."""
FREE_SHIFT = {
    "building": "k9",
    "ship": "k10",
    "animal": "k10",
    "take": "k12",
    **dict.fromkeys(("castle", "mine", "knowledge"), "k11"),
}
"""Tiles 9 to 12: a die turns by 1 for nothing (rules 6.1); by what it is used for."""
SHIFTS = frozenset((DOUBLE_SHIFT, *FREE_SHIFT.values()))
"""Tiles that make turning a die cheaper."""
WORKERS_SILVERLINGS = "k13"
"""The action that takes workers pays silverlings too (rules 6.5)."""
MORE_WORKERS = "k14"
"""So many workers it takes (rules 6.5)."""
SOLD_TYPES = "k15"
ANIMAL_KINDS = "k24"
SOLD_GOODS = "k25"
BONUS_TILES = "k26"
"""VP at the end; so do those of ``box.HONOURED`` (rules 12)."""


def brought(player: Player, tile: str) -> int:
    """How much a tile brings each time; nothing who does not have it."""
    return box.AMOUNT[tile] if tile in player.knowledge else 0


def shifts(player: Player) -> tuple[str, ...]:
    """The own tiles of ``SHIFTS``."""
    return tuple([tile for tile in player.knowledge if tile in SHIFTS]) if player.knowledge else ()


@lru_cache(maxsize=1 << 10)
def shift(known: tuple[str, ...], use: str) -> tuple[bool, bool]:
    """With these ``shifts``: whether a die turns by 1 for nothing for this use (placing a colour, or "take"), and
    whether a worker turns it by up to 2."""
    return FREE_SHIFT.get(use) in known, DOUBLE_SHIFT in known


def vp(player: Player, edition: box.Edition, tile: str) -> int:
    """What a tile in the estate brings at the end (rules 12): 15 for each type of goods sold, 16 to 23 for each of
    the buildings they honour, 24 for each kind of animal, 25 for each goods tile sold, 26 for each bonus tile."""
    if tile in box.HONOURED:
        return box.AMOUNT[tile] * sum(lying == box.HONOURED[tile] for lying in player.covered.values())
    if tile == SOLD_TYPES:
        return edition.knowledge_15_vp * len(player.sold)
    if tile == ANIMAL_KINDS:
        kinds = {box.ANIMAL[lying][0] for lying in player.covered.values() if lying in box.ANIMAL}
        return box.AMOUNT[tile] * len(kinds)
    if tile == SOLD_GOODS:
        return box.AMOUNT[tile] * sum(player.sold.values())
    if tile == BONUS_TILES:
        return edition.knowledge_26_vp * len(player.bonus)
    return 0
