"""Points of Navegador by source (rules 11 and 14), both final and projected."""

from __future__ import annotations

from engines.contract import REMAINDER_OF_A_POINT, Score
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.state import Player


def units(player: Player) -> dict[str, int]:
    """Return a player's units by category; the start pieces and the joker count (rules 11.3)."""
    return {
        "colony": sum(player.colonies.values()),
        "factory": sum(player.factories.values()),
        "explorer": player.explorers,
        "shipyard": player.shipyards,
        "church": player.churches,
    }


def multiplier(player: Player, category: str) -> int:
    """Return the points per unit of a category with the privileges now on the mat."""
    column = board.MAT[category]
    return column.base_points + column.points_per_privilege * player.privileges[category]


def next_bonus(player: Player, category: str) -> int | None:
    """Return the cash per unit for the next privilege of a category; None: its column is full."""
    slot = player.privileges[category]
    return board.MAT[category].bonus_by_slot[slot] if slot < board.PRIVILEGE_SLOTS else None


def mat(player: Player) -> dict[str, int]:
    """Return the points of the five categories with the privileges now on the mat."""
    return {category: count * multiplier(player, category) for category, count in units(player).items()}


def royal_place(game: Position, seat: int) -> str | None:
    """Return the category in which the royal privilege brings most at the end, of equal ones the first (rules 11.1).

    It is None in the Goa variant, where the privilege is placed when it is taken, and if every column is full.
    """
    player = game.state.players[seat]
    if game.option("royal") != "end" or not player.royal:
        return None
    best = None
    best_total = -1
    for category, count in units(player).items():
        gain = count * board.MAT[category].points_per_privilege
        if player.privileges[category] < board.PRIVILEGE_SLOTS and gain > best_total:
            best = category
            best_total = gain
    return best


def sources(game: Position, seat: int) -> dict[str, int]:
    """Return the points of a seat by source, as the final scoring would count them now."""
    player = game.state.players[seat]
    points = mat(player)
    place = royal_place(game, seat)
    points["royal"] = units(player)[place] * board.MAT[place].points_per_privilege if place else 0
    points["workers"] = player.workers
    points["ships"] = player.ships
    points["money"] = player.money // board.MONEY_PER_POINT
    return points


def score(game: Position, seat: int) -> Score:
    """Return the score of a seat; its thousandths are the money that is not enough for another point."""
    rate = board.MONEY_PER_POINT
    return Score.of(seat, sources(game, seat), game.state.players[seat].money % rate * REMAINDER_OF_A_POINT // rate)


def scores(game: Position) -> list[Score]:
    """Return the scores of all seats."""
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Return the seats, best first.

    Ties go to the holder of the Navegador card, then in the order in which it would be passed on (rules 11.4).
    """
    seats = game.state.seats
    holder = game.state.card.holder
    totals = [score.total for score in scores(game)]
    return sorted(range(seats), key=lambda seat: (-totals[seat], (holder - seat) % seats))
