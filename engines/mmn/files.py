"""Types of the data files ``board.json``, ``improvements.json`` and of the awards in ``cards.json``."""

from __future__ import annotations

import msgspec

Amounts = dict[str, int]


class Yield(msgspec.Struct):
    resource: int = 0
    commodity: int = 0


class Yields(msgspec.Struct):
    settlement: Yield
    city: Yield
    servant_bonus: Yield
    journeyman_bonus: Yield


class Extra(msgspec.Struct):
    count: int
    pool: list[int]


class Harbour(msgspec.Struct):
    sea_hex: tuple[int, int]
    land_hex: tuple[int, int]
    edge_of_land_hex: str


class Replaced(msgspec.Struct):
    desert: int
    one_of: list[str]


class Layout(msgspec.Struct):
    land_hexes: list[tuple[int, int]]
    sea_ring_clockwise: list[tuple[int, int]]
    harbour_slots: list[Harbour]
    terrain_base: Amounts
    replace_by_gold_river: Replaced
    number_chips_base: Amounts
    number_chips_extra: Extra
    harbour_types: Amounts


class Bank(msgspec.Struct):
    resource_cards: dict[str, Amounts]
    commodity_cards: dict[str, Amounts]


class Piece(msgspec.Struct):
    n: int
    strength: int = 0
    strength_bonus: int = 0
    points: int = 0
    points_front: int = 0
    points_back: int = 0


class Neutral(msgspec.Struct):
    storage_cards: list[str]


class Barbarians(msgspec.Struct):
    start: int
    storage_clearing_at: int
    attack_at: int


class Cost(msgspec.Struct):
    id: str
    cost: Amounts
    vp: int = 0


class Die(msgspec.Struct):
    faces: list[int | str]


class Victory(msgspec.Struct):
    target: int


class Rates(msgspec.Struct):
    give: int


class Trade(msgspec.Struct):
    bank: Rates
    generic_harbour: Rates
    special_harbour: Rates
    merchant: Rates
    trade_level_3: Rates


class Board(msgspec.Struct):
    layouts: dict[str, Layout]
    yields: Yields = msgspec.field(name="yield")
    bank: Bank
    pieces_per_player: dict[str, Piece]
    neutral_pieces: Neutral
    dice: dict[str, Die]
    barbarian_track: Barbarians
    building_costs: list[Cost]
    trade: Trade
    victory: Victory


class Benefit(msgspec.Struct):
    id: str | None


class Level(msgspec.Struct):
    level: int
    cost: Amounts
    draw_if_red_die_at_most: int
    benefit: Benefit


class Track(msgspec.Struct):
    id: str
    colour: str
    commodity: str
    resource: str
    levels: list[Level]


class Improvements(msgspec.Struct):
    tracks: list[Track]


class Award(msgspec.Struct):
    id: str
    vp: int
    minimum: int = 1


class Awards(msgspec.Struct):
    vp_cards: list[Award]
