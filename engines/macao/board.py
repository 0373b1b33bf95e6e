"""Constants of Macao's board, read once from ``data/board.json``, which names their sources."""

from __future__ import annotations

from collections import deque
from itertools import combinations

import msgspec

from engines import datafile

COLOURS = ("red", "green", "blue", "violet", "black", "gray")
JOKER = "joker"
STOCK = 0
"""The index of the wind rose's field under the arrow, which is the action stock."""
DIE_FIELDS = 6
"""The number of fields of the wind rose that belong to numbers of dice."""


class _Setup(msgspec.Struct):
    starting_gold: int
    starting_prestige: int
    tableau_slots: int
    initial_draft_extra_cards: int


class _Rounds(msgspec.Struct):
    count: int
    building_person_cards_revealed: int
    office_cards_per_round: int
    removed_after_tribute_by_players: dict[str, int]
    dice_chosen_per_player: int
    highest_usable_die_value_by_round: dict[str, int]
    values_above_cap_become: int


class _Worth(msgspec.Struct):
    penalty_marker_prestige: int
    joker_gold: int
    marker_in_largest_group_prestige: int


class _Wall(msgspec.Struct):
    spaces: int
    first_step_price: int
    further_step_price: int


class _Ware(msgspec.Struct):
    id: str
    tiles: int


class Port(msgspec.Struct):
    """A port."""

    id: str
    name: str
    ware: str
    """The only ware that it takes."""
    delivery_values: list[int]
    """The prestige of its delivery spaces, the highest first."""


class _Layout(msgspec.Struct):
    x: float
    y: float


class Space(msgspec.Struct):
    """A sea space."""

    id: str
    kind: str
    """"start", "sea" or "port"."""
    layout: _Layout


class _Sea(msgspec.Struct):
    start: str
    spaces: list[Space]
    routes: list[tuple[str, str]]


class Quarter(msgspec.Struct):
    """A city quarter."""

    id: str
    kind: str
    """"light" (it starts with a ware) or "dark" (it starts with a joker)."""
    cost: dict[str, int]
    """The printed cubes by colour."""
    neighbours: list[str]
    layout: _Layout


class Rulings(msgspec.Struct, frozen=True):
    """Decisions on points that the rules leave open (rules 14), which the data file sets."""

    joker_can_avert_empty_stock_penalty: bool
    joker_only_in_own_action_turn: bool
    brunnen_and_wachposten_optional: bool
    free_ship_moves_pool_until_end_of_turn: bool
    cost_reduction_floor: int
    tribute_buy_at_zero_allowed: bool
    botschaft_on_zero_tribute: bool
    prestige_may_be_negative_at_end: bool
    wall_overshoot_locks_first: bool
    tower_outranks_overshoot_lock: bool
    joker_gold_counts_as_gold_received: bool


class _Board(msgspec.Struct):
    setup: _Setup
    rounds: _Rounds
    worth: _Worth
    wall: _Wall
    wares: list[_Ware]
    ports: list[Port]
    sea: _Sea
    quarters: list[Quarter]
    rulings: Rulings


def _faults(board: _Board) -> list[str]:
    """Return how an edited data file lacks the structure that the rules need."""
    faults = []
    spaces = [space.id for space in board.sea.spaces]
    quarters = {quarter.id: quarter for quarter in board.quarters}
    wares = {ware.id for ware in board.wares}
    for kind, ids in (("sea space", spaces), ("quarter", [quarter.id for quarter in board.quarters])):
        if len(set(ids)) != len(ids):
            faults.append(f"a {kind} appears twice")
    faults += [f"route {a}-{b} names an unknown space" for a, b in board.sea.routes if not {a, b} <= set(spaces)]
    for quarter in board.quarters:
        if not set(quarter.cost) <= set(COLOURS) or min(quarter.cost.values(), default=0) < 1:
            faults.append(f"{quarter.id} costs {quarter.cost}")
        for neighbour in quarter.neighbours:
            if neighbour not in quarters or quarter.id not in quarters[neighbour].neighbours:
                faults.append(f"{quarter.id} and {neighbour} are not neighbours both ways")
    for port in board.ports:
        if port.id not in spaces or port.ware not in wares:
            faults.append(f"port {port.id} takes {port.ware}")
        if port.delivery_values != sorted(port.delivery_values, reverse=True):
            faults.append(f"the values of {port.id} rise: {port.delivery_values}")
    if not faults and len(_distances(board.sea)[board.sea.start]) != len(spaces):
        faults.append("the sea is not connected")
    if sum(quarter.kind == "light" for quarter in board.quarters) != sum(ware.tiles for ware in board.wares):
        faults.append("there must be as many light quarters as ware tiles")
    return faults


