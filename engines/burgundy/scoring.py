"""Points of Burgundy by source (rules 12 and 13), both final and projected."""

from __future__ import annotations

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.contract import REMAINDER_OF_A_POINT, Score

EARNED = ("animals", "regions", "bonus", "sales", "watchtowers")
"""The sources of VP during the game."""


def sources(game: Position, seat: int) -> dict[str, int]:
    """Return the points of a seat by source, as the final scoring would count them now."""
    player = game.state.players[seat]
    points = {source: player.earned.get(source, 0) for source in EARNED}
    points["unsold"] = box.UNSOLD_VP * sum(player.goods.values())
    points["silverlings"] = box.SILVERLING_VP * player.silverlings
    points["workers"] = player.workers // box.WORKERS_PER_VP
    points["knowledge"] = sum(knowledge.vp(player, game.edition, tile) for tile in player.knowledge)
    return points


def score(game: Position, seat: int) -> Score:
    """Return the score of a seat; its thousandths are the workers that are not enough for another VP."""
    rate = box.WORKERS_PER_VP
    return Score.of(seat, sources(game, seat), game.state.players[seat].workers % rate * REMAINDER_OF_A_POINT // rate)


def scores(game: Position) -> list[Score]:
    """Return the scores of all seats."""
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Return the seats, best first.

    Ties go to the seat with more empty hexes (or fewer, by the option ``tie_break``), then to the one later in turn
    order (rules 12; 17, A1 and A12).
    """
    order = game.state.track.order()
    sign = -1 if game.option("tie_break") == "most_empty" else 1
    totals = [score.total for score in scores(game)]
    players = game.state.players
    empty = [len(ESTATES[player.board].hexes) - len(player.covered) if player.board else 0 for player in players]
    return sorted(range(game.state.seats), key=lambda seat: (-totals[seat], sign * empty[seat], -order.index(seat)))
