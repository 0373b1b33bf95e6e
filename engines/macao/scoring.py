"""Points of Macao by source (rules 9), both final and projected."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Score
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.cards.effects import FinalScore, PenaltyShield
from engines.macao.position import Position, worth


def largest_group(quarters: Sequence[str]) -> int:
    """Return the number of quarters in the largest connected group."""
    unvisited = set(quarters)
    largest = 0
    while unvisited:
        frontier = [unvisited.pop()]
        size = 0
        while frontier:
            size += 1
            neighbours = unvisited & set(board.QUARTERS[frontier.pop()].neighbours)
            unvisited -= neighbours
            frontier += neighbours
        largest = max(largest, size)
    return largest


def sources(game: Position, seat: int) -> dict[str, int]:
    """Return the points of a seat by source, as the final scoring would count them now."""
    player = game.state.players[seat]
    points = {source: player.earned.get(source, 0) for source in ("wares", "tribute", "cards")}
    effects = (CARDS[card].effect for card in player.activated)
    points["scoring"] = sum(worth(effect, game, seat) for effect in effects if isinstance(effect, FinalScore))
    points["city"] = board.GROUP_POINTS * largest_group(player.quarters)
    loss = board.PENALTY * player.penalties + (0 if game.state.over else unpaid(game, seat))
    # Ruling 9: whether a total may be below zero.
    if not board.RULINGS.prestige_may_be_negative_at_end:
        loss = max(loss, -sum(points.values()))
    points["penalties"] = loss
    return points


def unpaid(game: Position, seat: int) -> int:
    """Return the points, as a negative number, that the cards on a tableau would cost at the end (rules 7)."""
    is_protected = game.powers(seat).card(PenaltyShield) is not None
    return 0 if is_protected else board.PENALTY * len(game.state.players[seat].tableau)


def scores(game: Position) -> list[Score]:
    """Return the scores of all seats."""
    return [Score.of(seat, sources(game, seat)) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Return the seats, best first; ties go to the seat further ahead on the wall (rules 9)."""
    order = game.state.wall.order()
    totals = [score.total for score in scores(game)]
    return sorted(range(game.state.seats), key=lambda seat: (-totals[seat], order.index(seat)))
