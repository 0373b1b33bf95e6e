"""The knowledge tiles by what they do (rules 13); 16 to 23 stand in ``box.HONOURED``."""

from __future__ import annotations

REPEATS = "k1"  # equal buildings may stand in one city
MINE_WORKERS = "k2"  # at the end of a phase each mine brings a worker too
SALE_SILVERLING = "k3"  # a sale pays one silverling more
SALE_WORKER = "k4"  # a sale also pays a worker
TWO_DEPOTS = "k5"  # a ship collects from two neighbouring depots
TRADER = "k6"  # the purchase has more to choose from; how, the edition says (rules 15)
BETTER_ANIMALS = "k7"  # every animal tile that scores brings one VP more
DOUBLE_SHIFT = "k8"  # a worker shifts a die by up to 2
FREE_SHIFT = {
    "building": "k9",
    "ship": "k10",
    "animal": "k10",
    "castle": "k11",
    "mine": "k11",
    "knowledge": "k11",
    "take": "k12",
}
"""The tile that shifts a die by 1 for nothing, by what the die is used for."""
WORKERS_SILVERLING = "k13"  # the action that takes workers also pays a silverling
MORE_WORKERS = "k14"  # that action takes more workers
SOLD_TYPES = "k15"  # at the end, VP for each type of goods sold
ANIMAL_KINDS = "k24"  # at the end, VP for each kind of animal in the estate
SOLD_GOODS = "k25"  # at the end, VP for each goods tile sold
BONUS_TILES = "k26"  # at the end, VP for each bonus tile
PAYING = (
    *(MINE_WORKERS, SALE_SILVERLING, SALE_WORKER, BETTER_ANIMALS, WORKERS_SILVERLING, MORE_WORKERS),
    *(*(f"k{number}" for number in range(16, 24)), ANIMAL_KINDS, SOLD_GOODS),
)
"""Those of which the data say how much they bring; of the others the edition does, or it is no amount."""
