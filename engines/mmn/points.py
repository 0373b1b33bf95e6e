"""The points that the cards Storage and Autarky count (rules 15 and 16)."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.state import Player
from engines.mmn.state_parts import Building


def storage_points(player: Player) -> int:
    """Chips as they count now: at a sabotaged city as a store (rules 15.5, 15.7)."""
    points = 0
    for building in player.buildings:
        if building.chip:
            points += board.CHIP_POINTS[building.storage]
    return points


def autarky_points(player: Player) -> int:
    """Rules 16.4: 0 under a Famine."""
    if player.famine:
        return 0
    points = player.serfs * board.SERF_POINTS
    for building in player.buildings:
        if building.servants or building.journeymen:
            points += figure_points(building)
    return points


def figure_points(building: Building) -> int:
    """Of the figures at a building: a journeyman at a sabotaged city counts as a servant (rules 16.5)."""
    each = board.SERVANT_POINTS if building.sabotaged else board.JOURNEYMAN_POINTS
    return len(building.servants) * board.SERVANT_POINTS + len(building.journeymen) * each
