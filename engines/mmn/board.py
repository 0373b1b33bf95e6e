"""The numbers of the game, read once from three files in ``data``, which name their sources.

These are ``board.json``, ``improvements.json`` and, for the awards, ``cards.json``.

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
"""The distance in ``KINDS`` from a resource to the commodity of the same terrain."""
BRICK, LUMBER, WOOL, GRAIN, ORE, NUGGET, CRYSTAL, PAPER, CLOTH, MEAT, COIN, JEWEL = range(len(KINDS))
KIND: dict[str, int] = {kind: place for place, kind in enumerate(KINDS)}
TERRAINS = ("hills", "forest", "pasture", "fields", "mountains", "gold_river")
"""Terrains in the order of the resources that they yield."""
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
"""Names of the pieces in the data file, by the names used in the code."""


def _faults(board: Board) -> list[str]:
    """Return what is missing or inconsistent in the board file; a file with such faults is refused."""
    faults = [f"there is no piece {piece}" for piece in _PIECES.values() if piece not in board.pieces_per_player]
    for name, layout in board.layouts.items():
        land = set(layout.land_hexes)
        sea = set(layout.sea_ring_clockwise)
        hexes = len(layout.land_hexes)
        if len(land) != hexes or len(sea) != len(layout.sea_ring_clockwise) or land & sea:
            faults.append(f"{name}: a hex appears twice")
        if sum(layout.terrain_base.values()) != hexes:
            faults.append(f"{name}: {hexes} hexes for {sum(layout.terrain_base.values())} terrains")
        if not set(layout.terrain_base) <= {*TERRAINS, "desert"}:
            faults.append(f"{name}: unknown terrain among {list(layout.terrain_base)}")
        if not set(layout.replace_by_gold_river.one_of) <= set(TERRAINS):
            faults.append(f"{name}: gold rivers replace {layout.replace_by_gold_river.one_of}")
        chips = sum(layout.number_chips_base.values()) + layout.number_chips_extra.count
        if chips != hexes:
            faults.append(f"{name}: {chips} number chips for {hexes} hexes")
        slots = len(layout.harbour_slots)
        if sum(layout.harbour_types.values()) != slots or not set(layout.harbour_types) <= {GENERIC, *RESOURCES}:
            faults.append(f"{name}: harbours {layout.harbour_types} for {slots} slots")
        faults += [
            f"{name}: a harbour joins {slot.land_hex} and {slot.sea_hex}"
            for slot in layout.harbour_slots
            if slot.land_hex not in land or slot.sea_hex not in sea
        ]
    for cards, kinds in ((board.bank.resource_cards, RESOURCES), (board.bank.commodity_cards, COMMODITIES)):
        faults += [
            f"{name}: the bank holds {cards.get(name)}"
            for name in board.layouts
            if set(cards.get(name, ())) != set(kinds)
        ]
    if sorted(board.neutral_pieces.storage_cards) != sorted(RESOURCES):
        faults.append(f"the storage cards are {board.neutral_pieces.storage_cards}")
    valid_ids = {*KINDS, *_TOKENS}
    faults += [f"{item.id} costs {item.cost}" for item in board.building_costs if not set(item.cost) <= valid_ids]
    track = board.barbarian_track
    if not track.start < track.storage_clearing_at < track.attack_at:
        faults.append("the barbarians' track has no order")
    return faults


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
"""Ids of the benefits of levels that the rules carry out; the file must have each of them once."""


def _track_faults(file: Improvements) -> list[str]:
    """Return what is missing or inconsistent in the file of improvements, as ``_faults`` does for the board."""
    faults = []
    benefits = [level.benefit.id for track in file.tracks for level in track.levels if level.benefit.id]
    if sorted(benefits) != sorted(_BENEFITS):
        faults.append(f"the benefits of levels are {benefits}")
    if tuple(track.id for track in file.tracks) != TRACKS:
        faults.append(f"the tracks are {[track.id for track in file.tracks]}")
    for track in file.tracks:
        if track.commodity not in COMMODITIES or track.resource not in RESOURCES:
            faults.append(f"{track.id} is bought with {track.commodity}")
        elif KIND[track.commodity] != KIND[track.resource] + PAIR:
            faults.append(f"{track.id}: {track.resource} and {track.commodity} are no pair")
        if [level.level for level in track.levels] != list(range(1, len(track.levels) + 1)):
            faults.append(f"{track.id}: levels are not in order")
        faults += [
            f"{track.id}: level {level.level} costs {level.cost}"
            for level in track.levels
            if set(level.cost) != {track.commodity}
        ]
    return faults


def _load() -> Board:
    """Return the checked board file; so many chips of 6 and 8 that they may not lie apart are reported."""
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
    """Return the cost of an item as pairs of kind and number."""
    return tuple((KIND[kind], number) for kind, number in _COST[item].items())


class Size(msgspec.Struct, frozen=True):
    """The map, its terrain, chips and harbours, and the bank for a number of players (rules 1.2 and 2)."""

    geometry: Geometry
    terrain: Amounts
    """The number of hexes of each terrain of the base game, whose deserts and one more hex become gold rivers."""
    gold_replaces: tuple[str, ...]
    """The terrains of which one, drawn or chosen by the option of this name, loses that hex."""
    chips: tuple[int, ...]
    """The number chips that are always used."""
    extra_chips: int
    """The number of chips that are drawn in addition."""
    extra_pool: tuple[int, ...]
    """The chips from which they are drawn, each draw from all of them."""
    harbours: tuple[str, ...]
    """The kinds of all harbours: ``GENERIC`` or a resource."""
    bank: tuple[int, ...]
    """The number of cards of each kind, in the order of ``KINDS``."""


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
"""The most players on the small map. More play on the large one and may agree on a building phase between turns."""


def size(seats: int) -> Size:
    """Return the map and bank for a number of players (rules 2.1 and 2.2)."""
    return SMALL if seats <= FEW_PLAYERS else LARGE


# -- pieces (rules 1.3) ------------------------------------------------------------------------------------------------

_P = _BOARD.pieces_per_player
PIECES = {name: _P[piece].n for name, piece in _PIECES.items()}
"""Number of pieces of each player by sort.

