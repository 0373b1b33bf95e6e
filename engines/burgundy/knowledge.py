"""The knowledge tiles (rules 13): each is defined once, here, by what the rules ask of it.

Tile numbers stand in the texts; how much a tile brings, the data say (``box.AMOUNT``) or the edition does.
"""

from __future__ import annotations

from functools import lru_cache

from engines.burgundy import box
from engines.burgundy.state import Player

REPEATS, MINE_WORKERS, SALE_SILVERLING, SALE_WORKER, TWO_DEPOTS, TRADER = "k1", "k2", "k3", "k4", "k5", "k6"
BETTER_ANIMALS, DOUBLE_SHIFT, WORKERS_SILVERLING, MORE_WORKERS = "k7", "k8", "k13", "k14"
SOLD_TYPES, ANIMAL_KINDS, SOLD_GOODS, BONUS_TILES = "k15", "k24", "k25", "k26"
FREE_SHIFT = {
    "building": "k9",
    "ship": "k10",
    "animal": "k10",
    "take": "k12",
    **dict.fromkeys(("castle", "mine", "knowledge"), "k11"),
}
"""Tiles 9 to 12 by what the die is used for."""
SHIFTS = frozenset((DOUBLE_SHIFT, *FREE_SHIFT.values()))
"""Tiles that make turning a die cheaper."""


# -- what is placed ----------------------------------------------------------------------------------------------------


def may_repeat(player: Player) -> bool:
    """Tile 1: equal buildings may stand in one city (rules 6.3)."""
    return REPEATS in player.knowledge


def animal_bonus(player: Player) -> int:
    """Tile 7: VP more for every animal tile that scores (rules 9)."""
    return box.AMOUNT[BETTER_ANIMALS] if BETTER_ANIMALS in player.knowledge else 0


# -- dice --------------------------------------------------------------------------------------------------------------


def shifts(player: Player) -> tuple[str, ...]:
    """The own tiles of 8 to 12, which make turning a die cheaper (rules 6.1)."""
    return tuple([tile for tile in player.knowledge if tile in SHIFTS]) if player.knowledge else ()


@lru_cache(maxsize=1 << 10)
def shift(known: tuple[str, ...], use: str) -> tuple[bool, bool]:
    """With these ``shifts``: whether a die turns by 1 for nothing for this use (tiles 9 to 12: placing a colour, or
    "take"), and whether a worker turns it by up to 2 (tile 8); rules 6.1."""
    return FREE_SHIFT.get(use) in known, DOUBLE_SHIFT in known


# -- sales, workers, the purchase, ships, mines ------------------------------------------------------------------------


def sale_silverlings(player: Player) -> int:
    """Tile 3: silverlings more for a sale (rules 6.4)."""
    return box.AMOUNT[SALE_SILVERLING] if SALE_SILVERLING in player.knowledge else 0


def sale_worker_tile(player: Player) -> str | None:
    """Tile 4, if it pays a worker for a sale too (rules 6.4)."""
    return SALE_WORKER if SALE_WORKER in player.knowledge else None


def workers_taken(player: Player) -> int:
    """Tile 14: how many workers the action takes that takes workers (rules 6.5)."""
    return box.AMOUNT[MORE_WORKERS] if MORE_WORKERS in player.knowledge else box.WORKERS_TAKEN


def workers_silverling_tile(player: Player) -> str | None:
    """Tile 13, if that action pays a silverling too (rules 6.5)."""
    return WORKERS_SILVERLING if WORKERS_SILVERLING in player.knowledge else None


def trader(player: Player, edition: box.Edition) -> str:
    """Tile 6: how the purchase has more to choose from in this edition (rules 6.6, 15); empty: it has not."""
    return edition.knowledge_6 if TRADER in player.knowledge else ""


def two_depots(player: Player) -> bool:
    """Tile 5: a ship collects from two neighbouring depots (rules 8)."""
    return TWO_DEPOTS in player.knowledge


def mine_worker_tile(player: Player) -> str | None:
    """Tile 2, if each mine brings a worker too at the end of a phase (rules 11)."""
    return MINE_WORKERS if MINE_WORKERS in player.knowledge else None


# -- the end -----------------------------------------------------------------------------------------------------------


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