def _distances(sea: _Sea) -> dict[str, dict[str, int]]:
    neighbours: dict[str, list[str]] = {space.id: [] for space in sea.spaces}
    for a, b in sea.routes:
        neighbours[a].append(b)
        neighbours[b].append(a)
    distances = {}
    for origin in neighbours:
        steps = {origin: 0}
        edge = deque([origin])
        while edge:
            space = edge.popleft()
            for neighbour in neighbours[space]:
                if neighbour not in steps:
                    steps[neighbour] = steps[space] + 1
                    edge.append(neighbour)
        distances[origin] = steps
    return distances


def _load() -> _Board:
    board = datafile.checked("engines.macao", "board.json", _Board, _faults)
    totals = {colour: sum(quarter.cost.get(colour, 0) for quarter in board.quarters) for colour in COLOURS}
    if len(set(totals.values())) != 1:
        datafile.note("engines.macao", "board.json", f"the quarters do not cost every colour alike: {totals}")
    return board


_BOARD = _load()

ROUNDS = _BOARD.rounds.count
REVEALED = _BOARD.rounds.building_person_cards_revealed
OFFICES_PER_ROUND = _BOARD.rounds.office_cards_per_round
CAP = {int(number): value for number, value in _BOARD.rounds.highest_usable_die_value_by_round.items()}
"""The highest value that dice keep, by round."""
DICE_CHOSEN = _BOARD.rounds.dice_chosen_per_player
GOLD_START = _BOARD.setup.starting_gold
PRESTIGE_START = _BOARD.setup.starting_prestige
TABLEAU_SLOTS = _BOARD.setup.tableau_slots
DRAFT_EXTRA = _BOARD.setup.initial_draft_extra_cards
PENALTY = _BOARD.worth.penalty_marker_prestige
JOKER_GOLD = _BOARD.worth.joker_gold
GROUP_POINTS = _BOARD.worth.marker_in_largest_group_prestige
WALL_END = _BOARD.wall.spaces
WALL_PRICES = tuple(_BOARD.wall.first_step_price + _BOARD.wall.further_step_price * step for step in range(WALL_END))
"""The prices in cubes of advancing one space, two at once, and so on (rules 5.3)."""
RULINGS = _BOARD.rulings

WARES: dict[str, int] = {ware.id: ware.tiles for ware in _BOARD.wares}
PORTS: dict[str, Port] = {port.id: port for port in _BOARD.ports}
SPACES: dict[str, Space] = {space.id: space for space in _BOARD.sea.spaces}
ROUTES: tuple[tuple[str, str], ...] = tuple(_BOARD.sea.routes)
START = _BOARD.sea.start
DISTANCE = _distances(_BOARD.sea)
"""The number of steps between any two sea spaces."""
FARTHEST = max(steps for distances in DISTANCE.values() for steps in distances.values())
"""The longest distance between two sea spaces."""
WITHIN: dict[str, tuple[tuple[tuple[str], ...], ...]] = {
    origin: tuple(
        tuple(
            (space,)
            for space in sorted(SPACES, key=lambda space: (SPACES[space].kind != "port", distances[space]))
            if 0 < distances[space] <= reach
        )
        for reach in range(FARTHEST + 1)
    )
    for origin, distances in DISTANCE.items()
}
"""The words after "ship" of the moves to all spaces in reach, by the ship's space and the number of steps.

Ports come first, and nearer spaces before farther ones.
"""


def _common_spaces(first: str, second: str) -> list[str]:
    return [space for space in SPACES if DISTANCE[first][space] == DISTANCE[second][space] == 1]


BETWEEN: dict[frozenset[str], str] = {
    frozenset(pair): common[0] for pair in combinations((START, *PORTS), 2) if len(common := _common_spaces(*pair)) == 1
}
"""The sea space between two ports, or between the start and a port, by these two, where there is exactly one.

Typed moves may name such a space by the two: "sail between A and B".
"""
QUARTERS: dict[str, Quarter] = {quarter.id: quarter for quarter in _BOARD.quarters}


def removed_cards(players: int) -> int:
    """Return how many building and person cards are removed each round after the tribute value is set (rules 4.1)."""
    return _BOARD.rounds.removed_after_tribute_by_players[str(players)]


def capped(value: int, round_number: int) -> int:
    """Return the value of a die after high dice are turned in the late rounds (rules 4.2)."""
    return value if value <= CAP[round_number] else _BOARD.rounds.values_above_cap_become
