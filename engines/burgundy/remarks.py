"""Remarks on a position of Burgundy: advice for new players, additions to sections of the rules, facts behind actions.

Advice says what is worth having, and what to beware of. Facts are the public ones that an action depends on: the
tiles and goods in the depots.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.messages import Action, Message

FULL = 3
"""The number of tiles that storage holds, and of types that the goods store holds."""


def facts(game: Position, seat: int, action: Action) -> list[Message]:
    """Return the tile or goods that now lie in the depots that an action names; empty if they are gone."""
    depots = game.state.depots
    lying = game.state.lying
    match action:
        case ("take" | "buy", depot, tile, *_) if tile in depots.get(depot, ()):
            return [Message("burgundy.fact.lies", {"depot": depot, "tile": tile})]
        case ("goods", *named):
            return [
                Message("burgundy.fact.goods", {"depot": depot, "goods": box.listed(lying[depot])})
                for depot in named
                if lying.get(depot)
            ]
    return []


def now(game: Position, section: str, seat: int | None) -> list[Message]:
    """Return what the position adds to a section of the rules, for a seat or a spectator."""
    return list(_now(game, section, seat))


def _now(game: Position, section: str, seat: int | None) -> Iterator[Message]:
    phase = game.state.phase
    if section == "10" and phase in box.PHASE_VP:
        yield Message("burgundy.now.region", {"phase": phase, "points": box.PHASE_VP[phase]})
    if section in ("6.1", "6.6") and seat is not None:
        player = game.state.players[seat]
        yield Message("burgundy.now.purse", {"workers": player.workers, "silverlings": player.silverlings})


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