Stores are a sort of their own, hall and large store are two sides of one chip, and so are serf and servant.
"""
BUILDINGS = PIECES["settlement"] + PIECES["city"]
STRENGTH = (0, _P["knight_basic"].strength, _P["knight_strong"].strength, _P["knight_mighty"].strength)
"""The strength of a knight by its rank, a place in ``RANKS``."""
RANKS = ("", "basic", "strong", "mighty")
"""The names of the ranks; 0: no knight."""
CAPTAIN_BONUS = _P["captain_marker"].strength_bonus
CHIPS = ("", "store", "hall", "large_store")
"""The names of the storage chips, by ``state.Building.chip``; 0: no chip."""
# The other values of ``state.Building.chip``.
STORE = 1
HALL = 2
LARGE_STORE = 3
CHIP_POINTS = (0, _P["store_chip"].points, _P["hall_large_chip"].points_front, _P["hall_large_chip"].points_back)
"""The victory points of a storage chip, by ``state.Building.chip``."""
SERF_POINTS = _P["serf_servant_chip"].points_front
SERVANT_POINTS = _P["serf_servant_chip"].points_back
JOURNEYMAN_POINTS = _P["journeyman_chip"].points

# -- prices (rules 12) -------------------------------------------------------------------------------------------------

ROAD, SETTLEMENT, CITY, WALL = (_fixed(item) for item in ("road", "settlement", "city", "city_wall"))
KNIGHT, ACTIVATE, PROMOTE = (_fixed(item) for item in ("knight_basic", "knight_activate", "knight_promote"))
CAPTAIN, REPAIR, END_FAMINE = (_fixed(item) for item in ("captain", "repair_sabotaged_city", "end_famine"))
STRIKE = CAPTAIN
"""The price of a strike of the assassin of power levels 3 and 5: that of a captain (rules 17.4)."""
TOKEN_COSTS: dict[str, str] = {
    item: next(iter(_COST[item])) for item in ("store", "hall", "large_store", "serf", "servant", "journeyman")
}
"""Prices that leave the choice of cards to the player: "same_resource", "matching_pair" or "same_commodity"."""
EQUAL = _COST["store"]["same_resource"]
"""Number of cards in a price of equal cards ("same_resource", "same_commodity")."""

# -- improvements (rules 17) -------------------------------------------------------------------------------------------

TOP_LEVEL = len(_TRACKS[0].levels)
METROPOLIS_LEVEL = 4
TRACK_COMMODITY = tuple(KIND[track.commodity] for track in _TRACKS)
LEVEL_COST = tuple((0, *(level.cost[track.commodity] for level in track.levels)) for track in _TRACKS)
"""Number of commodities that a level costs, by track and level."""
DRAW_AT_MOST = tuple((0, *(level.draw_if_red_die_at_most for level in track.levels)) for track in _TRACKS)
"""The highest red die that gives a progress card, by track and level (rules 17.6)."""
_LEVEL = {level.benefit.id: level.level for track in _TRACKS for level in track.levels}
"""Levels at which benefits begin, by the id of the benefit (rules 17.4)."""
PAIR_LEVEL = _LEVEL["trade_two_equal"]
"""The level of trade that lets the bank take two equal commodities for a card."""
ANY_LEVEL = _LEVEL["trade_two_any"]
"""The level of trade that lets the bank take any two commodities for a card."""
MIGHTY_LEVEL = _LEVEL["mighty_knights"]
"""The level of politics that allows mighty knights."""
IMMUNE_LEVEL = _LEVEL["assassin_immunity"]
"""The level of politics that protects knights from assassins."""
CONSOLED_LEVEL = _LEVEL["consolation_one"]
"""The level of science that gives a resource to a player without income."""
TWICE_CONSOLED_LEVEL = _LEVEL["consolation_two"]
"""The level of science that gives two resources to a player without income."""
STRIKE_LEVEL = _LEVEL["assassin_1"]
"""The level of power that brings an assassin."""
STRONG_STRIKE_LEVEL = _LEVEL["assassin_2"]
"""The level of power whose assassin may strike knights above the first rank, too."""
LOOK_LEVEL = _LEVEL["foresight"]
"""The level of magic that gives the choice between two progress cards."""
FREE_LEVEL = _LEVEL["free_deck"]
"""The level of magic that gives the choice of the deck."""
UNCURSED_LEVEL = FREE_LEVEL
"""The level of magic that protects from curses."""
REST_LEVEL = _LEVEL["knights_rest"]
"""The level of food that leaves knights active after an attack of the barbarians."""
READY_LEVEL = _LEVEL["knights_ready"]
"""The level of food that leaves knights active after their action."""
FAMINE_LEVEL = READY_LEVEL
"""The level of food that protects from a Famine."""

# -- everything else ---------------------------------------------------------------------------------------------------

STORAGE_CARDS = tuple(_BOARD.neutral_pieces.storage_cards)
EVENT_FACES = tuple(str(face) for face in _BOARD.dice["event"].faces)
COLOUR_FACES = tuple(track.id for face in _BOARD.dice["colour"].faces for track in _TRACKS if track.colour == face)
"""The track that each face of the colour die names."""
CLEARING_AT = _BOARD.barbarian_track.storage_clearing_at
ATTACK_AT = _BOARD.barbarian_track.attack_at
TARGET = _BOARD.victory.target
BANK_RATE = _BOARD.trade.bank.give
GENERIC_RATE = _BOARD.trade.generic_harbour.give
SPECIAL_RATE = _BOARD.trade.special_harbour.give
LEVEL_RATE = _BOARD.trade.trade_level_3.give
"""The number of equal commodities for which the bank gives a card from ``PAIR_LEVEL`` on."""
MERCHANT_RATE = _BOARD.trade.merchant.give
YIELDS = _BOARD.yields
HAND_LIMIT = 7
"""The largest hand that need not discard after a seven (rules 7.1)."""
WALL_BONUS = 2
"""Cards that each city wall adds to this limit."""
PROGRESS_LIMIT = 5
"""The most progress cards in a hand (rules 9.3)."""
AWARD_MINIMUM = {award.id: award.minimum for award in _AWARDS}
"""The fewest roads or points that earn "longest_road", "storage" and "autarky" (rules 13.4, 15.5, 16.4)."""
AWARD_POINTS = {award.id: award.vp for award in _AWARDS}
"""Victory points of these cards and of "defender_of_catan"."""
# Victory points of pieces (rules 19); those of a metropolis are added to those of its city.
SETTLEMENT_POINTS = 1
CITY_POINTS = 2
METROPOLIS_POINTS = 2
MERCHANT_POINTS = 1
HIGH_CHIPS = (6, 8)
"""The number chips that are rolled most often; they do not lie on neighbouring hexes (rules 2.3)."""
SECOND_CHIPS = (5, 9)
"""The number chips that gold rivers receive when 6 and 8 are used up (rules 2.3)."""
FIXED_CHIPS = (2, 6, 8, 12)
"""The number chips that Inventor cannot swap."""
SHUFFLES = 1000
"""The most tries to shuffle the chips so that 6 and 8 lie apart (rules 2.3)."""


def ways(chip: int) -> int:
    """Return how many of the 36 rolls of two dice show `chip`; 0 for a hex without a chip (0)."""
    return 6 - abs(7 - chip) if chip else 0
