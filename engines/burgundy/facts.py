"""Public facts that an action of Burgundy depends on: the tiles and goods in the depots."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.messages import Action, Message


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
