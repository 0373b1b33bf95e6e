"""Points of Burgundy by source (rules 12 and 13), final and projected alike."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.estate import ESTATES
from engines.burgundy.position import Position
from engines.contract import Score

EARNED = ("animals", "regions", "bonus", "sales", "watchtowers")
"""Where VP come from during the game."""


def knowledge_vp(game: Position, seat: int, tile: str) -> int:
    """What a knowledge tile in the estate brings at the end (rules 13, tiles 15 to 26)."""
    player, edition = game.state.players[seat], game.edition
    if tile in box.HONOURED:
        return box.AMOUNT[tile] * sum(lying == box.HONOURED[tile] for lying in player.covered.values())
    if tile == box.SOLD_TYPES:
        return edition.knowledge_15_vp * len(player.sold)
    if tile == box.ANIMAL_KINDS:
        kinds = {box.ANIMAL[lying][0] for lying in player.covered.values() if lying in box.ANIMAL}
        return box.AMOUNT[tile] * len(kinds)
    if tile == box.SOLD_GOODS:
        return box.AMOUNT[tile] * sum(player.sold.values())
    if tile == box.BONUS_TILES:
        return edition.knowledge_26_vp * len(player.bonus)
    return 0


def sources(game: Position, seat: int) -> dict[str, int]:
    """Every source of points of a seat, as the final scoring would count it now."""
    player = game.state.players[seat]
    points = {source: player.earned.get(source, 0) for source in EARNED}
    points["unsold"] = box.UNSOLD_VP * sum(player.goods.values())
    points["silverlings"] = box.SILVERLING_VP * player.silverlings
    points["workers"] = player.workers // box.WORKERS_PER_VP
    points["knowledge"] = sum(knowledge_vp(game, seat, tile) for tile in player.knowledge)
    return points


def scores(game: Position) -> list[Score]:
    """Per seat; a worker that no other makes a VP with is the remainder."""
    one = box.WORKERS_PER_VP
    rest = [player.workers % one * 1000 // one for player in game.state.players]
    return [Score.of(seat, sources(game, seat), rest[seat]) for seat in range(game.state.seats)]


def empty_hexes(game: Position, seat: int) -> int:
    player = game.state.players[seat]
    return len(ESTATES[player.board].hexes) - len(player.covered) if player.board else 0


def ranking(game: Position) -> list[int]:
    """Seats, best first; of equals the one with more empty hexes (or fewer, by the table's option), then the one
    later in turn order (rules 12; 17, A1 and A12)."""
    order = game.state.track.order()
    sign = -1 if game.state.options["tie_break"] == "most_empty" else 1
    totals = [score.total for score in scores(game)]
    return sorted(
        range(game.state.seats),
        key=lambda seat: (-totals[seat], sign * empty_hexes(game, seat), -order.index(seat)),
    )
