"""The numbers of the game, read once from ``data/board.json`` and ``data/improvements.json`` (with provenance).

Cards are counted in lists of twelve numbers in the order of ``KINDS``: six resources, then the commodity of the same
terrain at the same place, so that the matching pair of kind ``k`` is ``k`` and ``k + PAIR``.
"""

from __future__ import annotations

import msgspec

from engines import datafile
from engines.mmn.files import Amounts, Awards, Board, Improvements
from engines.mmn.geometry import Geometry, Slot

RESOURCES = ("brick", "lumber", "wool", "grain", "ore", "nugget")
COMMODITIES = ("crystal", "paper", "cloth", "meat", "coin", "jewel")
KINDS = RESOURCES + COMMODITIES
PAIR = len(RESOURCES)
"""From a resource to the commodity of the same terrain."""
BRICK, LUMBER, WOOL, GRAIN, ORE, NUGGET, CRYSTAL, PAPER, CLOTH, MEAT, COIN, JEWEL = range(len(KINDS))
KIND: dict[str, int] = {kind: place for place, kind in enumerate(KINDS)}
TERRAINS = ("hills", "forest", "pasture", "fields", "mountains", "gold_river")
"""In the order of their resources."""
GOLD_RIVER = TERRAINS[NUGGET]
TRACKS = ("trade", "politics", "science", "power", "magic", "food")
TRADE, POLITICS, SCIENCE, POWER, MAGIC, FOOD = range(len(TRACKS))
TRACK: dict[str, int] = {track: place for place, track in enumerate(TRACKS)}
GENERIC = "generic"

_TOKENS = ("same_resource", "same_commodity", "matching_pair")
_PIECES = {
    "road": "road",
    "settlement": "settlement",
    "city": "city",
    "wall": "city_wall",
    "basic": "knight_basic",
    "strong": "knight_strong",
    "mighty": "knight_mighty",
    "captain": "captain_marker",
    "store": "store_chip",
    "hall": "hall_large_chip",
    "servant": "serf_servant_chip",
    "journeyman": "journeyman_chip",
}
"""What the data file calls the pieces."""


def _faults(board: Board) -> list[str]:
    """Structure that the rules need; an edited file without it is refused."""
    found = [f"there is no piece {piece}" for piece in _PIECES.values() if piece not in board.pieces_per_player]
    for name, layout in board.layouts.items():
        land = set(layout.land_hexes)
        sea = set(layout.sea_ring_clockwise)
        hexes = len(layout.land_hexes)
        if len(land) != hexes or len(sea) != len(layout.sea_ring_clockwise) or land & sea:
            found.append(f"{name}: a hex appears twice")
        if sum(layout.terrain_base.values()) != hexes:
            found.append(f"{name}: {hexes} hexes for {sum(layout.terrain_base.values())} terrains")
        if not set(layout.terrain_base) <= {*TERRAINS, "desert"}:
            found.append(f"{name}: unknown terrain among {list(layout.terrain_base)}")
        if not set(layout.replace_by_gold_river.one_of) <= set(TERRAINS):
            found.append(f"{name}: gold rivers replace {layout.replace_by_gold_river.one_of}")
        chips = sum(layout.number_chips_base.values()) + layout.number_chips_extra.count
        if chips != hexes:
            found.append(f"{name}: {chips} number chips for {hexes} hexes")
        slots = len(layout.harbour_slots)
        if sum(layout.harbour_types.values()) != slots or not set(layout.harbour_types) <= {GENERIC, *RESOURCES}:
            found.append(f"{name}: harbours {layout.harbour_types} for {slots} slots")
        found += [
            f"{name}: a harbour joins {slot.land_hex} and {slot.sea_hex}"
            for slot in layout.harbour_slots
            if slot.land_hex not in land or slot.sea_hex not in sea
        ]
    for cards, kinds in ((board.bank.resource_cards, RESOURCES), (board.bank.commodity_cards, COMMODITIES)):
        found += [
            f"{name}: the bank holds {cards.get(name)}"
            for name in board.layouts
            if set(cards.get(name, ())) != set(kinds)
        ]
    if sorted(board.neutral_pieces.storage_cards) != sorted(RESOURCES):
        found.append(f"the storage cards are {board.neutral_pieces.storage_cards}")
    known = {*KINDS, *_TOKENS}
    found += [f"{item.id} costs {item.cost}" for item in board.building_costs if not set(item.cost) <= known]
    track = board.barbarian_track
    if not track.start < track.storage_clearing_at < track.attack_at:
        found.append("the barbarians' track has no order")
    return found


_BENEFITS = (
    "trade_two_equal",
    "trade_two_any",
    "mighty_knights",
    "assassin_immunity",
    "consolation_one",
    "consolation_two",
    "assassin_1",
    "assassin_2",
    "foresight",
    "free_deck",
    "knights_rest",
    "knights_ready",
)


