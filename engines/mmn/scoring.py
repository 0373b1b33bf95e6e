"""Victory points by source (rules 19)."""

from __future__ import annotations

from engines.contract import Score
from engines.mmn import board, prospects
from engines.mmn.cards import CARDS
from engines.mmn.position import Position


def sources(game: Position, seat: int) -> dict[str, int]:
    """Every source of points of a seat, all of them public."""
    state = game.state
    player = state.players[seat]
    settlements = cities = metropolises = 0
    for building in player.buildings:
        if building.metropolis:
            metropolises += 1
        elif building.city:
            cities += 1
        else:
            settlements += 1
    return {
        "settlements": settlements * board.SETTLEMENT_POINTS,
        "cities": cities * board.CITY_POINTS,
        "metropolises": metropolises * (board.CITY_POINTS + board.METROPOLIS_POINTS),
        "longest_road": board.AWARD_POINTS["longest_road"] if state.longest_road == seat else 0,
        "storage": board.AWARD_POINTS["storage"] if state.storage_card == seat else 0,
        "autarky": board.AWARD_POINTS["autarky"] if state.autarky == seat else 0,
        "defender": player.defender * board.AWARD_POINTS["defender_of_catan"],
        "merchant": board.MERCHANT_POINTS if state.merchant_seat == seat else 0,
        "cards": sum(CARDS[card].vp for card in player.vp_cards),
    }


def points(game: Position, seat: int) -> int:
    """The total of a seat: the sum of its sources, without naming them."""
    state = game.state
    player = state.players[seat]
    total = player.defender * board.AWARD_POINTS["defender_of_catan"]
    for building in player.buildings:
        total += board.CITY_POINTS if building.city else board.SETTLEMENT_POINTS
        if building.metropolis:
            total += board.METROPOLIS_POINTS
    if state.longest_road == seat:
        total += board.AWARD_POINTS["longest_road"]
    if state.storage_card == seat:
        total += board.AWARD_POINTS["storage"]
    if state.autarky == seat:
        total += board.AWARD_POINTS["autarky"]
    if state.merchant_seat == seat:
        total += board.MERCHANT_POINTS
    for card in player.vp_cards:
        total += CARDS[card].vp
    return total


def scores(game: Position) -> list[Score]:
    """Per seat; ``remainder`` tells apart positions of equal points by what everybody can see of them."""
    found = []
    for seat in range(game.state.seats):
        parts = sources(game, seat)
        found.append(Score(seat, sum(parts.values()), parts, prospects.prospects(game, seat)))
    return found


def ranking(game: Position) -> list[int]:
    """Seats, best first: the winner, then by points; of equals the one who plays first."""
    totals = [points(game, seat) for seat in range(game.state.seats)]
    return sorted(range(game.state.seats), key=lambda seat: (seat != game.state.winner, -totals[seat], seat))
