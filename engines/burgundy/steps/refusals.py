"""Why an action of a turn, a castle or a building is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.burgundy import box, placement
from engines.burgundy.estate import ESTATES
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy


def why_not(
    game: Burgundy, seat: int, action: Action, *, with_die: bool = False, inside: bool = False
) -> Message | None:
    """The reason, the most useful one first; ``with_die``: the action needs a die, ``inside``: an effect is pending."""
    player = game.state.players[seat]
    match action:
        case ("buy" | "hire", *_) if inside and not game.edition.purchase_inside_action:
            return Message("burgundy.refuse.not_inside")
        case ("buy", *_) if player.purchased:
            return Message("burgundy.refuse.one_purchase")
        case ("hire", *_) if game.edition.knowledge_6 != "building_for_workers" or "k6" not in player.knowledge:
            return Message("burgundy.refuse.no_knowledge_6")
        case ("hire", *_) if player.hired:
            return Message("burgundy.refuse.hired")
        case ("hire", *_) if player.workers < 2:
            return Message("burgundy.refuse.two_workers", {"n": player.workers})
        case ("buy", *_) if player.silverlings < 2 and game.edition.knowledge_6 != "workers_for_silverlings":
            return Message("burgundy.refuse.silverlings", {"n": player.silverlings})
        case ("take" | "buy" | "hire", depot, tile, *_) if depot in game.state.depots and tile in box.COLOUR:
            if tile not in game.state.depots[depot]:
                return Message("burgundy.refuse.not_in_depot", {"tile": tile, "depot": depot})
            if action[0] == "take" and depot == box.BLACK:
                return Message("burgundy.refuse.only_bought")
            if action[0] == "buy" and depot != box.BLACK:
                return Message("burgundy.refuse.black_only")
        case ("place", tile, *_) if tile in box.COLOUR and tile not in player.storage:
            return Message("burgundy.refuse.not_in_storage", {"tile": tile})
        case ("place", tile, hex, *_) if tile in box.COLOUR:
            if reason := _not_there(game, seat, tile, hex):
                return reason
        case ("sell", goods, *_) if goods in box.GOODS and goods not in player.goods:
            return Message("burgundy.refuse.not_stored", {"goods": goods})
    if with_die and action and action[0] in ("take", "place", "sell", "workers"):
        if not player.unused:
            return Message("burgundy.refuse.no_die")
        return Message("burgundy.refuse.die", {"dice": [str(die) for die in player.unused], "workers": player.workers})
    return None


def _not_there(game: Burgundy, seat: int, tile: str, hex: str) -> Message | None:
    """Why a stored tile cannot lie on a hex whatever the die."""
    player = game.state.players[seat]
    estate = ESTATES[player.board]
    if hex not in estate.hexes:
        return Message("burgundy.refuse.no_hex", {"hex": hex})
    if hex in player.covered:
        return Message("burgundy.refuse.covered", {"hex": hex})
    place = estate.hexes[hex]
    if place.colour != box.COLOUR[tile]:
        return Message("burgundy.refuse.colour", {"hex": hex, "colour": place.colour})
    if not any(other in player.covered for other in place.neighbours):
        return Message("burgundy.refuse.apart", {"hex": hex})
    if place not in placement.fitting(player, tile):
        return Message("burgundy.refuse.twice", {"tile": tile})
    return None
