"""What somebody for whom the game is new should know of a position: what is worth having, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.contract import Message

FULL = 3
"""Tiles that storage holds, and kinds of goods."""


def advice(game: Position, seat: int) -> list[Message]:
    """See the contract: full storage or store, silverlings that lie idle, castles, ships."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    legal = game.legal(seat)
    offered = {action[0] for action in legal}
    tiles = {action[1] for action in legal if action[0] == "place"}
    if "take" in offered and len(player.storage) == FULL:
        yield Message("burgundy.advice.full")
    if "ship" in tiles and len(player.goods) == FULL:  # many begin with three kinds, to which nothing comes before
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
