"""Advice for new players of Burgundy: what is worth having in a position, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.contract import Message

FULL = 3
"""The number of tiles that storage holds, and of types that the goods store holds."""


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice on a full storage or goods store, idle silverlings, and the best tile to place."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    legal = game.legal(seat)
    offered = {action[0] for action in legal}
    tiles = {action[1] for action in legal if action[0] == "place"}
    if "take" in offered and len(player.storage) == FULL:
        yield Message("burgundy.advice.full")
    if "ship" in tiles and len(player.goods) == FULL:  # many start with three types; it matters only now
        yield Message("burgundy.advice.goods")
    if "buy" in offered and player.silverlings >= 2 * box.PURCHASE_PRICE:
        yield Message("burgundy.advice.silverlings", {"n": player.silverlings})
    if "castle" in tiles:
        yield Message("burgundy.advice.castle")
    elif tiles & set(box.ANIMAL):
        yield Message("burgundy.advice.animal")
    elif "ship" in tiles:
        yield Message("burgundy.advice.ship")
    elif "mine" in tiles:
        yield Message("burgundy.advice.mine")
    elif tiles:
        yield Message("burgundy.advice.place")