def _track_faults(file: Improvements) -> list[str]:
    found = []
    benefits = [level.benefit.id for track in file.tracks for level in track.levels if level.benefit.id]
    if sorted(benefits) != sorted(_BENEFITS):
        found.append(f"the benefits of levels are {benefits}")
    if tuple(track.id for track in file.tracks) != TRACKS:
        found.append(f"the tracks are {[track.id for track in file.tracks]}")
    for track in file.tracks:
        if track.commodity not in COMMODITIES or track.resource not in RESOURCES:
            found.append(f"{track.id} is bought with {track.commodity}")
        elif KIND[track.commodity] != KIND[track.resource] + PAIR:
            found.append(f"{track.id}: {track.resource} and {track.commodity} are no pair")
        if [level.level for level in track.levels] != list(range(1, len(track.levels) + 1)):
            found.append(f"{track.id}: levels are not in order")
        found += [
            f"{track.id}: level {level.level} costs {level.cost}"
            for level in track.levels
            if set(level.cost) != {track.commodity}
        ]
    return found


def _load() -> Board:
    board = datafile.checked("engines.mmn", "board.json", Board, _faults)
    for name, layout in board.layouts.items():
        high = layout.number_chips_base.get("6", 0) + layout.number_chips_base.get("8", 0)
        if high * 3 > len(layout.land_hexes):
            datafile.note("engines.mmn", "board.json", f"{name} has {high} chips of 6 and 8")
    return board


_BOARD = _load()
_TRACKS = datafile.checked("engines.mmn", "improvements.json", Improvements, _track_faults).tracks
_AWARDS = datafile.read("engines.mmn", "cards.json", Awards).vp_cards
_COST = {item.id: item.cost for item in _BOARD.building_costs}


def _fixed(item: str) -> tuple[tuple[int, int], ...]:
    """A cost as pairs of kind and number."""
    return tuple((KIND[kind], number) for kind, number in _COST[item].items())


class Size(msgspec.Struct, frozen=True):
    """What depends on the number of players: the map, what lies on it and the bank (rules 1.2 and 2)."""

    geometry: Geometry
    terrain: Amounts
    """The standard terrains; "desert" and one of ``given_up`` become gold rivers."""
    given_up: tuple[str, ...]
    chips: tuple[int, ...]
    extra_chips: int
    extra_pool: tuple[int, ...]
    harbours: tuple[str, ...]
    bank: tuple[int, ...]


def _size(name: str) -> Size:
    layout = _BOARD.layouts[name]
    cards = _BOARD.bank.resource_cards[name] | _BOARD.bank.commodity_cards[name]
    slots = [Slot(slot.sea_hex, slot.land_hex, slot.edge_of_land_hex) for slot in layout.harbour_slots]
    return Size(
        Geometry(layout.land_hexes, layout.sea_ring_clockwise, slots),
        layout.terrain_base,
        tuple(layout.replace_by_gold_river.one_of),
        tuple(int(chip) for chip, number in layout.number_chips_base.items() for _ in range(number)),
        layout.number_chips_extra.count,
        tuple(layout.number_chips_extra.pool),
        tuple(kind for kind, number in layout.harbour_types.items() for _ in range(number)),
        tuple(cards[kind] for kind in KINDS),
    )


SMALL = _size("3-4")
LARGE = _size("5-6")
FEW_PLAYERS = 4
"""So many have the small map; more, where the table has agreed so, a building phase between turns."""


def size(seats: int) -> Size:
    """Rules 2.1 and 2.2."""
    return SMALL if seats <= FEW_PLAYERS else LARGE


# -- pieces (rules 1.3) ------------------------------------------------------------------------------------------------

_P = _BOARD.pieces_per_player
PIECES = {name: _P[piece].n for name, piece in _PIECES.items()}
"""Pieces of each player by sort; a store and the chip with hall and large store are two sorts, serf and servant one."""
BUILDINGS = PIECES["settlement"] + PIECES["city"]
STRENGTH = (0, _P["knight_basic"].strength, _P["knight_strong"].strength, _P["knight_mighty"].strength)
RANKS = ("", "basic", "strong", "mighty")
CAPTAIN_BONUS = _P["captain_marker"].strength_bonus
CHIPS = ("", "store", "hall", "large_store")
STORE = 1
HALL = 2
LARGE_STORE = 3
"""What a storage chip shows."""
CHIP_POINTS = (0, _P["store_chip"].points, _P["hall_large_chip"].points_front, _P["hall_large_chip"].points_back)
SERF_POINTS = _P["serf_servant_chip"].points_front
SERVANT_POINTS = _P["serf_servant_chip"].points_back
JOURNEYMAN_POINTS = _P["journeyman_chip"].points

# -- prices (rules 12) -------------------------------------------------------------------------------------------------

