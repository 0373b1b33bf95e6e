"""How a position promises points, in thousandths of one, from what everybody sees: no rule of the game needs it, but a
player who looks one step ahead does."""

from __future__ import annotations

from engines.mmn import board, points
from engines.mmn.network import strength
from engines.mmn.position import Position

MOST = 999
PIP, CITY_PIP = 3, 5
"""Each of the 36 ways to roll a number at a settlement and at a city."""
KIND_PRODUCED = 8
LEVEL = 14
SITE, MOST_SITES = 24, 2
"""Places where a settlement could be built."""
ROAD = 1
STRENGTH, ACTIVE_STRENGTH, MOST_STRENGTH = 4, 9, 8
POINT = 6
"""A point of storage or autarky."""
WALL = 3
CARD, MOST_CARDS = 1, 12
PROGRESS_CARD = 4
HARBOUR = 6


def prospects(game: Position, seat: int) -> int:
    """0 to 999; hands count by their size."""
    player, network = game.state.players[seat], game.network
    worth = LEVEL * sum(player.levels) + ROAD * network.length(seat) + HARBOUR * len(network.harbours(seat))
    kinds = 0
    for building in player.buildings:
        city = building.city and not building.sabotaged
        pips, around = game.ground(building.node)
        worth += pips * (CITY_PIP if city else PIP) + WALL * building.wall
        kinds |= around
    worth += KIND_PRODUCED * kinds.bit_count()
    worth += POINT * (points.storage_points(player) + points.autarky_points(player))
    if len(player.buildings) < board.SETTLEMENTS + board.CITIES:
        worth += SITE * min(MOST_SITES, len(network.settlement_spots(seat)))
    active = every = 0
    for knight in player.knights:
        every += strength(knight)
        active += strength(knight) if knight.active else 0
    worth += STRENGTH * min(MOST_STRENGTH, every) + (ACTIVE_STRENGTH - STRENGTH) * min(MOST_STRENGTH, active)
    worth += CARD * min(MOST_CARDS, sum(player.hand)) + PROGRESS_CARD * len(player.cards)
    return max(0, min(MOST, worth))
