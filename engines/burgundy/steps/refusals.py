"""Why an action of a turn, a castle or a building is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.burgundy import box, placement
from engines.burgundy.estate import ESTATES
from engines.burgundy.steps.prices import PURCHASE_PRICE, TRADER
from engines.contract import Action, Message

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy

DIE_ACTIONS = ("take", "place", "sell", "workers")
FETCHED = {
    "carpenters_workshop": ("building",),
    "church": ("mine", "knowledge", "castle"),
    "market": ("ship", "animal"),
}
"""What the buildings fetch that fetch a tile."""


def why_not(game: Burgundy, seat: int, action: Action, asked: str) -> Message | None:
    """The reason, the most useful one first; ``asked`` is "turn", "castle" or the building whose effect is pending."""
    match action:
        case ("buy" | "hire", *_):
            return _no_purchase(game, seat, action, asked)
        case ("take", depot, *_) if depot not in box.DEPOTS:
            return Message("burgundy.refuse.only_bought" if depot == box.BLACK else "burgundy.refuse.no_depot")
        case ("take", depot, tile, *_) if tile not in game.state.depots[depot]:
            return _not_in(depot, tile)
        case ("take", _, tile, *_) if box.COLOUR[tile] not in FETCHED.get(asked, box.COLOURS):
            return Message("burgundy.refuse.fetches", {"tile": asked, "colours": list(FETCHED[asked])})
        case ("place", tile, *_) if tile not in game.state.players[seat].storage:
            return _unknown(tile) or Message("burgundy.refuse.not_in_storage", {"tile": tile})
        case ("place", tile, hex, *_) if reason := _not_there(game, seat, tile, hex):
            return reason
        case ("sell", goods, *_) if goods not in box.GOODS:
            return Message("burgundy.refuse.no_such_goods", {"goods": list(box.GOODS)})
        case ("sell", goods, *_) if goods not in game.state.players[seat].goods:
            return Message("burgundy.refuse.not_stored", {"goods": goods})
        case ("pass",) if asked == "castle":
            return Message("burgundy.refuse.castle_acts")
    if action and action[0] in DIE_ACTIONS:
        return _no_die(game, seat, action, asked)
    return None


def _no_die(game: Burgundy, seat: int, action: Action, asked: str) -> Message | None:
    """The action would be possible with another die, with other workers, or without a die."""
    player = game.state.players[seat]
    if asked != "turn":
        return Message("burgundy.refuse.no_die_needed") if "die" in action else None
    if not player.unused:
        return Message("burgundy.refuse.no_die")
    return Message("burgundy.refuse.die", {"dice": [str(die) for die in player.unused], "workers": player.workers})


def _no_purchase(game: Burgundy, seat: int, action: Action, asked: str) -> Message | None:
    """Rules 6.6, with what knowledge 6 makes of it in each edition (rules 15)."""
    player, edition = game.state.players[seat], game.edition
    trader = edition.knowledge_6 if TRADER in player.knowledge else ""
    word, depot, tile, *paid = (*action, "", "")[: max(3, len(action))]
    if asked != "turn" and not (edition.purchase_inside_action and asked in ("castle", "city_hall")):
        return Message("burgundy.refuse.not_inside")
    if word == "hire":
        if trader != "building_for_workers":
            return Message("burgundy.refuse.no_knowledge_6")
        if player.hired:
            return Message("burgundy.refuse.hired")
        if player.workers < PURCHASE_PRICE:
            return Message("burgundy.refuse.two_workers", {"n": player.workers})
        if depot not in box.DEPOTS or box.COLOUR.get(tile) != "building":
            return Message("burgundy.refuse.hire")
    if depot not in game.state.depots:
        return Message("burgundy.refuse.no_depot")
    if word == "buy":
        if player.purchased:
            return Message("burgundy.refuse.one_purchase")
        if depot != box.BLACK and trader != "seven_depots":
            return Message("burgundy.refuse.black_only")
        if paid and trader != "workers_for_silverlings":
            return Message("burgundy.refuse.silverlings_only")
        purse = player.silverlings + (player.workers if trader == "workers_for_silverlings" else 0)
        if purse < PURCHASE_PRICE or (not paid and player.silverlings < PURCHASE_PRICE):
            return Message("burgundy.refuse.silverlings", {"n": player.silverlings})
    return _not_in(depot, tile) if tile not in game.state.depots[depot] else None


def _not_in(depot: str, tile: str) -> Message:
    return _unknown(tile) or Message("burgundy.refuse.not_in_depot", {"tile": tile, "depot": depot})


def _unknown(tile: str) -> Message | None:
    return None if tile in box.COLOUR else Message("burgundy.refuse.no_tile", {"typed": tile})


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
