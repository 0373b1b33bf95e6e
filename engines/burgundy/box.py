"""Tiles, goods, depots and scoring tables, read once from ``data/tiles.json``, which names their sources.

A tile is identified by its kind, a word like ``bank``, ``cow3``, ``ship`` or ``k12`` (knowledge tile 12); equal tiles
share it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Literal

import msgspec

from engines import datafile

COLOURS = ("building", "animal", "knowledge", "ship", "castle", "mine")
BLACK = "black"
"""The word for the black depot and for the back of the tiles that lie in it."""
BUILDINGS = (
    "warehouse",
    "carpenters_workshop",
    "church",
    "market",
    "boarding_house",
    "bank",
    "city_hall",
    "watchtower",
)
ANIMALS = ("chicken", "sheep", "cow", "pig")
SIZES = ("large", "small")
"""The sizes of the bonus tiles of a colour, in the order in which they are won."""
DICE = (1, 2, 3, 4, 5, 6)
DEPOTS = ("1", "2", "3", "4", "5", "6")
"""The numbered depots as they lie in a ring: each is next to the one after it, the last to the first (rules 17, A13).
"""
NEIGHBOURS = tuple(zip(DEPOTS, (*DEPOTS[1:], DEPOTS[0]), strict=True))
"""All pairs of neighbouring depots, in the order of the ring."""

WITHOUT_AMOUNT = {f"k{number}" for number in (1, 5, 6, *range(8, 13), 15, 26)}
"""Knowledge tiles without an amount in the data file: they bring none, or it depends on the edition."""

# -- the data file -----------------------------------------------------------------------------------------------------


class _Tile(msgspec.Struct):
    color: str
    kind: str
    back: str
    animals: int = 0
    number: int = 0

    @property
    def word(self) -> str:
        return {"animal": f"{self.kind}{self.animals}", "knowledge": f"k{self.number}"}.get(self.color, self.kind)


class _Knowledge(msgspec.Struct):
    number: int
    building: str = ""
    amount: int = 0


class _Building(msgspec.Struct):
    kind: str
    amount: int = 0


class _GoodsType(msgspec.Struct):
    die: int
    colour: str


class _Goods(msgspec.Struct):
    per_type: int
    types: list[_GoodsType]
    per_stack: int
    start_goods_per_player: int


class _Bonus(msgspec.Struct):
    large_vp: dict[str, int]
    small_vp: dict[str, int]


class _Slot(msgspec.Struct):
    color: str
    min_players: int
    special: str = msgspec.field(default="", name="three_player_phases_B_and_D")
    """The colour in phases B and D of a game of three; empty: the same as in the others."""


class _Depots(msgspec.Struct):
    ring_clockwise: list[int]
    slots: dict[str, list[_Slot]]
    black_depot_tiles: dict[str, int]


class _Final(msgspec.Struct):
    unsold_goods_tile: int
    silverling: int
    workers_per_vp: int


class _Scoring(msgspec.Struct):
    region: dict[str, int]
    phase: dict[str, int]
    goods_vp_per_sold_tile: dict[str, int]
    silver_per_sale: int
    final: _Final


class _Actions(msgspec.Struct):
    workers: int
    purchase_price: int


class _Start(msgspec.Struct):
    silverlings: int
    workers_by_order: list[int]
    storage_spaces: int
    goods_type_spaces: int


class _Box(msgspec.Struct):
    hex_tile_total: int
    tiles: list[_Tile]
    knowledge: list[_Knowledge]
    buildings: list[_Building]
    goods: _Goods
    bonus_tiles: _Bonus
    depots: _Depots
    scoring: _Scoring
    actions: _Actions
    start: _Start


def _amounts(box: _Box) -> dict[str, int]:
    amounts = {f"k{tile.number}": tile.amount for tile in box.knowledge}
    return amounts | {building.kind: building.amount for building in box.buildings}


def _faults(box: _Box) -> list[str]:
    """Return how an edited data file lacks the structure that the rules need."""
    faults = []
    for tile in box.tiles:
        kinds = {"building": BUILDINGS, "animal": ANIMALS}.get(tile.color, (tile.color,))
        if tile.color not in COLOURS or tile.kind not in kinds or tile.back not in (tile.color, BLACK):
            faults.append(f"there is a tile {tile}")
    if sorted(effect.number for effect in box.knowledge) != sorted(tile.number for tile in box.tiles if tile.number):
        faults.append("knowledge tiles and their effects do not match")
    paying = {f"k{tile.number}" for tile in box.knowledge} - WITHOUT_AMOUNT | {"boarding_house", "bank", "watchtower"}
    if unpaid_tiles := sorted(tile for tile in paying if not _amounts(box).get(tile)):
        faults.append(f"how much do these bring: {unpaid_tiles}")
    if sorted(kind.die for kind in box.goods.types) != list(DICE):
        faults.append("every die number needs its goods type")
    if tuple(map(str, box.depots.ring_clockwise)) != DEPOTS or set(box.depots.slots) != set(DEPOTS):
        faults.append("there must be the depots 1 to 6")
    tables = (box.bonus_tiles.large_vp, box.bonus_tiles.small_vp, box.depots.black_depot_tiles)
    if any(set(table) != {"2", "3", "4"} for table in (*tables, box.scoring.goods_vp_per_sold_tile)):
        faults.append("a table lacks a number of players")
    faults += [
        f"{players} players need more tiles: {dict(missing_tiles)}"
        for players in (2, 3, 4)
        if (missing_tiles := _missing_tiles(box, players))
    ]
    if len(box.start.workers_by_order) < 4:
        faults.append("somebody starts without workers")
    if set(box.scoring.phase) != set("ABCDE") or set(box.scoring.region) != {str(size) for size in range(1, 9)}:
        faults.append("regions of 1 to 8 hexes and phases A to E need their VP")
    return faults


def _missing_tiles(box: _Box, players: int) -> Counter[str]:
    """Return how many tiles of each back a game with this number of players lacks."""
    tiles_used = Counter({BLACK: 5 * box.depots.black_depot_tiles.get(str(players), 0), "castle": players})
    for phase in "ABCDE":
        for depot in box.depots.slots:
            tiles_used.update(_colours(box, depot, players, phase))
    return tiles_used - Counter(tile.back for tile in box.tiles)


def _colours(box: _Box, depot: str, players: int, phase: str) -> list[str]:
    """Return the colours of the tiles that a phase puts on the spaces of a numbered depot."""
    slots_used = [slot for slot in box.depots.slots[depot] if slot.min_players <= players]
    return [slot.special if slot.special and players == 3 and phase in "BD" else slot.color for slot in slots_used]


_BOX = datafile.checked("engines.burgundy", "tiles.json", _Box, _faults)
if len(_BOX.tiles) != _BOX.hex_tile_total:
    datafile.note("engines.burgundy", "tiles.json", f"{len(_BOX.tiles)} tiles instead of {_BOX.hex_tile_total}")

TILES = Counter(tile.word for tile in _BOX.tiles)
"""The number of tiles of each kind."""
COLOUR = {tile.word: tile.color for tile in _BOX.tiles}
"""The colour of each kind of tile."""
SUPPLIES = {back: [tile.word for tile in _BOX.tiles if tile.back == back] for back in (*COLOURS, BLACK)}
"""The kinds of all tiles by their back, with repetitions."""
ANIMAL = {tile.word: (tile.kind, tile.animals) for tile in _BOX.tiles if tile.color == "animal"}
"""The kind and the number of animals on each animal tile."""
KNOWLEDGE: tuple[str, ...] = tuple(f"k{tile.number}" for tile in sorted(_BOX.knowledge, key=lambda tile: tile.number))
CARDS: tuple[str, ...] = (*KNOWLEDGE, *BUILDINGS, "animal", "ship", "castle", "mine")
"""The entries that explain tiles: one for each knowledge tile and building, one for each of the other sorts."""
HONOURED: dict[str, str] = {f"k{tile.number}": tile.building for tile in _BOX.knowledge if tile.building}
"""The building that each of the knowledge tiles 16 to 23 pays for."""
AMOUNT: dict[str, int] = _amounts(_BOX)
"""The number of workers, silverlings or VP that a building or knowledge tile brings."""

GOODS: tuple[str, ...] = tuple(kind.colour for kind in sorted(_BOX.goods.types, key=lambda kind: kind.die))
"""Goods types by their die number: the first belongs to 1."""
DIE_OF: dict[str, int] = {kind.colour: kind.die for kind in _BOX.goods.types}
GOODS_PER_TYPE = _BOX.goods.per_type
START_GOODS = _BOX.goods.start_goods_per_player

PHASES = tuple(sorted(_BOX.scoring.phase))
ROUNDS = _BOX.goods.per_stack
"""The number of rounds in a phase: one for each of its goods tiles."""
LAST_ROUND = ROUNDS * len(PHASES)
START_WORKERS = _BOX.start.workers_by_order
"""The numbers of workers that the players start with, in turn order (rules 3)."""
START_SILVERLINGS = _BOX.start.silverlings
STORAGE = _BOX.start.storage_spaces
GOODS_SPACES = _BOX.start.goods_type_spaces
PHASE_VP: dict[str, int] = _BOX.scoring.phase
REGION_VP: dict[int, int] = {int(size): points for size, points in _BOX.scoring.region.items()}
WORKERS_TAKEN = _BOX.actions.workers
PURCHASE_PRICE = _BOX.actions.purchase_price
"""The price of a purchase in silverlings; in workers that of a building by knowledge 6 of the Special Edition."""
SILVER_PER_SALE = _BOX.scoring.silver_per_sale
SALE_VP: dict[int, int] = {int(players): points for players, points in _BOX.scoring.goods_vp_per_sold_tile.items()}
"""The VP for each goods tile sold, by number of players (rules 6.4)."""
UNSOLD_VP = _BOX.scoring.final.unsold_goods_tile
SILVERLING_VP = _BOX.scoring.final.silverling
WORKERS_PER_VP = _BOX.scoring.final.workers_per_vp


def card(tile: str) -> str:
    """Return the entry of ``CARDS`` that explains a tile."""
    return "animal" if tile in ANIMAL else tile


def bonus_vp(size: str, players: int) -> int:
    """Return the VP of a large or small bonus tile (rules 3)."""
    table = _BOX.bonus_tiles.large_vp if size == "large" else _BOX.bonus_tiles.small_vp
    return table[str(players)]


@cache
def filling(players: int, phase: str) -> dict[str, list[str]]:
    """Return the backs of the tiles that a phase puts into each depot (rules 4).

    The result is cached, so callers must not change it.
    """
    black = [BLACK] * _BOX.depots.black_depot_tiles[str(players)]
    return {depot: _colours(_BOX, depot, players, phase) for depot in DEPOTS} | {BLACK: black}


@cache
def needed(players: int, phases: int) -> Counter[str]:
    """Return how many tiles of each back the last ``phases`` phases put into the depots (rules 4)."""
    last = PHASES[len(PHASES) - phases :]
    return Counter(back for phase in last for backs in filling(players, phase).values() for back in backs)


def listed(goods: Mapping[str, int]) -> list[str]:
    """Return goods as a list of types, in the order of their die numbers and with repetitions."""
    return [kind for kind in GOODS for _ in range(goods.get(kind, 0))]


# -- differences between the editions (rules 15), from data/editions.json ----------------------------------------------


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one edition."""

    knowledge_15_vp: int
    """The VP of knowledge 15 for each goods type sold."""
    knowledge_26_vp: int
    """The VP of knowledge 26 for each bonus tile."""
    knowledge_6: Literal["seven_depots", "workers_for_silverlings", "building_for_workers"]
    """The effect of knowledge 6: the purchase may use the numbered depots, too; workers may replace silverlings; or
    a building from a numbered depot costs two workers."""
    purchase_inside_action: bool
    """True if the purchase is allowed while the effect of a tile is carried out."""


class _Editions(msgspec.Struct):
    editions: dict[str, Edition]


EDITION_NAMES = ("2011", "2019", "special")
"""The editions that a table can choose; the first one is the default."""


def _edition_faults(file: _Editions) -> list[str]:
    return [] if set(file.editions) == set(EDITION_NAMES) else [f"it must hold {EDITION_NAMES}"]


EDITIONS = datafile.checked("engines.burgundy", "editions.json", _Editions, _edition_faults).editions