ROAD, SETTLEMENT, CITY, WALL = (_fixed(item) for item in ("road", "settlement", "city", "city_wall"))
KNIGHT, ACTIVATE, PROMOTE = (_fixed(item) for item in ("knight_basic", "knight_activate", "knight_promote"))
CAPTAIN, REPAIR, END_FAMINE = (_fixed(item) for item in ("captain", "repair_sabotaged_city", "end_famine"))
STRIKE = CAPTAIN
"""The assassin of power levels 3 and 5 asks what a captain costs (rules 17.4)."""
TOKEN_COSTS: dict[str, str] = {
    item: next(iter(_COST[item])) for item in ("store", "hall", "large_store", "serf", "servant", "journeyman")
}
"""What may be paid in several ways: "same_resource", "matching_pair" or "same_commodity"."""
EQUAL = _COST["store"]["same_resource"]
"""Cards in "two equal"."""

# -- improvements (rules 17) -------------------------------------------------------------------------------------------

TOP_LEVEL = len(_TRACKS[0].levels)
METROPOLIS_LEVEL = 4
TRACK_COMMODITY = tuple(KIND[track.commodity] for track in _TRACKS)
LEVEL_COST = tuple((0, *(level.cost[track.commodity] for level in track.levels)) for track in _TRACKS)
"""Commodities by track and level."""
DRAW_AT_MOST = tuple((0, *(level.draw_if_red_die_at_most for level in track.levels)) for track in _TRACKS)
"""The highest red die that gives a progress card, by track and level (rules 17.6)."""
_LEVEL = {level.benefit.id: level.level for track in _TRACKS for level in track.levels}
"""Where benefits begin (rules 17.4)."""
PAIR_LEVEL = _LEVEL["trade_two_equal"]
ANY_LEVEL = _LEVEL["trade_two_any"]
"""Trade: two equal commodities for a card, then any two."""
MIGHTY_LEVEL = _LEVEL["mighty_knights"]
IMMUNE_LEVEL = _LEVEL["assassin_immunity"]
"""Politics."""
CONSOLED_LEVEL = _LEVEL["consolation_one"]
TWICE_CONSOLED_LEVEL = _LEVEL["consolation_two"]
"""Science."""
STRIKE_LEVEL = _LEVEL["assassin_1"]
STRONG_STRIKE_LEVEL = _LEVEL["assassin_2"]
"""Power."""
LOOK_LEVEL = _LEVEL["foresight"]
FREE_LEVEL = _LEVEL["free_deck"]
"""Magic: one of two cards, then any deck."""
UNCURSED_LEVEL = FREE_LEVEL
"""Magic, too: curses do not hit."""
REST_LEVEL = _LEVEL["knights_rest"]
READY_LEVEL = _LEVEL["knights_ready"]
"""Food: knights that have defended, then those that have acted, are active again."""
FAMINE_LEVEL = READY_LEVEL
"""Food, too: immune to a Famine."""

# -- everything else ---------------------------------------------------------------------------------------------------

STORAGE_CARDS = tuple(_BOARD.neutral_pieces.storage_cards)
EVENT_FACES = tuple(str(face) for face in _BOARD.dice["event"].faces)
COLOUR_FACES = tuple(track.id for face in _BOARD.dice["colour"].faces for track in _TRACKS if track.colour == face)
"""The tracks that the colour die names."""
CLEARING_AT = _BOARD.barbarian_track.storage_clearing_at
ATTACK_AT = _BOARD.barbarian_track.attack_at
TARGET = _BOARD.victory.target
BANK_RATE = _BOARD.trade.bank.give
GENERIC_RATE = _BOARD.trade.generic_harbour.give
SPECIAL_RATE = _BOARD.trade.special_harbour.give
LEVEL_RATE = _BOARD.trade.trade_level_3.give
MERCHANT_RATE = _BOARD.trade.merchant.give
YIELDS = _BOARD.yields
HAND_LIMIT = 7
"""Cards that a seven spares (rules 7.1)."""
WALL_BONUS = 2
PROGRESS_LIMIT = 5
"""Progress cards in hand (rules 9.3)."""
AWARD_MINIMUM = {award.id: award.minimum for award in _AWARDS}
"""Roads or points for "longest_road", "storage" and "autarky" (rules 13.4, 15.5, 16.4)."""
AWARD_POINTS = {award.id: award.vp for award in _AWARDS}
"""Victory points of these and of "defender_of_catan"."""
SETTLEMENT_POINTS = 1
CITY_POINTS = 2
METROPOLIS_POINTS = 2
MERCHANT_POINTS = 1
"""Rules 19; a metropolis's on top of the city's."""
HIGH_CHIPS = (6, 8)
SECOND_CHIPS = (5, 9)
"""What gold rivers receive once 6 and 8 are gone (rules 2.3)."""
FIXED_CHIPS = (2, 6, 8, 12)
"""Chips that Inventor leaves alone."""
SHUFFLES = 1000
"""Tries to keep 6 and 8 apart (rules 2.3)."""


def ways(chip: int) -> int:
    """Of the 36 rolls of two dice those that show a number; 0: a hex without a chip has none."""
    return 6 - abs(7 - chip) if chip else 0
