"""Pieces on the board and in supply (rules 1.3, 15.3, 16.6)."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.state import Player

STORE, HALL, LARGE = 1, 2, 3
"""What a storage chip shows."""


def settlements(player: Player) -> int:
    """Settlement pieces on the board."""
    return sum(not building.city for building in player.buildings)


def cities(player: Player) -> int:
    """City pieces on the board; metropolises are cities."""
    return sum(building.city for building in player.buildings)


def walls(player: Player) -> int:
    return sum(building.wall for building in player.buildings)


def knights_left(player: Player, rank: int) -> int:
    """Knights of a rank in supply."""
    return board.KNIGHTS[rank] - sum(knight.rank == rank for knight in player.knights)


def captains_left(player: Player) -> int:
    return board.CAPTAINS - sum(knight.captain for knight in player.knights)


def stores_left(player: Player) -> int:
    """Store chips in supply (rules 15.3)."""
    return board.STORES - sum(building.chip == STORE for building in player.buildings)


def halls_left(player: Player) -> int:
    """Two-sided chips in supply."""
    return board.HALLS - sum(building.chip > STORE for building in player.buildings)


def servants_left(player: Player) -> int:
    """Serf and servant chips in supply (rules 16.6)."""
    return board.SERVANTS - player.serfs - sum(len(building.servants) for building in player.buildings)


def journeymen_left(player: Player) -> int:
    return board.JOURNEYMEN - sum(len(building.journeymen) for building in player.buildings)


def supply(player: Player) -> dict[str, int]:
    """Pieces not on the board, by name."""
    return {
        "road": board.ROADS - len(player.roads),
        "settlement": board.SETTLEMENTS - settlements(player),
        "city": board.CITIES - cities(player),
        "wall": board.WALLS - walls(player),
        **{board.RANKS[rank]: knights_left(player, rank) for rank in (1, 2, 3)},
        "captain": captains_left(player),
        "store": stores_left(player),
        "hall": halls_left(player),
        "servant": servants_left(player),
        "journeyman": journeymen_left(player),
    }
