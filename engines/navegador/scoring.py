"""Points of Navegador by source (rules 11 and 14), final and projected alike."""

from __future__ import annotations

from engines.contract import Score
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.state import Player


def units(player: Player) -> dict[str, int]:
    """Units by category; the start pieces and the joker count (rules 11.3)."""
    return {
        "colony": sum(player.colonies.values()),
        "factory": sum(player.factories.values()),
        "explorer": player.explorers,
        "shipyard": player.shipyards,
        "church": player.churches,
    }


def multiplier(player: Player, category: str) -> int:
    """Points per unit of a category with the privileges now on the mat."""
    column = board.MAT[category]
    return column.base_points + column.points_per_privilege * player.privileges[category]


def next_bonus(player: Player, category: str) -> int | None:
    """Cash per unit for the next privilege of a category; None when its column is full."""
    slot = player.privileges[category]
    return board.MAT[category].bonus_by_slot[slot] if slot < board.PRIVILEGE_SLOTS else None


def mat(player: Player) -> dict[str, int]:
    """Points of the five categories with the privileges now on the mat."""
    return {category: count * multiplier(player, category) for category, count in units(player).items()}


def royal_place(game: Position, seat: int) -> str | None:
    """Where the royal privilege brings most at the end, the leftmost of equals (rules 11.1).

    None in the Goa variant (there it is placed when it is taken) and when every column is full.
    """
    player = game.state.players[seat]
    if game.option("royal") != "end" or not player.royal:
        return None
    best = None
    most = -1
    for category, count in units(player).items():
        gain = count * board.MAT[category].points_per_privilege
        if player.privileges[category] < board.PRIVILEGE_SLOTS and gain > most:
            best = category
            most = gain
    return best


def sources(game: Position, seat: int) -> dict[str, int]:
    """Every source of points of a seat, as the final scoring would count it now."""
    player = game.state.players[seat]
    points = mat(player)
    place = royal_place(game, seat)
    points["royal"] = units(player)[place] * board.MAT[place].points_per_privilege if place else 0
    points["workers"] = player.workers
    points["ships"] = player.ships
    points["money"] = player.money // board.MONEY_PER_POINT
    return points


def score(game: Position, seat: int) -> Score:
    """The remainder is the money short of the next point."""
    one = board.MONEY_PER_POINT
    return Score.of(seat, sources(game, seat), game.state.players[seat].money % one * 1000 // one)


def scores(game: Position) -> list[Score]:
    """Per seat."""
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Seats, best first. Ties go to the card's holder, then to whom it would be passed next (rules 11.4)."""
    seats = game.state.seats
    holder = game.state.card.holder
    totals = [score.total for score in scores(game)]
    return sorted(range(seats), key=lambda seat: (-totals[seat], (holder - seat) % seats))
