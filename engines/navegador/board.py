"""Constants of Navegador's board, read once from ``data/board.json``, which names their sources.

First come the records of the file, then the checks of an edited file, then the constants. Amounts of money are in
cruzados.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Generic, TypeVar

import msgspec

from engines import datafile

GOODS = ("sugar", "gold", "spice")
CATEGORIES = ("colony", "factory", "explorer", "shipyard", "church")
HOME = "portugal"
GOA = "goa"
_FIELDS = 8
"""The fields of the rondel."""
_MARKET_ROWS = 10
_MOST_COLONIES = 4
"""The most colony tokens of a region."""

T = TypeVar("T")


class _List(msgspec.Struct, Generic[T]):
    """A list of the data file, which has its sources next to it."""

    entries: list[T] = msgspec.field(name="list")


class _Field(msgspec.Struct):
    index: int
    id: str
    action: str


class _Rondel(msgspec.Struct):
    fields: list[_Field]
    """The fields, clockwise."""
    free_steps: int


class _Phase(msgspec.Struct):
    phase: int
    ship_range: int
    """The number of borders that a ship may cross in one Sailing."""
    extra_worker_or_ship_price: int
    """The price of a worker or ship beyond those of churches or shipyards."""


class Region(msgspec.Struct):
    """A sea region."""

    id: str
    name: str
    good: str | None
    """The good of its colonies; None: it has no colonies."""
    colony_slots: int
    """The number of colony tokens that lie in it at the start."""
    zone_phase: int
    """The earliest phase that can be in force once it is discovered."""
    double_ship_loss_at_player_counts: list[int]
    """The numbers of players with which its discovery costs two ships instead of one."""
    starts_phase: int | None = None
    """The phase that its discovery triggers."""
    ends_game: bool = False
    """True if its discovery triggers the end of the game."""


class Border(msgspec.Struct):
    """A border between two regions; its line is "blue", or "red" where the first crossing starts a phase."""

    a: str
    b: str
    line: str


class _Row(msgspec.Struct):
    """A row of the market: the price of each good, and the profit of a factory, while its marker lies there."""

    row: int
    sugar: int
    gold: int
    spice: int
    factory_profit: int


class _Market(msgspec.Struct):
    rows_top_to_bottom: list[_Row]
    start_row: int


class BuildingRow(msgspec.Struct):
    """A row of buildings on the board."""

    id: str
    kind: str
    """ "factory", "shipyard" or "church"."""
    good: str | None
    """The good that a factory processes; None: it is no factory."""
    workers: int
    """The number of workers that each building needs."""
    pieces: int
    """The number of pieces in the box."""
    prices_left_to_right: list[int]


class _OnBoard(msgspec.Struct):
    """The number of buildings at the start in each row of a kind."""

    factory: int = msgspec.field(name="factory_each")
    shipyard: int
    church: int


class _Buildings(msgspec.Struct):
    rows: list[BuildingRow]
    on_board_by_players: dict[str, _OnBoard]


class Category(msgspec.Struct):
    """A column of the player mat, for units of one kind such as churches."""

    id: str
    base_points: int
    """The points of a unit without privileges."""
    points_per_privilege: int
    """The points that each privilege adds to every unit."""
    bonus_by_slot: list[int]
    """The money that the first privilege brings when it is taken, the second, and so on."""


class _Privileges(msgspec.Struct):
    categories: list[Category]
    pieces_per_category: int
    slots_per_category: int
    initial_gallery_each: int
    refill_to: dict[str, tuple[int, int]]
    """The number of privileges of a category in phases 2 and 3, by number of players."""
    min_workers_after: int


class _Track(msgspec.Struct):
    min: int
    max: int


class _Setup(msgspec.Struct):
    money: int
    workers: int
    worker_track: _Track
    ships_per_player: int
    ships_in_portugal: int


class _Costs(msgspec.Struct):
    with_church_or_shipyard: int
    surplus_resale: int
    colony_workers_each: int
    discovery_ships_needed: int
    discovery_ships_needed_double_loss: int


class _Scoring(msgspec.Struct):
    money_per_point: int


class _Tokens(msgspec.Struct):
    sugar: list[int]
    gold: list[int]
    spice: list[int]


class _Board(msgspec.Struct):
    rondel: _Rondel
    phases: _List[_Phase]
    regions: _List[Region]
    borders: _List[Border]
    colony_tokens: _Tokens
    market: _Market
    buildings: _Buildings
    privileges: _Privileges
    setup: _Setup
    costs: _Costs
    scoring: _Scoring


def _faults(board: _Board) -> list[str]:
    """Return how an edited data file contradicts the rules or the numbers of pieces in the box."""
    regions = {region.id: region for region in board.regions.entries}
    faults = _region_faults(board, regions)
    if [field.index for field in board.rondel.fields] != list(range(_FIELDS)):
        faults.append(f"the fields of the rondel are not numbered 0 to {_FIELDS - 1}")
    if [row.row for row in board.market.rows_top_to_bottom] != list(range(1, _MARKET_ROWS + 1)):
        faults.append(f"the rows of the market are not numbered 1 to {_MARKET_ROWS}")
    if tuple(category.id for category in board.privileges.categories) != CATEGORIES:
        faults.append(f"the categories are not {CATEGORIES}")
    faults += _building_faults(board)
    if not set("2345") == board.buildings.on_board_by_players.keys() == board.privileges.refill_to.keys():
        faults.append("the numbers of players are not 2 to 5")
    if board.privileges.min_workers_after < board.setup.worker_track.min:
        faults.append("a privilege leaves fewer workers than there must be")
    return faults


def _region_faults(board: _Board, regions: dict[str, Region]) -> list[str]:
    """Return the faults of colonies, borders and regions."""
    faults = []
    tokens = {good: getattr(board.colony_tokens, good) for good in GOODS}
    for good in GOODS:
        slots = [region.colony_slots for region in board.regions.entries if region.good == good]
        if sum(slots) != len(tokens[good]) - 1 or not all(1 <= number <= _MOST_COLONIES for number in slots):
            faults.append(f"the stacks of {good} hold {slots}, of {len(tokens[good])} tokens one stays out")
    faults += [
        f"border {border.a}-{border.b} names an unknown region"
        for border in board.borders.entries
        if not {border.a, border.b} <= regions.keys()
    ]
    if not {HOME, GOA} <= regions.keys() or sum(region.ends_game for region in regions.values()) != 1:
        faults.append(f"{HOME}, {GOA} or the region that ends the game is missing")
    # The search for gates looks up regions, so all names must be known.
    return faults or _gates(board, regions)


def _building_faults(board: _Board) -> list[str]:
    """Return the faults of the prices and numbers of buildings."""
    faults = [
        f"the prices of {row.id} fall from left to right"
        for row in board.buildings.rows
        if any(price > next_price for price, next_price in pairwise(row.prices_left_to_right))
    ]
    for players, counts in board.buildings.on_board_by_players.items():
        for row in board.buildings.rows:
            # Each player begins with a shipyard and a church, but without a factory.
            on_mats = 0 if row.good else int(players)
            if getattr(counts, row.kind) + on_mats != row.pieces:
                faults.append(f"{row.pieces} pieces of {row.id} are not enough or too many for {players} players")
    return faults


def _gates(board: _Board, regions: dict[str, Region]) -> list[str]:
    """Return the faults of the regions that start a phase (rules 8).

    Each phase but the first starts in one region, its gate. The regions that can be reached without passing the gate
    must be exactly those of the earlier phases.
    """
    gates = {region.starts_phase: region.id for region in regions.values() if region.starts_phase}
    faults = [
        f"border {border.a}-{border.b} is {border.line}"
        for border in board.borders.entries
        if (border.line == "red") != (regions[border.a].zone_phase != regions[border.b].zone_phase)
    ]
    # Phase 1 has no gate: it starts with the game.
    if [1, *gates] != [entry.phase for entry in board.phases.entries]:
        faults.append(f"the phases start in {gates}")
    # After the last phase nothing is closed: then all regions must be within reach.
    after_last = len(gates) + 2
    for phase, gate in [*gates.items(), (after_last, None)]:
        regions_reached = {HOME}
        for _ in regions:  # no way is longer than the number of regions
            neighbours = {
                end
                for border in board.borders.entries
                for end in (border.a, border.b)
                if {border.a, border.b} & regions_reached
            }
            regions_reached |= neighbours - {gate}
        if regions_reached != {region.id for region in regions.values() if region.zone_phase < phase}:
            faults.append(f"the regions within reach before phase {phase} are {sorted(regions_reached)}")
    return faults


_BOARD = datafile.checked("engines.navegador", "board.json", _Board, _faults)

# Only the markets keep their number: "sailing_1" becomes "sailing", "market_1" becomes "market1".
RONDEL: tuple[str, ...] = tuple(
    field.id.removesuffix("_1") if field.action != "market" else field.id.replace("_", "")
    for field in _BOARD.rondel.fields
)
"""The words of the eight fields, clockwise: sailing, workers, market1, colony, privilege, ships, market2, builder."""
FIELD_ACTION: tuple[str, ...] = tuple(field.action for field in _BOARD.rondel.fields)
"""The action of each field of ``RONDEL``; both market fields have the same one."""
FREE_STEPS = _BOARD.rondel.free_steps
"""The number of fields that the stone moves without a loss of ships."""

RANGE = {entry.phase: entry.ship_range for entry in _BOARD.phases.entries}
"""The number of borders that a ship may cross in one Sailing, by phase."""
EXTRA_PRICE = {entry.phase: entry.extra_worker_or_ship_price for entry in _BOARD.phases.entries}
"""The price of a worker or ship beyond those of churches or shipyards, by phase."""

REGIONS: dict[str, Region] = {region.id: region for region in _BOARD.regions.entries}
END = next(region.id for region in REGIONS.values() if region.ends_game)
"""The region whose discovery triggers the end of the game."""
NEIGHBOURS: dict[str, tuple[str, ...]] = {
    region: tuple(
        border.b if border.a == region else border.a
        for border in _BOARD.borders.entries
        if region in (border.a, border.b)
    )
    for region in REGIONS
}
"""The regions across a border, by region."""
RED_BORDERS = tuple((border.a, border.b) for border in _BOARD.borders.entries if border.line == "red")
TOKENS: dict[str, list[int]] = {good: list(getattr(_BOARD.colony_tokens, good)) for good in GOODS}
"""The prices of all colony tokens by good, with the one that leaves the game unseen."""

MARKET_START = _BOARD.market.start_row
MARKET_END = len(_BOARD.market.rows_top_to_bottom)
PRICE: dict[str, tuple[int, ...]] = {
    good: (0, *(getattr(row, good) for row in _BOARD.market.rows_top_to_bottom)) for good in GOODS
}
"""The price of a good by row; row 1 is the top, entry 0 is unused."""
PROFIT: tuple[int, ...] = (0, *(row.factory_profit for row in _BOARD.market.rows_top_to_bottom))
"""The factory profit by row; entry 0 is unused."""

BUILDINGS: dict[str, BuildingRow] = {row.id: row for row in _BOARD.buildings.rows}
ON_BOARD: dict[int, dict[str, int]] = {
    int(players): {row.id: getattr(counts, row.kind) for row in BUILDINGS.values()}
    for players, counts in _BOARD.buildings.on_board_by_players.items()
}
"""The number of buildings in each row at the start, by number of players (rules 3)."""
MAT: dict[str, Category] = {category.id: category for category in _BOARD.privileges.categories}
PRIVILEGE_SLOTS = _BOARD.privileges.slots_per_category
PRIVILEGE_PIECES = _BOARD.privileges.pieces_per_category
GALLERY_START = _BOARD.privileges.initial_gallery_each

MONEY_START = _BOARD.setup.money
WORKERS_START = _BOARD.setup.workers
WORKERS_MIN = _BOARD.setup.worker_track.min
WORKERS_LEFT = _BOARD.privileges.min_workers_after
"""Workers that must remain after a privilege was paid for."""
WORKERS_MAX = _BOARD.setup.worker_track.max
FLEET = _BOARD.setup.ships_per_player
SHIPS_START = _BOARD.setup.ships_in_portugal

CHEAP_PRICE = _BOARD.costs.with_church_or_shipyard
"""The price of a worker from a church or a ship from a shipyard."""
RESALE = _BOARD.costs.surplus_resale
"""The price that the bank pays for a worker or ship above the limit."""
WORKERS_PER_COLONY = _BOARD.costs.colony_workers_each
MONEY_PER_POINT = _BOARD.scoring.money_per_point


def building_prices(row: str, players: int) -> list[int]:
    """Return the prices of the spaces of a row that this number of players uses, cheapest first."""
    return BUILDINGS[row].prices_left_to_right[: ON_BOARD[players][row]]


def refill(players: int, phase: int) -> int:
    """Return the number of privileges to which each category is filled up when a phase comes into force (rules 4)."""
    in_phase_2, in_phase_3 = _BOARD.privileges.refill_to[str(players)]
    return {2: in_phase_2, 3: in_phase_3}[phase]


def ships_to_discover(region: str, players: int) -> int:
    """Return how many ships must enter an undiscovered region together (rules 7.3); all but one of them are lost."""
    if players in REGIONS[region].double_ship_loss_at_player_counts:
        return _BOARD.costs.discovery_ships_needed_double_loss
    return _BOARD.costs.discovery_ships_needed
