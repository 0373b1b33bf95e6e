"""Points of Burgundy by source (rules 12 and 13), final and projected alike."""

from __future__ import annotations

from engines.burgundy import box, knowledge
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.contract import Score

EARNED = ("animals", "regions", "bonus", "sales", "watchtowers")
"""Where VP come from during the game."""


def sources(game: Position, seat: int) -> dict[str, int]:
    """Every source of points of a seat, as the final scoring would count it now."""
    player = game.state.players[seat]
    points = {source: player.earned.get(source, 0) for source in EARNED}
    points["unsold"] = box.UNSOLD_VP * sum(player.goods.values())
    points["silverlings"] = box.SILVERLING_VP * player.silverlings
    points["workers"] = player.workers // box.WORKERS_PER_VP
    points["knowledge"] = sum(knowledge.vp(player, game.edition, tile) for tile in player.knowledge)
    return points


def score(game: Position, seat: int) -> Score:
    """A worker that no other makes a VP with is the remainder."""
    one = box.WORKERS_PER_VP
    return Score.of(seat, sources(game, seat), game.state.players[seat].workers % one * 1000 // one)


def scores(game: Position) -> list[Score]:
    """Per seat."""
    return [score(game, seat) for seat in range(game.state.seats)]


def ranking(game: Position) -> list[int]:
    """Seats, best first; of equals the one with more empty hexes (or fewer, by the table's option), then the one
    later in turn order (rules 12; 17, A1 and A12)."""
    order = game.state.track.order()
    sign = -1 if game.option("tie_break") == "most_empty" else 1
    totals = [score.total for score in scores(game)]
    players = game.state.players
    empty = [len(ESTATES[player.board].hexes) - len(player.covered) if player.board else 0 for player in players]
    return sorted(range(game.state.seats), key=lambda seat: (-totals[seat], sign * empty[seat], -order.index(seat)))
